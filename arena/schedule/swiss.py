"""Who meets whom in a swiss round: neighbours of the ranking who have met least so far."""

from collections.abc import Iterator, Mapping, Sequence

Pairing = tuple[str, str]


def swiss_pairings(order: Sequence[str], met: Mapping[Pairing, int]) -> list[Pairing]:
    """A round for bots in the order of their ranking; with an odd number one of them rests.

    From the first on, everybody meets the nearest of those whom it has met least. Where that leaves
    some who have met too often, they change rivals with the nearest other pairing as long as that
    helps. `met` counts meetings by names in order.
    """
    found = list(_nearest(_without_resting(list(order), met), met))
    while (changed := _change(found, met)) is not None:
        found = changed
    return sorted(found)


def pairing(one: str, other: str) -> Pairing:
    """The names in order."""
    return (one, other) if one < other else (other, one)


def _without_resting(order: list[str], met: Mapping[Pairing, int]) -> list[str]:
    """Who has played most rests, and among equals the last of the ranking."""
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
    """The round after one change of rivals that makes it better; None if there is none."""
    for one in (meeting for meeting in found if met.get(meeting, 0)):
        for other in _by_distance(found, one):
            for changed in _changes(one, other):
                if _cost(changed, met) < _cost((one, other), met):
                    return [*(kept for kept in found if kept not in (one, other)), *changed]
    return None


def _by_distance(found: list[Pairing], one: Pairing) -> list[Pairing]:
    """The other pairings, the nearest in the ranking first."""
    place = found.index(one)
    ordered = sorted(range(len(found)), key=lambda other: abs(other - place))
    return [found[other] for other in ordered[1:]]


def _changes(one: Pairing, other: Pairing) -> Iterator[tuple[Pairing, Pairing]]:
    (a, b), (c, d) = one, other
    yield pairing(a, c), pairing(b, d)
    yield pairing(a, d), pairing(b, c)


def _cost(pairings: Sequence[Pairing], met: Mapping[Pairing, int]) -> int:
    """Two who meet for the third time are worse than twice two who meet for the second."""
    return sum(met.get(one, 0) ** 2 for one in pairings)
