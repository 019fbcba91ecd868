"""Tallies: what a bot scored against another, in complete pairs and in unpaired matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.rating.estimates import NO_PAIRS, Estimate, RateSums, mean_rate
from arena.rating.results import PAIR_CLASSES, Outcome
from arena.store.pairs import LegCount, PairCount

_CLASS_OF = {legs: place for place, legs in enumerate(PAIR_CLASSES)}
_CLASS_OF |= {legs[::-1]: place for legs, place in _CLASS_OF.items()}


@dataclass(frozen=True, slots=True)
class Tally:
    """Complete pairs, seen by one side: a count for each of `PAIR_CLASSES`, and net points.

    The times of `points` are months that finished. `unpaired` legs, won, drawn and lost, count
    one by one, and each like a pair in the sums of `points`.
    """

    classes: tuple[int, ...] = (0,) * len(PAIR_CLASSES)
    points: RateSums = NO_PAIRS
    unpaired: tuple[int, ...] = (0,) * len(Outcome)

    def __add__(self, other: "Tally") -> "Tally":
        classes = tuple(map(sum, zip(self.classes, other.classes, strict=True)))
        unpaired = tuple(map(sum, zip(self.unpaired, other.unpaired, strict=True)))
        return Tally(classes, self.points + other.points, unpaired)

    @property
    def mirrored(self) -> "Tally":
        """These pairs from the other side."""
        ww, wd, wl, dd, ld, ll = self.classes
        return Tally((ll, ld, wl, dd, wd, ww), self.points.mirrored, self.unpaired[::-1])

    @property
    def pairs(self) -> int:
        """The number of complete pairs."""
        return sum(self.classes)

    @property
    def legs(self) -> int:
        """The number of matches, paired or not."""
        return 2 * self.pairs + sum(self.unpaired)

    @property
    def wins(self) -> int:
        """The number of matches won."""
        return self._legs(Outcome.WIN)

    @property
    def draws(self) -> int:
        """The number of matches drawn."""
        return self._legs(Outcome.DRAW)

    @property
    def losses(self) -> int:
        """The number of matches lost."""
        return self._legs(Outcome.LOSS)

    def _legs(self, outcome: Outcome) -> int:
        paired = sum(
            count * legs.count(outcome)
            for legs, count in zip(PAIR_CLASSES, self.classes, strict=True)
        )
        return paired + self.unpaired[list(Outcome).index(outcome)]

    @property
    def match_percent(self) -> float:
        """The share of matches won in per cent; a draw counts as half a win."""
        return 100 * (self.wins + self.draws / 2) / self.legs

    @property
    def record(self) -> str:
        """The matches won, drawn and lost as text."""
        return f"{self.wins}-{self.draws}-{self.losses}"


def mean_points(tallies: Iterable[Tally]) -> Estimate | None:
    """Return the mean of net points per month; every rival counts alike."""
    return mean_rate(tally.points for tally in tallies)


def tallies(
    counts: Iterable[PairCount], unpaired: Iterable[LegCount] = ()
) -> Mapping[str, Mapping[str, Tally]]:
    """Return the tally of every bot against every rival it has met, rivals sorted by name."""
    found: defaultdict[str, defaultdict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    rows = [(one.a, one.b, _tally(one)) for one in counts]
    rows += [(one.a, one.b, _unpaired(one)) for one in unpaired]
    for a, b, tally in rows:
        found[a][b] += tally
        found[b][a] += tally.mirrored
    return {bot: dict(sorted(rivals.items())) for bot, rivals in found.items()}


def _tally(count: PairCount) -> Tally:
    legs = _CLASS_OF[count.first + count.second]
    classes = tuple(count.pairs if place == legs else 0 for place in range(len(PAIR_CLASSES)))
    points = RateSums(
        count.pairs,
        count.net_points,
        count.months,
        count.net_squared,
        count.net_by_months,
        count.months_squared,
    )
    return Tally(classes, points)


def _unpaired(count: LegCount) -> Tally:
    unpaired = tuple(count.legs if outcome == count.outcome else 0 for outcome in Outcome)
    return Tally(points=RateSums(*count[3:]), unpaired=unpaired)
