"""Epochs as they are stored: the facts that deals follow from.

How a secret is made, kept and revealed is the business of `arena.deals`.
"""

import sqlite3
from dataclasses import dataclass

from referee.rules.shuffle import Item

COLUMNS = "epoch, title, commitment, is_committed, beacon, secret"


@dataclass(frozen=True, slots=True, kw_only=True)
class Epoch:
    """Deals from one secret: T, C, the beacon and the items of ARENA-DEAL-1, and S once it is out.

    `is_committed`: C was shown before anything was dealt. `items` are those of all that entered.
    """

    number: int
    title: str
    commitment: bytes | None = None
    is_committed: bool = False
    beacon: str | None = None
    secret: bytes | None = None
    items: tuple[Item, ...] = ()


def epochs(connection: sqlite3.Connection) -> tuple[Epoch, ...]:
    """Return every epoch from the first to the last."""
    rows = connection.execute(f"SELECT {COLUMNS} FROM epoch ORDER BY epoch").fetchall()
    return tuple(
        Epoch(
            number=number,
            title=title,
            commitment=commitment,
            is_committed=bool(is_committed),
            beacon=beacon,
            secret=secret,
            items=_items(connection, number),
        )
        for number, title, commitment, is_committed, beacon, secret in rows
    )


def _items(connection: sqlite3.Connection, number: int) -> tuple[Item, ...]:
    rows = connection.execute(
        "SELECT name, version, nonce FROM item JOIN entrant USING (entrant_id)"
        " WHERE epoch = ? ORDER BY name, entrant_id",
        (number,),
    )
    return tuple(Item(*row) for row in rows)


def keep(connection: sqlite3.Connection, epoch: Epoch) -> None:
    """Store an epoch, or add what has become known of it."""
    connection.execute(
        f"INSERT INTO epoch ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (epoch) DO UPDATE SET"
        " commitment = coalesce(commitment, excluded.commitment),"
        " beacon = coalesce(beacon, excluded.beacon),"
        " secret = coalesce(secret, excluded.secret)",
        (
            epoch.number,
            epoch.title,
            epoch.commitment,
            epoch.is_committed,
            epoch.beacon,
            epoch.secret,
        ),
    )
    for item in epoch.items:
        connection.execute(
            "INSERT INTO item (epoch, entrant_id, nonce) SELECT ?, entrant_id, ? FROM entrant"
            " WHERE name = ? AND version = ? ON CONFLICT DO NOTHING",
            (epoch.number, item.nonce, item.name, item.version),
        )
