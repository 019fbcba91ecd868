"""What every rating system reads: who did what to whom, as counts per pairing.

No skills, no points, no faults: a forfeited leg is a lost leg by the time it gets here. How tables
are made stands in `arena.rating.tabulation`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]


class Outcome(StrEnum):
    """How one leg ended for the entrant that is named first."""

    WIN = "W"
    DRAW = "D"
    LOSS = "L"


class Leg(NamedTuple):
    """One match, seen by `a`."""

    a: str
    b: str
    outcome: Outcome


class Pair(NamedTuple):
    """Both legs of one pair, seen by `a`."""

    a: str
    b: str
    first: Outcome
    second: Outcome


#: The six ways a pair can end for its first entrant, whichever leg was which.
PAIR_CLASSES = ("WW", "WD", "WL", "DD", "LD", "LL")
_LEGS_IN_CLASS = np.array([[legs.count(o) for o in Outcome] for legs in PAIR_CLASSES])


@dataclass(frozen=True, slots=True, eq=False)
class ResultTable:
    """Every rated leg, counted. One row per pairing that has met, in the order of the names.

    `names` is sorted; `first` and `second` are positions in it, and first < second. `pairs` has a
    column per class of `PAIR_CLASSES` for complete pairs; `singles` has a column per `Outcome` for
    legs that have no partner (remote entrants). Tables made by `arena.rating.tabulation` are equal
    for equal facts, whatever order these arrive in.
    """

    names: tuple[str, ...]
    first: IntArray
    second: IntArray
    pairs: IntArray
    singles: IntArray

    @property
    def legs(self) -> IntArray:
        """Wins, draws and losses of the first entrant, per pairing."""
        counts: IntArray = self.pairs @ _LEGS_IN_CLASS + self.singles
        return counts

    @property
    def drawn_share(self) -> float:
        """The share of drawn legs, 0 when nothing was played."""
        legs = self.legs.sum(axis=0)
        return float(legs[1] / max(legs.sum(), 1))

    @property
    def played(self) -> NDArray[np.bool_]:
        """For every name, whether it has a rated leg."""
        met = np.zeros(len(self.names), dtype=np.bool_)
        met[self.first] = met[self.second] = True
        return met

    def without_idle(self) -> "ResultTable":
        """The same results, without the names that have none."""
        position = np.cumsum(self.played) - 1
        names = tuple(name for name, met in zip(self.names, self.played, strict=True) if met)
        return ResultTable(
            names, position[self.first], position[self.second], self.pairs, self.singles
        )


@dataclass(frozen=True, slots=True)
class Results:
    """A table and, for systems that depend on order, its legs one by one in canonical order.

    What that order is, the caller decides; `legs` is called only by a system that needs it.
    """

    table: ResultTable
    legs: Callable[[], Iterable[Leg]]
