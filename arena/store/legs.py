"""Finished legs as they are read: their facts, and whole records."""

import sqlite3
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from arena.store.match_names import MatchName
from arena.store.plays import unpacked_rounds
from referee.rules.record import MatchRecord, MatchResult, Player
from referee.rules.ruleset import Ruleset
from referee.rules.seats import find_seat
from referee.rules.verdicts import Fault, Verdict

LEG_COLUMNS = (
    "a, b, pair, leg, a_version, b_version,"
    " north_points, south_points, winner, verdict, fault, detail, incident, months, epoch,"
    " is_paired, worker"
)


@dataclass(frozen=True, slots=True)
class Leg:
    """The facts of a leg without its rounds, of which `months` finished; `epoch` dealt its pair.

    `is_paired`: it shares its cards with the pair's other leg. `worker`: the machine that played
    it, empty if nobody noted it.
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
        """Who sat NORTH and who SOUTH."""
        players = Player(self.name.a, self.versions[0]), Player(self.name.b, self.versions[1])
        return players if self.name.leg == 1 else players[::-1]

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """The bots whose fault it was that the leg ended early, each with what happened to it.

        What happens once to a process and costs several matches has one name in all of them.
        """
        seats = self.result.fault.seats if self.result.fault else ()
        incident = self.result.incident or str(self.name)
        return tuple((self.seats[seat].name, incident) for seat in seats)


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """A leg as it lies in the store; `decks` are its pair's, or its own."""

    leg: Leg
    decks: bytes
    packed: bytes

    def record(self, event: str, ruleset: Ruleset) -> MatchRecord:
        """The record of the match. Raises BadRecord where the stored bytes make no sense."""
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
    """The legs for which an SQL condition on `played` holds, in canonical order."""
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
    """The packed rounds of current versions with who played them, in canonical order.

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
    """Likewise, with everything that a record needs. One pairing at a time keeps this small."""
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
