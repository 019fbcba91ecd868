"""Result tables: the same facts, the same table."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating.results import (
    BadResults,
    Leg,
    Outcome,
    Pair,
    ResultTable,
    count_results,
    in_order,
    tabulate,
)

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
NAMES = ("ant", "bee", "cat", "dog")
MIRROR = {W: L, D: D, L: W}
meetings = st.lists(
    st.tuples(
        st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True),
        st.sampled_from(Outcome),
        st.sampled_from(Outcome),
    ).map(lambda row: Pair(row[0][0], row[0][1], row[1], row[2])),
    max_size=30,
)


def content(table: ResultTable) -> tuple[tuple[str, ...], list[list[int]], list[list[int]]]:
    keys = np.stack([table.first, table.second], axis=1)
    return table.names, keys.tolist(), np.hstack([table.pairs, table.singles]).tolist()


@pytest.mark.parametrize(
    ("first", "second", "name", "legs"),
    [
        (W, W, "WW", (2, 0, 0)),
        (W, D, "WD", (1, 1, 0)),
        (D, W, "WD", (1, 1, 0)),
        (W, L, "WL", (1, 0, 1)),
        (L, W, "WL", (1, 0, 1)),
        (D, D, "DD", (0, 2, 0)),
        (D, L, "LD", (0, 1, 1)),
        (L, D, "LD", (0, 1, 1)),
        (L, L, "LL", (0, 0, 2)),
    ],
)
def test_a_pair_has_one_class_and_two_legs(
    first: Outcome, second: Outcome, name: str, legs: tuple[int, int, int]
) -> None:
    table = count_results(NAMES, {Pair("ant", "bee", first, second): 3})

    columns = ("WW", "WD", "WL", "DD", "LD", "LL")
    assert table.pairs.tolist() == [[3 * (column == name) for column in columns]]
    assert table.legs.tolist() == [[3 * count for count in legs]]


def test_legs_without_a_partner_count_as_legs_and_as_no_pair() -> None:
    table = count_results(NAMES, {Pair("ant", "bee", W, L): 1}, {Leg("bee", "ant", L): 2})

    assert table.pairs.sum() == 1
    assert table.singles.tolist() == [[2, 0, 0]]
    assert table.legs.tolist() == [[3, 0, 1]]


@settings(deadline=None)
@given(meetings, st.randoms(use_true_random=False))
def test_the_order_of_facts_and_names_does_not_show(
    pairs: list[Pair], chance: random.Random
) -> None:
    shuffled = chance.sample(pairs, len(pairs))
    names = chance.sample(NAMES, len(NAMES))

    assert content(count_results(names, Counter(shuffled))) == content(
        count_results(NAMES, Counter(pairs))
    )


@settings(deadline=None)
@given(meetings)
def test_who_is_named_first_does_not_show(pairs: list[Pair]) -> None:
    turned = [Pair(p.b, p.a, MIRROR[p.first], MIRROR[p.second]) for p in pairs]

    assert content(count_results(NAMES, Counter(turned))) == content(
        count_results(NAMES, Counter(pairs))
    )


@settings(deadline=None)
@given(meetings)
def test_the_legs_of_a_sequence_are_those_of_its_table(pairs: list[Pair]) -> None:
    results = in_order(NAMES, pairs)

    legs = list(results.legs())

    assert len(legs) == 2 * len(pairs)
    assert count_results(NAMES, {}, Counter(legs)).legs.tolist() == results.table.legs.tolist()


def test_legs_keep_the_order_they_are_given_in() -> None:
    results = in_order(NAMES, [Pair("ant", "bee", W, L), Leg("cat", "ant", D)])

    assert list(results.legs()) == [
        Leg("ant", "bee", W),
        Leg("ant", "bee", L),
        Leg("cat", "ant", D),
    ]


def test_rows_of_one_pairing_are_added_and_empty_ones_left_out() -> None:
    won, lost, nothing = [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 2], [0] * 6

    table = tabulate(["b", "a", "c"], [0, 1, 2], [1, 0, 1], [won, lost, nothing])

    assert content(table) == (("a", "b", "c"), [[0, 1]], [[0, 0, 0, 0, 0, 3, 0, 0, 0]])


def test_entrants_without_a_leg_can_be_left_out() -> None:
    table = count_results(NAMES, {Pair("bee", "dog", W, W): 1}).without_idle()

    assert content(table) == (("bee", "dog"), [[0, 1]], [[1, 0, 0, 0, 0, 0, 0, 0, 0]])


def test_nothing_played_is_a_table_too() -> None:
    table = count_results(NAMES, {})

    assert table.drawn_share == 0
    assert table.without_idle().names == ()


@pytest.mark.parametrize(
    ("names", "pairs", "told"),
    [
        pytest.param(("ant",), {Pair("ant", "fox", W, W): 1}, "fox", id="a stranger"),
        pytest.param(("ant",), {Pair("ant", "ant", W, W): 1}, "ant", id="against itself"),
        pytest.param(("ant", "ant"), {}, "ant", id="two of one name"),
        pytest.param(("ant", "bee"), {Pair("ant", "bee", W, W): -1}, "negative", id="negative"),
    ],
)
def test_results_that_cannot_be_are_refused(
    names: tuple[str, ...], pairs: dict[Pair, int], told: str
) -> None:
    with pytest.raises(BadResults, match=told):
        count_results(names, pairs)
