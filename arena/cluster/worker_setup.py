"""`python -m arena.cluster.worker_setup`: finds out what can be played on a worker of a cluster.

One JSON object comes in on standard input: the event's conditions and the bots, whose files are
in the cache by now. One goes out: the confinement that has held here, every bot that is ready, and
why others are not; or why nothing can be played here at all.

It is a process of its own, since it ends whatever its bots leave behind, and the worker's process
has children that are none of ours.
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.discovery import Playable
from arena.bots.prepare import made_ready
from arena.bots.runtime import is_there, runtime_python
from arena.cluster.bundle import BotBundle
from arena.errors import ArenaError, EntryRefused, NoProgram
from arena.runner.bot_process import Conditions
from arena.runner.protocol import decode, encode
from arena.sandbox.choose import SandboxRequest, choose
from arena.sandbox.confinement import UNCONFINED, Confinement
from arena.sandbox.uids import clear_leftovers
from arena.system import cache
from arena.system.processes import raise_file_limit
from arena.system.subreaper import adopt_orphans


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """The input of this program; `home` is hidden from bots."""

    conditions: Conditions
    home: Path
    bundles: tuple[BotBundle, ...]


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """The outcome of a set-up; `refused` is empty if bots can be played."""

    refused: str = ""
    confinement: Confinement = UNCONFINED
    playable: tuple[Playable, ...] = ()
    unplayable: Mapping[str, str] = field(default_factory=dict)


async def set_up(request: SetupRequest) -> WorkerSetup:
    """Try the sandbox and make every bot ready."""
    try:
        confinement = await _confined(request.conditions, request.home)
        made = [await _made(one, confinement) for one in request.bundles]
    except ArenaError as error:
        return WorkerSetup(refused=_told(error))
    return WorkerSetup(
        confinement=confinement,
        playable=tuple(one for one in made if isinstance(one, Playable)),
        unplayable=dict(one for one in made if isinstance(one, tuple)),
    )


async def _confined(conditions: Conditions, home: Path) -> Confinement:
    """Return the event's level, if it holds here. Raises NoSandbox."""
    level, limits = conditions.confinement.level, conditions.confinement.limits
    hidden = (home, cache.snapshots(), cache.builds())
    return await choose(
        SandboxRequest(level, level, limits, hidden), runtime_python(), lambda _: None
    )


async def _made(bundle: BotBundle, confinement: Confinement) -> Playable | tuple[str, str]:
    """Return a bot that is ready, or its name and why it is not."""
    try:
        _require_toolchain(bundle)
        return await made_ready(bundle.entrant, bundle.snapshot, lambda _: None, confinement)
    except EntryRefused as error:
        return bundle.manifest.name, _told(error)


def _require_toolchain(bundle: BotBundle) -> None:
    if absent := [program for program in bundle.manifest.requires if not is_there(program)]:
        programs = " and ".join(f"`{program}`" for program in absent)
        raise NoProgram(f"it needs {programs}, not found on the PATH")


def _told(error: ArenaError) -> str:
    return f"{error.message} ({error.hint})" if error.hint else error.message


def main() -> None:
    """Read one request and write the outcome."""
    adopt_orphans()
    raise_file_limit()
    clear_leftovers()
    request = decode(SetupRequest, sys.stdin.buffer.read())
    sys.stdout.buffer.write(encode(asyncio.run(set_up(request))))


if __name__ == "__main__":
    main()
