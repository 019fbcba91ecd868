"""`arena verify`: exit code 2 and the name of the match wherever a record disagrees."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stores import new_store, tournament

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _spring(tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "spring", ("ann", "ben")) as store:
        store.add(tournament(("ann", "ben"), pairs=2))


def test_an_event_and_its_export_are_right(arena: Run) -> None:
    arena("export", "-o", "out.jsonl")

    for position in ("spring", "out.jsonl", "results/spring"):
        result = arena("verify", position)
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout.startswith("4 matches checked, 0 disagree.\n")


def test_one_match_is_no_matches(arena: Run, tmp_path: Path) -> None:
    arena("export", "-o", "out.jsonl")
    first, *_ = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "one.jsonl").write_text(first, encoding="utf-8")

    assert arena("verify", "one.jsonl").stdout.startswith("1 match checked, 0 disagree.\n")


def test_a_changed_point_is_found_and_named(arena: Run, tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "other", ("ann", "ben")) as store:
        store.add(tournament(("ann", "ben"), pairs=1))
        store.connection.execute("UPDATE leg SET south_points = 500 WHERE leg = 2")

    result = arena("verify", "other")

    assert result.returncode == 2
    assert "ann~ben.1.2  match, points: the rules give (" in result.stdout
    assert "2 matches checked, 1 disagree." in result.stdout
    assert json.loads(arena("verify", "other", "--format", "json").stdout)[0]["match"] == (
        "ann~ben.1.2"
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"actions":["play ', '"actions":["take ', "is not legal (legal: "),
        ('"reason":"stop"', '"reason":"exhausted"', "result: the rules give"),
        ('"deck":["', '"deck":["13', "is not known (known: 01L"),
    ],
)
def test_a_changed_record_of_a_file_is_found(
    arena: Run, tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    arena("export", "-o", "out.jsonl")
    text = (tmp_path / "out.jsonl").read_text()
    (tmp_path / "out.jsonl").write_text(text.replace(old, new, 1))

    result = arena("verify", "out.jsonl")

    assert result.returncode == 2
    assert complaint in result.stdout
    assert "4 matches checked, 1 disagree." in result.stdout


def test_a_file_without_records_is_not_found_right(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "cut-off.jsonl").write_text("")

    result = arena("verify", "cut-off.jsonl")

    assert (result.returncode, result.stdout) == (2, "")
    assert "cut-off.jsonl holds no record" in result.stderr
