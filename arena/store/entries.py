"""Entries: bots by name and version, and which version of each name is current."""

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime

COLUMNS = "name, version, label, language, author, description"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant as the event stores it. `label` is the author's word for the version."""

    name: str
    version: str
    label: str = ""
    language: str = ""
    author: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A version that has entered, and the number of its matches.

    `first_seen` is UTC in ISO 8601, and empty where nobody noted it. One that is neither
    current nor retired was replaced.
    """

    entry: Entry
    first_seen: str
    legs: int
    is_current: bool
    is_retired: bool


def enter(connection: sqlite3.Connection, entries: Iterable[Entry], seen: datetime | None) -> None:
    """Make these versions the current ones. What exists already stays as it was."""
    for entry in entries:
        connection.execute(
            f"INSERT INTO entrant ({COLUMNS}, first_seen, is_current)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, FALSE) ON CONFLICT DO NOTHING",
            (*astuple(entry), seen.isoformat(timespec="seconds") if seen else ""),
        )
        connection.execute("UPDATE entrant SET is_current = FALSE WHERE name = ?", (entry.name,))
        connection.execute(
            "UPDATE entrant SET is_current = TRUE WHERE name = ? AND version = ?",
            (entry.name, entry.version),
        )


def current(connection: sqlite3.Connection) -> list[Entry]:
    """Return the current version of every name, sorted by name."""
    rows = connection.execute(f"SELECT {COLUMNS} FROM entrant WHERE is_current ORDER BY name")
    return [Entry(*row) for row in rows]


def every(connection: sqlite3.Connection) -> list[Entry]:
    """Return every version of every name."""
    rows = connection.execute(f"SELECT {COLUMNS} FROM entrant ORDER BY name, entrant_id")
    return [Entry(*row) for row in rows]


_VERSIONS = f"""
SELECT
    {COLUMNS}, first_seen,
    (
        SELECT count(*) FROM leg JOIN pair USING (pair_id)
        WHERE pair.a = entrant.entrant_id OR pair.b = entrant.entrant_id
    ),
    is_current, entrant_id IN retired
FROM entrant ORDER BY name, entrant_id
"""


def versions(connection: sqlite3.Connection) -> list[Version]:
    """Return every version of every name with its state, in the order in which they entered."""
    return [
        Version(Entry(*row[:6]), row[6], row[7], bool(row[8]), bool(row[9]))
        for row in connection.execute(_VERSIONS)
    ]


def retired(connection: sqlite3.Connection) -> list[Entry]:
    """Return the former current version of every retired name, sorted by name."""
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM entrant JOIN retired USING (entrant_id) ORDER BY name"
    )
    return [Entry(*row) for row in rows]


def retire(connection: sqlite3.Connection, name: str) -> None:
    """Leave a name without a current version."""
    connection.execute(
        "INSERT INTO retired SELECT entrant_id FROM entrant WHERE name = ? AND is_current", (name,)
    )
    connection.execute("UPDATE entrant SET is_current = FALSE WHERE name = ?", (name,))


def reinstate(connection: sqlite3.Connection, name: str) -> None:
    """Make the version current again that was current when the name was retired."""
    its = "name = ? AND entrant_id IN retired"
    connection.execute(f"UPDATE entrant SET is_current = TRUE WHERE {its}", (name,))
    connection.execute(
        "DELETE FROM retired WHERE entrant_id IN (SELECT entrant_id FROM entrant WHERE name = ?)",
        (name,),
    )


def entrant_id(connection: sqlite3.Connection, name: str, version: str) -> int | None:
    """Return the key of a version; None if it never entered."""
    found = connection.execute(
        "SELECT entrant_id FROM entrant WHERE name = ? AND version = ?", (name, version)
    ).fetchone()
    return found and int(found[0])
