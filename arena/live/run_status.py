"""How far a run is, in a file that lies in the event's folder as long as the run goes on.

The store knows what was played; how much is still to come only the run knows.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

from arena.runner.progress import Progress, Report
from arena.standings.interim import LiveRanking
from arena.system.files import NotWritten, write_whole
from referee.rules.record import MatchRecord

BULLETIN = "live.json"
SECONDS = 1.0  # between two bulletins


@dataclass(frozen=True, slots=True)
class Bulletin:
    """Legs of the event, legs a second, an estimate of the seconds left, and the run's process."""

    done: int
    total: int
    rate: float
    seconds_left: float | None
    pid: int


class Bulletins:
    """A report that also writes bulletins."""

    def __init__(self, folder: Path, report: Report) -> None:
        self._file = folder / BULLETIN
        self._report = report
        self._next = 0.0
        self.note = report.note
        self.mention = report.mention

    def began(self, progress: Progress) -> None:
        """The legs to play are known."""
        self._report.began(progress)
        self._write(progress)

    def finished(self, record: MatchRecord, progress: Progress) -> None:
        """A leg is over and stored."""
        self._report.finished(record, progress)
        if monotonic() >= self._next:
            self._write(progress)

    def interim(self, ranking: LiveRanking) -> None:
        """The ranking as it stands after a schedule round."""
        self._report.interim(ranking)

    def _write(self, progress: Progress) -> None:
        self._next = monotonic() + SECONDS
        total = progress.total - progress.dropped
        now = Bulletin(progress.done, total, progress.rate, progress.seconds_left, os.getpid())
        with suppress(NotWritten):  # the run is worth more than news of it
            write_whole(self._file, [json.dumps(asdict(now))])


@contextmanager
def bulletins(folder: Path, report: Report) -> Iterator[Report]:
    """The report with bulletins, which are gone at the end."""
    try:
        yield Bulletins(folder, report)
    finally:
        with suppress(OSError):  # where it could not be written it cannot be taken away either
            (folder / BULLETIN).unlink()


def bulletin(folder: Path) -> Bulletin | None:
    """The last news of a run that goes on; None if none does."""
    try:
        now = Bulletin(**json.loads((folder / BULLETIN).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return now if _lives(now.pid) else None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False  # a killed run leaves its last bulletin
    except PermissionError:
        pass
    return True
