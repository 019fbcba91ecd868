"""Estimates with their 95 % errors, rates per month, and Elo."""

import math
from collections.abc import Callable, Iterable
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
        """Return the estimate with fewer digits."""
        return Estimate(
            round(self.value, digits), None if self.error is None else round(self.error, digits)
        )


def student(freedom: int) -> float:
    """Return the factor for an error that was estimated from this many observations.

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
    """Return the gap on Elo's scale, where 400 is ten wins to a loss."""
    return ELO * math.log(win_share(gap) / win_share(-gap))


def elo_estimate(win_share: Callable[[float], float], gap: float, sigma: float) -> Estimate:
    """Return an estimate in Elo with its error."""
    low, high = (elo(win_share, gap + side * Z * sigma) for side in (-1, 1))
    return Estimate(elo(win_share, gap), (high - low) / 2)


@dataclass(frozen=True, slots=True)
class RateSums:
    """Sums over pairs of what was gained in each and of how often it could be."""

    pairs: int = 0
    gain: int = 0
    times: int = 0
    gain_squared: int = 0
    gain_by_times: int = 0
    times_squared: int = 0

    def __add__(self, other: "RateSums") -> "RateSums":
        return RateSums(
            self.pairs + other.pairs,
            self.gain + other.gain,
            self.times + other.times,
            self.gain_squared + other.gain_squared,
            self.gain_by_times + other.gain_by_times,
            self.times_squared + other.times_squared,
        )

    def with_pair(self, gain: int, times: int) -> "RateSums":
        """Return the sums with one more pair."""
        return self + RateSums(1, gain, times, gain**2, gain * times, times**2)

    @property
    def mirrored(self) -> "RateSums":
        """The sums of the same pairs from the other side's view."""
        return RateSums(
            self.pairs,
            -self.gain,
            self.times,
            self.gain_squared,
            -self.gain_by_times,
            self.times_squared,
        )

    @property
    def rate(self) -> float:
        """The mean gain per unit; there must be at least one."""
        return self.gain / self.times

    @property
    def variance(self) -> float:
        """The variance of the rate; there must be two pairs."""
        rate = self.rate
        squares = self.gain_squared - 2 * rate * self.gain_by_times + rate**2 * self.times_squared
        return max(squares, 0) / self.times**2 * self.pairs / (self.pairs - 1)


NO_PAIRS = RateSums()


def mean_rate(sums: Iterable[RateSums]) -> Estimate | None:
    """Return the mean of several rates, each counting alike; None if there is none.

    None if none is left; without an error if too few pairs can be compared.
    """
    known = [one for one in sums if one.times]
    if not known:
        return None
    value = math.fsum(one.rate for one in known) / len(known)
    freedom = sum(one.pairs - 1 for one in known)
    if freedom < LEAST_FREEDOM or min(one.pairs for one in known) < 2:
        return Estimate(value, None)
    variance = math.fsum(one.variance for one in known) / len(known) ** 2
    return Estimate(value, student(freedom) * math.sqrt(variance))
