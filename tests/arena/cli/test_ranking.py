"""`arena ranking`: data on stdout, all else on stderr, from events and files alike."""

import csv
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.event.jsonl import exported_lines
from arena.system.files import write_whole
from referee.rules.seats import NORTH
from tests.stores import lost, new_store, scored

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _spring(tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "spring", ("ann", "ben", "cat")) as store:
        store.add([scored("ann~ben.1.1", 30, 10), scored("ann~ben.1.2", 20, 20)])
        store.add([lost(f"ann~cat.{pair}.2", by=NORTH) for pair in range(1, 6)])
        write_whole(tmp_path / "copy.jsonl", exported_lines(store))


def test_the_newest_event_is_ranked_and_named_on_stderr(arena: Run) -> None:
    result = arena("ranking")

    assert (result.returncode, result.stderr) == (0, "event spring\n")
    lines = result.stdout.splitlines()
    assert lines[0].split()[:3] == ["rank", "bot", "mu"]
    assert lines[2].split()[:2] == ["1", "ann"]
    assert lines[2].split()[6:11] == ["1-2", "1", "1-1-0", "75.0", "+0.833"]
    assert lines[4:6] == ["", "cat: disqualified after 5 faults: 5 crash"]


@pytest.mark.parametrize("ratings", ["order-free", "sequential"])
def test_json_differs_between_an_event_and_its_export_in_what_a_file_does_not_tell(
    arena: Run, ratings: str
) -> None:
    flags = ("--format", "json", "--ratings", ratings)

    event, file = arena("ranking", "spring", *flags), arena("ranking", "copy.jsonl", *flags)

    assert (event.stderr, file.stderr) == ("", "")
    assert event.stdout.replace('"trusted bots"', '"sandbox: not recorded"') == file.stdout
    assert [row["bot"] for row in json.loads(event.stdout)["ranking"]] == ["ann", "ben"]


def test_csv_is_for_spreadsheets(arena: Run) -> None:
    result = arena("ranking", "--format", "csv", "--results", "results")

    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["rank"], row["bot"], row["wins"], row["note"]) for row in rows] == [
        ("1", "ann", "1", ""),
        ("2", "ben", "0", ""),
        ("", "cat", "", "disqualified after 5 faults"),
    ]


def test_a_misspelled_event_brings_a_hint_and_exit_code_2(arena: Run) -> None:
    result = arena("ranking", "sprung")

    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == (
        "error: no event `sprung` in results (known: spring)\n\nhint: did you mean `spring`?\n"
    )


def test_without_events_the_hint_is_to_play_one(arena: Run) -> None:
    result = arena("ranking", "--results", "elsewhere")

    assert result.returncode == 2
    assert "hint: play one: `arena run --bots FOLDER`" in result.stderr


def test_a_file_given_for_the_folder_of_results_is_told_from_an_absent_event(arena: Run) -> None:
    result = arena("ranking", "--results", "copy.jsonl")

    assert result.returncode == 2
    assert "copy.jsonl is a file" in result.stderr
    assert (
        "hint: name the file itself to read it, as in `arena ranking copy.jsonl`" in result.stderr
    )


@pytest.mark.parametrize("columns", [",", " , ", " "])
def test_columns_that_name_none_are_refused(arena: Run, columns: str) -> None:
    result = arena("ranking", "--columns", columns)

    assert result.returncode == 2
    assert "names no column" in result.stderr
    assert "known: rank, bot" in result.stderr


def test_one_pair_is_one_pair(arena: Run) -> None:
    assert "\n1 complete pair, ruleset" in arena("ranking", "spring").stdout


def test_an_unknown_rating_system_is_refused(arena: Run) -> None:
    result = arena("ranking", "--ratings", "sequentiel")

    assert result.returncode == 2
    assert "did you mean `sequential`?" in result.stderr
