"""Matches in the store: their names `<a>~<b>.<pair>.<leg>`, their facts, and whole records."""

import re
import sqlite3
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from arena.store.entries import entrant_id
from arena.store.plays import packed_decks, packed_rounds, unpacked_rounds
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, MatchResult, Player
from referee.rules.ruleset import Ruleset
from referee.rules.seats import LABELS, NORTH, SOUTH, Seat, find_seat
from referee.rules.verdicts import Fault, Verdict

LEGS = (1, 2)  # the two matches of a pair, by number
_PATTERN = re.compile(r"(?P<a>[^~]+)~(?P<b>[^~]+)\.(?P<pair>[1-9][0-9]{0,8})\.(?P<leg>[12])")
LEG_COLUMNS = (
    "a, b, pair, leg, a_version, b_version,"
    " north_points, south_points, winner, verdict, fault, detail, incident, months, epoch,"
    " is_paired, worker"
)
NO_DECKS = b""


@dataclass(frozen=True, slots=True, order=True)
class MatchName:
    """The name of a match. Sorted names are in canonical order."""

    a: str
    b: str
    pair: int
    leg: int

    def __str__(self) -> str:
        return f"{self.a}~{self.b}.{self.pair}.{self.leg}"

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of `a` and `b`: `a` is NORTH in leg 1, `b` in leg 2."""
        return (NORTH, SOUTH) if self.leg == 1 else (SOUTH, NORTH)

    def require_seats(self, names: Iterable[str]) -> None:
        """Check that the seats agree with the name. Raises BadRecord."""
        seated = tuple(names)
        if seated != ((self.a, self.b) if self.leg == 1 else (self.b, self.a)):
            raise BadRecord(
                f"`{seated[0]}` sits NORTH, and `{seated[1]}` SOUTH, which its name does not say"
            )


def parse_match_name(text: str) -> MatchName | None:
    """Return the parts of a name; None if it is no name, or has its bots in the wrong order.

    >>> parse_match_name("greedy~random.9.1")
    MatchName(a='greedy', b='random', pair=9, leg=1)
    """
    found = _PATTERN.fullmatch(text)
    if found is None or found["a"] >= found["b"]:
        return None
    return MatchName(found["a"], found["b"], int(found["pair"]), int(found["leg"]))


@dataclass(frozen=True, slots=True)
class Leg:
    """The facts of a match without its rounds, of which `months` finished; `epoch` dealt its pair.

    `is_paired`: it shares its cards with the pair's other leg. `worker`: the machine that
    played it, empty if nobody noted it.
    """

    name: MatchName
    versions: tuple[str, str]
    result: MatchResult
    months: int
    epoch: int
    is_paired: bool
    worker: str

    @property
    def seats(self) -> tuple[Player, Player]:
        """The players NORTH and SOUTH."""
        players = Player(self.name.a, self.versions[0]), Player(self.name.b, self.versions[1])
        return players if self.name.leg == 1 else players[::-1]

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """The bots at fault for an early end, each with the incident.

        What happens once to a process and costs several matches has one name in all of
        them.
        """
        seats = self.result.fault.seats if self.result.fault else ()
        incident = self.result.incident or str(self.name)
        return tuple((self.seats[seat].name, incident) for seat in seats)


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """A match as it is stored; `decks` are its pair's, or its own."""

    leg: Leg
    decks: bytes
    packed: bytes

    def record(self, event: str, ruleset: Ruleset) -> MatchRecord:
        """Return the record of the match. Raises BadRecord if the stored bytes cannot be read."""
        rounds = unpacked_rounds(self.packed, self.decks, ruleset)
        leg = self.leg
        return MatchRecord(
            ruleset=ruleset,
            seats=leg.seats,
            rounds=rounds,
            result=leg.result,
            event=event,
            match=str(leg.name),
            epoch=leg.epoch,
            is_paired=leg.is_paired,
        )


def legs(connection: sqlite3.Connection, condition: str, *values: object) -> Iterator[Leg]:
    """Yield the matches for which an SQL condition on `played` holds, in canonical order."""
    rows = connection.execute(
        f"SELECT {LEG_COLUMNS} FROM played WHERE {condition} ORDER BY a, b, pair, leg", values
    )
    return map(_leg, rows)


def _leg(row: tuple[Any, ...]) -> Leg:
    north, south, winner, verdict, fault, detail, incident, *facts = row[6:]
    months, epoch, is_paired, worker = facts
    result = MatchResult(
        (north, south),
        None if winner is None else find_seat(winner),
        Verdict(verdict),
        None if fault is None else Fault(fault),
        detail,
        incident,
    )
    return Leg(MatchName(*row[:4]), row[4:6], result, months, epoch, bool(is_paired), worker)


def plays(
    connection: sqlite3.Connection, within: Container[tuple[str, str]] | None = None
) -> Iterator[tuple[MatchName, str, bytes]]:
    """Yield the packed rounds of current versions with the players, in canonical order.

    `within` are the pairings that are meant, by their names in order. None: all.
    """
    pairings = connection.execute(
        "SELECT a.name, b.name, a.entrant_id, b.entrant_id"
        " FROM entrant AS a JOIN entrant AS b ON a.name < b.name"
        " WHERE a.is_current AND b.is_current ORDER BY 1, 2"
    ).fetchall()
    for a, b, *ids in pairings:
        if within is not None and (a, b) not in within:
            continue
        rows = connection.execute(
            "SELECT number, leg, coalesce(name, ''), rounds FROM pair JOIN play USING (pair_id)"
            " JOIN leg USING (pair_id, leg) LEFT JOIN worker USING (worker_id)"
            " WHERE a = ? AND b = ? ORDER BY number, leg",
            ids,
        )
        for pair, leg, worker, packed in rows:
            yield MatchName(a, b, pair, leg), worker, packed


def stored_legs(
    connection: sqlite3.Connection, condition: str, *values: object
) -> Iterator[StoredLeg]:
    """Yield matches with everything that a record needs; one pairing at a time keeps this small."""
    pairings = connection.execute(
        f"SELECT DISTINCT a, b, a_version, b_version FROM played WHERE {condition} ORDER BY 1, 2",
        values,
    ).fetchall()
    for pairing in pairings:
        rows = connection.execute(
            f"SELECT {LEG_COLUMNS}, coalesce(own_decks, decks), rounds FROM played"
            " JOIN play USING (pair_id, leg)"
            f" WHERE a = ? AND b = ? AND a_version = ? AND b_version = ? AND ({condition})"
            " ORDER BY pair, leg",
            (*pairing, *values),
        )
        for *leg, decks, packed in rows:
            yield StoredLeg(_leg(tuple(leg)), decks, packed)


def add_leg(connection: sqlite3.Connection, record: MatchRecord, worker: int | None) -> bool:
    """Store a match that a worker played; return False if it is there already.

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
    """Keep the longer list of decks: a forfeited match of a pair needs fewer of them."""
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
    done = connection.execute(
        "INSERT INTO leg (pair_id, leg, north_points, south_points, months, winner, verdict,"
        " fault, detail, incident, worker_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        (pair_id, name.leg, *_outcome(record), worker),
    )
    return done.rowcount == 1


def _outcome(record: MatchRecord) -> tuple[object, ...]:
    """Return the columns that say how a match ended."""
    result = record.result
    return (
        *result.points,
        sum(one.result is not None for one in record.rounds),
        None if result.winner is None else LABELS[result.winner],
        result.verdict.value,
        result.fault and result.fault.value,
        result.detail,
        result.incident,
    )
