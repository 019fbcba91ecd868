"""What can go wrong with a store, in words for a person.

ArenaError
├── NoStore          the file is absent, no store, damaged, or made by a later arena (2)
├── BadLeg           a record that cannot stand beside what is stored (2)
└── StoreFailure     the disk is full, the file locked or read-only; nothing is half-written (4)
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import STOPPED, ArenaError, shown


class NoStore(ArenaError):
    """The file is absent, no store, damaged, or made by a later arena."""


class BadLeg(ArenaError):
    """A record that cannot stand beside what is stored."""


class StoreFailure(ArenaError):
    """The store cannot be read or written now. Nothing is half-written."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, exit_code=STOPPED)


DAMAGED = {
    sqlite3.SQLITE_NOTADB: "is it an event's `arena.sqlite`?",
    sqlite3.SQLITE_CORRUPT: "put a copy in its place, or begin another event with `--event`;"
    " `sqlite3 FILE .recover` may save what can be read",
}
HINTS = {
    sqlite3.SQLITE_FULL: "make room on the disk; what is stored is safe",
    sqlite3.SQLITE_READONLY: "the file or its folder cannot be written by this user",
    sqlite3.SQLITE_CANTOPEN: "look at the folder and who may read and write there",
    sqlite3.SQLITE_BUSY: "another program has the file open; try again when it has ended",
    sqlite3.SQLITE_IOERR: "look at the disk; what is stored is safe",
}
PRIMARY_CODE = 0xFF  # SQLite's extended codes keep the plain one in their lowest byte


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what the disk does to SQLite into words. Faults of ours keep their tracebacks."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & PRIMARY_CODE
        if code in DAMAGED:
            raise NoStore(f"{shown(path)}: {error}", DAMAGED[code]) from error
        if code in HINTS:
            raise StoreFailure(f"{shown(path)}: {error}", HINTS[code]) from error
        raise
