"""`python -m arena.cluster.worker_setup`: finds out what can be played on a worker of a cluster.

One JSON object comes in on standard input: the event's conditions and the bots, whose files are
in the cache by now. One goes out: the confinement that has held here, every bot that is ready, and
why others are not; or why nothing can be played here at all.

It is a process of its own, since it ends whatever its bots leave behind, and the worker's process
has children that are none of ours.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

from arena.bots.discovery import Playable, PlayableJSON
from arena.bots.prepare import made_ready
from arena.bots.runtime import is_there, runtime_python
from arena.cluster.bundle import BotBundle
from arena.errors import ArenaError, EntryRefused, NoProgram
from arena.runner.bot_process import Conditions
from arena.runner.protocol import conditions_of
from arena.sandbox.choose import SandboxRequest, choose
from arena.sandbox.confinement import Confinement
from arena.system import cache
from arena.system.socket_dirs import clear_abandoned
from arena.system.subreaper import adopt_orphans


class WorkerSetup(TypedDict):
    """The outcome of a set-up; `refused` is empty if bots can be played."""

    refused: str
    confinement: dict[str, Any]
    playable: list[PlayableJSON]
    unplayable: dict[str, str]


def order(conditions: bytes, home: Path, bundles: Sequence[BotBundle]) -> bytes:
    """Return the input of this program; `home` is hidden from bots."""
    return json.dumps(
        {
            "conditions": conditions.decode(),
            "home": str(home),
            "bundles": [one.to_json() for one in bundles],
        }
    ).encode()


async def set_up(data: dict[str, Any]) -> WorkerSetup:
    """Try the sandbox and make every bot ready."""
    conditions = conditions_of(data["conditions"].encode())
    try:
        confinement = await _confined(conditions, Path(data["home"]))
        made = [await _made(BotBundle.from_json(one), confinement) for one in data["bundles"]]
    except ArenaError as error:
        return WorkerSetup(refused=_told(error), confinement={}, playable=[], unplayable={})
    return WorkerSetup(
        refused="",
        confinement=confinement.to_json(),
        playable=[one.to_json() for one in made if isinstance(one, Playable)],
        unplayable=dict(one for one in made if isinstance(one, tuple)),
    )


async def _confined(conditions: Conditions, home: Path) -> Confinement:
    """Return the event's level, if it holds here. Raises NoSandbox."""
    level, limits = conditions.confinement.level, conditions.confinement.limits
    hidden = (home, cache.snapshots(), cache.builds())
    return await choose(
        SandboxRequest(level, level, limits, hidden), runtime_python(), lambda _: None
    )


async def _made(bundles: BotBundle, confinement: Confinement) -> Playable | tuple[str, str]:
    """Return a bot that is ready, or its name and why it is not."""
    try:
        _require_toolchain(bundles)
        return await made_ready(bundles.entrant, bundles.snapshot, lambda _: None, confinement)
    except EntryRefused as error:
        return bundles.manifest.name, _told(error)


def _require_toolchain(bundles: BotBundle) -> None:
    if absent := [program for program in bundles.manifest.requires if not is_there(program)]:
        programs = " and ".join(f"`{program}`" for program in absent)
        raise NoProgram(f"it needs {programs}, not found on the PATH")


def _told(error: ArenaError) -> str:
    return f"{error.message} ({error.hint})" if error.hint else error.message


def main() -> None:
    """Read one order and answers it."""
    adopt_orphans()
    clear_abandoned()
    setup = asyncio.run(set_up(json.load(sys.stdin)))
    json.dump(setup, sys.stdout)


if __name__ == "__main__":
    main()
