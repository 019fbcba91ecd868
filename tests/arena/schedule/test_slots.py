"""Tests of pairings: FIDE's tables, and rounds that are complete before the next begins."""

import tracemalloc
from itertools import combinations, islice

import pytest

from arena.schedule.slots import berger, full_rounds, pairings, with_one_of

FIDE = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3"
    " | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("players", FIDE)
def test_the_order_is_that_of_the_published_tables(players: int) -> None:
    table = " | ".join(" ".join(f"{a}-{b}" for a, b in one) for one in berger(players))

    assert table == FIDE[players]


@pytest.mark.parametrize("players", range(2, 14))
def test_everybody_meets_everybody_once(players: int) -> None:
    names = [f"bot{number:02}" for number in range(players)]

    assert sorted(pairings(names)) == list(combinations(names, 2))


@pytest.mark.parametrize("players", [3, 5, 7])
def test_with_an_odd_number_one_entrant_rests_in_each_round(players: int) -> None:
    for one in berger(players):
        seated = {player for pair in one for player in pair}
        assert len(seated) == players - 1


def test_nobody_plays_alone() -> None:
    assert list(pairings(["a"])) == list(pairings([])) == []


def test_a_schedule_round_is_complete_before_the_next_begins() -> None:
    rounds = list(full_rounds(pairings(["c", "a", "b"]), pairs=45))

    spans = [[(slot.first, slot.last) for slot in slots] for slots in rounds]
    assert spans == [[(1, 20)] * 3, [(21, 40)] * 3, [(41, 45)] * 3]
    assert {(slot.a, slot.b) for slot in rounds[0]} == {("a", "b"), ("a", "c"), ("b", "c")}


def test_more_pairs_extend_the_schedule_and_move_nothing() -> None:
    few, many = (list(full_rounds([("a", "b")], pairs)) for pairs in (20, 60))

    (slot,) = few[0]
    assert list(slot.pairs) == list(range(1, 21))
    assert list(many[0]) == [slot]


def test_challengers_meet_everybody_and_each_other() -> None:
    found = list(with_one_of(["b", "d"], ["a", "b", "c", "d"]))

    assert set(found) == {("a", "b"), ("b", "c"), ("b", "d"), ("a", "d"), ("c", "d")}
    assert len(found) == 5


@pytest.mark.parametrize("players", range(2, 10))
def test_challengers_meet_in_the_order_of_the_full_table(players: int) -> None:
    names = [f"bot{number}" for number in range(players)]

    for few in combinations(names, min(3, players)):
        full = [pairing for pairing in pairings(names) if not set(few).isdisjoint(pairing)]
        assert list(with_one_of(few, names)) == full


def test_a_thousand_bots_have_a_first_slot_before_all_others_are_made() -> None:
    names = [f"bot{number:03}" for number in range(1000)]

    tracemalloc.start()
    try:
        rounds = full_rounds(pairings(names), pairs=100)
        first = next(iter(next(rounds)))
        _, for_one = tracemalloc.get_traced_memory()
        more = sum(1 for _ in islice(next(rounds), 20_000))
        _, for_all = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (first.a, first.b, first.last) == ("bot000", "bot999", 20)
    assert more == 20_000
    assert for_one <= for_all < 100_000
