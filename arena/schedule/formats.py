"""The schedules by name: which chunks each schedule round of an event has.

Round-robin and gauntlet are known from the start. Swiss and adaptive ask the ranking what to play
next, and what they ask is the ranking by the complete rounds before: so the answer is the same
whatever else is stored, how many jobs there are, and whenever the event was stopped.

`pairs` says for each schedule how much there is to play: so many pairs for each pairing, and for
swiss and adaptive as many in all as a round-robin would have.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, comb
from types import MappingProxyType

from arena.errors import ArenaError
from arena.rating.model import TrueSkillModel
from arena.runner.chunk import PAIRS
from arena.schedule.neighbours import likely_neighbours
from arena.schedule.slots import Slot, chunk_of, full_rounds, pairings, with_one_of
from arena.schedule.swiss import swiss_pairings
from arena.standings.standings import Standings
from arena.store.pairs import Within
from referee.rules.errors import nearest

#: Adaptive begins with so many full rounds, and asks again when the data have grown by so much.
FULL_ROUNDS = 2
GROWTH = 0.15


@dataclass(frozen=True, slots=True)
class Terms:
    """What a schedule is made of. `names` are the entrants, in the order in which they entered.

    `challengers` are those who play everyone: all of them, save in a gauntlet. `rank` gives the
    ranking by some pairs alone, once they are played.
    """

    names: tuple[str, ...]
    challengers: tuple[str, ...]
    pairs: int
    rank: Callable[[Within], Standings]

    @property
    def pairings(self) -> int:
        """How many pairings the entrants have."""
        return comb(len(self.names), 2)


#: Each round can be gone through again and again.
Rounds = Callable[[Terms], Iterator[Iterable[Slot]]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule. `asks`: whether a round is known only when the one before is complete."""

    name: str
    rounds: Rounds
    asks: bool = False


class UnknownSchedule(ArenaError):
    """No schedule has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"no schedule named `{name}` (known: {', '.join(SCHEDULES)})",
            nearest(name, SCHEDULES),
        )


def _round_robin(terms: Terms) -> Iterator[Iterable[Slot]]:
    return full_rounds(pairings(terms.names), terms.pairs)


def _gauntlet(terms: Terms) -> Iterator[Iterable[Slot]]:
    return full_rounds(with_one_of(terms.challengers, terms.names), terms.pairs)


def _swiss(terms: Terms) -> Iterator[list[Slot]]:
    played: Counter[tuple[str, str]] = Counter()
    chunks = ceil(terms.pairs * terms.pairings / PAIRS)
    bots = len(terms.names)
    # With an odd number one sits out: a single round would leave it without a match.
    for _ in range(max(1 + bots % 2, ceil(chunks / (bots // 2)))):
        if not (chosen := swiss_pairings(_swiss_order(terms, played), played)):
            return
        yield _next_chunks(chosen, played)


def _swiss_order(terms: Terms, played: Counter[tuple[str, str]]) -> list[str]:
    """Who plays on, the best first; whoever has no rating yet is taken for average."""
    found = terms.rank(_within(played))
    out = {one.entry.name for one in found.benched}
    skill = {one.entry.name: one.rating.mu for one in found.ranked}
    names, usual = [name for name in terms.names if name not in out], TrueSkillModel().mu
    return sorted(names, key=lambda name: -skill.get(name, usual))


def _adaptive(terms: Terms) -> Iterator[Iterable[Slot]]:
    yield from full_rounds(pairings(terms.names), min(terms.pairs, FULL_ROUNDS * PAIRS))
    played = Counter(dict.fromkeys(pairings(terms.names), FULL_ROUNDS))
    left = ceil((terms.pairs - FULL_ROUNDS * PAIRS) * terms.pairings / PAIRS)
    turn = 0
    while left > 0:
        wanted = min(left, max(1, int(GROWTH * played.total())), terms.pairings)
        belief = terms.rank(_within(played)).belief
        if not (chosen := likely_neighbours(belief, wanted, turn)):
            return
        yield _next_chunks(chosen, played)
        left -= len(chosen)
        turn += 1


def _next_chunks(chosen: list[tuple[str, str]], played: Counter[tuple[str, str]]) -> list[Slot]:
    """The next chunk of every chosen pairing, which counts as played from now on."""
    slots = [chunk_of(one, played[one], (played[one] + 1) * PAIRS) for one in chosen]
    played.update(chosen)
    return slots


def _within(played: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {meeting: chunks * PAIRS for meeting, chunks in played.items()}


ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"
SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        one.name: one
        for one in (
            Schedule(ROUND_ROBIN, _round_robin),
            Schedule(GAUNTLET, _gauntlet),
            Schedule("swiss", _swiss, asks=True),
            Schedule("adaptive", _adaptive, asks=True),
        )
    }
)


def schedule_named(name: str) -> Schedule:
    """The schedule of this name. Raises UnknownSchedule."""
    if name not in SCHEDULES:
        raise UnknownSchedule(name)
    return SCHEDULES[name]
