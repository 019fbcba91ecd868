"""Outputs that scripts and people rely on are the same to the byte."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from tests.arena.cli.terminals import on_a_terminal
from tests.golden.outputs import GOLDEN, OUTPUTS, fixed_event, output


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    fixed_event(folder / "golden")
    return folder


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_the_golden_one(results: Path, name: str) -> None:
    """If the change is meant: `python -m tests.golden` writes the files anew."""
    assert output(name, results).decode() == (GOLDEN / name).read_bytes().decode()


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name.endswith(".csv")])
def test_no_spreadsheet_takes_a_golden_cell_for_a_formula(name: str) -> None:
    """A cell that is not a number starts with nothing that a spreadsheet computes."""
    rows = list(csv.reader(io.StringIO((GOLDEN / name).read_text(encoding="utf-8"))))

    assert len({len(row) for row in rows}) == 1
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "@", "\t", "＝")), cell
        assert not cell.startswith("-") or float(cell) < 0, cell


@pytest.mark.parametrize("name", [name for name in OUTPUTS if name.endswith(".json")])
def test_golden_json_holds_numbers_that_json_knows(name: str) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    assert json.loads((GOLDEN / name).read_text(encoding="utf-8"), parse_constant=refuse)


@pytest.mark.process
@pytest.mark.parametrize("columns", [80, 100, 250])
def test_on_a_terminal_the_ranking_fits_and_names_what_it_leaves_out(
    results: Path, columns: int
) -> None:
    command = (sys.executable, "-m", "arena.cli.app", "ranking", "golden", "--results", results)

    text = on_a_terminal(*map(str, command), columns=columns, NO_COLOR="1")

    head = next(line for line in text.splitlines() if "sigma" in line)
    assert max(map(len, text.splitlines())) <= columns
    assert {"rank", "bot", "mu", "sigma", "mu-3sigma", "ranks", "LOS", "pairs", "go"} <= set(
        head.split()
    )
    assert ("No room for" in text) is (columns < 250)
    assert "points/month" in text
