"""The yaku that a pile has, and those that a card or two would add."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.rules.cards import CardSet, card_set, cards_of, of_month
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import made_yaku
from referee.rules.yaku import TSUKIFUDA, Yaku

NEAR = 2  # cards that may be missing


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What yaku depend on beside the pile: the rival's pile, the field, and the month."""

    ruleset: Ruleset
    rival_pile: CardSet
    field: CardSet
    month: int

    def points(self, pile: CardSet) -> int:
        """The sum of the yaku of a pile."""
        made = made_yaku(self.ruleset, pile, month=self.month, field=self.field)
        return sum(one.points for one in made)


@dataclass(frozen=True, slots=True)
class Reach:
    """A yaku that lacks `missing` of the cards `left`; making it adds `gain` to the sum."""

    yaku: Yaku
    missing: int
    left: CardSet
    gain: int


def in_reach(around: Surroundings, pile: CardSet) -> list[Reach]:
    """The yaku that are begun, lack two cards at most and can still be had; nearest first."""
    return sorted(_begun(around, pile), key=lambda reach: (reach.missing, -reach.gain))


def _begun(around: Surroundings, pile: CardSet) -> Iterator[Reach]:
    now = around.points(pile)
    for row in around.ruleset.yaku:
        cards = of_month(around.month) if row.id == TSUKIFUDA else row.cards
        held = (cards & pile).bit_count()
        left = cards & ~pile & ~around.rival_pile
        missing = row.needs - held
        if row.points and held and 0 < missing <= min(NEAR, left.bit_count()):
            gain = around.points(pile | card_set(cards_of(left)[:missing])) - now
            if gain > 0:
                yield Reach(row, missing, left, gain)
