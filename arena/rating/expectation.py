"""Order-free TrueSkill: a fit of all results at once by expectation propagation (EP).

Every (pairing, outcome) that has happened is a *site*: a Gaussian stand-in for the likelihood of
one such leg, in the natural parameters (precision, shift) of the winner's skill minus the loser's.
Sites are refined against the joint belief until they stand still. No order, no store, no ranking.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.rating.belief import Belief, believed
from arena.rating.fits import Fit, NotConverged, difference_variance, precision, toward
from arena.rating.model import (
    FloatArray,
    ImpossibleDraw,
    TrueSkillModel,
    draw_moments,
    model_for,
    win_moments,
)
from arena.rating.results import IntArray, Results, ResultTable

STANDS_STILL = 1e-9
DAMPING, CALM_DAMPING = 0.7, 0.3
CALM_AFTER, GIVE_UP_AFTER = 100, 2000


class OrderFree:
    """The default rating system: order-free TrueSkill."""

    def rate(self, results: Results) -> Belief:
        """Return the belief about all skills; `results.legs` is left alone."""
        model = model_for(results.table)
        return believed(results.table, lambda table: fit(table, model), model)


@dataclass(frozen=True, slots=True, eq=False)
class _Sites:
    """The sites of a fit, a row each; `toward` is -1 if the second entrant of the pairing won."""

    table: ResultTable
    model: TrueSkillModel
    pairing: IntArray
    toward: FloatArray
    drawn: NDArray[np.bool_]
    count: FloatArray

    def per_pairing(self, values: FloatArray) -> FloatArray:
        return np.bincount(self.pairing, values, len(self.table.first)).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Naturals:
    """The natural parameters of sites, one each."""

    precision: FloatArray
    shift: FloatArray

    def moved(self, target: "_Naturals", step: float) -> "_Naturals":
        return _Naturals(
            self.precision + step * (target.precision - self.precision),
            self.shift + step * (target.shift - self.shift),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Belief:
    """The belief N(mean, covariance) about the skills, each with the prior N(0, 1)."""

    mean: FloatArray
    covariance: FloatArray
    information: FloatArray
    pull: FloatArray


def fit(table: ResultTable, model: TrueSkillModel) -> Fit:
    """Fit the belief to all results of the table, in any order.

    It is found in units of the prior sigma, so that coming to rest means the same on every
    scale.
    """
    sites = _sites(table, model.standard)
    now = _Naturals(np.zeros(len(sites.count)), np.zeros(len(sites.count)))
    belief = _belief(sites, now)
    for done in range(GIVE_UP_AFTER):
        before, now = now, now.moved(_refined(sites, belief, now), _step(done))
        belief = _belief(sites, now)
        if _stands_still(sites, before, now):
            return _on_scale(sites, model, belief, done + 1)
    raise NotConverged(f"no rest after {GIVE_UP_AFTER} passes over {len(sites.count)} sites")


def _on_scale(sites: _Sites, model: TrueSkillModel, belief: _Belief, passes: int) -> Fit:
    return Fit(
        sites.table,
        model,
        model.mu + model.sigma * belief.mean,
        model.sigma**2 * belief.covariance,
        belief.information / model.sigma**2,
        belief.pull / model.sigma,
        passes,
    )


def _sites(table: ResultTable, model: TrueSkillModel) -> _Sites:
    legs = table.legs
    pairing, outcome = np.nonzero(legs)
    drawn = outcome == 1
    if model.draw_probability == 0 and drawn.any():
        raise ImpossibleDraw
    toward = np.where(outcome == 2, -1.0, 1.0)
    return _Sites(table, model, pairing, toward, drawn, legs[pairing, outcome].astype(np.float64))


def _step(passes: int) -> float:
    if passes == 0:
        return 1.0
    return DAMPING if passes < CALM_AFTER else CALM_DAMPING


def _stands_still(sites: _Sites, before: _Naturals, now: _Naturals) -> bool:
    """Return whether no site moved, all its matches together.

    Where they tell more than the prior does, the measure is relative: what 10^6 legs add up to
    has fewer settled digits than 1e-9 asks for, while the skills that they fix have more.
    """
    allowed = STANDS_STILL * np.maximum(1, sites.count * now.precision)
    moved = (now.precision - before.precision, now.shift - before.shift)
    return bool(np.all(np.abs(sites.count * np.array(moved)) < allowed))


def _refined(sites: _Sites, belief: _Belief, now: _Naturals) -> _Naturals:
    """Return the natural parameters of each site, given all other sites.

    The cavity is the belief without one leg of the site: what was known before that leg.
    """
    variance, gap = _differences(sites, belief)
    cavity_variance = 1 / (1 / variance - now.precision)
    cavity_mean = (gap / variance - now.shift) * cavity_variance
    spread = np.sqrt(cavity_variance + sites.model.noise)
    v, w = _moments(sites.drawn, cavity_mean / spread, sites.model.draw_margin / spread)
    curvature = w / spread**2
    kept = 1 - curvature * cavity_variance
    return _Naturals(curvature / kept, (v / spread + cavity_mean * curvature) / kept)


def _differences(sites: _Sites, belief: _Belief) -> tuple[FloatArray, FloatArray]:
    """Return the variance and mean of the winner's skill minus the loser's, for each site."""
    table = sites.table
    variance = difference_variance(table, belief.covariance)
    gap = belief.mean[table.first] - belief.mean[table.second]
    return variance[sites.pairing], sites.toward * gap[sites.pairing]


def _moments(
    drawn: NDArray[np.bool_], gap: FloatArray, margin: FloatArray
) -> tuple[FloatArray, FloatArray]:
    v, w = np.empty_like(gap), np.empty_like(gap)
    won = ~drawn
    v[drawn], w[drawn] = draw_moments(gap[drawn], margin[drawn])
    v[won], w[won] = win_moments(gap[won] - margin[won])
    return v, w


def _belief(sites: _Sites, now: _Naturals) -> _Belief:
    """Return the prior times all sites."""
    information = sites.per_pairing(sites.count * now.precision)
    # Summed within a pairing first: where wins and losses balance, nothing at all is left.
    pull = sites.per_pairing(sites.toward * sites.count * now.shift)
    covariance = np.linalg.inv(precision(sites.table, information, prior=1))
    covariance = (covariance + covariance.T) / 2
    mean = covariance @ toward(sites.table, pull)
    return _Belief(mean, covariance, information, pull)
