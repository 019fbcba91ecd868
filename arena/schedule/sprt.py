"""The goal `--sprt elo0=0,elo1=5`: two bots play until the test accepts one of two gaps.

The arithmetic stands in `arena.rating.sprt`. The first entrant is the one that is put to the test,
and the test looks at complete schedule rounds.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena.errors import ArenaError, shown
from arena.rating.sprt import Scale, acceptance_bounds, ratio_of_pairs
from arena.standings.standings import Standings
from referee.rules.errors import nearest

EXAMPLE = "elo0=0,elo1=5"
KEYS = ("elo0", "elo1", "nelo0", "nelo1", "alpha", "beta")
WORDS = {Scale.ELO: "Elo", Scale.NORMALISED: "normalised Elo"}
USUAL_RISK = 0.05
#: No two bots are this far apart by anything that a test could find.
LARGEST = 1000.0


class BadSprt(ArenaError):
    """The terms of an SPRT are invalid."""

    def __init__(self, what: str, hint: str = f"write them as in {EXAMPLE}") -> None:
        super().__init__(f"--sprt: {what}", hint)


@dataclass(frozen=True, slots=True)
class SprtTerms:
    """The terms of an SPRT: the two hypotheses `lower` and `upper`, and the error rates.

    `alpha` is the risk of taking `upper` where `lower` is true, `beta` the other one.
    """

    scale: Scale
    lower: float
    upper: float
    alpha: float = USUAL_RISK
    beta: float = USUAL_RISK

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which the test ends."""
        return acceptance_bounds(self.alpha, self.beta)


def read_sprt(text: str | None) -> SprtTerms | None:
    """Parse the terms of a test, such as `elo0=0,elo1=5,alpha=0.05`. Raises BadSprt.

    Raises BadSprt.
    """
    if text is None:
        return None
    values = dict(_term(part) for part in text.replace(",", " ").split())
    for scale in Scale:
        if (ends := _ends(values, scale)) is not None:
            terms = SprtTerms(scale, *ends, **_risks(values))
            return _checked(terms)
    raise BadSprt("elo0 and elo1 are missing, the two gaps to tell apart")


def _term(part: str) -> tuple[str, float]:
    key, _, number = part.partition("=")
    if key not in KEYS:
        known = f"unknown key `{shown(key)}` (known: {', '.join(KEYS)})"
        raise BadSprt(known, nearest(key, KEYS) or f"write them as in {EXAMPLE}")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not abs(value) <= LARGEST:
        raise BadSprt(f"{key}: `{shown(number)}` is no number between -{LARGEST:g} and {LARGEST:g}")
    return key, value


def _ends(values: Mapping[str, float], scale: Scale) -> tuple[float, float] | None:
    keys = f"{scale.value}0", f"{scale.value}1"
    there = [key in values for key in keys]
    if any(there) and not all(there):
        raise BadSprt(f"{keys[0]} and {keys[1]} belong together")
    return (values[keys[0]], values[keys[1]]) if all(there) else None


def _risks(values: Mapping[str, float]) -> dict[str, float]:
    return {key: values[key] for key in ("alpha", "beta") if key in values}


def _checked(terms: SprtTerms) -> SprtTerms:
    if not terms.lower < terms.upper:
        raise BadSprt(
            f"{terms.upper:g} is not more than {terms.lower:g}, which it is tested against"
        )
    for key, risk in (("alpha", terms.alpha), ("beta", terms.beta)):
        if not 0 < risk < 0.5:
            raise BadSprt(f"{key} is a risk, more than 0 and less than 0.5, and not {risk:g}")
    return terms


@dataclass(frozen=True, slots=True)
class SprtGoal:
    """The goal of an SPRT: `bot` is tested against `rival`."""

    terms: SprtTerms
    bot: str
    rival: str

    def is_due(self, pairs: int) -> bool:
        """Return True: the test is valid at every complete round."""
        return True

    def answer(self, found: Standings) -> str | None:
        """Return the accepted hypothesis, once the ratio has left its bounds."""
        if not self._classes(found):
            return "SPRT: no verdict, since one of the two plays no more"
        low, high = self.terms.bounds
        ratio = self._ratio(found)
        if low < ratio < high:
            return None
        return f"SPRT: {self._accepted(is_upper=ratio >= high)}"

    def _accepted(self, *, is_upper: bool) -> str:
        terms, word = self.terms, WORDS[self.terms.scale]
        taken, other = (terms.upper, terms.lower) if is_upper else (terms.lower, terms.upper)
        return (
            f"H{int(is_upper)} accepted: {self.bot} is better than {self.rival} by"
            f" {taken:g} {word} rather than {other:g}"
        )

    def last_words(self, found: Standings) -> Iterator[str]:
        """Yield the ratio; the verdict was given before."""
        yield from self.live_lines(found)

    def live_lines(self, found: Standings) -> Iterator[str]:
        """Yield the ratio, its bounds and the two gaps."""
        if not self._classes(found):
            return
        low, high = self.terms.bounds
        yield (
            f"LLR: {self._ratio(found):.2f} ({low:.2f}, {high:.2f})"
            f" [{self.terms.lower:.2f}, {self.terms.upper:.2f}]"
        )

    def _ratio(self, found: Standings) -> float:
        terms = self.terms
        return ratio_of_pairs(self._classes(found), terms.scale, terms.lower, terms.upper)

    def _classes(self, found: Standings) -> tuple[int, ...]:
        """Return how the pairs ended for the first bot; empty if none count."""
        for one in found.ranked:
            if one.entry.name == self.bot and self.rival in one.against:
                return one.against[self.rival].classes
        return ()
