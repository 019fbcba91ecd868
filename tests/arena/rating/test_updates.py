"""Single updates with published values, and the two functions that make them."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating.model import (
    TAIL,
    ImpossibleDraw,
    Rating,
    TrueSkillModel,
    draw_moments,
    win_moments,
)
from arena.rating.results import Outcome
from arena.rating.sequential import LiveRatings

NEW = Rating(25, 25 / 3)
TAU = 25 / 300
W, D = Outcome.WIN, Outcome.DRAW
NORMAL = NormalDist()


@pytest.mark.parametrize(
    ("draws", "tau", "a", "outcome", "b", "first", "second"),
    [
        pytest.param(
            0.1, TAU, NEW, W, NEW,
            (29.3958316930, 7.1714758070), (20.6041683070, 7.1714758070), id="a win",
        ),
        pytest.param(0.1, TAU, NEW, D, NEW, (25, 6.4575156832), (25, 6.4575156832), id="a draw"),
        pytest.param(
            0.1, 0, NEW, W, NEW,
            (29.3955756508, 7.1711414645), (20.6044243492, 7.1711414645), id="nothing forgotten",
        ),
        pytest.param(
            0, 0, NEW, W, NEW,
            (29.2052208700, 7.1944813488), (20.7947791300, 7.1944813488), id="no draws at all",
        ),
        pytest.param(
            0.5, TAU, NEW, W, NEW, (30.267, 7.077), (19.733, 7.077), id="draws in every other leg"
        ),
        pytest.param(
            0.1, TAU, NEW, W, Rating(30, 25 / 3),
            (30.768, 7.030), (24.232, 7.030), id="the weaker wins",
        ),
        pytest.param(
            0.1, TAU, NEW, D, Rating(50, 12.5),
            (31.6623, 7.1374), (35.0107, 7.9101), id="a draw brings unequals together",
        ),
        pytest.param(
            0.25, 0, Rating(25, 3), D, Rating(29, 2),
            (25.736, 2.709956), (28.67289, 1.916471), id="a draw between known ones",
        ),
        pytest.param(
            0, 0, NEW, W, Rating(29, 1),
            (32.18921, 6.062064), (28.89648, 0.9966043), id="a newcomer beats a known one",
        ),
    ],
)  # fmt: skip
def test_one_leg_moves_both_as_published(
    draws: float,
    tau: float,
    a: Rating,
    outcome: Outcome,
    b: Rating,
    first: tuple[float, float],
    second: tuple[float, float],
) -> None:
    model = TrueSkillModel(draw_probability=draws)
    live = LiveRatings("AB", model, tau=tau, start={"A": a, "B": b})

    live.add("A", "B", outcome)

    for name, expected in (("A", first), ("B", second)):
        rating = live.ratings()[name]
        for found, wanted in zip((rating.mu, rating.sigma), expected, strict=True):
            assert found == pytest.approx(wanted, rel=0, abs=half_a_digit(wanted)), name


def half_a_digit(published: float) -> float:
    """How far a value may be from a published one: half its last printed digit, and a breath."""
    decimals = len(repr(float(published)).split(".")[1])
    return 0.51 * 10.0 ** -min(decimals, 10) if decimals > 1 else 1e-9


def test_leg_by_leg_the_last_winner_is_ahead_by_nothing_but_order() -> None:
    live = LiveRatings("AB", TrueSkillModel(draw_probability=0.1), tau=TAU)

    live.add("A", "B", Outcome.WIN)
    live.add("A", "B", Outcome.LOSS)

    a, b = live.ratings()["A"], live.ratings()["B"]
    assert (a.mu, b.mu) == pytest.approx((23.357, 26.643), abs=5e-4)
    assert (a.sigma, b.sigma) == pytest.approx((6.040, 6.040), abs=5e-4)


UNEXPECTED = pytest.mark.parametrize(
    ("a", "b", "first", "second"),
    [
        pytest.param(
            Rating(-323.263, 2.965), Rating(-48.441, 2.190),
            (-273.0851150562, 2.6818721899), (-75.8158145428, 2.0785216142), id="40 deviations",
        ),
        pytest.param(
            NEW, Rating(1000, 25 / 3),
            (415.3673317225, 6.4553641607), (609.6326682775, 6.4553641607), id="74 deviations",
        ),
    ],
)  # fmt: skip


@UNEXPECTED
def test_a_win_nobody_could_expect_stays_exact(
    a: Rating, b: Rating, first: tuple[float, float], second: tuple[float, float]
) -> None:
    """The expected values were computed with 60 digits, nothing forgotten (tau 0)."""
    model = TrueSkillModel(draw_probability=0.1)
    own = np.array([a.sigma**2, b.sigma**2])
    spread = math.sqrt(own.sum() + model.noise)

    v, w = win_moments(np.array([(a.mu - b.mu - model.draw_margin) / spread]))

    means = np.array([a.mu, b.mu]) + own * [1, -1] / spread * v
    sigmas = np.sqrt(own * (1 - own / spread**2 * w))
    assert (means[0], sigmas[0]) == pytest.approx(first, rel=0, abs=1e-8)
    assert (means[1], sigmas[1]) == pytest.approx(second, rel=0, abs=1e-8)


@UNEXPECTED
def test_leg_by_leg_a_win_nobody_could_expect_is_an_error_and_not_a_wrong_number(
    a: Rating, b: Rating, first: tuple[float, float], second: tuple[float, float]
) -> None:
    live = LiveRatings("AB", TrueSkillModel(draw_probability=0.1), start={"A": a, "B": b})

    with pytest.raises(FloatingPointError):
        live.add("A", "B", Outcome.WIN)


@given(st.floats(-8, 8))
def test_a_win_is_the_quotient_of_density_and_tail(x: float) -> None:
    v, w = win_moments(np.array([x]))

    plain = NORMAL.pdf(x) / (0.5 * math.erfc(-x / math.sqrt(2)))
    assert v[0] == pytest.approx(plain, rel=1e-12)
    assert w[0] == pytest.approx(plain * (plain + x), rel=1e-10)


@given(st.floats(-5, 5), st.floats(0.001, 3))
def test_a_draw_is_the_normal_law_between_two_margins(x: float, margin: float) -> None:
    v, w = draw_moments(np.array([x]), np.array([margin]))

    y, step = np.linspace(-margin, margin, 20_001, retstep=True)
    density = np.exp(-((y - x) ** 2) / 2)
    weight = np.where((y == y[0]) | (y == y[-1]), 0.5, 1.0) * density
    mean = (weight * y).sum() / weight.sum()
    variance = (weight * (y - mean) ** 2).sum() / weight.sum()
    assert step < 1e-3
    assert v[0] == pytest.approx(mean - x, abs=1e-6)
    assert w[0] == pytest.approx(1 - variance, abs=1e-6)


@given(st.floats(-300, 300))
def test_every_win_teaches_something_and_never_too_much(x: float) -> None:
    v, w = win_moments(np.array([x]))

    assert v[0] >= 0
    assert 0 <= w[0] < 1


@settings(deadline=None)
@given(st.floats(-300, 300), st.floats(0.001, 5))
def test_a_draw_pulls_unequals_together_and_looks_the_same_from_both_sides(
    x: float, margin: float
) -> None:
    v, w = draw_moments(np.array([x, -x]), np.array([margin, margin]))

    assert v[0] * x <= 0
    assert v[0] == -v[1]
    assert 0 < w[0] == w[1] < 1 + 1e-9


def test_the_series_takes_over_where_the_quotient_still_holds() -> None:
    v, w = win_moments(np.array([TAIL - 1e-9, TAIL + 1e-9]))

    assert v[0] == pytest.approx(v[1], abs=1e-8)
    assert w[0] == pytest.approx(w[1], abs=1e-7)


def test_a_draw_is_refused_where_none_can_be() -> None:
    live = LiveRatings("AB", TrueSkillModel(draw_probability=0))

    with pytest.raises(ImpossibleDraw, match=r"0\.001"):
        live.add("A", "B", Outcome.DRAW)
