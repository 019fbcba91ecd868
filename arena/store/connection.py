"""Connections to a store's file: settings, schema, transactions, and errors in words.

No table is known here but through the scripts.

The errors of a store:

ArenaError
├── NoStore          the file is absent, no store, damaged, or made by a later arena (2)
├── BadLeg           a record that cannot stand beside what is stored (2)
└── StoreFailure     the disk is full, the file locked or read-only; nothing is half-written (4)
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from arena.errors import STOPPED, ArenaError, shown

BUSY_SECONDS = 5.0

# Number n takes a store from version n to n + 1, in one transaction. A script never changes once
# it is released: what is new is one more script.
MIGRATIONS = ("schema.sql", "epochs.sql", "retired.sql", "unpaired.sql", "workers.sql")


class NoStore(ArenaError):
    """The file is absent, no store, damaged, or made by a later arena."""


class BadLeg(ArenaError):
    """A record contradicts what is stored."""


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
# SQLite makes the files beside a store as readable as the store itself.
PRIVATE, BESIDE = 0o600, ("-wal", "-shm")
PRIMARY_CODE = 0xFF  # SQLite's extended codes keep the plain one in their lowest byte


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite that the disk causes into StoreFailure or NoStore."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & PRIMARY_CODE
        if str(error).startswith(("no such table", "no such column")):
            code = sqlite3.SQLITE_CORRUPT  # another program made or changed the file
        if code in DAMAGED:
            raise NoStore(f"{shown(path)}: {error}", DAMAGED[code]) from error
        if code in HINTS:
            raise StoreFailure(f"{shown(path)}: {error}", HINTS[code]) from error
        raise


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Provide a connection that cannot change anything, not even the schema."""
    with _connected(_present(path), _way_in(path)) as connection:
        connection.execute("PRAGMA query_only = ON")
        if _version(path, connection) < len(MIGRATIONS):
            raise NoStore(
                f"{shown(path)} was made by an earlier arena",
                "run `arena run` for the event once to update it",
            )
        yield connection


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Provide a connection to a store that exists already, its schema brought up to date."""
    for one in (path, *(path.with_name(path.name + end) for end in BESIDE)):
        with suppress(OSError):  # absent, or another user's
            one.chmod(PRIVATE)
    with _connected(_present(path), "mode=rw") as connection:
        connection.execute("PRAGMA synchronous = NORMAL")
        for number in range(_version(path, connection), len(MIGRATIONS)):
            _migrate(connection, number)
        connection.execute("PRAGMA foreign_keys = ON")  # not before, since scripts change tables
        yield connection


@contextmanager
def making(path: Path) -> Iterator[sqlite3.Connection]:
    """Provide a connection to a new store. Its file appears once it has been filled."""
    if path.exists():
        raise NoStore(f"{shown(path)}: there is a file already")
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with suppress(OSError):  # which SQLite then says too
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        draft.chmod(PRIVATE)  # a umask may have taken the owner's own rights
    with _connected(draft, "mode=rwc") as connection:
        for number in range(len(MIGRATIONS)):
            _migrate(connection, number)
        yield connection
        connection.execute("PRAGMA journal_mode = WAL")  # last, or the log would hold it all again
    draft.rename(path)


@contextmanager
def in_memory(source: Path) -> Iterator[sqlite3.Connection]:
    """Provide a connection to a store in memory; errors name `source`."""
    with explained(source), closing(_connect(":memory:")) as connection:
        for number in range(len(MIGRATIONS)):
            _migrate(connection, number)
        yield connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction: everything is written, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite may have rolled back by itself, on a full disk
            connection.execute("ROLLBACK")
        raise


@contextmanager
def _connected(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    uri = f"file:{quote(os.fsencode(path.absolute()))}?{how}"
    with explained(path), closing(_connect(uri)) as connection:
        yield connection


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, timeout=BUSY_SECONDS, isolation_level=None, uri=True)


def _present(path: Path) -> Path:
    if not path.is_file():
        raise NoStore(f"{shown(path)}: there is no such file")
    return path


def _way_in(path: Path) -> str:
    """Return how a reader opens the file.

    One that could write leaves no `-wal` and `-shm` behind. One that cannot may read a file
    that nobody writes to, and otherwise relies on those of the writer.
    """
    if os.access(path.parent, os.W_OK) and os.access(path, os.W_OK):
        return "mode=rw"
    return "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"


def _version(path: Path, connection: sqlite3.Connection) -> int:
    """Return the version of the store. Raises NoStore if this arena does not know it."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise NoStore(
            f"{shown(path)} was made by a later arena (version {version}; this one knows"
            f" {len(MIGRATIONS)})",
            "update koikoi-arena",
        )
    if version == 0:
        raise NoStore(f"{shown(path)} is a database, but no event's", "name an `arena.sqlite`")
    return version


def _migrate(connection: sqlite3.Connection, number: int) -> None:
    script = files("arena.store").joinpath(MIGRATIONS[number]).read_text(encoding="utf-8")
    with transaction(connection):
        for statement in _statements(script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number + 1}")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script: `executescript` would end the transaction around it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
