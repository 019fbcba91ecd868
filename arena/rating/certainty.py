"""How sure a ranking is: intervals, likelihoods of superiority, ranks, and what is still missing.

Everything follows from a belief N(mean, covariance); where that comes from is not known here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.rating.estimates import TAIL, Z
from arena.rating.truncation import FloatArray

#: Two bots are a tie if neither wins more of their matches than this.
TIE_SHARE = 0.52
#: Before so many legs for each rival the prior makes too much of a gap: it expects large ones.
ENOUGH_LEGS = 20
#: How many times the pairs that are there may be asked for; beyond, the number says nothing.
MOST_TIMES_MORE = 10
RANK_DRAWS = 2000
RANK_SEED = 48

_erfc = np.frompyfunc(math.erfc, 1, 1)


@dataclass(frozen=True, slots=True)
class Gap:
    """How much better one bot is than another: N(mean, sigma²)."""

    mean: float
    sigma: float

    @property
    def superiority(self) -> float:
        """How likely it is that the one is better (LOS)."""
        return 0.5 * math.erfc(-self.mean / (self.sigma * math.sqrt(2)))

    def is_tie(self, win_share: Callable[[float], float]) -> bool:
        """Whether neither can be better by more than a tie allows."""
        ends = self.mean - Z * self.sigma, self.mean + Z * self.sigma
        return all(1 - TIE_SHARE <= win_share(end) <= TIE_SHARE for end in ends)

    def more_pairs(self, pairs: float) -> int | None:
        """How many pairs each pairing still needs to settle the order, if the gap is what it seems.

        `pairs` is how many it has. To one digit; None if it is not worth saying.
        """
        if self.mean <= 0:
            return None
        error = Z * self.sigma / self.mean
        more = error * error - 1
        if more > MOST_TIMES_MORE:
            return None
        return _to_one_digit(math.ceil(pairs * more)) if more > 0 else 0


def _to_one_digit(number: int) -> int:
    return int(float(f"{number:.0e}"))


def says_enough(pairs_for_each_rival: float) -> bool:
    """Whether a bot has enough legs for likelihoods to be told."""
    return 2 * pairs_for_each_rival >= ENOUGH_LEGS


def gap(mean: FloatArray, covariance: FloatArray, one: int, other: int) -> Gap:
    """The gap between two skills."""
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return Gap(float(mean[one] - mean[other]), math.sqrt(variance))


def superiority(mean: FloatArray, covariance: FloatArray) -> FloatArray:
    """How likely each bot, by row, is better than each other one, by column."""
    own = np.diagonal(covariance)
    variance = own[:, None] + own - 2 * covariance
    np.fill_diagonal(variance, 1)
    lead = (mean[:, None] - mean) / np.sqrt(2 * variance)
    return 0.5 * np.asarray(_erfc(-lead), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Ranks:
    """For every bot, the first and the last rank that is likely, and how often it came first."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    first: FloatArray


def likely_ranks(mean: FloatArray, covariance: FloatArray) -> Ranks:
    """The ranks in seeded draws of all skills: the same belief gives the same ranks."""
    ranks = _drawn_ranks(mean, covariance)
    ordered = np.sort(ranks, axis=0)
    low, high = ordered[math.ceil(TAIL * RANK_DRAWS) - 1], ordered[-math.ceil(TAIL * RANK_DRAWS)]
    return Ranks(low, high, (ranks == 1).mean(axis=0))


def _drawn_ranks(mean: FloatArray, covariance: FloatArray) -> NDArray[np.int64]:
    """A row of ranks for each draw."""
    # RandomState's stream is frozen for good, that of numpy's newer generators is not.
    dice = np.random.RandomState(RANK_SEED).standard_normal((RANK_DRAWS, len(mean)))
    skills = mean + dice @ np.linalg.cholesky(covariance).T
    order = np.argsort(-skills, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, len(mean) + 1)[None, :], axis=1)
    return ranks
