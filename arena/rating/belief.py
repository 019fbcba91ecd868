"""Beliefs: the joint estimate of all skills that a rating system ends with, and its uncertainty.

Intervals and ranks for a table are derived from it in `arena.rating.certainty`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from arena.rating.dispersion import Dispersion, dispersion
from arena.rating.fits import Fit, SkillModel, corrected_covariance, residuals
from arena.rating.model import FloatArray, Rating
from arena.rating.results import ResultTable

#: The fit stops before the last digits are settled, and linear algebra differs in them from machine
#: to machine. Reported ratings leave them out, so that equals are equal and tables repeat.
REPORTED_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Anchor:
    """An anchor: a bot whose skill is fixed at `mu`, so that events can be compared."""

    name: str
    mu: float


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """The belief N(mean, covariance) about the skills of all names of a table.

    `sigma` is what is reported of each skill alone: how uncertain it is relative to the mean of
    the field, or to the anchor. `dispersion` and `residuals`, a row for each pairing of the
    table, are None where a system cannot tell.
    """

    table: ResultTable
    mean: FloatArray
    covariance: FloatArray
    sigma: FloatArray
    win_share: Callable[[float], float]
    dispersion: Dispersion | None = None
    residuals: FloatArray | None = None
    anchor: Anchor | None = None

    @property
    def level(self) -> float:
        """The skill that Elo is counted from: the mean of all, or the anchor's."""
        return float(self.mean.mean()) if self.anchor is None else self.anchor.mu

    def ratings(self) -> dict[str, Rating]:
        """Return ratings by name, in the order of the names."""
        return {
            name: Rating(round(float(mu), REPORTED_DIGITS), round(float(sigma), REPORTED_DIGITS))
            for name, mu, sigma in zip(self.table.names, self.mean, self.sigma, strict=True)
        }


def believed(table: ResultTable, fit: Callable[[ResultTable], Fit], model: SkillModel) -> Belief:
    """Return the belief from a fit; an entrant without a rated match keeps the prior."""
    fitted = fit(table.without_idle())
    spread = dispersion(fitted.table)
    covariance = corrected_covariance(fitted, spread)
    played, size = np.flatnonzero(table.played), len(table.names)
    mean, sigma = np.full(size, model.mu), np.full(size, model.sigma)
    mean[played], sigma[played] = fitted.mean, relative_sigma(covariance)
    joint = np.eye(size) * model.sigma**2
    joint[np.ix_(played, played)] = covariance
    left = residuals(fitted, spread, covariance)
    return Belief(table, mean, joint, sigma, model.win_share, spread, left)


def anchored(belief: Belief, anchor: Anchor) -> Belief:
    """Shift a belief to the scale on which the anchor has its given skill.

    Gaps, and what is known of them, stay as they are.
    """
    place = belief.table.names.index(anchor.name)
    own, shared = np.diagonal(belief.covariance), belief.covariance[place]
    variance = own + own[place] - 2 * shared
    return replace(
        belief,
        mean=belief.mean + (anchor.mu - belief.mean[place]),
        sigma=np.sqrt(np.maximum(variance, 0)),
        anchor=anchor,
    )


def relative_sigma(covariance: FloatArray) -> FloatArray:
    """Return the uncertainty of each skill relative to the mean of all skills.

    Results say nothing about the level that all skills share, so the plain sigmas never fall
    below that of the field's mean.
    """
    if not len(covariance):
        return np.zeros(0)
    shared = covariance.mean(axis=1)
    variance = np.diagonal(covariance) - 2 * shared + shared.mean()
    sigmas: FloatArray = np.sqrt(np.maximum(variance, 0))
    return sigmas
