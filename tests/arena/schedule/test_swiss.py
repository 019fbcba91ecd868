"""Swiss rounds: neighbours meet, and nobody meets somebody again who could meet somebody else."""

from collections import Counter
from itertools import combinations

import pytest

from arena.schedule.formats import swiss_pairings

NAMES = tuple("abcdefgh")


def test_neighbours_of_the_ranking_meet() -> None:
    assert swiss_pairings("dbca", {}) == [("a", "c"), ("b", "d")]


def test_who_has_met_meets_the_next_nearest() -> None:
    met = {("a", "b"): 1, ("c", "d"): 1}

    assert swiss_pairings("abcd", met) == [("a", "c"), ("b", "d")]


def test_the_first_gives_way_where_the_last_would_have_to_meet_again() -> None:
    met = {("c", "d"): 1, ("a", "d"): 1, ("b", "d"): 0}

    assert ("b", "d") in swiss_pairings("abcd", met)


@pytest.mark.parametrize("size", range(2, 9))
def test_everybody_meets_everybody_before_anybody_meets_again(size: int) -> None:
    names = NAMES[:size]
    met: Counter[tuple[str, str]] = Counter()
    rounds = size - 1 + size % 2

    for _ in range(rounds):
        found = swiss_pairings(names, met)
        met.update(found)
        seated = [name for pairing in found for name in pairing]
        assert len(seated) == len(set(seated)) == size - size % 2

    assert max(met.values()) <= 2
    if size <= 6:
        assert met == Counter(combinations(names, 2))


def test_with_an_odd_number_each_rests_once_before_anybody_rests_twice() -> None:
    names = NAMES[:5]
    met: Counter[tuple[str, str]] = Counter()
    resting = []

    for _ in range(5):
        found = swiss_pairings(names, met)
        met.update(found)
        resting += set(names) - {name for pairing in found for name in pairing}

    assert sorted(resting) == list(names)
    assert resting[0] == "e"


def test_a_large_field_is_paired_at_once() -> None:
    names = [f"{number:03}" for number in range(200)]
    met: Counter[tuple[str, str]] = Counter()

    for _ in range(12):
        met.update(swiss_pairings(names, met))

    assert max(met.values()) == 1


def test_nobody_is_left_to_meet() -> None:
    assert swiss_pairings([], {}) == swiss_pairings("a", {}) == []
