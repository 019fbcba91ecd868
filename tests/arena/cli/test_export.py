"""`arena export`: JSON Lines, to stdout or into a file."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stores import new_store, scored

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _spring(tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "spring", ("ann", "ben")) as store:
        store.add([scored(f"ann~ben.{pair}.{leg}", 3, 1) for pair in (2, 1) for leg in (2, 1)])


def test_every_line_is_a_record_in_canonical_order(arena: Run) -> None:
    result = arena("export", "spring")

    assert (result.returncode, result.stderr) == (0, "")
    assert [json.loads(line)["match"] for line in result.stdout.splitlines()] == [
        "ann~ben.1.1",
        "ann~ben.1.2",
        "ann~ben.2.1",
        "ann~ben.2.2",
    ]


def test_a_file_gets_what_stdout_would_get(arena: Run, tmp_path: Path) -> None:
    assert arena("export", "-o", "out.jsonl").stdout == ""

    assert (tmp_path / "out.jsonl").read_text() == arena("export", "spring").stdout
    assert arena("export", "out.jsonl").stdout == arena("export", "spring").stdout


def test_a_file_that_cannot_be_written_is_named(arena: Run) -> None:
    result = arena("export", "-o", "nowhere/out.jsonl")

    assert result.returncode == 2
    assert "error: nowhere/out.jsonl cannot be written" in result.stderr
