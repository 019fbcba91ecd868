"""A person's own bot, started outside any event: to be checked, or to be played against."""

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots.runtime import runtime_python
from arena.runner.bot_process import Conditions
from arena.sandbox.choose import BEST, Wish, choose_for_own
from arena.sandbox.confinement import Confinement
from arena.system.cache import builds, snapshots
from referee.rules.ruleset import DEFAULT, Ruleset
from referee.server.clock import TimeControl

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a person asked for: a bot's folder, a clock, a sandbox, rules."""

    folder: Path
    time_control: TimeControl
    start_seconds: float
    wish: Wish = BEST
    ruleset: Ruleset = DEFAULT


@asynccontextmanager
async def own_conditions(order: Order, say: Say) -> AsyncIterator[Conditions]:
    """The conditions for a person's own bot; its logs are gone at the end. Raises NoSandbox."""
    confinement = await _confinement(order, say)
    with tempfile.TemporaryDirectory(prefix="koikoi-own-") as folder:
        yield Conditions(
            ruleset=order.ruleset,
            time_control=order.time_control,
            start_seconds=order.start_seconds,
            logs=Path(folder) / "logs",
            confinement=confinement,
        )


async def _confinement(order: Order, say: Say) -> Confinement:
    hidden = (snapshots(), builds())
    confinement = await choose_for_own(replace(order.wish, hidden=hidden), runtime_python(), say)
    say(confinement.banner)
    return confinement
