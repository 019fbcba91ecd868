"""On which machines legs were played, and the seconds that were not charged to bots there."""

import sqlite3


def worker_id(connection: sqlite3.Connection, name: str) -> int | None:
    """The key of a worker, which is noted if it is new; None for one without a name."""
    if not name:
        return None
    found = connection.execute("SELECT worker_id FROM worker WHERE name = ?", (name,)).fetchone()
    if found is None:
        made = connection.execute("INSERT INTO worker (name) VALUES (?)", (name,))
        return made.lastrowid
    return int(found[0])


def forgive(connection: sqlite3.Connection, name: str, seconds: float) -> None:
    """Adds to the seconds of a worker."""
    connection.execute(
        "UPDATE worker SET forgiven = forgiven + ? WHERE worker_id = ?",
        (seconds, worker_id(connection, name)),
    )


def forgiven(connection: sqlite3.Connection) -> dict[str, float]:
    """The seconds of every worker, in the order of their names."""
    return dict(connection.execute("SELECT name, forgiven FROM worker ORDER BY name").fetchall())
