"""A sitting in a box with decoys, and the report of the monitor in it."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from arena.bots.discovery import Playable
from arena.check.sitting import Played, Sitting, shuffled, sit
from arena.runner.bot_process import Conditions
from arena.sandbox.decoys import FATAL, Decoys
from arena.sandbox.levels import Level
from referee.rules.ruleset import DEFAULT

SITTING = Sitting(
    name="watched", ruleset=replace(DEFAULT, months=1), groups=((shuffled("watched"),),)
)
LONGEST_REPORT = 1 << 16
DECOY = b"nothing of anybody's\n"


@dataclass(frozen=True, slots=True)
class Report:
    """The monitor's report: decoys opened, bytes and files written, calls, and processes left."""

    opened: list[str] = field(default_factory=list)
    written: list[int] = field(default_factory=lambda: [0, 0])
    calls: int = 0
    left: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MonitorReport:
    """A monitored sitting; `fatal` is the kind of call that the bot was ended for, if any.

    Without a report the witness was ended together with the bot.
    """

    played: Played
    report: Report | None
    fatal: str = ""

    @property
    def was_ended(self) -> bool:
        """True if the bot was ended for a call."""
        return self.played.bot.exited == -signal.SIGSYS


async def watch(playable: Playable, conditions: Conditions) -> MonitorReport | None:
    """Watch a bot in a box with decoys; return None where the sandbox has no such box."""
    if conditions.confinement.level is not Level.BWRAP:
        return None
    seen = await _watched(playable, conditions, tuple(FATAL))
    for kind in FATAL if seen.was_ended else ():
        if (await _watched(playable, conditions, (kind,))).was_ended:
            return replace(seen, fatal=kind)
    return seen


async def _watched(
    playable: Playable, conditions: Conditions, kinds: tuple[str, ...]
) -> MonitorReport:
    with _open_file(b"") as report, _open_file(DECOY) as decoy:
        confinement = replace(conditions.confinement, decoys=Decoys(kinds, report, decoy))
        played = await sit(playable, replace(conditions, confinement=confinement), SITTING)
        return MonitorReport(played, _read(os.pread(report, LONGEST_REPORT, 0)))


def _read(data: bytes) -> Report | None:
    line = data.partition(b"\n")[0]
    return Report(**json.loads(line)) if line else None


@contextmanager
def _open_file(content: bytes) -> Iterator[int]:
    file = os.memfd_create("koikoi")
    try:
        os.write(file, content)
        os.lseek(file, 0, os.SEEK_SET)
        yield file
    finally:
        os.close(file)
