"""Luck: the share of a match that the cards decide, estimated from pairs.

In both legs a seat is dealt the same cards. What they gave one bot in the first leg they gave its
rival in the second, so that a pair varies less than two legs of their own, by the cards' share.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from arena.store.pairs import LegMoments


@dataclass(frozen=True, slots=True)
class Luck:
    """The variance of matches, and of halves of pairs, over the pairs of some pairings.

    `legs` and `pairs` are sums of squares about each pairing's mean; `freedom` what they are
    divided by. `results` are the same of wins, counted as 1 and -1.
    """

    count: int = 0
    freedom: int = 0
    legs: float = 0.0
    pairs: float = 0.0
    result_legs: float = 0.0
    result_pairs: float = 0.0

    def __add__(self, other: "Luck") -> "Luck":
        return Luck(
            self.count + other.count,
            self.freedom + other.freedom,
            self.legs + other.legs,
            self.pairs + other.pairs,
            self.result_legs + other.result_legs,
            self.result_pairs + other.result_pairs,
        )

    @property
    def deviation(self) -> float | None:
        """The standard deviation of a match's net points."""
        return math.sqrt(self.legs / self.freedom) if self.freedom else None

    @property
    def cards(self) -> float | None:
        """The share of the variance of net points that both matches have in common."""
        return _shared(self.legs, self.pairs)

    @property
    def cards_of_results(self) -> float | None:
        """The cards' share in who won."""
        return _shared(self.result_legs, self.result_pairs)


def _shared(legs: float, pairs: float) -> float | None:
    """Return the common share: of independent matches the mean of two would vary half as much."""
    return 1 - 2 * pairs / legs if legs else None


def luck_of(moments: LegMoments) -> Luck:
    """Return the luck of a pairing; a single pair says nothing of it."""
    if moments.pairs < 2:
        return Luck(moments.pairs)
    legs, pairs = _squares(
        moments.pairs,
        moments.first_net,
        moments.second_net,
        moments.net_squared,
        moments.net_product,
    )
    result_legs, result_pairs = _squares(
        moments.pairs,
        moments.first_won,
        moments.second_won,
        moments.won_squared,
        moments.won_product,
    )
    return Luck(moments.pairs, moments.pairs - 1, legs, pairs, result_legs, result_pairs)


def _squares(
    pairs: int, first: int, second: int, squared: int, product: int
) -> tuple[float, float]:
    """Return the sums of squares of matches and of half pairs, scaled to pairs minus one."""
    mean = (first + second) / (2 * pairs)
    legs = squared - 2 * pairs * mean**2
    halves = (squared + 2 * product) / 4 - pairs * mean**2
    return legs * (pairs - 1) / (2 * pairs - 1), halves


def total_luck(found: Iterable[Luck]) -> Luck:
    """Return the luck of several pairings, each about its own mean."""
    return sum(found, Luck())
