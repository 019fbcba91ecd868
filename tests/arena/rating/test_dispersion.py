"""Error bars know what swapping the seats saved, and no more than that."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating.belief import relative_sigma
from arena.rating.dispersion import PHI_RANGE, dispersion
from arena.rating.expectation import OrderFree, fit
from arena.rating.fits import corrected_covariance, residuals
from arena.rating.model import model_for
from arena.rating.results import PAIR_CLASSES, Results, ResultTable, tabulate

MIRRORED = [PAIR_CLASSES.index(name) for name in ("LL", "LD", "WL", "DD", "WD", "WW")]
classes = st.lists(st.integers(0, 30), min_size=6, max_size=6)
three_pairings = st.lists(classes, min_size=3, max_size=3)


def table_of(
    rows: list[list[int]], singles: list[list[int]] | None = None, names: str = "abc"
) -> ResultTable:
    first, second = np.triu_indices(len(names), 1)
    return tabulate(names, first, second, rows, singles)


def sigmas(table: ResultTable) -> np.ndarray:
    return OrderFree().rate(Results(table, legs=tuple)).sigma


def uncorrected(table: ResultTable) -> np.ndarray:
    return relative_sigma(fit(table, model_for(table)).covariance)


@given(st.lists(st.sampled_from(range(6)), min_size=3, max_size=3))
def test_a_single_pair_says_nothing_of_how_pairs_vary(ends: list[int]) -> None:
    table = table_of([[int(place == end) for place in range(6)] for end in ends])

    assert dispersion(table).pairings.tolist() == [1, 1, 1]
    assert sigmas(table) == pytest.approx(uncorrected(table))


def test_legs_without_a_partner_count_as_they_are() -> None:
    table = table_of([[0] * 6] * 3, [[7, 1, 3], [5, 0, 5], [2, 0, 9]])

    assert dispersion(table).pairings.tolist() == [1, 1, 1]
    assert sigmas(table) == pytest.approx(uncorrected(table))


def test_a_pairing_of_pairs_and_single_legs_lies_in_between() -> None:
    split = [0, 0, 40, 0, 0, 0]
    alone, mixed = (table_of([split], singles, "ab") for singles in (None, [[40, 0, 40]]))

    pairs_alone = dispersion(alone).pairings[0]

    assert pairs_alone < 0.1
    assert dispersion(mixed).pairings[0] == pytest.approx((pairs_alone + 1) / 2)


def test_a_bot_and_its_copy_leave_almost_nothing_to_luck() -> None:
    """Every pair is split or drawn, as when a bot meets itself: the gap is surely none."""
    table = table_of([[0, 0, 970, 30, 0, 0]], names="ab")

    assert PHI_RANGE[0] <= dispersion(table).pairings[0] < PHI_RANGE[0] + 0.01
    assert sigmas(table).max() < 0.2 * uncorrected(table).max()


def test_pairs_that_vary_like_single_legs_save_nothing() -> None:
    """A quarter of the pairs won, half split, a quarter lost: what two coins would do."""
    table = table_of([[500, 0, 1000, 0, 0, 500]] * 3)

    assert dispersion(table).pooled == pytest.approx(1, abs=1e-3)
    assert sigmas(table) == pytest.approx(uncorrected(table), rel=1e-3)


def test_pairs_that_agree_more_than_chance_widen_the_error_bars() -> None:
    table = table_of([[900, 0, 200, 0, 0, 900]] * 3)

    assert dispersion(table).pooled > 1.5
    assert (sigmas(table) > 1.2 * uncorrected(table)).all()


@pytest.mark.parametrize("sweep", [[50, 0, 0, 0, 0, 0], [0, 0, 0, 50, 0, 0]], ids=["won", "drawn"])
def test_where_nothing_varies_a_pairing_leans_on_the_field(sweep: list[int]) -> None:
    halved = [10, 0, 80, 0, 0, 10]

    found = dispersion(table_of([halved, sweep, halved]))

    assert found.pairings[1] == pytest.approx(1 - (1 - found.pooled) * 49 / 51)


@given(three_pairings)
def test_factors_are_within_bounds_and_fair_to_both_sides(rows: list[list[int]]) -> None:
    table = table_of(rows)
    turned = table_of([[row[place] for place in MIRRORED] for row in rows])

    found = dispersion(table)

    assert np.all((found.pairings >= PHI_RANGE[0]) & (found.pairings <= PHI_RANGE[1]))
    assert dispersion(turned).pairings == pytest.approx(found.pairings)


@settings(deadline=None, max_examples=40)
@given(three_pairings)
def test_the_correction_moves_no_mean(rows: list[list[int]]) -> None:
    table = table_of(rows).without_idle()
    fitted = fit(table, model_for(table))

    belief = OrderFree().rate(Results(table, legs=tuple))

    assert belief.mean.tolist() == fitted.mean.tolist()


def residuals_of(table: ResultTable) -> np.ndarray:
    fitted, spread = fit(table, model_for(table)), dispersion(table)
    return residuals(fitted, spread, corrected_covariance(fitted, spread))


def test_rock_paper_scissors_fits_no_ladder() -> None:
    wins = [120, 0, 60, 0, 0, 20]
    losses = [wins[place] for place in MIRRORED]

    misfit = residuals_of(table_of([wins, losses, wins]))  # a beats b, b beats c, c beats a

    assert np.all(np.abs(misfit) > 3.5)
    assert misfit == pytest.approx([misfit[0], -misfit[0], misfit[0]])


def test_two_bots_fit_any_ladder() -> None:
    assert np.abs(residuals_of(table_of([[90, 0, 8, 0, 0, 2]], names="ab"))) < 1


def test_a_copy_in_the_field_is_no_misfit_though_its_pairs_never_vary() -> None:
    """The factor of the copies' own pairs is near 0, and the field places them a little apart."""
    strong, weaker = [60, 0, 130, 0, 0, 10], [50, 0, 140, 0, 0, 10]

    misfit = residuals_of(table_of([[0, 0, 200, 0, 0, 0], strong, weaker]))

    assert np.abs(misfit[0]) < 2


def test_residuals_of_a_true_ladder_are_standard() -> None:
    """Simulated pairs of five bots on a ladder: the squares of the residuals are 1 on average,
    though every pairing pulls the fit towards itself."""
    dice = np.random.default_rng(7)
    first, second = np.triu_indices(5, 1)
    chance = 1 / (1 + np.exp(0.3 * (first - second)))

    found = [residuals_of(table_of(_drawn(dice, chance), names="abcde")) for _ in range(60)]

    # 60 tables with 10 - 4 independent residuals each, which are less than 10 all the same.
    assert np.mean(np.square(found)) == pytest.approx(1, abs=0.15)


def _drawn(dice: np.random.Generator, chance: np.ndarray) -> list[list[int]]:
    legs = dice.random((len(chance), 60, 2)) < chance[:, None, None]
    wins = legs.sum(axis=2)
    return [
        [int((row == 2).sum()), 0, int((row == 1).sum()), 0, 0, int((row == 0).sum())]
        for row in wins
    ]
