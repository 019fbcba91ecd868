"""Which matches lie whole in a report; the others are in its list by name."""

from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from arena.standings.matches import UnknownChoice
from arena.standings.standings import Standings
from arena.store.legs import Leg

ALL, TOP, FAULTS = "all", "top", "faults"
TOP_BOTS = 3
DEFAULT = "2000"
WORDS = (ALL, TOP, FAULTS, "a number")


def chosen(legs: Iterable[Leg], choice: str, found: Standings) -> frozenset[str]:
    """The names of the matches that `choice` means.

    A number takes the first pair of every pairing, then the second, as far as it goes. Raises
    UnknownChoice.
    """
    if choice == ALL:
        return frozenset(str(leg.name) for leg in legs)
    if choice == FAULTS:
        return frozenset(str(leg.name) for leg in legs if leg.result.fault)
    if choice == TOP:
        best = {one.entry.name for one in found.ranked[:TOP_BOTS]}
        return frozenset(str(leg.name) for leg in legs if {leg.name.a, leg.name.b} <= best)
    if not choice.isascii() or not choice.isdigit():
        raise UnknownChoice("set of matches", choice, list(WORDS))
    return frozenset(islice(_pair_by_pair(legs), int(choice)))


def _pair_by_pair(legs: Iterable[Leg]) -> Iterator[str]:
    in_turn = sorted(legs, key=lambda leg: leg.name.pair)
    for _, round_ in groupby(in_turn, key=lambda leg: leg.name.pair):
        yield from (str(leg.name) for leg in round_)
