"""Putting finished legs into the store, each once and whole."""

import sqlite3

from arena.store.entries import entrant_id
from arena.store.match_names import MatchName, parse_match_name
from arena.store.plays import packed_decks, packed_rounds
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, Player
from referee.rules.seats import LABELS

NO_DECKS = b""


def add_leg(connection: sqlite3.Connection, record: MatchRecord, worker: int | None) -> bool:
    """Stores a leg that a worker played, inside a transaction; False if it was there already.

    Raises BadRecord.
    """
    name = _name(record)
    pair_id = _pair_id(connection, record, name)
    if not _insert_leg(connection, pair_id, name, record, worker):
        return False
    connection.execute(
        "INSERT INTO play (pair_id, leg, rounds, own_decks) VALUES (?, ?, ?, ?)",
        (
            pair_id,
            name.leg,
            packed_rounds(record),
            None if record.is_paired else packed_decks(record),
        ),
    )
    return True


def _name(record: MatchRecord) -> MatchName:
    name = parse_match_name(record.match or "")
    if name is None:
        raise BadRecord("a match of an event is named `<a>~<b>.<pair>.<leg>`, with a before b")
    name.require_seats(player.name for player in record.seats)
    return name


def _pair_id(connection: sqlite3.Connection, record: MatchRecord, name: MatchName) -> int:
    decks = packed_decks(record) if record.is_paired else NO_DECKS
    a, b = (_player(connection, record.seats[seat]) for seat in name.seats)
    found = connection.execute(
        "SELECT pair_id, epoch, is_paired, decks FROM pair WHERE a = ? AND b = ? AND number = ?",
        (a, b, name.pair),
    ).fetchone()
    if found is None:
        made = connection.execute(
            "INSERT INTO pair (a, b, number, epoch, is_paired, decks) VALUES (?, ?, ?, ?, ?, ?)",
            (a, b, name.pair, record.epoch, record.is_paired, decks),
        )
        return int(made.lastrowid or 0)
    pair_id, epoch, is_paired, stored = found
    if record.epoch != epoch:
        raise BadRecord(f"it is of epoch {record.epoch}, the pair's other leg is of {epoch}")
    if record.is_paired != bool(is_paired):
        raise BadRecord("of its two legs one is paired, the other is not")
    _keep_longer(connection, pair_id, stored, decks)
    return int(pair_id)


def _player(connection: sqlite3.Connection, player: Player) -> int:
    found = entrant_id(connection, player.name, player.version or "")
    if found is None:
        raise BadRecord(
            f"`{player.name}` has not entered in the version {player.version or 'none'}"
        )
    return found


def _keep_longer(connection: sqlite3.Connection, pair_id: int, stored: bytes, decks: bytes) -> None:
    """Both legs are played on the same decks, but a forfeited one needs fewer of them."""
    if not (stored.startswith(decks) or decks.startswith(stored)):
        raise BadRecord("its decks are not those of the pair's other leg")
    if len(decks) > len(stored):
        connection.execute("UPDATE pair SET decks = ? WHERE pair_id = ?", (decks, pair_id))


def _insert_leg(
    connection: sqlite3.Connection,
    pair_id: int,
    name: MatchName,
    record: MatchRecord,
    worker: int | None,
) -> bool:
    result = record.result
    done = connection.execute(
        "INSERT INTO leg (pair_id, leg, north_points, south_points, months, winner, verdict,"
        " fault, detail, incident, worker_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (
            pair_id,
            name.leg,
            *result.points,
            sum(one.result is not None for one in record.rounds),
            None if result.winner is None else LABELS[result.winner],
            result.verdict.value,
            result.fault and result.fault.value,
            result.detail,
            result.incident,
            worker,
        ),
    )
    return done.rowcount == 1
