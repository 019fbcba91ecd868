"""Slots and their order: every pairing plays once in each schedule round.

A schedule round is one chunk of every pairing, so that the table is balanced whenever a round is
complete. The order is Berger's, which spreads each entrant's chunks over the round.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from arena.store.legs import LEGS

PAIRS_PER_CHUNK = 20


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

    @property
    def legs(self) -> int:
        """The number of matches."""
        return len(self.pairs) * len(LEGS)


def berger(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a round-robin of players 1, 2, …, as pairs of them; FIDE's tables.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    even = players + players % 2
    rounds = ([_board(even, number, k) for k in range(even // 2)] for number in range(even - 1))
    return [[pair for pair in one if max(pair) <= players] for one in rounds]


def _board(even: int, number: int, k: int) -> tuple[int, int]:
    """Return the players at board k of round `number`, both from 0; board 0 has the last player."""
    turn = number * (even // 2) % (even - 1)
    if k == 0:
        return (turn + 1, even) if number % 2 == 0 else (even, turn + 1)
    return (turn + k) % (even - 1) + 1, (turn - k) % (even - 1) + 1


def _board_of(even: int, number: int, player: int) -> int:
    """Return the board at which a player sits in a round."""
    if player == even:
        return 0
    ahead = (player - 1 - number * (even // 2)) % (even - 1)
    return min(ahead, even - 1 - ahead)


@dataclass(frozen=True, slots=True)
class Meetings:
    """Pairings in Berger order, each as (a, b) with a < b: all, or those of a few players.

    They are made as they are asked for, again whenever they are: a thousand bots have half a
    million.
    """

    names: tuple[str, ...]  # in order
    few: tuple[int, ...] | None = None  # by place in the names, from 1

    def __iter__(self) -> Iterator[tuple[str, str]]:
        even = len(self.names) + len(self.names) % 2
        for number in range(even - 1):
            for k in self._boards(even, number):
                low, high = sorted(_board(even, number, k))
                if high <= len(self.names):
                    yield self.names[low - 1], self.names[high - 1]

    def _boards(self, even: int, number: int) -> Iterable[int]:
        if self.few is None:
            return range(even // 2)
        return sorted({_board_of(even, number, player) for player in self.few})


def pairings(names: Iterable[str]) -> Meetings:
    """Return every pairing of the names."""
    return Meetings(tuple(sorted(names)))


def with_one_of(few: Iterable[str], names: Iterable[str]) -> Meetings:
    """Return the pairings of the names with at least one of the few."""
    ordered = sorted(names)
    places = {name: place for place, name in enumerate(ordered, start=1)}
    return Meetings(tuple(ordered), tuple(places[name] for name in few))


@dataclass(frozen=True, slots=True)
class FullRound:
    """The schedule round with this number, from 0: a chunk of each pairing, up to `pairs` pairs."""

    meetings: Iterable[tuple[str, str]]
    number: int
    pairs: int

    def __iter__(self) -> Iterator[Slot]:
        return (chunk_of(meeting, self.number, self.pairs) for meeting in self.meetings)


def full_rounds(meetings: Iterable[tuple[str, str]], pairs: int) -> Iterator[FullRound]:
    """Yield the schedule rounds in which each pairing plays a chunk, up to `pairs` pairs."""
    return (FullRound(meetings, number, pairs) for number in range(ceil(pairs / PAIRS_PER_CHUNK)))


def chunk_of(meeting: tuple[str, str], number: int, most: int) -> Slot:
    """Return the chunk with this number, from 0, of a pairing that plays at most `most` pairs."""
    first = number * PAIRS_PER_CHUNK + 1
    return Slot(*meeting, first, min(first + PAIRS_PER_CHUNK - 1, most))
