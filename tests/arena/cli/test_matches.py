"""`arena matches`: which matches there were, and how they ended."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from arena.errors import ArenaError
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Verdict
from tests.stores import lost, new_store, scored


@pytest.fixture
def results(tmp_path: Path) -> str:
    with new_store(tmp_path / "spring", ("ann", "ben", "cat")) as store:
        store.add(
            [
                scored("ann~ben.1.1", 30, 10),
                scored("ann~ben.1.2", 20, 20),
                lost("ann~cat.1.1", by=SOUTH, verdict=Verdict.TIMEOUT),
                lost("ann~cat.1.2", by=SOUTH),
                lost("ben~cat.2.1", by=NORTH),
            ]
        )
    return str(tmp_path)


def matches(results: str, *flags: str) -> list[dict[str, object]]:
    command = ["matches", "spring", "--results", results, "--format", "json", *flags]
    result = CliRunner().invoke(app, command, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)
    assert isinstance(rows, list)
    return rows


def test_a_match_says_who_sat_where_and_how_it_ended(results: str) -> None:
    rows = matches(results)

    assert rows[0] == {
        "match": "ann~ben.1.1",
        "north": "ann",
        "south": "ben",
        "north_points": 30,
        "south_points": 10,
        "winner": "ann",
        "verdict": "normal",
        "fault": None,
        "detail": "",
    }
    assert (rows[1]["north"], rows[1]["winner"]) == ("ben", None)
    assert (rows[2]["fault"], rows[2]["verdict"], rows[2]["detail"]) == (
        *("cat", "timeout"),
        "it fell over",
    )


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ("", "ann~ben.1.1 ann~ben.1.2 ann~cat.1.1 ann~cat.1.2 ben~cat.2.1"),
        ("--bot ben", "ann~ben.1.1 ann~ben.1.2 ben~cat.2.1"),
        ("--verdict timeout", "ann~cat.1.1"),
        ("--verdict normal --bot cat", ""),
        ("--faults", "ann~cat.1.1 ann~cat.1.2 ben~cat.2.1"),
        ("--faults --bot cat", "ann~cat.1.1"),
        ("--faults --bot ann", "ann~cat.1.2"),
        ("--faults --bot ben --verdict crash", "ben~cat.2.1"),
    ],
)
def test_only_the_chosen_matches_are_listed(results: str, flags: str, found: str) -> None:
    assert [row["match"] for row in matches(results, *flags.split())] == found.split()


@pytest.mark.parametrize(
    ("flags", "complaint", "hint"),
    [
        ("--bot bet", "no bot `bet` (known: ann, ben, cat)", "did you mean `ben`?"),
        ("--verdict timed_out", "no verdict `timed_out` (known: normal, timeout, ", "`timeout`"),
        ("--verdict machine", "no verdict `machine`", ""),
    ],
)
def test_a_choice_that_leaves_nothing_is_refused(
    results: str, flags: str, complaint: str, hint: str
) -> None:
    with pytest.raises(ArenaError) as refusal:
        matches(results, *flags.split())

    assert complaint in refusal.value.message
    assert hint in refusal.value.hint
