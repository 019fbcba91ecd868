"""Scores of cards that a person names, by code (`01L`) or by name (`pine_crane`)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NoReturn

from arena.tables.table import Align, Column, Row, Table
from referee.rules.cards import Card, CardSet, cards_of, codes_of, find_card, of_month
from referee.rules.deal_check import HAND_SIZE, dealt_yaku
from referee.rules.errors import BadCards, nearest
from referee.rules.house_rules import shown
from referee.rules.ruleset import Ruleset, ViewingSpoiledBy, with_yaku
from referee.rules.scoring import Factor, Made, Score, score
from referee.rules.yaku import DEALT_HAND_POINTS, KUTTSUKI, TESHI, TSUKIFUDA, VIEWINGS

DEALT_NAMES = {
    TESHI: "Teshi, four cards of one month dealt",
    KUTTSUKI: "Kuttsuki, pairs of four months dealt",
}
REASONS = {
    "threshold": "{double_from} or more",
    "opponent_called": "the rival had called koi-koi",
    "own_calls": "own calls of koi-koi",
}
SEPARATORS = re.compile(r"[\s,]+")
CODES = tuple(card.code for card in Card)
NAMES = tuple(card.name.lower() for card in Card)
FORM = "a card is a code such as `01L` (month, then L, A, R or P) or a name such as `pine_crane`"


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The worth of a pile, or of a dealt hand, under a ruleset."""

    ruleset: Ruleset
    cards: CardSet
    score: Score
    notes: tuple[str, ...] = ()

    def as_data(self) -> dict[str, object]:
        """Return the score as plain data."""
        return {
            "ruleset": self.ruleset.name,
            "cards": codes_of(self.cards),
            "yaku": [{"id": made.id, "points": made.points} for made in self.score.yaku],
            "base": self.score.base,
            "factors": [{"id": factor.id, "x": factor.x} for factor in self.score.factors],
            "final": self.score.final,
        }

    def tables(self) -> tuple[Table, ...]:
        """Return the cards by name, and the sum line by line."""
        cards = tuple((card.code, card.english) for card in cards_of(self.cards))
        sums = Table(
            (Column("under " + self.ruleset.name), Column("points", Align.RIGHT)),
            tuple(self._lines()),
        )
        return (Table((Column("card"), Column("name")), cards), sums)

    def as_list(self) -> Table:
        """Return the score as a single table, for formats that hold only one."""
        worth = self.score
        columns = (Column("part"), Column("id"), Column("value", Align.RIGHT))
        rows: list[Row] = [("yaku", made.id, made.points) for made in worth.yaku]
        rows.append(("base", None, worth.base))
        rows += [("factor", factor.id, factor.x) for factor in worth.factors]
        return Table(columns, (*rows, ("final", None, worth.final)))

    def _lines(self) -> Iterator[Row]:
        names = DEALT_NAMES | {row.id: row.name for row in self.ruleset.yaku}
        for made in self.score.yaku:
            yield names[made.id], made.points
        yield "sum of yaku", self.score.base
        for factor in self.score.factors:
            yield self._reason(factor), f"×{factor.x}"
        yield "pays", self.score.final

    def _reason(self, factor: Factor) -> str:
        return REASONS[factor.id].format(double_from=self.ruleset.double_from)


def of_pile(
    ruleset: Ruleset, pile: CardSet, *, month: int | None, calls_own: int, calls_rival: int
) -> Scorecard:
    """Return what stopping with a pile pays; without a month, the month's yaku are left out."""
    rules = ruleset if month else _without_month_yaku(ruleset)
    worth = score(rules, pile, month=month or 1, calls_own=calls_own, calls_rival=calls_rival)
    return Scorecard(ruleset, pile, worth, tuple(_notes(ruleset, pile, worth, month)))


def of_dealt_hand(ruleset: Ruleset, hand: CardSet) -> Scorecard:
    """Return what a dealt hand of eight wins. Raises BadCards for any other number of cards."""
    if hand.bit_count() != HAND_SIZE:
        raise BadCards(
            f"a dealt hand is {HAND_SIZE} cards, not {hand.bit_count()}",
            "without --dealt the cards are a pile",
        )
    yaku = dealt_yaku(hand)
    made = (Made(yaku, DEALT_HAND_POINTS),) if yaku else ()
    points = DEALT_HAND_POINTS if yaku else 0
    return Scorecard(ruleset, hand, Score(made, points, (), points))


def _without_month_yaku(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, yaku=with_yaku(ruleset.yaku, {TSUKIFUDA: {"points": 0}}))


def _notes(ruleset: Ruleset, pile: CardSet, worth: Score, month: int | None) -> Iterator[str]:
    has_month_yaku = _without_month_yaku(ruleset) != ruleset
    if month is None and has_month_yaku and any(map(_is_whole, [pile] * 12, range(1, 13))):
        yield "without --month the yaku of the month is left out"
    is_viewing = any(made.id in VIEWINGS for made in worth.yaku)
    if is_viewing and ruleset.viewing_spoiled_by is ViewingSpoiledBy.FIELD:
        yield "the field is not known: nothing on it spoils a viewing here"


def _is_whole(pile: CardSet, month: int) -> bool:
    return pile & of_month(month) == of_month(month)


def cards_from_text(text: str) -> CardSet:
    """Return the cards of a text, with blanks or commas between them; upper or lower case.

    Raises BadCards for a card that does not exist or is there twice.
    """
    cards = 0
    for word in filter(None, SEPARATORS.split(text)):
        card = _card(word)
        if cards & card.bit:
            raise BadCards(
                f"{shown(word)} is there twice ({card.code}, {card.english})",
                "the deck has each card once: leave one out",
            )
        cards |= card.bit
    return cards


def _card(word: str) -> Card:
    return find_card(word.upper()) or Card.__members__.get(word.upper()) or _unknown(word)


def _unknown(word: str) -> NoReturn:
    hint = nearest(word.upper(), CODES) or nearest(word.lower(), NAMES) or FORM
    raise BadCards(f"there is no card {shown(word)}", hint)
