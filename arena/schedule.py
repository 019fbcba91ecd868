"""Who plays whom, and in which order: every pairing once in each schedule round.

A schedule round is one chunk of every pairing, so that the table is balanced whenever a round is
complete. The order is Berger's, which spreads each entrant's chunks over the round.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from arena.chunks import PAIRS


@dataclass(frozen=True, slots=True)
class Slot:
    """A chunk in the schedule: pairs `first` to `last` of the pairing of `a` and `b`, a < b."""

    a: str
    b: str
    first: int
    last: int

    @property
    def pairs(self) -> range:
        """The pairs, counted from 1 within the pairing."""
        return range(self.first, self.last + 1)


def berger(players: int) -> list[list[tuple[int, int]]]:
    """The rounds of a round-robin of players 1, 2, …, as pairs of them; FIDE's tables.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    even = players + players % 2
    rounds = (_berger_round(even, number) for number in range(even - 1))
    return [[pair for pair in one if max(pair) <= players] for one in rounds]


def _berger_round(even: int, number: int) -> list[tuple[int, int]]:
    turn = number * (even // 2) % (even - 1)
    first = (turn + 1, even) if number % 2 == 0 else (even, turn + 1)
    rest = (((turn + k) % (even - 1) + 1, (turn - k) % (even - 1) + 1) for k in range(1, even // 2))
    return [first, *rest]


def pairings(names: Sequence[str]) -> list[tuple[str, str]]:
    """Every pairing of the names, each as (a, b) with a < b, in Berger order."""
    ordered = sorted(names)
    rounds = berger(len(ordered)) if len(ordered) > 1 else []
    pairs = (pair for one in rounds for pair in one)
    return [(ordered[min(pair) - 1], ordered[max(pair) - 1]) for pair in pairs]


def with_one_of(few: Collection[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """The pairings of the names in which one of the few plays, or two of them."""
    return [pairing for pairing in pairings(names) if not set(pairing).isdisjoint(few)]


def full_rounds(meetings: Sequence[tuple[str, str]], pairs: int) -> Iterator[list[Slot]]:
    """The schedule rounds in which each of these pairings plays a chunk, up to so many pairs."""
    for number in range(ceil(pairs / PAIRS)):
        yield [chunk_of(meeting, number, pairs) for meeting in meetings]


def chunk_of(meeting: tuple[str, str], number: int, most: int) -> Slot:
    """The chunk of this number, from 0, of a pairing that plays `most` pairs at the most."""
    first = number * PAIRS + 1
    return Slot(*meeting, first, min(first + PAIRS - 1, most))
