"""The rating systems behind one name each."""

import pytest
import trueskill

from arena.errors import ArenaError
from arena.rating.model import Rating, TrueSkillModel, model_for
from arena.rating.results import Leg, Outcome, Pair, count_results, in_order
from arena.rating.sequential import LiveRatings
from arena.rating.systems import (
    DEFAULT_RATING_SYSTEM,
    RATING_SYSTEMS,
    UnknownRatingSystem,
    rating_system,
)

NEWCOMER = Rating(25, round(25 / 3, 6))
W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
EVENT = [
    Pair("ant", "bee", W, W),
    Pair("bee", "cat", W, D),
    Pair("ant", "cat", L, W),
    Pair("ant", "bee", W, L),
]


@pytest.mark.parametrize("name", RATING_SYSTEMS)
def test_a_system_rates_every_name_and_no_other(name: str) -> None:
    ratings = rating_system(name).rate(in_order(["dog", "cat", "bee", "ant"], EVENT)).ratings()

    assert list(ratings) == ["ant", "bee", "cat", "dog"]
    assert ratings["ant"].mu > ratings["bee"].mu
    assert ratings["dog"] == NEWCOMER


@pytest.mark.parametrize("name", RATING_SYSTEMS)
def test_a_system_keeps_nothing_between_calls(name: str) -> None:
    system = rating_system(name)
    results = in_order(["ant", "bee", "cat"], EVENT)

    assert system.rate(results).ratings() == system.rate(results).ratings()


def test_order_shows_in_the_sequential_system_and_not_in_the_default() -> None:
    names = ["ant", "bee", "cat"]
    forward, backward = in_order(names, EVENT), in_order(names, EVENT[::-1])

    changed = {
        name: system.rate(forward).ratings() != system.rate(backward).ratings()
        for name, system in RATING_SYSTEMS.items()
    }

    assert DEFAULT_RATING_SYSTEM == "order-free"
    assert changed == {"order-free": False, "sequential": True, "bradley-terry": False}


def test_an_unknown_system_is_refused_with_those_that_exist() -> None:
    with pytest.raises(
        UnknownRatingSystem, match="order-free, sequential, bradley-terry"
    ) as refusal:
        rating_system("sequental")

    assert isinstance(refusal.value, ArenaError)
    assert refusal.value.hint == "did you mean `sequential`?"


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        pytest.param({}, 0.001, id="nothing played"),
        pytest.param({Pair("a", "b", W, L): 5}, 0.001, id="never drawn"),
        pytest.param({Pair("a", "b", W, D): 1, Pair("a", "b", W, L): 4}, 0.1, id="one leg in ten"),
        pytest.param({Pair("a", "b", D, D): 5}, 0.999, id="always drawn"),
    ],
)
def test_the_draw_probability_is_the_share_of_drawn_legs(
    pairs: dict[Pair, int], expected: float
) -> None:
    assert model_for(count_results("ab", pairs)).draw_probability == expected


@pytest.mark.parametrize(
    "wrong", [{"draw_probability": 1.0}, {"draw_probability": -0.1}, {"sigma": 0.0}, {"beta": 0.0}]
)
def test_a_model_that_explains_nothing_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="no skill model"):
        TrueSkillModel(**wrong)


def test_the_conservative_skill_is_three_sigmas_below() -> None:
    assert Rating(25, 25 / 3).conservative == 0
    assert Rating(30, 2).conservative == 24


def test_live_ratings_follow_each_leg() -> None:
    live = LiveRatings(["bee", "ant"])
    before = live.ratings()

    live.add(*Leg("ant", "bee", W))

    assert list(before) == ["ant", "bee"]
    assert before["ant"] == before["bee"] == Rating(25, 25 / 3)
    assert live.ratings()["ant"].mu > 29 > 21 > live.ratings()["bee"].mu


def test_the_global_environment_of_the_package_is_neither_read_nor_written() -> None:
    expected = rating_system("sequential").rate(in_order(["ant", "bee", "cat"], EVENT)).ratings()
    trueskill.setup(mu=100, sigma=1, beta=1, tau=1, draw_probability=0.5)
    try:
        found = rating_system("sequential").rate(in_order(["ant", "bee", "cat"], EVENT)).ratings()
        kept = trueskill.global_env().mu
    finally:
        trueskill.setup()

    assert found == expected
    assert kept == 100
