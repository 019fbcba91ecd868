"""The sequential probability ratio test (SPRT) for the gap between two bots.

The ratio is generalised: each hypothesis is given the outcome frequencies that are likeliest under
it. Method and names follow M. Van den Bergh's notes on the tests of chess engines. When to look and
when to stop is the caller's business.
"""

import math
from collections.abc import Callable, Sequence
from enum import Enum

from arena.rating.estimates import ELO
from arena.rating.two_bots import LEG_SCORES, NORMALISED_ELO, PAIR_SCORES

#: An outcome that has not been seen is not thereby impossible.
UNSEEN = 1e-3
PASSES = 100
SETTLED = 1e-12


class Scale(Enum):
    """The scale of the two hypotheses."""

    ELO = "elo"
    NORMALISED = "nelo"


def acceptance_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the bounds below which the test accepts `lower`, and above which it accepts `upper`.

    >>> [round(bound, 3) for bound in acceptance_bounds(0.05, 0.05)]
    [-2.944, 2.944]
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def ratio_of_pairs(classes: Sequence[int], scale: Scale, lower: float, upper: float) -> float:
    """Return the log-likelihood ratio of `upper` against `lower` from counts of pair classes."""
    # A pair varies half as much as a leg, as far as legs are independent.
    return _ratio(_frequencies(classes, PAIR_SCORES), sum(classes), scale, (lower, upper), legs=2)


def ratio_of_legs(outcomes: Sequence[int], scale: Scale, lower: float, upper: float) -> float:
    """Return the log-likelihood ratio of unpaired wins, draws and losses."""
    return _ratio(_frequencies(outcomes, LEG_SCORES), sum(outcomes), scale, (lower, upper), legs=1)


Frequencies = dict[float, float]  # of every score


def _frequencies(counts: Sequence[int], scores: Sequence[float]) -> Frequencies:
    seen = dict.fromkeys(scores, 0.0)
    for count, score in zip(counts, scores, strict=True):
        seen[score] += count
    known = {score: count or UNSEEN for score, count in seen.items()}
    total = math.fsum(known.values())
    return {score: count / total for score, count in known.items()}


def _ratio(
    seen: Frequencies, total: int, scale: Scale, bounds: tuple[float, float], legs: int
) -> float:
    if scale is Scale.ELO:
        low, high = (_with_mean(seen, 1 / (1 + math.exp(-bound / ELO))) for bound in bounds)
    else:
        unit = math.sqrt(legs) / NORMALISED_ELO
        low, high = (_with_deviations(seen, bound * unit) for bound in bounds)
    return total * math.fsum(seen[score] * math.log(high[score] / low[score]) for score in seen)


def _with_mean(seen: Frequencies, mean: float) -> Frequencies:
    """Return the likeliest frequencies with this mean."""
    return _tilted(seen, lambda score: score - mean)


def _with_deviations(seen: Frequencies, deviations: float) -> Frequencies:
    """Return the likeliest frequencies with a mean so many standard deviations above one half."""
    found = dict.fromkeys(seen, 1 / len(seen))
    for _ in range(PASSES):
        mean = _mean(found)
        deviation = math.sqrt(math.fsum(p * (s - mean) ** 2 for s, p in found.items()))
        before, found = found, _tilted(seen, _from_half(mean, deviation, deviations))
        if max(abs(found[score] - before[score]) for score in seen) < SETTLED:
            break
    return found


def _mean(found: Frequencies) -> float:
    return math.fsum(score * share for score, share in found.items())


def _from_half(mean: float, deviation: float, deviations: float) -> Callable[[float], float]:
    """Return the distance of a score from its target, to first order around the estimate."""
    return lambda score: (
        score - 0.5 - deviations * deviation * (1 + ((mean - score) / deviation) ** 2) / 2
    )


def _tilted(seen: Frequencies, distance: Callable[[float], float]) -> Frequencies:
    """Return the likeliest frequencies with a mean distance of 0.

    These are p / (1 + t d), and t, between the two poles, is found by halving.
    """
    distances = {score: distance(score) for score in seen}
    low, high = -1 / max(distances.values()), -1 / min(distances.values())
    for _ in range(PASSES):
        t = (low + high) / 2
        # The sum falls with t.
        if math.fsum(seen[s] * d / (1 + t * d) for s, d in distances.items()) > 0:
            low = t
        else:
            high = t
    return {s: seen[s] / (1 + (low + high) / 2 * d) for s, d in distances.items()}
