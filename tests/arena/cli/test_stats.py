"""`arena stats`: luck and habits from an event or a file."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from tests.stores import new_store, tournament


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("results")
    with new_store(folder / "spring", ("ann", "ben")) as store:
        store.add(tournament(("ann", "ben"), pairs=2))
    return str(folder)


def stats(results: str, *flags: str) -> str:
    result = CliRunner().invoke(app, ["stats", "spring", "--results", results, *flags])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_people_read_four_tables(results: str) -> None:
    text = stats(results)

    heads = [line.split()[0] for line in text.splitlines() if line.startswith(("luck", "bot"))]
    assert heads == ["luck", "bot"]
    assert "first months" in text
    assert "Kasu, ten plains" in text


def test_programs_read_counts(results: str) -> None:
    data = json.loads(stats(results, "--format", "json"))

    assert [one["bot"] for one in data["bots"]] == ["ann", "ben"]
    assert data["bots"][0]["rounds"] == 48
    assert data["luck"][1]["pairing"] == "ann~ben"


def test_spreadsheets_get_one_list(results: str) -> None:
    rows = list(csv.reader(io.StringIO(stats(results, "--format", "csv"))))

    assert rows[0] == ["about", "figure", "value"]
    assert ["ann", "rounds", "48"] in rows
