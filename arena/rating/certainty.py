"""Certainty of a ranking: intervals, likelihoods of superiority, rank ranges, pairs still needed.

Everything follows from a belief N(mean, covariance), wherever that comes from.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from arena.rating.belief import REPORTED_DIGITS, Belief
from arena.rating.estimates import TAIL, Estimate, Z, elo_estimate
from arena.rating.model import FloatArray

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
    """The gap between the skills of two bots: N(mean, sigma²)."""

    mean: float
    sigma: float

    @property
    def superiority(self) -> float:
        """The likelihood of superiority (LOS): the probability that the gap is positive."""
        return 0.5 * math.erfc(-self.mean / (self.sigma * math.sqrt(2)))

    def is_tie(self, win_share: Callable[[float], float]) -> bool:
        """Return whether the gap is certain to lie within a tie."""
        ends = self.mean - Z * self.sigma, self.mean + Z * self.sigma
        return all(1 - TIE_SHARE <= win_share(end) <= TIE_SHARE for end in ends)

    def more_pairs(self, pairs: float) -> int | None:
        """Return the pairs that each pairing still needs to settle the order at the estimated gap.

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
    """Return whether a bot has enough matches to state likelihoods."""
    return 2 * pairs_for_each_rival >= ENOUGH_LEGS


def gap(mean: FloatArray, covariance: FloatArray, one: int, other: int) -> Gap:
    """Return the gap between two skills."""
    variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    return Gap(float(mean[one] - mean[other]), math.sqrt(variance))


def superiority(mean: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return the likelihood that each bot (row) is better than each other bot (column)."""
    own = np.diagonal(covariance)
    variance = own[:, None] + own - 2 * covariance
    np.fill_diagonal(variance, 1)
    lead = (mean[:, None] - mean) / np.sqrt(2 * variance)
    return 0.5 * np.asarray(_erfc(-lead), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Ranks:
    """The likely ranks of every bot, first and last, and how often it came first."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    first: FloatArray


def likely_ranks(mean: FloatArray, covariance: FloatArray) -> Ranks:
    """Draw all skills with a fixed seed and return the ranks: equal beliefs give equal ranks."""
    ranks = _drawn_ranks(mean, covariance)
    ordered = np.sort(ranks, axis=0)
    low, high = ordered[math.ceil(TAIL * RANK_DRAWS) - 1], ordered[-math.ceil(TAIL * RANK_DRAWS)]
    return Ranks(low, high, (ranks == 1).mean(axis=0))


def _drawn_ranks(mean: FloatArray, covariance: FloatArray) -> NDArray[np.int64]:
    """Return a row of ranks for each draw."""
    # RandomState's stream is frozen for good, that of numpy's newer generators is not.
    dice = np.random.RandomState(RANK_SEED).standard_normal((RANK_DRAWS, len(mean)))
    skills = mean + dice @ np.linalg.cholesky(covariance).T
    order = np.argsort(-skills, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, len(mean) + 1)[None, :], axis=1)
    return ranks


@dataclass(frozen=True, slots=True)
class Lead:
    """The gap between a bot and the next one in the ranking.

    `superiority` is None where data are too few to say it; `more_pairs`, how many every pairing
    still needs to settle the order, where it would be too many to mean anything.
    """

    superiority: float | None
    is_tie: bool
    more_pairs: int | None


@dataclass(frozen=True, slots=True)
class PlaceCertainty:
    """The certainty of one place in a ranking. `lead` is None for the last."""

    interval: tuple[float, float]
    ranks: tuple[int, int]
    first: float | None
    elo: Estimate
    lead: Lead | None


def place_certainties(
    belief: Belief, order: Sequence[str], pairs_for_each_rival: Mapping[str, float]
) -> list[PlaceCertainty]:
    """Return a rung for each name of the order, which is the ranking's."""
    if not order:
        return []
    place = {name: position for position, name in enumerate(belief.table.names)}
    ranks = likely_ranks(belief.mean, belief.covariance)
    known = {name for name in order if says_enough(pairs_for_each_rival[name])}
    leads = [
        _lead(
            belief,
            (place[one], place[other]),
            pairs_for_each_rival[one],
            is_known=known >= {one, other},
        )
        for one, other in pairwise(order)
    ]
    all_known = known == set(order)
    return [
        _certainty_of(belief, ranks, place[name], lead, is_known=all_known)
        for name, lead in zip(order, [*leads, None], strict=True)
    ]


def _certainty_of(
    belief: Belief, ranks: Ranks, bot: int, lead: Lead | None, *, is_known: bool
) -> PlaceCertainty:
    mean, sigma = float(belief.mean[bot]), float(belief.sigma[bot])
    above = mean - belief.level
    return PlaceCertainty(
        interval=(_shown(mean - Z * sigma), _shown(mean + Z * sigma)),
        ranks=(int(ranks.low[bot]), int(ranks.high[bot])),
        first=_shown(float(ranks.first[bot])) if is_known else None,
        elo=elo_estimate(belief.win_share, above, sigma).rounded(REPORTED_DIGITS),
        lead=lead,
    )


def _lead(belief: Belief, bots: tuple[int, int], pairs: float, *, is_known: bool) -> Lead:
    between = gap(belief.mean, belief.covariance, *bots)
    return Lead(
        superiority=_shown(between.superiority) if is_known else None,
        is_tie=between.is_tie(belief.win_share),
        more_pairs=between.more_pairs(pairs),
    )


def _shown(number: float) -> float:
    return round(number, REPORTED_DIGITS)
