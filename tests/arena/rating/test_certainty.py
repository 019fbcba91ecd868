"""Tests of the certainty that a ranking states."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating.certainty import (
    RANK_DRAWS,
    Gap,
    gap,
    likely_ranks,
    place_certainties,
    superiority,
)
from arena.rating.estimates import Estimate, Z, elo, elo_estimate, student
from arena.rating.expectation import OrderFree
from arena.rating.model import TrueSkillModel
from arena.rating.results import Results, tabulate

SHARE = TrueSkillModel().win_share
EVEN, ALL_WON = [10, 0, 80, 0, 0, 10], [100, 0, 0, 0, 0, 0]
numbers = st.floats(-5, 5)


@st.composite
def beliefs(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """A mean and a covariance of three skills."""
    root = np.array(
        draw(st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=3, max_size=3))
    )
    mean = np.array(draw(st.lists(numbers, min_size=3, max_size=3)))
    return mean, root @ root.T + 0.01 * np.eye(3)


@given(beliefs())
def test_either_of_two_bots_is_better(belief: tuple[np.ndarray, np.ndarray]) -> None:
    found = superiority(*belief)

    assert found + found.T == pytest.approx(np.ones((3, 3)))
    assert np.diagonal(found).tolist() == [0.5] * 3


@given(beliefs())
def test_the_gap_of_two_is_the_cell_of_the_matrix(belief: tuple[np.ndarray, np.ndarray]) -> None:
    assert gap(*belief, 0, 2).superiority == pytest.approx(superiority(*belief)[0, 2], abs=1e-12)


def test_a_gap_of_two_errors_is_nearly_sure() -> None:
    assert Gap(Z, 1).superiority == pytest.approx(0.975)
    assert Gap(0, 1).superiority == 0.5
    assert Gap(-3, 1).superiority < 0.002


@pytest.mark.parametrize(
    ("mean", "sigma", "is_tie"),
    [
        (0.0, 0.1, True),
        (0.0, 0.2, False),
        (0.28, 0.001, True),
        (0.3, 0.001, False),
        (-0.3, 0.001, False),
    ],
)
def test_a_tie_is_an_interval_within_52_to_48(mean: float, sigma: float, *, is_tie: bool) -> None:
    """52 % are 0.2955 on the usual scale."""
    assert Gap(mean, sigma).is_tie(SHARE) is is_tie


@pytest.mark.parametrize(
    ("mean", "sigma", "more"),
    [
        pytest.param(2.0, 1.0, 0, id="settled"),
        pytest.param(
            1.0, 1.1 / Z, 20, id="a tenth more error takes 21, which is told to one digit"
        ),
        pytest.param(1.0, 2.0 / Z, 300, id="twice the error takes four times the pairs"),
        pytest.param(1.0, 3.4 / Z, None, id="more than ten times"),
        pytest.param(0.0, 1.0, None, id="no gap"),
        pytest.param(-0.1, 1.0, None, id="the wrong way round"),
    ],
)
def test_pairs_still_needed_grow_with_the_square_of_the_error(
    mean: float, sigma: float, more: int | None
) -> None:
    assert Gap(mean, sigma).more_pairs(100) == more


def test_ranks_are_the_same_for_the_same_belief_and_hold_the_likely_ones() -> None:
    mean, covariance = np.array([5.0, 0.0, 0.1, -5.0]), np.eye(4) * 0.01

    one, other = likely_ranks(mean, covariance), likely_ranks(mean, covariance)

    assert one.low.tolist() == other.low.tolist() == [1, 2, 2, 4]
    assert one.high.tolist() == other.high.tolist() == [1, 3, 3, 4]
    assert one.first.tolist() == [1, 0, 0, 0]


def test_equals_share_the_ranks_and_the_first_place_evenly() -> None:
    found = likely_ranks(np.zeros(4), np.eye(4))

    assert found.low.tolist() == [1] * 4
    assert found.high.tolist() == [4] * 4
    assert found.first == pytest.approx([0.25] * 4, abs=4 / math.sqrt(RANK_DRAWS))


@pytest.mark.parametrize("legs", [100, 1_000_000])
def test_ranks_can_be_drawn_however_much_is_known(legs: int) -> None:
    """Of a bot and its copy next to nothing is left open but the level that all share."""
    copies, better = [0, 0, legs, 0, 0, 0], [legs // 2, 0, legs // 2, 0, 0, 0]
    table = tabulate("abc", [0, 0, 1], [1, 2, 2], [copies, better, better])

    belief = OrderFree().rate(Results(table, legs=tuple))

    found = likely_ranks(belief.mean, belief.covariance)
    assert found.high.tolist() == [2, 2, 3]


def test_an_error_that_is_shared_moves_no_rank() -> None:
    """The level common to all is not known at all, and it does not matter."""
    mean = np.array([1.0, 0.0])

    assert likely_ranks(mean, np.eye(2) * 0.01 + 100).high.tolist() == [1, 2]


def certainties(rows: list[list[int]], names: str = "abc"):
    first, second = np.triu_indices(len(names), 1)
    belief = OrderFree().rate(Results(tabulate(names, first, second, rows), legs=tuple))
    pairs = {name: sum(rows[0]) for name in names}
    return place_certainties(belief, list(names), pairs)


def test_likelihoods_are_kept_back_while_there_are_few_legs() -> None:
    """Below 20 legs for each rival the prior makes them over-bold; intervals are always told."""
    few, enough = ([[pairs, 0, 0, 0, 0, 0]] * 3 for pairs in (9, 10))

    for one in certainties(few)[:2]:
        assert (one.first, one.lead.superiority) == (None, None)
        assert one.interval[0] < one.interval[1]
    assert certainties(enough)[0].lead.superiority > 0.9
    assert certainties(enough)[0].first > 0.9


def test_the_last_leads_nobody() -> None:
    assert [one.lead is None for one in certainties([EVEN] * 3)] == [False, False, True]


def test_a_clear_field_has_clear_ranks_and_an_even_one_has_none() -> None:
    assert [one.ranks for one in certainties([ALL_WON] * 3)] == [(1, 1), (2, 2), (3, 3)]
    assert [one.ranks for one in certainties([EVEN] * 3)] == [(1, 3)] * 3


def test_an_empty_ranking_has_no_rungs() -> None:
    belief = OrderFree().rate(Results(tabulate("ab", [], [], []), legs=tuple))

    assert place_certainties(belief, [], {}) == []


@given(st.floats(0.001, 0.999))
def test_elo_is_the_logarithm_of_the_odds(share: float) -> None:
    found = elo(lambda gap: share if gap > 0 else 1 - share, 1.0)

    assert found == pytest.approx(-400 * math.log10(1 / share - 1), abs=1e-9)


def test_near_equality_one_mu_is_47_elo() -> None:
    assert elo(SHARE, 1.0) == pytest.approx(47, abs=0.5)
    assert elo(SHARE, 0.0) == 0


def test_elo_of_a_bot_that_never_loses_is_finite() -> None:
    found = elo_estimate(SHARE, 40, 3)

    assert math.isfinite(found.value)
    assert math.isfinite(found.error)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(5, 2.571), (9, 2.262), (30, 2.042), (10**6, 1.96)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_an_estimate_without_an_error_stays_without() -> None:
    assert Estimate(1.23456, None).rounded(2) == Estimate(1.23, None)
