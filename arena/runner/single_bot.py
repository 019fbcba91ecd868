"""A person's own bot, started outside any event: to be checked, or to be played against."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots.runtime import runtime_python
from arena.errors import Notify
from arena.runner.bot_process import Conditions
from arena.sandbox.choose import BEST, SandboxRequest, choose_for_own
from arena.sandbox.confinement import Confinement
from arena.sandbox.uids import clear_leftovers
from arena.system.cache import builds, snapshots
from referee.rules.ruleset import DEFAULT, Ruleset
from referee.server.time_control import TimeControl


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleBotRequest:
    """A request to start one bot: its folder, a clock, a sandbox and rules."""

    folder: Path
    time_control: TimeControl
    start_seconds: float
    sandbox_request: SandboxRequest = BEST
    ruleset: Ruleset = DEFAULT


@asynccontextmanager
async def own_conditions(request: SingleBotRequest, notify: Notify) -> AsyncIterator[Conditions]:
    """Provide the conditions for a person's own bot; its logs are gone at the end.

    Raises NoSandbox.
    """
    clear_leftovers()
    confinement = await _confinement(request, notify)
    with tempfile.TemporaryDirectory(prefix="koikoi-own-") as folder:
        yield Conditions(
            ruleset=request.ruleset,
            time_control=request.time_control,
            start_seconds=request.start_seconds,
            logs=Path(folder) / "logs",
            confinement=confinement,
        )


async def _confinement(request: SingleBotRequest, notify: Notify) -> Confinement:
    hidden = (snapshots(), builds())
    confinement = await choose_for_own(
        replace(request.sandbox_request, hidden=hidden), runtime_python(), notify
    )
    notify(confinement.banner)
    return confinement
