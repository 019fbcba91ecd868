"""Dispersion: how much less luck is left in a pair of matches than in two independent matches.

Both legs of a pair are played on the same cards, so that what one leg gives the other takes. The
dispersion factor phi is the variance of a pair's result over that of two independent legs.
"""

from dataclasses import dataclass

import numpy as np

from arena.rating.model import FloatArray
from arena.rating.results import PAIR_CLASSES, ResultTable

#: How many pairs the factor of the whole field weighs beside those of a pairing.
POOL_WEIGHT = 10
PHI_RANGE = (0.02, 2.0)
_LEG_SCORES = {"W": 1.0, "D": 0.5, "L": 0.0}
_SCORES = np.array([[_LEG_SCORES[leg] for leg in legs] for legs in PAIR_CLASSES])
_MEANS = _SCORES.mean(axis=1)
_SQUARES = (_SCORES**2).mean(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Dispersion:
    """The dispersion factor phi of every pairing, row by row, and of all pairs together.

    Legs without a partner have phi 1, and a pairing that has some of them lies in between.
    """

    pairings: FloatArray
    pooled: float


def dispersion(table: ResultTable) -> Dispersion:
    """Return the dispersion of a table's pairs; a pairing with few pairs leans on the average."""
    pairs = table.pairs.sum(axis=1).astype(np.float64)
    expected, found = _variations(table, pairs)
    pooled = float(found.sum() / expected.sum()) if expected.sum() > 0 else 1.0
    raw = np.divide(found, expected, out=np.full_like(found, pooled), where=expected > 0)
    others = np.maximum(pairs - 1, 0)
    leaning = np.clip((POOL_WEIGHT * pooled + others * raw) / (POOL_WEIGHT + others), *PHI_RANGE)
    # What two or three pairs show of themselves is too good to be relied on.
    phi = 1 - (1 - leaning) * others / (pairs + 1)
    return Dispersion(_with_singles(table, pairs, phi), pooled)


def _variations(table: ResultTable, pairs: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the variation of each pairing's pairs: expected if independent, and observed."""
    rows = np.maximum(pairs, 1)
    score = table.pairs @ _MEANS / rows
    leg_variance = (table.pairs @ _SQUARES / rows - score**2) * 2 * rows / (2 * rows - 1)
    found = (table.pairs * (_MEANS - score[:, None]) ** 2).sum(axis=1)
    # What is left of a difference of equals is no variance.
    expected = np.where(leg_variance > 1e-12, leg_variance, 0) * np.maximum(pairs - 1, 0) / 2
    return expected, found


def _with_singles(table: ResultTable, pairs: FloatArray, phi: FloatArray) -> FloatArray:
    singles = table.singles.sum(axis=1)
    mixed: FloatArray = (2 * pairs * phi + singles) / np.maximum(2 * pairs + singles, 1)
    return mixed
