"""Sequential TrueSkill by the `trueskill` package, for the live table and `--ratings sequential`.

The result depends on the order of the legs, which the caller gives; the ranking proper is fitted by
`arena.rating.expectation`. The only module that imports the package.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from statistics import NormalDist

import numpy as np
import trueskill

from arena.rating.belief import Belief
from arena.rating.model import ImpossibleDraw, Rating, TrueSkillModel, model_for
from arena.rating.results import Outcome, Results

#: Ranks of the first and the second entrant, as the package wants them: the lower is the better.
_RANKS = {Outcome.WIN: (0, 1), Outcome.DRAW: (0, 0), Outcome.LOSS: (1, 0)}


class LiveRatings:
    """Ratings that follow the matches as they come in.

    `tau` is what a skill may drift between two legs: 0, since a version of a bot stands still.
    Entrants begin as newcomers, those too who are not among the names; not those of `start`.
    Skills more than 200 apart are beyond the package: it raises FloatingPointError. No course
    of results leads there from a common start.
    """

    def __init__(
        self,
        names: Iterable[str],
        model: TrueSkillModel | None = None,
        *,
        tau: float = 0.0,
        start: Mapping[str, Rating] | None = None,
    ) -> None:
        self._model = model or TrueSkillModel()
        self._environment = _environment(self._model, tau)
        begin = dict.fromkeys(sorted(names), self._model.newcomer) | dict(start or {})
        create = self._environment.create_rating
        self._newcomer = create(self._model.newcomer.mu, self._model.newcomer.sigma)
        self._ratings = {name: create(one.mu, one.sigma) for name, one in begin.items()}

    def add(self, a: str, b: str, outcome: Outcome) -> None:
        """Update the ratings with a match, seen by `a`."""
        if outcome == Outcome.DRAW and self._model.draw_probability == 0:
            # The package would answer with numbers, and they would be wrong.
            raise ImpossibleDraw
        both = [(self._ratings.get(name, self._newcomer),) for name in (a, b)]
        rated = self._environment.rate(both, ranks=_RANKS[outcome])
        (self._ratings[a],), (self._ratings[b],) = rated

    def ratings(self) -> dict[str, Rating]:
        """Return the current ratings by name: first `names` in order, then all others."""
        return {name: Rating(rating.mu, rating.sigma) for name, rating in self._ratings.items()}


class Sequential:
    """The rating system of one pass over the matches in canonical order."""

    def rate(self, results: Results) -> Belief:
        """Return the belief about all skills, which takes them for independent."""
        model = model_for(results.table)
        live = LiveRatings(results.table.names, model)
        for leg in results.legs():
            live.add(*leg)
        rated = live.ratings().values()
        mean, sigma = (np.array([one[k] for one in map(astuple, rated)]) for k in (0, 1))
        return Belief(results.table, mean, np.diag(sigma**2), sigma, model.win_share)


def _environment(model: TrueSkillModel, tau: float) -> trueskill.TrueSkill:
    """Return an environment of our own, since the package's global one is shared.

    Its built-in error function is good to 1e-7 only, and its draw margin at probability 0 is
    not 0; the standard library's are exact.
    """
    standard = NormalDist()
    return trueskill.TrueSkill(
        mu=model.mu,
        sigma=model.sigma,
        beta=model.beta,
        tau=tau,
        draw_probability=model.draw_probability,
        backend=(_normal_cdf, standard.pdf, standard.inv_cdf),
    )


def _normal_cdf(x: float) -> float:
    # NormalDist.cdf goes by way of 1 + erf, which is 0 where this is still 1e-17.
    return 0.5 * math.erfc(-x / math.sqrt(2))
