"""Schedules by name: the chunks of each schedule round of an event.

Round-robin and gauntlet are known from the start. Swiss and adaptive ask the ranking what to play
next, and what they ask is the ranking by the complete rounds before: so the answer is the same
whatever else is stored, how many jobs there are, and whenever the event was stopped.

`pairs` says for each schedule how much there is to play: so many pairs for each pairing, and for
swiss and adaptive as many in all as a round-robin would have.

Who meets whom in a swiss round: neighbours of the ranking who have met least so far.

Whom to let play next: those who may well be neighbours in the ranking.

Skills are drawn from what is believed of them, and two that come to stand side by side in such a
draw are worth a meeting. This finds the best of a large field soonest; in a small one all meetings
tell about the same.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb
from types import MappingProxyType

import numpy as np

from arena.errors import ArenaError
from arena.rating.belief import Belief
from arena.rating.model import TrueSkillModel
from arena.schedule.slots import PAIRS_PER_CHUNK, Slot, chunk_of, full_rounds, pairings, with_one_of
from arena.standings.standings import Standings
from arena.store.pairs import Within
from referee.rules.errors import nearest

Pairing = tuple[str, str]
#: Draws for each meeting that is wanted. Where all is settled, most of them repeat a few pairings.
MOST_DRAWS = 50
SEED = 12
#: Adaptive begins with so many full rounds, and asks again when the data have grown by so much.
FULL_ROUNDS = 2
GROWTH = 0.15


def swiss_pairings(order: Sequence[str], met: Mapping[Pairing, int]) -> list[Pairing]:
    """Pair bots by the order of their ranking; with an odd number one of them rests.

    From the first on, everybody meets the nearest of those whom it has met least. Where that
    leaves some who have met too often, they change rivals with the nearest other pairing as
    long as that helps. `met` counts meetings by names in order.
    """
    found = list(_nearest(_without_resting(list(order), met), met))
    while (changed := _change(found, met)) is not None:
        found = changed
    return sorted(found)


def pairing(one: str, other: str) -> Pairing:
    """Return the names in order."""
    return (one, other) if one < other else (other, one)


def _without_resting(order: list[str], met: Mapping[Pairing, int]) -> list[str]:
    """Remove the bot that rests: the lowest in the ranking of those that rested least."""
    if len(order) % 2 == 0:
        return order
    played = {
        name: sum(met.get(pairing(name, rival), 0) for rival in order if rival != name)
        for name in order
    }
    resting = max(reversed(order), key=played.__getitem__)
    return [name for name in order if name != resting]


def _nearest(names: list[str], met: Mapping[Pairing, int]) -> Iterator[Pairing]:
    while names:
        first, *rest = names
        rival = min(rest, key=lambda name: met.get(pairing(first, name), 0))
        yield pairing(first, rival)
        names = [name for name in rest if name != rival]


def _change(found: list[Pairing], met: Mapping[Pairing, int]) -> list[Pairing] | None:
    """Return the round after a change of rivals that improves it; None if there is none."""
    for one in (meeting for meeting in found if met.get(meeting, 0)):
        for other in _by_distance(found, one):
            for changed in _changes(one, other):
                if _cost(changed, met) < _cost((one, other), met):
                    return [*(kept for kept in found if kept not in (one, other)), *changed]
    return None


def _by_distance(found: list[Pairing], one: Pairing) -> list[Pairing]:
    """Return the other pairings, the nearest in the ranking first."""
    place = found.index(one)
    ordered = sorted(range(len(found)), key=lambda other: abs(other - place))
    return [found[other] for other in ordered[1:]]


def _changes(one: Pairing, other: Pairing) -> Iterator[tuple[Pairing, Pairing]]:
    (a, b), (c, d) = one, other
    yield pairing(a, c), pairing(b, d)
    yield pairing(a, d), pairing(b, c)


def _cost(pairings: Sequence[Pairing], met: Mapping[Pairing, int]) -> int:
    """Return the cost of a round. A third meeting costs more than two second meetings."""
    return sum(met.get(one, 0) ** 2 for one in pairings)


def likely_neighbours(belief: Belief, count: int, turn: int) -> list[tuple[str, str]]:
    """Draw pairings of likely neighbours of the ranking, each once and sorted by name.

    Each is a random one of the neighbours in a draw of its own. The same belief and the same
    `turn`, a number from 0, give the same pairings.
    """
    names = belief.table.names
    if len(names) < 2:
        return []
    # RandomState's stream is frozen for good, that of numpy's newer generators is not.
    dice = np.random.RandomState([SEED, turn])
    factor = np.linalg.cholesky(belief.covariance)
    found: set[tuple[str, str]] = set()
    for _ in range(MOST_DRAWS * count):
        if len(found) == count:
            break
        order = np.argsort(-(belief.mean + factor @ dice.standard_normal(len(names))))
        upper = int(dice.randint(len(names) - 1))
        one, other = sorted(names[place] for place in order[upper : upper + 2])
        found.add((one, other))
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a schedule. `names` are the entrants, in the order in which they entered.

    `challengers` are those who play everyone: all of them, save in a gauntlet. `rank` gives the
    ranking by some pairs alone, once they are played.
    """

    names: tuple[str, ...]
    challengers: tuple[str, ...]
    pairs: int
    rank: Callable[[Within], Standings]

    @property
    def pairings(self) -> int:
        """The number of pairings of the entrants."""
        return comb(len(self.names), 2)


#: Each round can be gone through again and again.
Rounds = Callable[[Terms], Iterator[Iterable[Slot]]]


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule. `asks` is set if a round depends on the results of the one before."""

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
    chunks = ceil(terms.pairs * terms.pairings / PAIRS_PER_CHUNK)
    bots = len(terms.names)
    # With an odd number one sits out: a single round would leave it without a match.
    for _ in range(max(1 + bots % 2, ceil(chunks / (bots // 2)))):
        if not (chosen := swiss_pairings(_swiss_order(terms, played), played)):
            return
        yield _next_chunks(chosen, played)


def _swiss_order(terms: Terms, played: Counter[tuple[str, str]]) -> list[str]:
    """Return the bots that play on, the best first; a bot without a rating counts as average."""
    found = terms.rank(_within(played))
    out = {one.entry.name for one in found.benched}
    skill = {one.entry.name: one.rating.mu for one in found.ranked}
    names, usual = [name for name in terms.names if name not in out], TrueSkillModel().mu
    return sorted(names, key=lambda name: -skill.get(name, usual))


def _adaptive(terms: Terms) -> Iterator[Iterable[Slot]]:
    yield from full_rounds(pairings(terms.names), min(terms.pairs, FULL_ROUNDS * PAIRS_PER_CHUNK))
    played = Counter(dict.fromkeys(pairings(terms.names), FULL_ROUNDS))
    left = ceil((terms.pairs - FULL_ROUNDS * PAIRS_PER_CHUNK) * terms.pairings / PAIRS_PER_CHUNK)
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
    """Return the next chunk of every chosen pairing, and count it as played."""
    slots = [chunk_of(one, played[one], (played[one] + 1) * PAIRS_PER_CHUNK) for one in chosen]
    played.update(chosen)
    return slots


def _within(played: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {meeting: chunks * PAIRS_PER_CHUNK for meeting, chunks in played.items()}


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
    """Return the schedule of this name. Raises UnknownSchedule."""
    if name not in SCHEDULES:
        raise UnknownSchedule(name)
    return SCHEDULES[name]
