"""`arena show`: one bot, or two side by side."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.app import app
from tests.stores import new_store, scored


@pytest.fixture
def results(tmp_path: Path) -> str:
    with new_store(tmp_path / "spring", ("ann", "ben")) as store:
        store.add([scored("ann~ben.1.1", 30, 10), scored("ann~ben.1.2", 20, 20)])
    return str(tmp_path)


def show(results: str, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["show", *arguments, "--results", results])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_one_bot_is_shown_with_its_rivals(results: str) -> None:
    text = show(results, "ann", "--event", "spring")

    assert "name" in text
    assert "1 of 2" in text
    assert "1-1-0" in text


def test_two_are_shown_side_by_side(results: str) -> None:
    assert show(results, "ben", "ann").startswith("ben against ann\n\nWW")


@pytest.mark.parametrize("bots", [["ann"], ["ann", "ben"]])
def test_programs_read_the_same(results: str, bots: list[str]) -> None:
    assert json.loads(show(results, *bots, "--format", "json"))["bot"] == "ann"
    assert show(results, *bots, "--format", "csv").count("ann") == 1
    assert "| W-D-L | 1-1-0 |" in show(results, *bots, "--format", "md")


def test_a_misspelled_bot_brings_a_hint(results: str) -> None:
    result = CliRunner().invoke(app, ["show", "anne", "--results", results])

    assert result.exit_code == 1
    assert result.exception.hint == "did you mean `ann`?"
