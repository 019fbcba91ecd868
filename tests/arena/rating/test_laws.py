"""Laws that hold for every table of results, whoever won."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating.belief import relative_sigma
from arena.rating.certainty import likely_ranks
from arena.rating.expectation import OrderFree, fit
from arena.rating.fits import Fit, NotConverged
from arena.rating.model import ImpossibleDraw, Rating, TrueSkillModel, model_for
from arena.rating.results import (
    PAIR_CLASSES,
    Outcome,
    Results,
    ResultTable,
    count_results,
    tabulate,
)
from arena.rating.sequential import LiveRatings

MIRRORED = [PAIR_CLASSES.index(name) for name in ("LL", "LD", "WL", "DD", "WD", "WW")]
NAMES = ("ant", "bee", "cat", "dog", "eel")
NEWCOMER = Rating(25, round(25 / 3, 6))
EMPTY = count_results(NAMES, {})
counts = st.lists(st.integers(0, 6) | st.sampled_from([0, 0, 50, 400]), min_size=6, max_size=6)
settings.register_profile("fits", deadline=None, max_examples=40)
slowly = settings(settings.get_profile("fits"))


@st.composite
def tables(draw: st.DrawFn) -> ResultTable:
    size = draw(st.integers(2, len(NAMES)))
    first, second = np.triu_indices(size, 1)
    rows = draw(st.lists(counts, min_size=len(first), max_size=len(first)))
    return tabulate(NAMES[:size], first, second, rows)


def fitted(table: ResultTable) -> Fit:
    return fit(table, model_for(table))


def sigmas(found: Fit) -> np.ndarray:
    return np.sqrt(np.diagonal(found.covariance))


@slowly
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_show_in_a_single_bit(
    table: ResultTable, chance: random.Random
) -> None:
    order = chance.sample(range(len(table.first)), len(table.first))
    names = chance.sample(table.names, len(table.names))
    place = np.array([names.index(name) for name in table.names], dtype=int)
    shuffled = tabulate(
        names,
        place[table.second[order]],
        place[table.first[order]],
        table.pairs[order][:, MIRRORED],
    )

    one, other = fitted(table), fitted(shuffled)

    assert one.mean.tobytes() == other.mean.tobytes()
    assert one.covariance.tobytes() == other.covariance.tobytes()


@slowly
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_show_in_what_is_told_of_certainty(
    table: ResultTable, chance: random.Random
) -> None:
    order = chance.sample(range(len(table.first)), len(table.first))
    shuffled = tabulate(
        table.names,
        table.second[order],
        table.first[order],
        table.pairs[order][:, MIRRORED],
    )

    one, other = (OrderFree().rate(Results(t, legs=tuple)) for t in (table, shuffled))

    assert one.ratings() == other.ratings()
    assert one.residuals.tobytes() == other.residuals.tobytes()
    ranks = [likely_ranks(belief.mean, belief.covariance) for belief in (one, other)]
    assert ranks[0].low.tolist() == ranks[1].low.tolist()
    assert ranks[0].high.tolist() == ranks[1].high.tolist()


@slowly
@given(tables())
def test_the_corrected_errors_are_finite_and_no_wider_than_those_of_the_prior(
    table: ResultTable,
) -> None:
    belief = OrderFree().rate(Results(table, legs=tuple))

    assert np.all(np.isfinite(belief.sigma))
    assert np.all(belief.sigma <= 2**0.5 * 25 / 3 + 1e-9)  # phi is 2 at most
    assert np.all(np.isfinite(belief.residuals))


@slowly
@given(tables(), st.floats(-1000, 1000))
def test_moving_the_prior_moves_every_mean(table: ResultTable, shift: float) -> None:
    share = model_for(table).draw_probability

    moved = fit(table, TrueSkillModel(mu=25 + shift, draw_probability=share))

    assert moved.mean == pytest.approx(fitted(table).mean + shift, abs=1e-9)
    assert moved.covariance == pytest.approx(fitted(table).covariance)


@slowly
@given(tables())
def test_another_scale_scales_everything(table: ResultTable) -> None:
    share = model_for(table).draw_probability

    large = fit(table, TrueSkillModel(mu=1500, sigma=500, beta=250, draw_probability=share))

    assert large.mean == pytest.approx(60 * fitted(table).mean, rel=1e-7)
    assert sigmas(large) == pytest.approx(60 * sigmas(fitted(table)), rel=1e-7)


@slowly
@given(tables())
def test_losing_what_was_won_mirrors_the_field(table: ResultTable) -> None:
    reversed_table = tabulate(table.names, table.first, table.second, table.pairs[:, MIRRORED])

    mirrored = fitted(reversed_table)

    assert mirrored.mean == pytest.approx(50 - fitted(table).mean, abs=1e-7)
    assert sigmas(mirrored) == pytest.approx(sigmas(fitted(table)), abs=1e-7)


@slowly
@given(tables())
def test_what_one_gains_the_others_lose(table: ResultTable) -> None:
    assert fitted(table).mean.sum() == pytest.approx(25 * len(table.names), abs=1e-7)


@slowly
@given(tables(), counts)
def test_equal_results_are_equal_ratings(table: ResultTable, mutual: list[int]) -> None:
    """A twin of the last entrant: the same against everybody, and even against each other."""
    last = len(table.names) - 1
    own = table.second == last
    even = np.array(mutual) + np.array(mutual)[MIRRORED]
    doubled = tabulate(
        (*table.names, "twin"),
        [*table.first, *table.first[own], last],
        [*table.second, *np.full(own.sum(), last + 1), last + 1],
        [*table.pairs, *table.pairs[own], even],
    )

    found = fitted(doubled)

    assert found.mean[last] == pytest.approx(found.mean[last + 1], abs=1e-7)
    assert sigmas(found)[last] == pytest.approx(sigmas(found)[last + 1], abs=1e-7)


@slowly
@given(tables())
def test_ratings_and_their_errors_are_finite_and_no_wider_than_the_prior(
    table: ResultTable,
) -> None:
    found = fitted(table)

    assert np.all(np.isfinite(found.mean))
    assert np.all(sigmas(found) <= found.model.sigma + 1e-9)
    assert np.all(relative_sigma(found.covariance) <= found.model.sigma + 1e-9)
    assert np.all(found.information >= 0)


@slowly
@given(st.sampled_from(Outcome), st.floats(0.001, 0.9))
def test_a_single_leg_is_what_the_package_makes_of_it(outcome: Outcome, share: float) -> None:
    model = TrueSkillModel(draw_probability=share)
    live = LiveRatings("ab", model)
    table = tabulate(["a", "b"], [0], [1], [[0] * 6], [[outcome == one for one in Outcome]])

    live.add("a", "b", outcome)
    found = fit(table, model)

    for name, mean, sigma in zip("ab", found.mean, sigmas(found), strict=True):
        assert (mean, sigma) == pytest.approx(
            (live.ratings()[name].mu, live.ratings()[name].sigma), abs=1e-9
        )


@pytest.mark.parametrize("size", [2, 3, 8])
def test_a_perfect_score_stays_finite(size: int) -> None:
    first, second = np.triu_indices(size, 1)
    swept = np.tile([100_000, 0, 0, 0, 0, 0], (len(first), 1))

    found = fitted(tabulate([f"bot{i}" for i in range(size)], first, second, swept))

    assert np.all(np.diff(found.mean) < 0)
    assert np.all(np.isfinite(relative_sigma(found.covariance)))


@pytest.mark.parametrize("legs", [1, 100, 1_000_000])
def test_nothing_but_draws_leaves_all_equal(legs: int) -> None:
    table = tabulate("abc", [0, 0, 1], [1, 2, 2], np.tile([0, 0, 0, legs, 0, 0], (3, 1)))

    assert fitted(table).mean == pytest.approx(np.full(3, 25.0), abs=1e-9)


def test_a_bot_against_its_copy_stands_where_it_began() -> None:
    """Every pair is split or drawn: the gap is 0 to the last bit."""
    found = fitted(tabulate("ab", [0], [1], [[0, 0, 37, 3, 0, 0]]))

    assert found.mean.tolist() == [25.0, 25.0]
    assert len(set(relative_sigma(found.covariance).round(6))) == 1


def test_rock_paper_scissors_has_no_leader() -> None:
    table = tabulate("abc", [0, 1, 2], [1, 2, 0], np.tile([9, 1, 0, 0, 0, 0], (3, 1)))

    assert len(set(OrderFree().rate(Results(table, legs=tuple)).ratings().values())) == 1


def test_four_times_the_legs_halve_the_error() -> None:
    table = tabulate("abc", [0, 0, 1], [1, 2, 2], np.tile([200, 5, 500, 2, 5, 160], (3, 1)))
    larger = tabulate("abc", table.first, table.second, 4 * table.pairs)

    ratio = relative_sigma(fitted(larger).covariance) / relative_sigma(fitted(table).covariance)

    assert ratio == pytest.approx(np.full(3, 0.5), rel=1e-3)


@slowly
@given(tables())
def test_an_idle_entrant_keeps_the_prior_and_changes_nobody(table: ResultTable) -> None:
    idle = tabulate((*table.names, "zzz"), table.first, table.second, table.pairs)

    absolute = fit(idle, model_for(idle))
    without, beside = (OrderFree().rate(Results(t, legs=tuple)).ratings() for t in (table, idle))

    assert absolute.mean[-1] == 25
    assert sigmas(absolute)[-1] == pytest.approx(25 / 3)
    assert beside.pop("zzz") == NEWCOMER
    assert beside == without


def test_before_the_first_leg_everybody_is_a_newcomer() -> None:
    assert set(OrderFree().rate(Results(EMPTY, legs=tuple)).ratings().values()) == {NEWCOMER}


@pytest.mark.parametrize("legs", [10_000, 1_000_000])
def test_a_million_legs_settle_as_quickly_as_a_hundred(legs: int) -> None:
    first, second = np.triu_indices(10, 1)
    shares = np.linspace(0.3, 0.9, len(first))
    won = np.rint(legs * shares).astype(int)
    rows = np.stack([won, np.full_like(won, legs // 50), legs - won], axis=1)

    found = fitted(tabulate([f"bot{i}" for i in range(10)], first, second, np.zeros((45, 6)), rows))

    assert found.passes < 60


def test_a_fit_that_finds_no_rest_is_an_error_and_not_a_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.rating.expectation.GIVE_UP_AFTER", 3)
    table = tabulate("ab", [0], [1], [[3, 0, 2, 0, 0, 0]])

    with pytest.raises(NotConverged, match="3 passes over 2 sites"):
        fitted(table)


def test_a_draw_is_refused_where_none_can_be() -> None:
    table = tabulate("ab", [0], [1], [[0, 0, 0, 1, 0, 0]])

    with pytest.raises(ImpossibleDraw):
        fit(table, TrueSkillModel(draw_probability=0))
