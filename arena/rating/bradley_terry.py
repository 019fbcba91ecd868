"""Bradley-Terry, for comparison: the most likely skills, by Newton's method.

Skills stand on TrueSkill's scale, with its prior; a bot wins as the logistic function of the gap
says, which near equality is what TrueSkill says, and a drawn leg is half a win. No draw margin.
"""

import math
from dataclasses import dataclass

import numpy as np

from arena.rating.belief import Belief, believed
from arena.rating.fits import Fit, NotConverged, precision, toward
from arena.rating.model import FloatArray, TrueSkillModel
from arena.rating.results import Results, ResultTable

STANDS_STILL = 1e-11
GIVE_UP_AFTER = 100
SMALLEST_STEP = 2.0**-40


@dataclass(frozen=True, slots=True)
class LogisticModel:
    """A model with skills N(mu, sigma²); at a gap of `unit` the odds of a win are e to 1."""

    mu: float
    sigma: float
    unit: float

    def win_share(self, gap: float) -> float:
        """Return the share of matches won by a bot with this lead; a draw counts half."""
        return 0.5 + 0.5 * math.tanh(gap / self.unit / 2)


def beside(model: TrueSkillModel) -> LogisticModel:
    """Return the logistic model that equals TrueSkill's where skills are nearly equal."""
    return LogisticModel(model.mu, model.sigma, model.beta * math.sqrt(math.pi) / 2)


class BradleyTerry:
    """The rating system Bradley-Terry: the most likely skills and the curvature around them."""

    def rate(self, results: Results) -> Belief:
        """Return the belief about all skills; `results.legs` is left alone."""
        model = beside(TrueSkillModel())
        return believed(results.table, lambda table: fit(table, model), model)


def fit(table: ResultTable, model: LogisticModel) -> Fit:
    """Fit the most likely skills to all results of the table, in any order.

    They are found in units of the model; the prior's standard deviation is `spread` of them.
    """
    spread = model.sigma / model.unit
    skills, passes = _likeliest(table, spread)
    shares = _shares(table, skills)
    information = _legs(table) * shares * (1 - shares)
    gaps = skills[table.first] - skills[table.second]
    pull = information * gaps + _won(table) - _legs(table) * shares
    covariance = np.linalg.inv(precision(table, information, 1 / spread**2))
    return Fit(
        table,
        model,
        model.mu + model.unit * skills,
        model.unit**2 * (covariance + covariance.T) / 2,
        information / model.unit**2,
        pull / model.unit,
        passes,
    )


def _likeliest(table: ResultTable, spread: float) -> tuple[FloatArray, int]:
    skills = np.zeros(len(table.names))
    for done in range(1, GIVE_UP_AFTER + 1):
        step = _newton_step(table, skills, spread)
        skills = _improved(table, skills, step, spread)
        if np.all(np.abs(step) < STANDS_STILL * np.maximum(1, np.abs(skills))):
            return skills, done
    raise NotConverged(f"no rest after {GIVE_UP_AFTER} passes over {len(table.first)} pairings")


def _newton_step(table: ResultTable, skills: FloatArray, spread: float) -> FloatArray:
    shares = _shares(table, skills)
    slope = toward(table, _won(table) - _legs(table) * shares) - skills / spread**2
    curvature = precision(table, _legs(table) * shares * (1 - shares), 1 / spread**2)
    return np.linalg.solve(curvature, slope).astype(np.float64)


def _improved(
    table: ResultTable, skills: FloatArray, step: FloatArray, spread: float
) -> FloatArray:
    """Return the skills moved by the step, or by the part of it that makes them likelier."""
    before, size = _log_likelihood(table, skills, spread), 1.0
    slack = 1e-12 * abs(before)
    while _log_likelihood(table, skills + size * step, spread) < before - slack:
        size /= 2
        if size < SMALLEST_STEP:
            raise NotConverged("no step makes the skills likelier")
    return skills + size * step


def _log_likelihood(table: ResultTable, skills: FloatArray, spread: float) -> float:
    gaps = skills[table.first] - skills[table.second]
    won, lost = np.logaddexp(0, -gaps), np.logaddexp(0, gaps)
    legs = _legs(table)
    lone = _won(table) * won + (legs - _won(table)) * lost
    return -float(lone.sum() + (skills**2).sum() / (2 * spread**2))


def _shares(table: ResultTable, skills: FloatArray) -> FloatArray:
    shares: FloatArray = 0.5 + 0.5 * np.tanh((skills[table.first] - skills[table.second]) / 2)
    return shares


def _legs(table: ResultTable) -> FloatArray:
    legs: FloatArray = table.legs.sum(axis=1, dtype=np.float64)
    return legs


def _won(table: ResultTable) -> FloatArray:
    won: FloatArray = table.legs @ np.array([1.0, 0.5, 0.0])
    return won
