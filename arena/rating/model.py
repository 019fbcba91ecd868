"""The skill model that TrueSkill systems share, and the two functions at its heart, V and W.

V and W say what one result does to a difference of skills.
"""

import math
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from arena.rating.results import ResultTable

#: Below the first, a single draw would be a miracle; at 1, every draw would say nothing at all.
DRAW_PROBABILITY_RANGE = (0.001, 0.999)
#: Until there are results: about what Koi-Koi matches of 12 months show.
USUAL_DRAW_PROBABILITY = 0.02
FloatArray = NDArray[np.float64]
Moments = tuple[FloatArray, FloatArray]

#: Below this the normal tail is so thin that its series is nearer the truth than its quotient.
TAIL = -25.0
_erfc = np.frompyfunc(math.erfc, 1, 1)


class ImpossibleDraw(ValueError):
    """A drawn match under a model without draws."""

    def __init__(self) -> None:
        super().__init__("a draw cannot be rated at draw probability 0; use at least 0.001")


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about one skill: mean and standard deviation."""

    mu: float
    sigma: float

    @property
    def conservative(self) -> float:
        """The skill that is almost certainly exceeded: mu − 3 sigma."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueSkillModel:
    """A model with skills N(mu, sigma²); a performance adds N(0, beta²); near ones draw."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    beta: float = 25.0 / 6
    draw_probability: float = USUAL_DRAW_PROBABILITY

    def __post_init__(self) -> None:
        if not (0 <= self.draw_probability < 1 and self.sigma > 0 and self.beta > 0):
            raise ValueError(f"no skill model: {self}")

    @property
    def noise(self) -> float:
        """The variance of the difference of two performances of equal skill."""
        return 2 * self.beta**2

    @property
    def draw_margin(self) -> float:
        """The largest difference of two performances that is a draw."""
        return NormalDist().inv_cdf((self.draw_probability + 1) / 2) * math.sqrt(self.noise)

    def win_share(self, gap: float) -> float:
        """Return the share of matches won by a bot with this lead; a draw counts half.

        The draw margin is left out: it takes from both sides, and matches are seldom drawn.
        """
        return 0.5 * math.erfc(-gap / math.sqrt(2 * self.noise))

    @property
    def standard(self) -> "TrueSkillModel":
        """The model on the scale of the prior N(0, 1)."""
        return replace(self, mu=0.0, sigma=1.0, beta=self.beta / self.sigma)

    @property
    def newcomer(self) -> Rating:
        """The rating of an entrant that has not played."""
        return Rating(self.mu, self.sigma)


def model_for(table: ResultTable) -> TrueSkillModel:
    """Return the usual scale with the draw probability of the results.

    A wrong one spoils the error bars, though never the order.
    """
    least, most = DRAW_PROBABILITY_RANGE
    return TrueSkillModel(draw_probability=min(max(table.drawn_share, least), most))


def win_moments(x: FloatArray) -> Moments:
    """Return V and W of a win, `x` being the expected difference minus the draw margin."""
    v = 1 / _mills(x)
    w = v * (v + x)
    far = x < TAIL
    w[far] = _tail_w(x[far])
    return v, w


def draw_moments(x: FloatArray, margin: FloatArray) -> Moments:
    """Return V and W of a draw, `margin` being positive.

    The two ends of the interval are a and b; with r = pdf(b) / pdf(a) no density has to be computed
    alone, so nothing underflows however unexpected the draw was.
    """
    a, b = margin - np.abs(x), -margin - np.abs(x)
    exponent = -2 * margin * np.abs(x)
    r = np.exp(exponent)
    mass = _mills(a) - r * _mills(b)
    v = np.expm1(exponent) / mass
    return np.where(x < 0, -v, v), v**2 + (a - b * r) / mass


def _mills(x: FloatArray) -> FloatArray:
    """Return cdf(x) / pdf(x) of the standard normal; below -TAIL its value at -TAIL."""
    near = np.clip(x, TAIL, -TAIL)
    cdf = 0.5 * np.asarray(_erfc(near * -math.sqrt(0.5)), dtype=np.float64)
    quotient: FloatArray = cdf * math.sqrt(2 * math.pi) * np.exp(near * near / 2)
    far = x < TAIL
    quotient[far] = 1 / _tail_v(x[far])
    return quotient


def _tail_v(x: FloatArray) -> FloatArray:
    u = 1 / (x * x)
    return -x - (1 - u * (2 - u * (10 - u * 74))) / x


def _tail_w(x: FloatArray) -> FloatArray:
    u = 1 / (x * x)
    return 1 - u * (1 - u * (6 - u * 50))
