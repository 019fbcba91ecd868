"""`arena crosstable`: every bot against every other one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from arena.standings.crosstable import KEYS
from tests.stores import new_store, scored


@pytest.fixture
def results(tmp_path: Path) -> str:
    with new_store(tmp_path / "spring", ("ann", "ben")) as store:
        for pair in range(1, 11):
            store.add([scored(f"ann~ben.{pair}.1", 30, 10), scored(f"ann~ben.{pair}.2", 20, 20)])
    return str(tmp_path)


def crosstable(results: str, *flags: str) -> str:
    result = CliRunner().invoke(app, ["crosstable", "spring", "--results", results, *flags])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_people_read_a_square(results: str) -> None:
    lines = crosstable(results).splitlines()

    assert lines[0].split() == ["rank", "bot", "1", "2"]
    assert lines[2].split() == ["1", "ann", "75.0", "10-10-0"]
    assert lines[3].split() == ["2", "ben", "25.0", "0-10-10"]


def test_with_los_they_read_who_is_better(results: str) -> None:
    lines = crosstable(results, "--los").splitlines()

    assert lines[2].split() == ["1", "ann", ">99.9%"]
    assert lines[3].split() == ["2", "ben", "<0.1%"]


def test_programs_read_a_list_that_has_both(results: str) -> None:
    rows = json.loads(crosstable(results, "--format", "json"))

    assert tuple(rows[0]) == KEYS
    assert (rows[0]["bot"], rows[0]["match_percent"], rows[0]["wd"]) == ("ann", 75.0, 10)
    assert rows[0]["los"] > 0.999
    assert crosstable(results, "--format", "csv") == crosstable(results, "--los", "--format", "csv")
    assert "| 1 | ann |  | 75.0  10-10-0 |" in crosstable(results, "--format", "md")
