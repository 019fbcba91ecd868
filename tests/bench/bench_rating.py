"""The ranking against the truth: simulated tournaments of ten bots whose skills are known.

How well each rating system ranks them, in Kendall's tau, and how often its intervals hold.
"""

import statistics
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from arena.rating.bradley_terry import BradleyTerry
from arena.rating.certainty import likely_ranks
from arena.rating.estimates import Z
from arena.rating.expectation import OrderFree
from arena.rating.model import TrueSkillModel
from arena.rating.results import Results
from arena.rating.sequential import LiveRatings
from tests.bench.simulated import Tournament, tournament
from tests.bench.timing import Row

BOTS, SKILL = 10, 0.25
RANKED, COVERED = 24, 150  # tournaments
LONG = 100  # pairs for each pairing: 200 matches
SHORT = (5, 20, 100)
CARDS = 0.45  # a common share; greedy bots of one family have 0.6, unlike ones 0.1
LEVEL, WITHIN = 95.5, 2.5
PACKAGE_TAU, PACKAGE_DRAWS = 25 / 300, 0.10


def measure() -> Iterator[Row]:
    """How well bots are ranked, then how often intervals hold."""
    dice = np.random.default_rng(12)
    yield from _ranking(dice)
    for pairs in SHORT:
        yield _coverage(dice, pairs)


def _ranking(dice: np.random.Generator) -> Iterator[Row]:
    default, logistic, package = zip(
        *(_taus(_drawn(dice, LONG)) for _ in range(RANKED)), strict=True
    )
    what = f"ranking: Kendall's tau after {2 * LONG} matches for each pairing, default less"
    yield _compared(f"{what} Bradley-Terry's", default, logistic, -0.01)
    yield _compared(f"{what} that of the package's defaults", default, package, 0.1)


def _drawn(dice: np.random.Generator, pairs: int) -> Tournament:
    return tournament(dice, BOTS, pairs, skill=SKILL, cards=CARDS)


def _taus(played: Tournament) -> tuple[float, float, float]:
    results = played.results()
    means = (
        OrderFree().rate(results).mean,
        BradleyTerry().rate(results).mean,
        _package_defaults(results),
    )
    default, logistic, package = (_kendall(played.skills, mean) for mean in means)
    return default, logistic, package


def _package_defaults(results: Results) -> NDArray[np.float64]:
    """Leg by leg, with skills that drift and one match in ten drawn, as the package has it."""
    model = TrueSkillModel(draw_probability=PACKAGE_DRAWS)
    live = LiveRatings(results.table.names, model, tau=PACKAGE_TAU)
    for leg in results.legs():
        live.add(*leg)
    return np.array([rating.mu for rating in live.ratings().values()])


def _kendall(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The share of pairs in the same order, less that of the others."""
    i, j = np.triu_indices(len(one), 1)
    return float(np.mean(np.sign(one[i] - one[j]) * np.sign(other[i] - other[j])))


def _compared(
    what: str, default: tuple[float, ...], other: tuple[float, ...], target: float
) -> Row:
    gaps = [one - two for one, two in zip(default, other, strict=True)]
    error = statistics.stdev(gaps) / len(gaps) ** 0.5
    figures = (
        f"{statistics.mean(default):.3f} and {statistics.mean(other):.3f},"
        f" the difference ± {error:.3f} (standard error)"
    )
    return Row(what, statistics.mean(gaps), "≥", target, f"{figures}; {len(gaps)} tournaments")


def _coverage(dice: np.random.Generator, pairs: int) -> Row:
    held = [_held(_drawn(dice, pairs)) for _ in range(COVERED)]
    gaps, ranks, widths = (100 * np.array(column) for column in zip(*held, strict=True))
    figures = (
        f"held in {gaps.mean():.1f} % ± {gaps.std() / COVERED**0.5:.1f}, ranks in"
        f" {ranks.mean():.1f} %; {widths.mean():.0f} % as wide as without the correction"
    )
    what = f"ranking: 95 % intervals of all gaps, {pairs} pairs for each pairing, % from {LEVEL}"
    return Row(what, abs(gaps.mean() - LEVEL), "≤", WITHIN, f"{figures}; {COVERED} tournaments")


def _held(played: Tournament) -> tuple[float, float, float]:
    """The share of gaps and of ranks within their intervals; how much narrower pairs made them."""
    belief = OrderFree().rate(played.results())
    i, j = np.triu_indices(BOTS, 1)
    own = np.diagonal(belief.covariance)
    errors = Z * np.sqrt(own[i] + own[j] - 2 * belief.covariance[i, j])
    missed = np.abs(belief.mean[i] - belief.mean[j] - played.gaps[i, j])
    likely = likely_ranks(belief.mean, belief.covariance)
    rank = 1 + (played.skills > played.skills[:, None]).sum(axis=1)
    spread = belief.dispersion.pooled if belief.dispersion else 1.0
    is_within = (likely.low <= rank) & (rank <= likely.high)
    return float(np.mean(missed <= errors)), float(np.mean(is_within)), spread**0.5
