"""The goal of `--until-resolved`: every place is certain, or a tie that does not matter.

Decisions fall at complete schedule rounds only, from what those rounds hold, so they do not depend
on jobs, order or stops. Rule and limits: LOS of 0.99, ties within 52:48, a look when the data have
grown by a quarter (looking after every pair claims wrong orders more often).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from arena.standings.standings import Standing, Standings

CERTAIN = 0.99
GROWTH = 1.25


@dataclass(frozen=True, slots=True)
class Step:
    """Two neighbours of a ranking, and what is known of their order."""

    better: Standing
    worse: Standing

    @property
    def is_certain(self) -> bool:
        """True if the first is better with sufficient certainty."""
        lead = self.better.certainty.lead
        return lead is not None and (lead.superiority or 0.0) >= CERTAIN

    @property
    def is_tie(self) -> bool:
        """True if neither can win more than 52 % of their matches."""
        lead = self.better.certainty.lead
        return lead is not None and lead.is_tie

    def has_one_of(self, names: Collection[str]) -> bool:
        """Return whether one of these bots is one of the two."""
        return not {self.better.entry.name, self.worse.entry.name}.isdisjoint(names)

    def text(self) -> str:
        """Return the step in words."""
        names = f"{self.better.entry.name}, {self.worse.entry.name}"
        ranks = f"ranks {self.better.rank} and {self.worse.rank}"
        if self.is_certain:
            return f"{ranks} ({names}) are certain"
        return f"{ranks} ({names}) are {'a tie within 2 %' if self.is_tie else 'not certain'}"


def steps(found: Standings, challengers: Collection[str] | None = None) -> list[Step]:
    """Return every two neighbours of a ranking; in a gauntlet those with a challenger."""
    every = (Step(better, worse) for better, worse in pairwise(found.ranked))
    return [step for step in every if challengers is None or step.has_one_of(challengers)]


@dataclass(slots=True)
class Resolution:
    """The goal of a resolved ranking. `challengers` are those of a gauntlet."""

    challengers: Collection[str] | None = None
    _looked: int = 0

    def is_due(self, pairs: int) -> bool:
        """Return whether the data have grown enough since the last look."""
        if pairs < self._looked * GROWTH:
            return False
        self._looked = pairs
        return True

    def answer(self, found: Standings) -> str | None:
        """Return that every two neighbours are certain or tied; None if they are not."""
        if len(found.ranked) < 2:
            return "nothing is left to resolve: fewer than two bots play on"
        if any(not (step.is_certain or step.is_tie) for step in self._steps(found)):
            return None
        return f"resolved after {found.complete_pairs} complete pairs"

    def last_words(self, found: Standings) -> Iterator[str]:
        """Yield what is known of every two neighbours."""
        return (step.text() for step in self._steps(found))

    def live_lines(self, found: Standings) -> Iterator[str]:
        """Yield how many places are open."""
        steps = self._steps(found)
        known = sum(step.is_certain or step.is_tie for step in steps)
        yield f"Resolved: {known} of {len(steps)} steps of the ranking"

    def _steps(self, found: Standings) -> list[Step]:
        return steps(found, self.challengers)
