"""The store of an event: one SQLite file with every fact and nothing derived.

Ratings, benches and tables are for others; so is the question whether a record keeps the rules.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from arena.errors import ArenaError, shown
from arena.store import connection as connections
from arena.store import entries, epochs, legs, settings
from arena.store.connection import BadLeg, NoStore, explained
from arena.store.entries import Entry, Version
from arena.store.epochs import Epoch
from arena.store.legs import Leg, MatchName, StoredLeg, add_leg, parse_match_name
from arena.store.pairs import (
    LegCount,
    LegMoments,
    PairCount,
    PairOutcome,
    Within,
    leg_counts,
    leg_moments,
    pair_counts,
    pair_outcomes,
    unpaired_outcomes,
)
from arena.store.plays import unpacked_text
from arena.store.settings import Settings, read_settings, write_settings
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord
from referee.rules.verdicts import UNSCORED

CURRENT, EVERY = "is_current", "TRUE"
PAIRING = "(a || '~' || b)"
MATCH = "(a || '~' || b || '.' || pair || '.' || leg)"
LEGS_OF_PAIR = "(SELECT count(*) FROM leg WHERE leg.pair_id = played.pair_id)"
Plays = TypeVar("Plays")


class UnknownMatch(ArenaError):
    """The event has no match with this name."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open store. `path` is what errors name."""

    path: Path
    connection: sqlite3.Connection
    settings: Settings

    @classmethod
    @contextmanager
    def open(cls, path: Path, *, read_only: bool = False) -> Iterator["Store"]:
        """Provide the store at `path`. Raises NoStore; any use of it may raise StoreFailure.

        Raises NoStore, and StoreFailure from anything done with it.
        """
        connected = connections.reading if read_only else connections.writing
        with connected(path) as connection:
            yield cls(path, connection, read_settings(connection, path))

    @classmethod
    @contextmanager
    def create(cls, path: Path, settings: Settings) -> Iterator["Store"]:
        """Provide a new store, whose file appears once it is complete."""
        with connections.making(path) as connection:
            write_settings(connection, settings)
        with cls.open(path) as store:
            yield store

    @classmethod
    @contextmanager
    def in_memory(cls, source: Path, settings: Settings) -> Iterator["Store"]:
        """Provide a store in memory for records from `source`."""
        with connections.in_memory(source) as connection:
            write_settings(connection, settings)
            yield cls(source, connection, settings)

    def under(self, settings: Settings) -> "Store":
        """Set the settings of the event and return the store."""
        with self._writing():
            write_settings(self.connection, settings)
        return replace(self, settings=settings)

    def enter(self, entrants: Iterable[Entry], seen: datetime | None) -> list[Entry]:
        """Make these versions current, and return all current versions."""
        with self._writing():
            entries.enter(self.connection, entrants, seen)
        return self.entrants()

    def entrants(self) -> list[Entry]:
        """Return the current version of every name, in the order of the names."""
        return entries.current(self.connection)

    def versions(self) -> list[Entry]:
        """Return every version there ever was, in the order of the names."""
        return entries.every(self.connection)

    def roster(self) -> list[Version]:
        """Return every version with what became of it."""
        return entries.versions(self.connection)

    def retired(self) -> list[Entry]:
        """Return the retired bots, sorted by name."""
        return entries.retired(self.connection)

    def retire(self, name: str) -> None:
        """Retire a bot; its facts stay."""
        with self._writing():
            entries.retire(self.connection, name)

    def reinstate(self, name: str) -> None:
        """Reinstate a retired bot."""
        with self._writing():
            entries.reinstate(self.connection, name)

    def epochs(self) -> tuple[Epoch, ...]:
        """Return the epochs of the deals in order."""
        return epochs.epochs(self.connection)

    def keep_epoch(self, epoch: Epoch) -> None:
        """Store an epoch, or add to it: a beacon, a secret, more items."""
        with self._writing():
            epochs.keep(self.connection, epoch)
        # A commitment must not be lost with a `-wal` file that is left behind or deleted.
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def add(self, records: Iterable[MatchRecord], *, worker: str = "") -> tuple[MatchRecord, ...]:
        """Store the matches that are new, all or none, and return them.

        `worker` is the machine that played them. A match that nobody scores in is not
        stored: it is played again. Raises BadLeg.
        """
        with self._writing():
            played_by = settings.worker_id(self.connection, worker)
            return tuple(record for record in records if self._add(record, played_by))

    def forgave(self, worker: str, seconds: float) -> None:
        """Add to the seconds that a worker did not charge to bots."""
        with self._writing():
            settings.forgive(self.connection, worker, seconds)

    def forgiven(self) -> dict[str, float]:
        """Return the seconds that were not charged to the bots, by worker."""
        return settings.forgiven(self.connection)

    def _add(self, record: MatchRecord, worker: int | None) -> bool:
        if record.result.verdict in UNSCORED:
            return False
        try:
            return add_leg(self.connection, record, worker)
        except (BadRecord, sqlite3.IntegrityError) as error:
            match = shown(record.match or "")
            raise BadLeg(f"{shown(self.path)}: match `{match}`: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with explained(self.path), connections.transaction(self.connection):
            yield

    def finished(
        self, a: str, a_version: str, b: str, b_version: str, pairs: range
    ) -> dict[tuple[int, int], int]:
        """Return the stored matches of these pairs of a pairing, as (pair, leg), with their epoch.

        The pairs are consecutive: other pairs cost no time, however many there are.
        """
        rows = self.connection.execute(
            "SELECT pair, leg, epoch FROM played WHERE a = ? AND a_version = ? AND b = ?"
            " AND b_version = ? AND pair BETWEEN ? AND ?",
            (a, a_version, b, b_version, pairs[0], pairs[-1]),
        )
        return {(pair, leg): epoch for pair, leg, epoch in rows}

    def faults(self) -> Counter[str]:
        """Return the number of faults of every current entrant; an incident counts once."""
        return Counter(bot for bot, _ in {fault for leg in self.failures() for fault in leg.faults})

    def failures(self) -> Iterator[Leg]:
        """Yield the matches of current versions that ended by a fault, in canonical order."""
        return legs.legs(self.connection, f"{CURRENT} AND fault IS NOT NULL")

    def pair_counts(self, within: Within = None) -> list[PairCount]:
        """Return how often the complete pairs of current versions ended in each way."""
        return pair_counts(self.connection, within)

    def pair_outcomes(self) -> Iterator[PairOutcome]:
        """Yield the complete pairs of current versions: pair 1 of all pairings, then pair 2."""
        return pair_outcomes(self.connection)

    def leg_counts(self, within: Within = None) -> list[LegCount]:
        """Return how often the unpaired matches of current versions ended in each way."""
        return leg_counts(self.connection, within)

    def unpaired_outcomes(self) -> Iterator[tuple[str, str, str]]:
        """Yield the names and outcome of every unpaired match of current versions."""
        return unpaired_outcomes(self.connection)

    def leg_moments(self) -> list[LegMoments]:
        """Return the variances of current versions' matches, and the covariance within pairs."""
        return leg_moments(self.connection)

    def legs(self) -> Iterator[Leg]:
        """Yield the matches of current versions in canonical order."""
        return legs.legs(self.connection, CURRENT)

    def half_played(self) -> Iterator[Leg]:
        """Yield the matches whose pair is not complete; their cards are still to be played."""
        return legs.legs(self.connection, f"{CURRENT} AND {LEGS_OF_PAIR} = 1")

    def latest(self, count: int) -> Iterator[Leg]:
        """Yield the complete pairs among the last `count` stored matches, in canonical order."""
        last = "pair_id IN (SELECT pair_id FROM play ORDER BY rowid DESC LIMIT ?)"
        return legs.legs(self.connection, f"{CURRENT} AND {LEGS_OF_PAIR} = 2 AND {last}", count)

    def stored_legs(self) -> Iterator[StoredLeg]:
        """Yield every match as it is stored, including those of former versions."""
        return legs.stored_legs(self.connection, EVERY)

    def records(self, within: Iterable[tuple[str, str]] | None = None) -> Iterator[MatchRecord]:
        """Yield the records of current versions, in canonical order.

        `within` are the pairings that are meant, by their names in order. None: all.
        """
        if within is None:
            return map(self._record, legs.stored_legs(self.connection, CURRENT))
        where = f"{CURRENT} AND {PAIRING} IN (SELECT value FROM json_each(?))"
        pairings = json.dumps([f"{a}~{b}" for a, b in within])
        return map(self._record, legs.stored_legs(self.connection, where, pairings))

    def records_of(self, matches: Iterable[str]) -> Iterator[MatchRecord]:
        """Yield the records with these names; others are not read."""
        where, names = f"{CURRENT} AND {MATCH} IN (SELECT value FROM json_each(?))", sorted(matches)
        return map(self._record, legs.stored_legs(self.connection, where, json.dumps(names)))

    def record(self, match: str) -> MatchRecord:
        """Return the record of a match of current versions. Raises UnknownMatch."""
        name = parse_match_name(match)
        where = f"{CURRENT} AND a = ? AND b = ? AND pair = ? AND leg = ?"
        found = name and next(legs.stored_legs(self.connection, where, *astuple(name)), None)
        if not found:
            raise UnknownMatch(f"{shown(self.path)}: there is no match `{shown(match)}`")
        return self._record(found)

    def pair_records(self, name: MatchName) -> list[MatchRecord]:
        """Return the records of a pair of current versions: none, one or two."""
        where = f"{CURRENT} AND a = ? AND b = ? AND pair = ?"
        found = legs.stored_legs(self.connection, where, name.a, name.b, name.pair)
        return [self._record(one) for one in found]

    def records_by_worker(self) -> Iterator[tuple[str, MatchRecord]]:
        """Yield every record with the worker that played it."""
        for stored in legs.stored_legs(self.connection, CURRENT):
            yield stored.leg.worker, self._record(stored)

    @property
    def is_on_disk(self) -> bool:
        """True if other processes can open the store at its path."""
        return any(file for _, _, file in self.connection.execute("PRAGMA database_list"))

    def plays(
        self, read: Callable[[bytes], Plays], within: Container[tuple[str, str]] | None = None
    ) -> Iterator[tuple[MatchName, str, Plays]]:
        """Yield the rounds of current versions in canonical order, as they are read from text.

        Each comes with the worker that played it. `within` are the pairings that are meant;
        None: all. `read` raises BadRecord where it finds something else.
        """
        for name, worker, packed in legs.plays(self.connection, within):
            with self._holding(name):
                plays = read(unpacked_text(packed))
            yield name, worker, plays

    def _record(self, stored: StoredLeg) -> MatchRecord:
        with self._holding(stored.leg.name):
            return stored.record(self.settings.event, self.settings.ruleset)

    @contextmanager
    def _holding(self, match: MatchName) -> Iterator[None]:
        try:
            yield
        except BadRecord as error:
            raise NoStore(
                f"{shown(self.path)}: match `{match}`: {error}",
                "`arena verify` names every match that was changed",
            ) from error
