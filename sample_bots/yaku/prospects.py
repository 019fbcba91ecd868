"""Points that the open yaku promise to one side, under any ruleset.

Chances are rough on purpose: each card that is not captured yet comes to a side with the same
small chance for every turn the side has left, whatever becomes of the other cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TypeAlias

from koikoi.v1.ruleset_pb2 import Ruleset, Yaku

Cards: TypeAlias = frozenset[int]

CHANCE_PER_TURN = 0.05
LEAST_WORTH = 0.05  # of any card, so that of two useless captures the larger is taken


@dataclass(frozen=True, slots=True)
class Row:
    """A yaku as the ruleset words it, with its lists as sets."""

    id: str
    cards: Cards
    needs: int
    points: int
    extra: int
    more: Cards
    family: str
    replaces: frozenset[str]
    void_if: frozenset[str]


@dataclass(frozen=True, slots=True)
class Prospects:
    """The points a side can hope for, and how much of that each card carries, by card number."""

    hope: float
    worth: list[float]


def rows_of(rules: Ruleset) -> list[Row]:
    return [row_of(yaku) for yaku in rules.yaku]


def row_of(yaku: Yaku) -> Row:
    return Row(
        yaku.id,
        frozenset(yaku.cards),
        yaku.needs,
        yaku.points,
        yaku.extra,
        frozenset(yaku.more),
        yaku.family,
        frozenset(yaku.replaces),
        frozenset(yaku.void_if),
    )


def prospects(rows: list[Row], own: Cards, rival: Cards, *, month: Cards, turns: int) -> Prospects:
    """Return what a side that has captured `own` can hope for from the turns it has left."""
    hope, worth = 0.0, [LEAST_WORTH] * 49
    chance = CHANCE_PER_TURN * turns
    gone = own | rival
    for gain, missing, cards in open_gains(rows, own, month):
        left = cards - gone
        hope += gain * likelihood(missing, len(left), chance)
        # A card carries the gain as far as it is likely that the others needed come as well.
        share = gain * likelihood(missing - 1, len(left) - 1, chance)
        for card in left:
            worth[card] += share
    return Prospects(hope, worth)


def open_gains(rows: list[Row], own: Cards, month: Cards) -> Iterator[tuple[int, int, Cards]]:
    """Every gain still to be had: its points, how many cards it takes, and of which."""
    held = {row.id: len(cards_for(row, month) & own) for row in rows}
    made = [row for row in rows if held[row.id] >= row.needs]
    for row in rows:
        if any(other.id in row.void_if or row.id in other.replaces for other in made):
            continue
        if row not in made:
            yield row.points - given_up(row, made), row.needs - held[row.id], cards_for(row, month)
        elif row.extra:
            yield row.extra, 1, cards_for(row, month) | row.more


def cards_for(row: Row, month: Cards) -> Cards:
    return row.cards or month  # Tsuki-fuda lists no cards: it is made of this month's


def given_up(row: Row, made: list[Row]) -> int:
    """The points that making this yaku takes away again: those of its family and its parts."""
    family = [other.points for other in made if row.family and other.family == row.family]
    return max(family, default=0) + sum(o.points for o in made if o.id in row.replaces)


@cache
def likelihood(needed: int, left: int, chance: float) -> float:
    """How likely at least `needed` of `left` cards come, if each comes with the same chance."""
    counts = range(needed, left + 1)
    return sum(comb(left, n) * chance**n * (1 - chance) ** (left - n) for n in counts)
