"""One arena at a time on an event."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from arena.errors import ArenaError
from arena.system.files import not_written

LOCK_FILE = "arena.lock"


class EventBusy(ArenaError):
    """Another arena is running this event."""


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Holds an event's lock, which ends with the process whatever happens to it.

    Raises EventBusy, NotWritten.
    """
    with _opened(folder / LOCK_FILE) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise EventBusy(
                f"event `{folder.name}` is being run by another arena (process {holder})",
                "wait for it, or give this run another `--event`",
            ) from None
        _sign(file, folder / LOCK_FILE)
        yield


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a+", encoding="ascii")
    except OSError as error:
        raise not_written(path, error) from error


def _sign(file: TextIO, path: Path) -> None:
    """Says who holds the lock. Closing the file would try again what could not be written."""
    try:
        file.truncate(0)
        os.pwrite(file.fileno(), str(os.getpid()).encode(), 0)
    except OSError as error:
        raise not_written(path, error) from error
