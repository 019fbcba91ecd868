"""The status of a run in a file of the event's folder, which exists while the run goes on.

The store holds what was played; only the run knows how much is left.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

from arena.runner.progress import Listener, Progress
from arena.standings.interim import LiveRanking
from arena.system.files import NotWritten, write_whole
from referee.rules.record import MatchRecord

STATUS_FILE = "live.json"
SECONDS = 1.0  # between two bulletins


@dataclass(frozen=True, slots=True)
class RunStatus:
    """The status of a run: matches done and in all, speed, seconds left, and its process."""

    done: int
    total: int
    rate: float
    seconds_left: float | None
    pid: int


class StatusWriter:
    """A listener that also writes the status file."""

    def __init__(self, folder: Path, listener: Listener) -> None:
        self._file = folder / STATUS_FILE
        self._listener = listener
        self._next = 0.0
        self.note = listener.note
        self.mention = listener.mention

    def began(self, progress: Progress) -> None:
        """Pass on that the number of matches is known, and write the status."""
        self._listener.began(progress)
        self._write(progress)

    def finished(self, record: MatchRecord, progress: Progress) -> None:
        """Pass on that a match is over and stored, and write the status if it is time."""
        self._listener.finished(record, progress)
        if monotonic() >= self._next:
            self._write(progress)

    def interim(self, ranking: LiveRanking) -> None:
        """Pass on the ranking after a schedule round."""
        self._listener.interim(ranking)

    def _write(self, progress: Progress) -> None:
        self._next = monotonic() + SECONDS
        total = progress.total - progress.dropped
        now = RunStatus(progress.done, total, progress.rate, progress.seconds_left, os.getpid())
        with suppress(NotWritten):  # the run is worth more than news of it
            write_whole(self._file, [json.dumps(asdict(now))])


@contextmanager
def status_written(folder: Path, listener: Listener) -> Iterator[Listener]:
    """Provide a listener that writes the status file, which is removed when the block ends."""
    try:
        yield StatusWriter(folder, listener)
    finally:
        with suppress(OSError):  # where it could not be written it cannot be taken away either
            (folder / STATUS_FILE).unlink()


def run_status(folder: Path) -> RunStatus | None:
    """Return the status of a run that goes on; None if none does."""
    try:
        now = RunStatus(**json.loads((folder / STATUS_FILE).read_text(encoding="utf-8")))
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
