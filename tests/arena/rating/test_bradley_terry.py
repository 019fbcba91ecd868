"""Bradley-Terry beside TrueSkill: another curve, the same facts."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rating.belief import relative_sigma
from arena.rating.bradley_terry import BradleyTerry, LogisticModel, beside, fit
from arena.rating.estimates import ELO, elo
from arena.rating.expectation import OrderFree
from arena.rating.fits import NotConverged
from arena.rating.model import TrueSkillModel
from arena.rating.results import Results, ResultTable, tabulate

MODEL = beside(TrueSkillModel())
counts = st.lists(st.integers(0, 6) | st.sampled_from([0, 50, 400]), min_size=6, max_size=6)


def table_of(rows: list[list[int]], names: str = "abc") -> ResultTable:
    first, second = np.triu_indices(len(names), 1)
    return tabulate(names, first, second, rows)


@settings(deadline=None, max_examples=40)
@given(st.lists(counts, min_size=3, max_size=3))
def test_at_the_likeliest_skills_nothing_pulls_any_more(rows: list[list[int]]) -> None:
    """Test that every bot's wins equal the wins expected of it, apart from the prior's pull."""
    table = table_of(rows)
    found = fit(table, MODEL)

    expected = np.zeros(3)
    for i, j, (won, drawn, lost) in zip(table.first, table.second, table.legs, strict=True):
        surplus = (
            won + drawn / 2 - (won + drawn + lost) * MODEL.win_share(found.mean[i] - found.mean[j])
        )
        expected[[i, j]] += surplus / MODEL.unit, -surplus / MODEL.unit
    assert (found.mean - MODEL.mu) / MODEL.sigma**2 == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, max_examples=40)
@given(st.lists(counts, min_size=3, max_size=3))
def test_the_pulls_of_all_pairings_lead_to_the_mean(rows: list[list[int]]) -> None:
    table = table_of(rows)
    found = fit(table, MODEL)

    toward = np.zeros(3)
    np.add.at(toward, table.first, found.pull)
    np.subtract.at(toward, table.second, found.pull)
    assert MODEL.mu + found.covariance @ toward == pytest.approx(found.mean, abs=1e-6)


def test_without_a_prior_the_gap_of_two_is_the_logarithm_of_the_odds() -> None:
    found = fit(table_of([[30, 0, 40, 0, 0, 10]], "ab"), LogisticModel(0, 1e6, 1))

    assert found.mean[0] - found.mean[1] == pytest.approx(math.log(100 / 60), abs=1e-6)


def test_elo_is_its_own_scale() -> None:
    assert elo(MODEL.win_share, MODEL.unit) == pytest.approx(ELO)


def test_near_equality_it_is_trueskill() -> None:
    for gap in (0.0, 0.1, -0.3):
        assert MODEL.win_share(gap) == pytest.approx(TrueSkillModel().win_share(gap), abs=1e-4)


def test_it_ranks_as_the_default_does_with_errors_of_the_same_size() -> None:
    table = table_of([[30, 2, 50, 1, 2, 15], [45, 1, 45, 0, 2, 7], [25, 0, 60, 1, 0, 14]])

    one, other = (
        system.rate(Results(table, legs=tuple)) for system in (BradleyTerry(), OrderFree())
    )

    assert one.mean == pytest.approx(other.mean, abs=0.2)
    assert one.sigma == pytest.approx(other.sigma, rel=0.05)
    assert one.residuals == pytest.approx(other.residuals, abs=0.2)


@pytest.mark.parametrize("legs", [1, 1000, 1_000_000])
def test_a_perfect_score_stays_finite(legs: int) -> None:
    found = fit(table_of([[legs, 0, 0, 0, 0, 0]] * 3), MODEL)

    assert np.all(np.diff(found.mean) < 0)
    assert np.all(np.isfinite(relative_sigma(found.covariance)))


def test_a_fit_that_finds_no_rest_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.rating.bradley_terry.GIVE_UP_AFTER", 1)

    with pytest.raises(NotConverged, match="1 passes over 1 pairings"):
        fit(table_of([[30, 0, 40, 0, 0, 10]], "ab"), MODEL)
