"""A number with its 95 % error, the quantiles such errors take, and Elo."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

#: All intervals hold the truth in 95 of 100 tournaments.
LEVEL = 0.95
TAIL = (1 - LEVEL) / 2
Z = NormalDist().inv_cdf(1 - TAIL)
LEAST_FREEDOM = 2
ELO = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, give or take an error; None where nothing is known of the error."""

    value: float
    error: float | None

    def rounded(self, digits: int) -> "Estimate":
        """The same with fewer digits."""
        return Estimate(
            round(self.value, digits), None if self.error is None else round(self.error, digits)
        )


def student(freedom: int) -> float:
    """The factor for an error that was itself estimated from so few observations.

    Student's quantile by its expansion around the normal one, good to a hundredth from 5 on and
    to one in thirty from 2 on.

    >>> round(student(10), 2), round(student(1000), 2)
    (2.23, 1.96)
    """
    z, n = Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return float(z + first / n + second / n**2 + third / n**3)


def elo(win_share: Callable[[float], float], gap: float) -> float:
    """The gap on Elo's scale, where 400 is ten wins to a loss."""
    return ELO * math.log(win_share(gap) / win_share(-gap))


def elo_estimate(win_share: Callable[[float], float], gap: float, sigma: float) -> Estimate:
    """Likewise, with its error."""
    low, high = (elo(win_share, gap + side * Z * sigma) for side in (-1, 1))
    return Estimate(elo(win_share, gap), (high - low) / 2)
