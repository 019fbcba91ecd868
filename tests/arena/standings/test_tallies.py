"""Tests of a bot's score and of the interval around it."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating.estimates import student
from arena.standings.tallies import Tally, mean_points, tallies
from arena.store.pairs import PairCount

outcomes = st.sampled_from("WDL")
pairs = st.tuples(outcomes, outcomes, st.integers(-90, 90), st.integers(1, 24))
MIRROR = str.maketrans("WL", "LW")


def count(first: str, second: str, net: int, months: int, a: str = "a", b: str = "b") -> PairCount:
    """A pair as the store counts it."""
    return PairCount(a, b, first, second, 1, net, months, net**2, net * months, months**2)


def tally(net: list[int], months: int = 24) -> Tally:
    return tallies([count("W", "L", points, months) for points in net])["a"]["b"]


@given(st.lists(pairs, min_size=1, max_size=8))
def test_what_one_wins_the_other_loses(played: list[tuple[str, str, int, int]]) -> None:
    found = tallies([count(*pair) for pair in played])

    a, b = found["a"]["b"], found["b"]["a"]
    assert (a.wins, a.draws, a.losses, a.points.gain) == (b.losses, b.draws, b.wins, -b.points.gain)
    assert a.mirrored == b
    assert a.match_percent + b.match_percent == pytest.approx(100)
    assert a.pairs == len(played)
    assert a.wins + a.draws + a.losses == 2 * len(played)


@given(st.lists(pairs, min_size=1, max_size=8))
def test_seen_from_the_other_side_the_points_are_as_sure(
    played: list[tuple[str, str, int, int]],
) -> None:
    found = tallies([count(*pair) for pair in played])

    one, other = mean_points([found["a"]["b"]]), mean_points([found["b"]["a"]])

    assert one.value == -other.value
    assert one.error == (None if other.error is None else pytest.approx(other.error))


def test_the_error_of_points_is_that_of_the_mean_over_pairs() -> None:
    """With equally many months in each pair it is the textbook's."""
    net = [12, -30, 48, 0, 6, 18, -24, 60]

    found = mean_points([tally(net)])

    rates = [points / 24 for points in net]
    error = student(7) * statistics.stdev(rates) / len(rates) ** 0.5
    assert (found.value, found.error) == pytest.approx((statistics.mean(rates), error))


def test_every_rival_adds_its_part_to_the_error() -> None:
    net = [12, -30, 48, 0, 6, 18, -24, 60]

    one, two = mean_points([tally(net)]), mean_points([tally(net), tally(net)])

    assert two.value == one.value
    assert two.error / student(14) == pytest.approx(one.error / student(7) / 2**0.5)


def test_pairs_that_never_vary_leave_no_error() -> None:
    assert mean_points([tally([24] * 5)]).error == 0


def test_a_single_pair_says_nothing_of_its_error() -> None:
    assert mean_points([tally([24]), tally([12, 24, 30])]).error is None


def test_of_two_pairs_the_error_would_be_a_guess() -> None:
    assert mean_points([tally([12, 24])]).error is None
    assert mean_points([tally([12, 24]), tally([12, 24])]).error > 0


def test_without_a_finished_month_there_are_no_points() -> None:
    assert mean_points([tally([0], months=0)]) is None
    assert mean_points([tally([0], months=0), tally([24, 24])]).value == 1
