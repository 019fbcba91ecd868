"""The audit of deals: deal again what a record says was dealt, and find missing matches.

Whether a match was left out: every pair up to the last of a pairing is played in both legs.

An organiser who knows the cards could drop the pairs that he does not like.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator

from arena.event.deals.dealing import Bot, Dealing, dealing
from arena.event.deals.statement import Played
from arena.store.epochs import Epoch
from arena.store.legs import LEGS, MatchName, parse_match_name
from referee.rules.cards import CARDS
from referee.rules.deal_check import Deck
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, RoundRecord
from referee.rules.seats import LABELS, SEATS
from referee.rules.shuffle import Deals


class Redealing:
    """The epochs of an event, with the secrets that are known."""

    def __init__(self, epochs: Iterable[Epoch]) -> None:
        self._dealings = {
            epoch.number: dealing(epoch, epoch.secret) if epoch.secret is not None else None
            for epoch in epochs
        }

    def check(self, record: MatchRecord) -> bool:
        """Return whether the cards of a match could be dealt again.

        Raises BadRecord if they differ.
        """
        name = parse_match_name(record.match or "")
        if name is None or not self._dealings:
            return False
        if record.epoch not in self._dealings:
            raise BadRecord(f"epoch: nothing is known of an epoch {record.epoch}")
        if (dealing := self._dealings[record.epoch]) is None:
            return False
        name.require_seats(player.name for player in record.seats)
        bots = seated(record, name, dealing)
        check_deals(record, dealing.deals(*bots, name, is_paired=record.is_paired))
        return True


def seated(record: MatchRecord, name: MatchName, dealing: Dealing) -> tuple[Bot, Bot]:
    """Return both bots of a match in the order of its name. Raises BadRecord if one has no item."""
    a, b = (record.seats[seat] for seat in name.seats)
    for one in (a, b):
        if (one.name, one.version or "") not in dealing.items:
            raise BadRecord(f"epoch {record.epoch} has no item of `{one.name}` in its version")
    return (a.name, a.version or ""), (b.name, b.version or "")


def check_deals(record: MatchRecord, deals: Deals) -> None:
    """Check that a match has the first dealer and the cards of its deals. Raises BadRecord."""
    if record.rounds and record.rounds[0].dealer is not deals.first_dealer():
        raise BadRecord(f"round 1, dealer: the deal gives {LABELS[deals.first_dealer()]}")
    for number, written in enumerate(record.rounds, start=1):
        decks = zip(decks_of(written), deals.decks(number), strict=False)
        for count, (theirs, ours) in enumerate(decks, start=1):
            _check_deck(theirs, ours, f"round {number}, deck {count}")


def decks_of(written: RoundRecord) -> tuple[Deck, ...]:
    """Return every deck that was dealt for a round, the void ones first."""
    return (*written.void_decks, written.deck)


def _check_deck(written: Deck, dealt: Deck, where: str) -> None:
    for place, (theirs, ours) in enumerate(zip(written, dealt, strict=True), start=1):
        if theirs != ours:
            raise BadRecord(
                f"{where}, card {place}: the deal gives {CARDS[ours].code},"
                f" the record says {CARDS[theirs].code}"
            )


class ScheduleCheck:
    """The matches that exist, from which the missing ones follow."""

    def __init__(self, max_faults: int) -> None:
        self._max_faults = max_faults
        self._legs: defaultdict[tuple[Bot, Bot], set[tuple[int, int]]] = defaultdict(set)
        self._faults: defaultdict[Bot, set[str]] = defaultdict(set)

    def add(self, record: MatchRecord) -> None:
        """Add a match, if it has the name of an event's match."""
        if (name := parse_match_name(record.match or "")) is None:
            return
        north, south = bots = [
            (record.seats[seat].name, record.seats[seat].version or "") for seat in SEATS
        ]
        pairing = (north, south) if name.leg == 1 else (south, north)
        self._legs[pairing].add((name.pair, name.leg))
        for seat in record.result.fault.seats if record.result.fault else ():
            self._faults[bots[seat]].add(record.result.incident or str(name))

    def gaps(self) -> Iterator[tuple[str, str]]:
        """Yield the first missing match of each pairing, and how many are missing.

        Nothing is missing of a bot that was benched: the rest of its chunk is not played.
        """
        for (a, b), played in sorted(self._legs.items()):
            last = max(pair for pair, _ in played)
            missing = [
                MatchName(a[0], b[0], pair, leg)
                for pair in range(1, last + 1)
                for leg in LEGS
                if (pair, leg) not in played
            ]
            if missing and not self._is_benched(a) and not self._is_benched(b):
                yield str(missing[0]), _text(len(missing) - 1, last)

    def _is_benched(self, bot: Bot) -> bool:
        return len(self._faults[bot]) >= self._max_faults


class CountCheck:
    """The number of matches of each pairing, and what was published of it."""

    def __init__(self, played: Iterable[Played], revealed: Collection[int]) -> None:
        self._played = tuple(played)
        self._revealed = revealed  # the epochs of which there are counts
        self._counts: Counter[tuple[int, Bot, Bot]] = Counter()
        self._versions: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, record: MatchRecord) -> None:
        """Add a match."""
        north, south = sorted((one.name, one.version or "") for one in record.seats)
        self._counts[record.epoch, north, south] += 1
        for name, version in (north, south):
            self._versions[name].add(version)

    def disagreements(self) -> Iterator[tuple[str, str]]:
        """Yield each pairing of which fewer matches are there than were published, or none were.

        An export holds the newest version of each bot, so matches of another one may be missing. A
        pair that was begun is finished after the reveal, so there may be more.
        """
        published = {(one.epoch, one.a, one.b) for one in self._played}
        for epoch, a, b in sorted(self._counts.keys() - published):
            if epoch in self._revealed:
                yield f"{a[0]}~{b[0]}", f"none of its matches in epoch {epoch} was published"
        for one in self._played:
            found = self._counts[one.epoch, one.a, one.b]
            if found < one.matches and not self._is_replaced(one.a, one.b):
                yield (
                    f"{one.a[0]}~{one.b[0]}",
                    f"{found} matches on the deals of epoch {one.epoch}, and {one.matches} were"
                    " published: some are missing",
                )

    def _is_replaced(self, *bots: Bot) -> bool:
        return any(
            self._versions[name] and version not in self._versions[name] for name, version in bots
        )


def _text(more: int, last: int) -> str:
    others = f", and {more} more of this pairing" if more else ""
    return f"is missing{others}: pairs 1 to {last} are to be played in both legs"
