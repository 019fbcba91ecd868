"""The list of all matches for the report's scripts, compressed, and the choice of replays."""

import base64
import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from arena.errors import UnknownChoice
from arena.standings.standings import Standings
from arena.store.legs import Leg
from arena.web.inlining import inert
from referee.wire.record_json import to_line

Json = dict[str, object]
FIRST_SIGN = 35  # `#`: the sign of number 0
ALL, TOP, FAULTS = "all", "top", "faults"
TOP_BOTS = 3
DEFAULT = "2000"
WORDS = (ALL, TOP, FAULTS, "a number")


def listing(legs: Iterable[Leg], here: frozenset[str]) -> Json:
    """Return all matches as columns; `here` names those that can be replayed."""
    all_legs = list(legs)
    bots = sorted({name for leg in all_legs for name in (leg.name.a, leg.name.b)})
    verdicts = sorted({leg.result.verdict.value for leg in all_legs})
    bot = {name: place for place, name in enumerate(bots)}
    verdict = {name: place for place, name in enumerate(verdicts)}
    details = {i: inert(leg.result.detail) for i, leg in enumerate(all_legs) if leg.result.detail}
    return {
        "bots": [inert(name) for name in bots],
        "verdicts": verdicts,
        "columns": {
            "a": [bot[leg.name.a] for leg in all_legs],
            "b": [bot[leg.name.b] for leg in all_legs],
            "pair": [leg.name.pair for leg in all_legs],
            "leg": [leg.name.leg for leg in all_legs],
            "north": [leg.result.points[0] for leg in all_legs],
            "south": [leg.result.points[1] for leg in all_legs],
            "winner": [-1 if leg.result.winner is None else leg.result.winner for leg in all_legs],
            "verdict": [verdict[leg.result.verdict.value] for leg in all_legs],
        },
        "details": details,
        "here": [place for place, leg in enumerate(all_legs) if str(leg.name) in here],
    }


def packed(data: object) -> str:
    """Return a JSON value, compressed, as a text of letters and digits."""
    return base64.b64encode(zlib.compress(to_line(data).encode())).decode()


def signs(numbers: bytes) -> str:
    """Return numbers below 100 as text, one character each."""
    return numbers.translate(_SIGNS).decode("latin-1")


_SIGNS = bytes((number + FIRST_SIGN) % 256 for number in range(256))


def chosen(legs: Iterable[Leg], choice: str, found: Standings) -> frozenset[str]:
    """Return the names of the matches that `choice` means. Raises UnknownChoice.

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
