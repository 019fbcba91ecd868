"""Play statistics: how often bots call, what they win with, how long they think.

Gathered from matches as they stream by, a counter for each habit and never a list of matches.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, compress
from typing import TypeAlias, TypeVar

from arena.rating.estimates import RateSums
from arena.stats.outlines import LegOutline, RoundOutline
from referee.rules.seats import SEATS, Seat

#: Think times are counted in tenths of a millisecond: finer ones are noise.
THINK_UNITS = 10


Counts = TypeVar("Counts", "PlayStats", "Dealers")


@dataclass(slots=True)
class PlayStats:
    """The counts of one bot. Rounds are those that finished; a call's round may not have."""

    legs: int = 0
    rounds: int = 0
    won: int = 0
    lost: int = 0
    stops: int = 0
    calls: int = 0
    rounds_with_call: int = 0
    won_after_call: int = 0
    lost_after_call: int = 0
    yaku: Counter[str] = field(default_factory=Counter)
    thinking: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "PlayStats") -> "PlayStats":
        return _sum(self, other)

    @property
    def call_rate(self) -> float | None:
        """The share of offers on which it called koi-koi."""
        return _share(self.calls, self.calls + self.stops)

    @property
    def call_success(self) -> float | None:
        """The share of rounds with a call of its own that it won."""
        return _share(self.won_after_call, self.rounds_with_call)

    @property
    def call_penalty(self) -> float | None:
        """The share of rounds with a call of its own that its rival won."""
        return _share(self.lost_after_call, self.rounds_with_call)

    @property
    def mean_thought(self) -> float | None:
        """The mean time for an answer in milliseconds."""
        total = sum(units * count for units, count in self.thinking.items())
        mean = _share(total, self.thinking.total())
        return None if mean is None else mean / THINK_UNITS

    def thought(self, share: float) -> float | None:
        """Return the time in milliseconds that a share of the answers did not exceed."""
        left = math.ceil(share * self.thinking.total())
        for units, count in sorted(self.thinking.items()):
            left -= count
            if left <= 0:
                return units / THINK_UNITS
        return None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


@dataclass(slots=True)
class Dealers:
    """The dealer's advantage: net points a round, summed by pair.

    Both legs of a pair have the same first dealer and the same cards, so they err together.
    """

    rounds: int = 0
    won: int = 0
    lost: int = 0
    sums: RateSums = field(default_factory=RateSums)

    def __add__(self, other: "Dealers") -> "Dealers":
        return _sum(self, other)

    def add_pair(self, rounds: list[RoundOutline]) -> None:
        """Count the finished rounds of a pair."""
        net = 0
        for one in rounds:
            if (result := one.result) is not None:
                lost = result.winner is not None and result.winner != one.dealer
                self.rounds += 1
                self.won += result.winner == one.dealer
                self.lost += lost
                net += -result.points if lost else result.points
        finished = sum(one.result is not None for one in rounds)
        self.sums = self.sums.with_pair(net, finished)

    @property
    def win_rate(self) -> float | None:
        """The share of decided rounds that the dealer won."""
        return _share(self.won, self.won + self.lost)


@dataclass(slots=True)
class Gathered:
    """The play statistics of every bot, and of dealers in all rounds and in first months."""

    bots: Mapping[str, PlayStats]
    dealers: Dealers
    first_dealers: Dealers

    def __add__(self, other: "Gathered") -> "Gathered":
        """Return both together; they are of the same bots."""
        return Gathered(
            {name: one + other.bots[name] for name, one in self.bots.items()},
            self.dealers + other.dealers,
            self.first_dealers + other.first_dealers,
        )


def _sum(one: Counts, other: Counts) -> Counts:
    """Add two sets of counts."""
    counts = (getattr(one, count.name) + getattr(other, count.name) for count in fields(one))
    return type(one)(*counts)


#: A round from one side: its stops and calls, and whether it won, lost, or at least finished it.
Side: TypeAlias = tuple[int, int, bool, bool, bool]


@dataclass(slots=True)
class _Gathering:
    """The counts of one bot in progress. Equal rounds are counted together."""

    legs: int = 0
    sides: Counter[Side] = field(default_factory=Counter)
    yaku: Counter[str | bytes] = field(default_factory=Counter)
    thoughts: Counter[float | bytes] = field(default_factory=Counter)

    def add(self, rounds: Sequence[RoundOutline], seat: Seat) -> None:
        """Count a match."""
        self.legs += 1
        self.sides.update([_side(one, seat) for one in rounds])
        own = [compress(one.thoughts, one.own[seat]) for one in rounds]
        self.thoughts.update(chain.from_iterable(own))
        won = [one.result.yaku for one in rounds if one.result and one.result.winner == seat]
        self.yaku.update(chain.from_iterable(won))

    def play_stats(self) -> PlayStats:
        """Return the counts so far."""
        found = PlayStats(legs=self.legs)
        for id, count in self.yaku.items():
            found.yaku[id.decode() if isinstance(id, bytes) else id] += count
        for side, count in self.sides.items():
            _add_sides(found, side, count)
        found.thinking = thinking_of(self.thoughts)
        return found


def thinking_of(thoughts: Mapping[float | bytes, int]) -> Counter[int]:
    """Count think times in milliseconds, as numbers or text, by `THINK_UNITS`."""
    thinking: Counter[int] = Counter()
    for thought, count in thoughts.items():
        thinking[round(THINK_UNITS * float(thought))] += count
    return thinking


def _side(one: RoundOutline, seat: Seat) -> Side:
    result = one.result
    if result is None:
        return one.stops[seat], one.calls[seat], False, False, False
    won = result.winner == seat
    lost = not won and result.winner is not None
    return one.stops[seat], one.calls[seat], won, lost, True


def _add_sides(play_stats: PlayStats, side: Side, count: int) -> None:
    stops, calls, won, lost, has_finished = side
    has_called = has_finished and calls > 0
    play_stats.stops += count * stops
    play_stats.calls += count * calls
    play_stats.rounds += count * has_finished
    play_stats.won += count * won
    play_stats.lost += count * lost
    play_stats.rounds_with_call += count * has_called
    play_stats.won_after_call += count * (has_called and won)
    play_stats.lost_after_call += count * (has_called and lost)


def gathered(pairs: Iterator[list[LegOutline]], names: list[str]) -> Gathered:
    """Return the play statistics of bots by name, from pair after pair."""
    bots = {name: _Gathering() for name in names}
    dealers, first_dealers = Dealers(), Dealers()
    for legs in pairs:
        for leg in legs:
            for name, seat in zip(leg.names, SEATS, strict=True):
                bots[name].add(leg.rounds, seat)
        dealers.add_pair([one for leg in legs for one in leg.rounds])
        first_dealers.add_pair([one for leg in legs for one in leg.rounds[:1]])
    return Gathered({name: one.play_stats() for name, one in bots.items()}, dealers, first_dealers)
