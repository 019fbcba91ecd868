"""Ratings against numbers computed elsewhere, with 40 digits and by quadrature."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.rating.belief import relative_sigma
from arena.rating.certainty import superiority
from arena.rating.dispersion import dispersion
from arena.rating.expectation import OrderFree, fit
from arena.rating.fits import Fit, corrected_covariance
from arena.rating.model import Rating, TrueSkillModel, model_for
from arena.rating.results import (
    PAIR_CLASSES,
    Leg,
    Outcome,
    Results,
    ResultTable,
    count_results,
    tabulate,
)
from arena.rating.sequential import LiveRatings

ORACLE = json.loads((Path(__file__).parents[2] / "data" / "rating_cases.json").read_text("utf-8"))
PACKAGE, EXPECTATION, CORRECTED = 1e-8, 1e-5, 1e-6


def cases(key: str) -> pytest.MarkDecorator:
    rows = [case for case in ORACLE["legs"] if key in case]
    return pytest.mark.parametrize("case", rows, ids=[case["name"] for case in rows])


tables = pytest.mark.parametrize(
    "case", ORACLE["tables"], ids=[c["name"] for c in ORACLE["tables"]]
)


def legs_of(case: dict[str, Any]) -> list[Leg]:
    return [Leg(a, b, Outcome(outcome)) for a, b, outcome in case["results"].split()]


def model_of(case: dict[str, Any]) -> TrueSkillModel:
    return TrueSkillModel(draw_probability=case["draw_probability"])


def table_of(case: dict[str, Any]) -> ResultTable:
    """The table of a case with pairs: `AB` met so often in this way, and so on."""
    place = {name: position for position, name in enumerate(case["players"])}
    first, second = ([place[pairing[side]] for pairing in case["pairs"]] for side in (0, 1))
    counts = [[classes[name] for name in PAIR_CLASSES] for classes in case["pairs"].values()]
    return tabulate(case["players"], first, second, counts)


def triples(fitted: Fit) -> dict[str, tuple[float, float, float]]:
    columns = (
        fitted.mean,
        np.sqrt(np.diagonal(fitted.covariance)),
        relative_sigma(fitted.covariance),
    )
    return dict(zip(fitted.table.names, zip(*columns, strict=True), strict=True))


def test_the_oracle_is_whole() -> None:
    counted = Counter(key for case in ORACLE["legs"] for key in case)

    assert (counted["sequential"], counted["order_free"], counted["mode"]) == (26, 20, 20)
    assert len(ORACLE["tables"]) == 6


@cases("sequential")
def test_leg_by_leg_ratings_are_the_oracles(case: dict[str, Any]) -> None:
    start = {name: Rating(*rating) for name, rating in case["start"].items()}
    live = LiveRatings(case["players"], model_of(case), tau=case["tau"], start=start)

    for leg in legs_of(case):
        live.add(*leg)

    found = {name: (rating.mu, rating.sigma) for name, rating in live.ratings().items()}
    for name, expected in case["sequential"].items():
        assert found[name] == pytest.approx(expected, rel=0, abs=PACKAGE), name


@cases("order_free")
def test_order_free_ratings_are_the_oracles(case: dict[str, Any]) -> None:
    table = count_results(case["players"], {}, Counter(legs_of(case)))

    found = triples(fit(table, model_of(case)))

    for name, expected in case["order_free"].items():
        assert found[name] == pytest.approx(expected, rel=0, abs=EXPECTATION), name


@tables
def test_ratings_of_pairs_are_the_oracles(case: dict[str, Any]) -> None:
    table = table_of(case)
    model = model_for(table)

    found = triples(fit(table, model))

    assert model.draw_probability == pytest.approx(case["draw_probability"], rel=0, abs=1e-15)
    for name, (mean, _, sigma) in found.items():
        assert mean == pytest.approx(case["mean"][name], rel=0, abs=CORRECTED), name
        assert sigma == pytest.approx(case["sd_rel"][name], rel=0, abs=CORRECTED), name


@tables
def test_dispersion_factors_are_the_oracles(case: dict[str, Any]) -> None:
    table = table_of(case)

    found = dispersion(table)

    assert found.pooled == pytest.approx(case["phi_pool"], rel=0, abs=CORRECTED)
    for i, j, phi in zip(table.first, table.second, found.pairings, strict=True):
        names = table.names[i] + table.names[j]
        assert phi == pytest.approx(case["phi"][names], rel=0, abs=CORRECTED), names


@tables
def test_the_system_reports_means_and_the_sigmas_that_know_about_pairs(
    case: dict[str, Any],
) -> None:
    found = OrderFree().rate(Results(table_of(case), legs=tuple)).ratings()

    for name, rating in found.items():
        assert rating.mu == pytest.approx(case["mean"][name], rel=0, abs=CORRECTED), name
        assert rating.sigma == pytest.approx(case["sd_rel_corrected"][name], rel=0, abs=CORRECTED)


@tables
@pytest.mark.parametrize("corrected", [False, True])
def test_likelihoods_of_superiority_are_the_oracles(case: dict[str, Any], corrected: bool) -> None:  # noqa: FBT001
    table = table_of(case)
    fitted = fit(table, model_for(table))
    spread = dispersion(table)
    covariance = corrected_covariance(fitted, spread) if corrected else fitted.covariance

    found = superiority(fitted.mean, covariance)

    expected = case["los_corrected" if corrected else "los"]
    assert found == pytest.approx(np.array(expected), rel=0, abs=CORRECTED)
