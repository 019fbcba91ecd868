"""Verification of stored or exported matches: every record is replayed, every card dealt again.

What follows from nothing (whose fault a forfeit was, how long a bot thought) is taken as it is
said. From what the cards follow is the business of `arena.deals`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from arena.event.deals.audit import CountCheck, Redealing, ScheduleCheck, decks_of
from arena.event.deals.evidence import Evidence, differences, faults, own_statement, remarks
from arena.event.deals.statement import Statement
from arena.event.jsonl import no_record, opened_export
from arena.event.locate import PLAY_EVENT, opened_results
from arena.store.legs import parse_match_name
from arena.store.store import Store
from arena.tables.table import Column, Table
from referee.rules.deal_check import Deck
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, replay
from referee.wire.record_json import read_record
from referee.wire.ruleset_json import ruleset_json

# Of every pair in a file, the decks of the leg that came first.
Pairs: TypeAlias = dict[object, tuple[Deck, ...]]

DEALT_AGAIN = "Every card was dealt again and compared."
AS_FAR_AS_READ = "Every card that could be read was dealt again and compared."
WHY_UNDEALT = {
    False: "the secret that they follow from is not at hand",
    True: "`arena play` keeps no secret, and writes no seed down",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A verified match, and the first thing wrong with it; None if nothing is."""

    match: str
    disagreement: str | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying every match. `undealt` matches could not be dealt again.

    `unread` are no records at all. `remarks` are on the deals, if those were asked for.
    """

    count: int
    wrong: tuple[Checked, ...]
    undealt: int = 0
    unread: int = 0
    remarks: tuple[str, ...] = ()
    is_by_hand: bool = False  # what is undealt was played by a person


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A match to verify. `months` is the store's count; None in a file."""

    where: str
    read: Callable[[], MatchRecord]
    months: int | None = None
    is_current: bool = True


def verify(place: Path, evidence: Evidence | None = None) -> Verification:
    """Check the event in a folder, or a file of records; its deals in full if there is evidence.

    Raises NoEvidence, BadStatement, BadExport.
    """
    if not place.is_dir():
        found = _verified(_lines(place), None, evidence)
        if not found.count:
            raise no_record(place)
        return found
    with opened_results(place) as store:
        return _verified(_stored(store), own_statement(store, place), evidence)


def _verified(
    candidates: Iterator[_Candidate], own: Statement | None, evidence: Evidence | None
) -> Verification:
    said = own if evidence is None else evidence.added_to(own)
    look = _Look(said)
    checked = [look.at(candidate) for candidate in candidates]
    wrong = [one for one in checked if one.disagreement is not None]
    if evidence is None or said is None:
        by_hand = 0 < look.undealt == look.by_hand
        return Verification(
            len(checked), tuple(wrong), look.undealt, look.unread, is_by_hand=by_hand
        )
    at_large = [*faults(said, evidence.noted), *look.schedule.gaps(), *look.counts.disagreements()]
    if own is not None and evidence.published is not None:
        at_large += differences(said, own)
    wrong += [Checked(where, what) for where, what in at_large]
    said_of_deals = tuple(remarks(said))
    return Verification(len(checked), tuple(wrong), look.undealt, look.unread, said_of_deals)


def _counts(said: Statement | None) -> CountCheck:
    if said is None or said.played is None:
        return CountCheck((), ())
    return CountCheck(said.played, said.revealed)


class _Look:
    """The verification of one match after the other, with what was found so far."""

    def __init__(self, said: Statement | None) -> None:
        self.undealt = self.by_hand = self.unread = 0
        self.schedule = ScheduleCheck(said.max_faults if said else 0)
        self.counts = _counts(said)
        self._said = said
        self._redealing = Redealing(said.epochs if said else ())
        self._pairs: Pairs = {}
        self._seen: set[object] = set()

    def at(self, candidate: _Candidate) -> Checked:
        """Return the match with its first disagreement; without a name it gets a number."""
        name = candidate.where
        try:
            record = candidate.read()
        except BadRecord as error:
            self.unread += 1
            return Checked(name, str(error))
        name = record.match or name
        try:
            self._check(record, candidate)
        except BadRecord as error:
            return Checked(name, str(error))
        return Checked(name)

    def _check(self, record: MatchRecord, candidate: _Candidate) -> None:
        self._check_name(record)
        self._check_event(record)
        self.counts.add(record)
        if candidate.is_current:
            self.schedule.add(record)
        is_dealt = self._redealing.check(record)
        replay(record)
        if candidate.months is None:
            _check_pair(record, self._pairs)
        else:
            _check_months(record, candidate.months)
        self.undealt += not is_dealt
        self.by_hand += not is_dealt and record.event == PLAY_EVENT

    def _check_event(self, record: MatchRecord) -> None:
        """Check that a match is of the event and under the rules that were published."""
        if self._said is None or parse_match_name(record.match or "") is None:
            return
        if record.event not in (None, self._said.event):
            raise BadRecord(f"event: `{record.event}`, and the deals are of `{self._said.event}`")
        if ruleset_json(record.ruleset) != self._said.ruleset:
            raise BadRecord("ruleset: it is not the one of the deals")

    def _check_name(self, record: MatchRecord) -> None:
        """Check that the named bots play in the match, and that its name is unique."""
        name = parse_match_name(record.match or "")
        if name is None or record.event is None:  # of some other program
            return
        name.require_seats(player.name for player in record.seats)
        leg = record.event, name, record.seats
        if leg in self._seen and record.event != PLAY_EVENT:
            raise BadRecord("it stands here twice")
        self._seen.add(leg)


def _stored(store: Store) -> Iterator[_Candidate]:
    """Yield every match of an event, including those of former versions."""
    current = {(entry.name, entry.version) for entry in store.entrants()}
    for stored in store.stored_legs():
        players = {(player.name, player.version) for player in stored.leg.seats}
        read = partial(stored.record, store.settings.event, store.settings.ruleset)
        yield _Candidate(str(stored.leg.name), read, stored.leg.months, players <= current)


def _lines(path: Path) -> Iterator[_Candidate]:
    """Yield every record of a file."""
    with opened_export(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _Candidate(f"line {number}", partial(read_record, line))


def _check_months(record: MatchRecord, months: int) -> None:
    finished = sum(one.result is not None for one in record.rounds)
    if finished != months:
        raise BadRecord(f"{finished} rounds finished, the store says {months}")


def _check_pair(record: MatchRecord, pairs: Pairs) -> None:
    """Check that a match has the decks of its pair's other match, as far as both were played."""
    name = parse_match_name(record.match or "")
    if name is None or not record.is_paired:
        return
    players = frozenset((player.name, player.version) for player in record.seats)
    decks = tuple(deck for written in record.rounds for deck in decks_of(written))
    other = pairs.setdefault((players, name.pair), decks)
    shorter = min(len(decks), len(other))
    if decks[:shorter] != other[:shorter]:
        raise BadRecord("its decks are not those of the pair's other leg")


def disagreements(found: Verification) -> Table:
    """Make a table of the problems, match by match, and of how many matches were checked."""
    return Table(
        columns=(Column("match"), Column("disagreement")),
        rows=tuple((one.match, one.disagreement) for one in found.wrong),
        footer=(
            f"{_matches(found.count)} checked, {len(found.wrong)} disagree.",
            *([_cards(found)] if found.count > found.unread else []),
            *found.remarks,
        ),
    )


def _matches(count: int) -> str:
    return f"{count} match" if count == 1 else f"{count} matches"


def _cards(found: Verification) -> str:
    if not found.undealt:
        return AS_FAR_AS_READ if found.unread else DEALT_AGAIN
    why = WHY_UNDEALT[found.is_by_hand]
    return f"The cards of {_matches(found.undealt)} could not be dealt again: {why}."
