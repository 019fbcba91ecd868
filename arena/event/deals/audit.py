"""Dealing again what a record says was dealt, and comparing card by card."""

from collections.abc import Iterable

from arena.event.deals.dealing import Bot, Dealing, dealing
from arena.store.epochs import Epoch
from arena.store.match_names import MatchName, parse_match_name
from referee.rules.cards import CARDS
from referee.rules.deal_check import Deck
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, RoundRecord
from referee.rules.seats import LABELS
from referee.rules.shuffle import Deals


class Redealing:
    """The epochs of an event, each as far as its secret is known."""

    def __init__(self, epochs: Iterable[Epoch]) -> None:
        self._dealings = {
            epoch.number: dealing(epoch, epoch.secret) if epoch.secret is not None else None
            for epoch in epochs
        }

    def check(self, record: MatchRecord) -> bool:
        """Whether the cards of a match could be dealt again. Raises BadRecord if others were."""
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
    """Both bots of a match in the order of its name. Raises BadRecord for one without an item."""
    a, b = (record.seats[seat] for seat in name.seats)
    for one in (a, b):
        if (one.name, one.version or "") not in dealing.items:
            raise BadRecord(f"epoch {record.epoch} has no item of `{one.name}` in its version")
    return (a.name, a.version or ""), (b.name, b.version or "")


def check_deals(record: MatchRecord, deals: Deals) -> None:
    """Whether a match has the first dealer and the cards of its deals."""
    if record.rounds and record.rounds[0].dealer is not deals.first_dealer():
        raise BadRecord(f"round 1, dealer: the deal gives {LABELS[deals.first_dealer()]}")
    for number, written in enumerate(record.rounds, start=1):
        decks = zip(decks_of(written), deals.decks(number), strict=False)
        for count, (theirs, ours) in enumerate(decks, start=1):
            _check_deck(theirs, ours, f"round {number}, deck {count}")


def decks_of(written: RoundRecord) -> tuple[Deck, ...]:
    """Every deck that was dealt for a round, the void ones first."""
    return (*written.void_decks, written.deck)


def _check_deck(written: Deck, dealt: Deck, where: str) -> None:
    for place, (theirs, ours) in enumerate(zip(written, dealt, strict=True), start=1):
        if theirs != ours:
            raise BadRecord(
                f"{where}, card {place}: the deal gives {CARDS[ours].code},"
                f" the record says {CARDS[theirs].code}"
            )
