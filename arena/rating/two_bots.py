"""Estimates from the results between two bots alone, without a model of skill.

The variance is that of pairs where there are pairs, since both matches of a pair share their luck.
Tests that are applied while matches are played are in `arena.rating.sprt`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arena.rating.estimates import ELO, Estimate, Z

#: What a bot scores in each of `PAIR_CLASSES`, and in each `Outcome` of a leg.
PAIR_SCORES = (1.0, 0.75, 0.5, 0.5, 0.25, 0.0)
LEG_SCORES = (1.0, 0.5, 0.0)
#: Normalised Elo counts score in standard deviations of a leg; near equality it is Elo where
#: this deviation is one half.
NORMALISED_ELO = 2 * ELO


@dataclass(frozen=True, slots=True)
class Duel:
    """The figures of two bots. An Elo is None if it would be infinite, and so is its error."""

    score: float
    elo: Estimate | None
    normalised_elo: Estimate | None
    superiority: float


def duel_of_pairs(classes: Sequence[int]) -> Duel:
    """Return the figures from a count for each of `PAIR_CLASSES`, of which one is not 0."""
    return _duel(classes, PAIR_SCORES, legs=2)


def duel_of_legs(wins: int, draws: int, losses: int) -> Duel:
    """Return the figures from legs that are not paired."""
    return _duel((wins, draws, losses), LEG_SCORES, legs=1)


def _duel(counts: Sequence[int], scores: Sequence[float], legs: int) -> Duel:
    score = _mean(counts, scores)
    deviation = math.sqrt(_mean(counts, [(one - score) ** 2 for one in scores]))
    error = deviation / math.sqrt(sum(counts))
    return Duel(
        score=score,
        elo=_elo(score, error),
        normalised_elo=_normalised(score, deviation * math.sqrt(legs), error),
        superiority=_superiority(score, error),
    )


def _mean(counts: Sequence[int], values: Sequence[float]) -> float:
    total = math.fsum(count * value for count, value in zip(counts, values, strict=True))
    return total / sum(counts)


def _elo(score: float, error: float) -> Estimate | None:
    if not 0 < score < 1:
        return None
    low, high = score - Z * error, score + Z * error
    known = low > 0 and high < 1
    return Estimate(_odds(score), (_odds(high) - _odds(low)) / 2 if known else None)


def _odds(score: float) -> float:
    return ELO * math.log(score / (1 - score))


def _normalised(score: float, leg_deviation: float, error: float) -> Estimate | None:
    if not leg_deviation:
        return None
    unit = NORMALISED_ELO / leg_deviation
    return Estimate((score - 0.5) * unit, Z * error * unit)


def _superiority(score: float, error: float) -> float:
    """Return the probability that the better score is not due to luck."""
    if not error:
        return 0.5 + (score > 0.5) / 2 - (score < 0.5) / 2
    return 0.5 * math.erfc((0.5 - score) / (error * math.sqrt(2)))
