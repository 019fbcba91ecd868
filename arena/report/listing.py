"""The list of all matches as columns of numbers, which deflate to a few bytes for each match."""

from collections.abc import Iterable

from arena.report.inert import inert
from arena.store.legs import Leg

Json = dict[str, object]


def listing(legs: Iterable[Leg], here: frozenset[str]) -> Json:
    """Every leg; `here` names those that lie whole in the page."""
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
