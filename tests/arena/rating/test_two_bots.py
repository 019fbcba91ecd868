"""Two bots in figures, against values that another program's tests publish."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rating.sprt import Scale, acceptance_bounds, ratio_of_legs, ratio_of_pairs
from arena.rating.two_bots import Duel, duel_of_legs, duel_of_pairs

counts = st.lists(st.integers(1, 500), min_size=6, max_size=6)


def in_our_order(*counts: int) -> tuple[int, ...]:
    """Counts published as LL LD WL DD WD WW."""
    ll, ld, wl, dd, wd, ww = counts
    return ww, wd, wl, dd, ld, ll


@pytest.mark.parametrize(
    ("duel", "score", "elo", "normalised", "superiority"),
    [
        pytest.param(
            duel_of_legs(76, 123, 89),
            *(0.4774, (-15.69, 30.46), (-20.76, 40.13), 0.1553),
            id="288 legs",
        ),
        pytest.param(
            duel_of_legs(136, 111, 96),
            *(0.5583, (40.70, 30.43), (49.77, 36.77), 0.9960),
            id="343 legs",
        ),
        pytest.param(
            duel_of_pairs(in_our_order(34, 54, 31, 32, 64, 75)),
            *(0.5793, (55.58, 27.65), (57.94, 28.28), 1.0),
            id="290 pairs",
        ),
        pytest.param(
            duel_of_pairs(in_our_order(332, 433, 457, 41, 333, 334)),
            *(0.4876, (-8.64, 10.33), (-9.17, 10.96), 0.0505),
            id="1,930 pairs",
        ),
        pytest.param(
            duel_of_pairs(in_our_order(7895, 8757, 5485, 200, 568, 9999)),
            *(0.4698, (-21.04, 2.95), (-19.01, 2.65), 0.0),
            id="32,904 pairs",
        ),
    ],
)
def test_figures_are_those_that_chess_programs_print(
    duel: Duel,
    score: float,
    elo: tuple[float, float],
    normalised: tuple[float, float],
    superiority: float,
) -> None:
    assert duel.score == pytest.approx(score, abs=5e-5)
    assert (duel.elo.value, duel.elo.error) == pytest.approx(elo, abs=5e-3)
    found = duel.normalised_elo
    assert (found.value, found.error) == pytest.approx(normalised, abs=5e-3)
    assert duel.superiority == pytest.approx(superiority, abs=5e-5)


@given(counts)
def test_the_other_bot_has_the_same_figures_with_the_other_sign(classes: list[int]) -> None:
    ww, wd, wl, dd, ld, ll = classes

    one, other = duel_of_pairs(classes), duel_of_pairs((ll, ld, wl, dd, wd, ww))

    assert one.score + other.score == pytest.approx(1)
    assert one.elo.value == pytest.approx(-other.elo.value, abs=1e-9)
    assert one.normalised_elo.error == pytest.approx(other.normalised_elo.error)
    assert one.superiority + other.superiority == pytest.approx(1)


def test_pairs_that_are_split_say_more_than_their_legs_alone() -> None:
    pairs, legs = duel_of_pairs((10, 0, 80, 0, 0, 10)), duel_of_legs(100, 0, 100)

    assert pairs.elo.error < 0.7 * legs.elo.error


def test_a_perfect_score_has_no_elo() -> None:
    found = duel_of_pairs((20, 0, 0, 0, 0, 0))

    assert (found.score, found.elo, found.normalised_elo, found.superiority) == (1, None, None, 1)


def test_a_bot_and_its_copy_are_exactly_even() -> None:
    found = duel_of_pairs((0, 0, 30, 2, 0, 0))

    assert (found.score, found.superiority, found.normalised_elo) == (0.5, 0.5, None)
    assert (found.elo.value, found.elo.error) == (0, 0)


def test_near_certainty_elo_has_a_value_and_no_error() -> None:
    found = duel_of_pairs((3, 1, 0, 0, 0, 0))

    assert found.elo.value > 300
    assert found.elo.error is None


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        (ratio_of_legs((36433, 68692, 36027), Scale.NORMALISED, 0, 2), 0.9233),
        (ratio_of_legs((10871, 20431, 10650), Scale.NORMALISED, -1.75, 0.25), 2.2975),
        (ratio_of_legs((21404, 40708, 21184), Scale.ELO, 0.5, 2.5), -1.5719),
        *(
            (ratio_of_pairs(in_our_order(*classes), scale, lower, upper), expected)
            for classes, scale, lower, upper, expected in (
                ((365, 16618, 36029, 200, 16974, 390), Scale.NORMALISED, 0, 2, 2.2504),
                ((127, 4883, 10311, 401, 5150, 104), Scale.NORMALISED, -1.75, 0.25, 3.0102),
                ((223, 9863, 20279, 1000, 10037, 246), Scale.ELO, 0.5, 2.5, -3.0741),
                ((871, 26175, 55003, 980, 26678, 821), Scale.ELO, 0, 2, -4.9787),
            )
        ),
    ],
)
def test_likelihood_ratios_are_those_that_chess_programs_print(
    ratio: float, expected: float
) -> None:
    assert ratio == pytest.approx(expected, abs=5e-5)


@given(counts, st.sampled_from(Scale))
def test_what_speaks_for_one_hypothesis_speaks_against_the_other(
    classes: list[int], scale: Scale
) -> None:
    one, other = (ratio_of_pairs(classes, scale, *bounds) for bounds in ((0, 5), (5, 0)))

    assert one == pytest.approx(-other, abs=1e-6)


@pytest.mark.parametrize("scale", Scale)
def test_outcomes_that_were_never_seen_leave_the_ratio_finite(scale: Scale) -> None:
    assert math.isfinite(ratio_of_pairs((20, 0, 0, 0, 0, 0), scale, 0, 5))
    assert ratio_of_pairs((20, 0, 0, 0, 0, 0), scale, 0, 5) > 0


def test_the_bounds_are_walds() -> None:
    assert acceptance_bounds(0.05, 0.1) == pytest.approx((-2.2513, 2.8904), abs=1e-4)
