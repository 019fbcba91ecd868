"""Results as every rating system reads them: outcomes of matches, counted for each pairing.

They know nothing of skills, points or faults: a forfeited match is a lost match by the time it gets
here. Equal facts give equal tables, in whatever order they arrive.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[np.int64]


class Outcome(StrEnum):
    """The outcome of a match for the entrant that is named first."""

    WIN = "W"
    DRAW = "D"
    LOSS = "L"


class Leg(NamedTuple):
    """One match, seen by `a`."""

    a: str
    b: str
    outcome: Outcome


class Pair(NamedTuple):
    """Both legs of one pair, seen by `a`."""

    a: str
    b: str
    first: Outcome
    second: Outcome


#: The six ways a pair can end for its first entrant, whichever leg was which.
PAIR_CLASSES = ("WW", "WD", "WL", "DD", "LD", "LL")
_LEGS_IN_CLASS = np.array([[legs.count(o) for o in Outcome] for legs in PAIR_CLASSES])
_CLASS_OF = {legs: column for column, legs in enumerate(PAIR_CLASSES)}
_CLASS_OF |= {legs[::-1]: column for legs, column in _CLASS_OF.items()}
_OUTCOME_COLUMN = {outcome: column for column, outcome in enumerate(Outcome)}
#: Where a count goes when the two entrants of a pairing change places.
_MIRRORED_CLASSES = [_CLASS_OF[legs.translate(str.maketrans("WL", "LW"))] for legs in PAIR_CLASSES]
_MIRRORED_OUTCOMES = [2, 1, 0]


@dataclass(frozen=True, slots=True, eq=False)
class ResultTable:
    """A table of every rated match, counted: a row for each pairing, in the order of the names.

    `names` is sorted; `first` and `second` are positions in it, and first < second. `pairs` has
    a column per class of `PAIR_CLASSES` for complete pairs; `singles` has a column per
    `Outcome` for legs that have no partner (remote entrants). Tables made by
    `arena.rating.results` are equal for equal facts, whatever order these arrive in.
    """

    names: tuple[str, ...]
    first: IntArray
    second: IntArray
    pairs: IntArray
    singles: IntArray

    @property
    def legs(self) -> IntArray:
        """Wins, draws and losses of the first entrant, for each pairing."""
        counts: IntArray = self.pairs @ _LEGS_IN_CLASS + self.singles
        return counts

    @property
    def drawn_share(self) -> float:
        """The share of drawn matches; 0 when nothing was played."""
        legs = self.legs.sum(axis=0)
        return float(legs[1] / max(legs.sum(), 1))

    @property
    def played(self) -> NDArray[np.bool_]:
        """A mask of the names that have a rated match."""
        met = np.zeros(len(self.names), dtype=np.bool_)
        met[self.first] = met[self.second] = True
        return met

    def without_idle(self) -> "ResultTable":
        """Return the results without names that have none."""
        position = np.cumsum(self.played) - 1
        names = tuple(name for name, met in zip(self.names, self.played, strict=True) if met)
        return ResultTable(
            names, position[self.first], position[self.second], self.pairs, self.singles
        )


@dataclass(frozen=True, slots=True)
class Results:
    """A table and, for systems that depend on order, its matches in canonical order.

    What that order is, the caller decides; `legs` is called only by a system that needs it.
    """

    table: ResultTable
    legs: Callable[[], Iterable[Leg]]


class BadResults(ValueError):
    """Counts that no tournament can produce, which is a bug of the arena."""


def in_order(names: Sequence[str], played: Sequence[Pair | Leg]) -> Results:
    """Make results from pairs and unpaired matches in canonical order."""
    pairs = Counter(one for one in played if isinstance(one, Pair))
    singles = Counter(one for one in played if isinstance(one, Leg))
    return Results(count_results(names, pairs, singles), lambda: _legs(played))


def _legs(played: Sequence[Pair | Leg]) -> Iterator[Leg]:
    for one in played:
        if isinstance(one, Leg):
            yield one
        else:
            yield Leg(one.a, one.b, one.first)
            yield Leg(one.a, one.b, one.second)


def tabulate(
    names: Sequence[str],
    first: ArrayLike,
    second: ArrayLike,
    pairs: ArrayLike,
    singles: ArrayLike | None = None,
) -> ResultTable:
    """Return a table from arrays of pairings in any order of names and rows; repeats are added.

    `first` and `second` are positions in `names` as given here.
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    place = np.empty(len(names), dtype=np.int64)
    place[order] = np.arange(len(names))
    classes = _integers(pairs, (len(PAIR_CLASSES),))
    raw = ResultTable(
        tuple(names[i] for i in order),
        place[_integers(first, ())],
        place[_integers(second, ())],
        classes,
        _integers(np.zeros((len(classes), 3)) if singles is None else singles, (3,)),
    )
    _check(raw)
    return _added_up(_first_before_second(raw))


def count_results(
    names: Sequence[str], pairs: Mapping[Pair, int], singles: Mapping[Leg, int] | None = None
) -> ResultTable:
    """Make a table from the counts of each pair and each unpaired match.

    A `collections.Counter` is such a mapping, and so is a GROUP BY.
    """
    singles = singles or {}
    place = {name: position for position, name in enumerate(names)}
    met = [(row.a, row.b) for rows in (pairs, singles) for row in rows]
    if strangers := {name for meeting in met for name in meeting} - place.keys():
        raise BadResults(f"results of {sorted(strangers)}, which are not among the names")
    classes = np.zeros((len(met), len(PAIR_CLASSES)), dtype=np.int64)
    loose = np.zeros((len(met), len(Outcome)), dtype=np.int64)
    for row, (pair, count) in enumerate(pairs.items()):
        classes[row, _CLASS_OF[pair.first + pair.second]] = count
    for row, (leg, count) in enumerate(singles.items(), start=len(pairs)):
        loose[row, _OUTCOME_COLUMN[leg.outcome]] = count
    return tabulate(names, [place[a] for a, _ in met], [place[b] for _, b in met], classes, loose)


def _integers(values: ArrayLike, row: tuple[int, ...]) -> IntArray:
    return np.asarray(values, dtype=np.int64).reshape(-1, *row)


def _check(table: ResultTable) -> None:
    if len(set(table.names)) < len(table.names):
        raise BadResults(f"a name stands twice among {list(table.names)}")
    if np.any(own := table.first == table.second):
        raise BadResults(f"`{table.names[table.first[np.argmax(own)]]}` is paired with itself")
    if np.any(table.pairs < 0) or np.any(table.singles < 0):
        raise BadResults("a count is negative")


def _first_before_second(table: ResultTable) -> ResultTable:
    turned = (table.first > table.second)[:, None]
    return ResultTable(
        table.names,
        np.minimum(table.first, table.second),
        np.maximum(table.first, table.second),
        np.where(turned, table.pairs[:, _MIRRORED_CLASSES], table.pairs),
        np.where(turned, table.singles[:, _MIRRORED_OUTCOMES], table.singles),
    )


def _added_up(table: ResultTable) -> ResultTable:
    """Return a table with one row for each pairing that has met, in order."""
    met = table.legs.sum(axis=1) > 0
    size = max(len(table.names), 1)
    keys, row = np.unique((table.first * size + table.second)[met], return_inverse=True)
    first, second = np.divmod(keys, size)
    pairs = _sums(table.pairs[met], row, len(keys))
    return ResultTable(table.names, first, second, pairs, _sums(table.singles[met], row, len(keys)))


def _sums(counts: IntArray, row: NDArray[np.intp], rows: int) -> IntArray:
    total = np.zeros((rows, counts.shape[1]), dtype=np.int64)
    np.add.at(total, row, counts)
    return total
