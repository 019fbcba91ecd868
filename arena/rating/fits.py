"""Fits: the joint belief about all skills that a table leads to, and the data it rests on.

Rating systems find the fit; this module adds error bars that account for pairs.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from arena.rating.dispersion import Dispersion
from arena.rating.model import FloatArray
from arena.rating.results import ResultTable


class NotConverged(ArithmeticError):
    """A fit does not converge. No table is known to cause this."""


class SkillModel(Protocol):
    """A model of skills: their spread, and the probability of a win between two."""

    @property
    def mu(self) -> float:
        """The mean skill of a newcomer."""

    @property
    def sigma(self) -> float:
        """The standard deviation of newcomers' skills."""

    def win_share(self, gap: float) -> float:
        """Return the share of matches won by a bot with this lead; a draw counts half."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The fit of a table: the joint belief N(mean, covariance) about all skills.

    `information` is what each pairing of the table, row by row, tells about its difference of
    skills, and `pull` how far it alone would lead away from equal skills, times that:
    covariance = inverse(I / sigma² + sum of information (e_i - e_j)(e_i - e_j)ᵀ), mean = mu +
    covariance · sum of pull (e_i - e_j).
    """

    table: ResultTable
    model: SkillModel
    mean: FloatArray
    covariance: FloatArray
    information: FloatArray
    pull: FloatArray
    passes: int


def precision(table: ResultTable, information: FloatArray, prior: float) -> FloatArray:
    """Return the prior precision of each skill, and the information of the pairings as a matrix."""
    i, j, size = table.first, table.second, len(table.names)
    matrix = np.zeros((size, size))
    matrix[i, j] = matrix[j, i] = -information
    known = np.bincount(i, information, size) + np.bincount(j, information, size)
    matrix[np.diag_indices(size)] = prior + known
    return matrix


def toward(table: ResultTable, pull: FloatArray) -> FloatArray:
    """Return the sum of pull (e_i - e_j) over the pairings."""
    total = np.zeros(len(table.names))
    np.add.at(total, table.first, pull)
    np.subtract.at(total, table.second, pull)
    return total


def corrected_covariance(fit: Fit, spread: Dispersion) -> FloatArray:
    """Return the covariance corrected for pairs, which vary less than independent matches."""
    information = spread.pairings * fit.information
    inner = precision(fit.table, information, 1 / fit.model.sigma**2)
    covariance = fit.covariance @ inner @ fit.covariance
    symmetric: FloatArray = (covariance + covariance.T) / 2
    return symmetric


def residuals(fit: Fit, spread: Dispersion, corrected: FloatArray) -> FloatArray:
    """Return how far each pairing lies from the fit, in its own standard errors.

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
    """Return the variance, per pairing, of the difference of its two skills."""
    i, j = table.first, table.second
    own = np.diagonal(covariance)
    variance: FloatArray = own[i] + own[j] - 2 * covariance[i, j]
    return variance
