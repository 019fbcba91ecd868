"""The two functions at the heart of TrueSkill: what one result does to a difference of skills.

A performance difference is N(x, 1) before the result is known. Knowing that it lies above the draw
margin (a win) or within it (a draw) moves its mean by V and shrinks its variance by W. All
functions take and return whole arrays. No skills, no results.
"""

import math

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Moments = tuple[FloatArray, FloatArray]

#: Below this the normal tail is so thin that its series is nearer the truth than its quotient.
TAIL = -25.0
_erfc = np.frompyfunc(math.erfc, 1, 1)


def win_moments(x: FloatArray) -> Moments:
    """V and W of a win, `x` being the expected difference minus the draw margin."""
    v = 1 / _mills(x)
    w = v * (v + x)
    far = x < TAIL
    w[far] = _tail_w(x[far])
    return v, w


def draw_moments(x: FloatArray, margin: FloatArray) -> Moments:
    """V and W of a draw, `margin` being positive.

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
    """cdf(x) / pdf(x) of the standard normal, above -TAIL as at -TAIL: there it is huge anyway."""
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
