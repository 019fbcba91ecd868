"""What a fit of a whole table gives: a joint belief about all skills, and what it rests on.

How it is found is the rating systems' business; error bars that know about pairs are made here.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from arena.rating.dispersion import Dispersion
from arena.rating.model import FloatArray
from arena.rating.results import ResultTable


class NotConverged(ArithmeticError):
    """A fit does not come to rest. No table is known that does this."""


class SkillModel(Protocol):
    """How skills are spread, and what they win."""

    @property
    def mu(self) -> float:
        """The mean skill of a newcomer."""

    @property
    def sigma(self) -> float:
        """How much the skills of newcomers differ."""

    def win_share(self, gap: float) -> float:
        """The share of legs won, draws being half, by a bot that is better by so much."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The joint belief about all skills of a table: N(mean, covariance).

    `information` is what each pairing of the table, row by row, tells about its difference of
    skills, and `pull` how far it alone would lead away from equal skills, times that:
    covariance = inverse(I / sigma² + sum of information (e_i - e_j)(e_i - e_j)ᵀ),
    mean = mu + covariance · sum of pull (e_i - e_j).
    """

    table: ResultTable
    model: SkillModel
    mean: FloatArray
    covariance: FloatArray
    information: FloatArray
    pull: FloatArray
    passes: int


def precision(table: ResultTable, information: FloatArray, prior: float) -> FloatArray:
    """The prior's precision of each skill and what pairings tell about differences, as a matrix."""
    i, j, size = table.first, table.second, len(table.names)
    matrix = np.zeros((size, size))
    matrix[i, j] = matrix[j, i] = -information
    known = np.bincount(i, information, size) + np.bincount(j, information, size)
    matrix[np.diag_indices(size)] = prior + known
    return matrix


def toward(table: ResultTable, pull: FloatArray) -> FloatArray:
    """The sum of pull (e_i - e_j) over the pairings."""
    total = np.zeros(len(table.names))
    np.add.at(total, table.first, pull)
    np.subtract.at(total, table.second, pull)
    return total


def corrected_covariance(fit: Fit, spread: Dispersion) -> FloatArray:
    """The covariance, given that pairs vary less than two legs of their own. Means stay."""
    information = spread.pairings * fit.information
    inner = precision(fit.table, information, 1 / fit.model.sigma**2)
    covariance = fit.covariance @ inner @ fit.covariance
    symmetric: FloatArray = (covariance + covariance.T) / 2
    return symmetric


def residuals(fit: Fit, spread: Dispersion, corrected: FloatArray) -> FloatArray:
    """How far each pairing lies from what all results together say, in its own standard errors.

    A pairing pulls the fit towards itself; the error is of what is left after that.
    """
    known = fit.information > 0
    own = np.divide(1, fit.information, out=np.zeros_like(fit.pull), where=known)
    gap = fit.mean[fit.table.first] - fit.mean[fit.table.second]
    shared = 2 * spread.pairings * difference_variance(fit.table, fit.covariance)
    variance = spread.pairings * own - shared + difference_variance(fit.table, corrected)
    error = np.sqrt(np.maximum(variance, 0))
    return np.divide(fit.pull * own - gap, error, out=np.zeros_like(gap), where=known & (error > 0))


def difference_variance(table: ResultTable, covariance: FloatArray) -> FloatArray:
    """The variance, per pairing, of the difference of its two skills."""
    i, j = table.first, table.second
    own = np.diagonal(covariance)
    variance: FloatArray = own[i] + own[j] - 2 * covariance[i, j]
    return variance
