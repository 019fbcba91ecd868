"""`arena bots`: versions come and go, a bot leaves the table and returns, and no fact is lost."""

import csv
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Arena = Callable[..., subprocess.CompletedProcess[str]]
Copy = Callable[[str, str], Path]
FLAGS = (
    *("--pairs", "3", "--move-time", "5", "--time-bank", "30", "--start-time", "30"),
    *("--seed", "7", "--ruleset", "short.toml"),
)


@pytest.fixture
def run(arena: Arena, bots: Path, tmp_path: Path, copy_sample: Copy) -> Arena:
    """`arena run` on three bots, in matches of one month."""
    for name, sample in (("ann", "first"), ("ben", "greedy"), ("cat", "random")):
        copy_sample(sample, name)
    (tmp_path / "short.toml").write_text('base = "lemme"\nmonths = 1\n')
    return lambda *more: arena("run", "--bots", str(bots), *FLAGS, *more)


def rows(arena: Arena) -> list[tuple[str, int, str]]:
    """Bot, legs and status of every version."""
    table = json.loads(arena("bots", "bots", "--format", "json").stdout)
    return [(row["bot"], row["legs"], row["status"]) for row in table]


def ranked(arena: Arena) -> list[str]:
    """The names in the table."""
    found = json.loads(arena("ranking", "bots", "--format", "json").stdout)
    return sorted(row["bot"] for row in found["ranking"])


def change(bots: Path, name: str) -> None:
    """Makes another version of a bot that plays as before."""
    (bots / name / "notes.txt").write_text("a later version\n")


def test_a_changed_bot_plays_again_and_the_others_keep_what_they_have(
    run: Arena, arena: Arena, bots: Path
) -> None:
    run()
    before = rows(arena)
    change(bots, "ben")

    dry = run("--dry-run")
    again = run()

    assert before == [(name, 12, "in the table") for name in ("ann", "ben", "cat")]
    assert "would play 12 of 18 matches" in dry.stderr
    assert "12 matches played" in again.stderr
    assert rows(arena) == [
        ("ann", 18, "in the table"),
        ("ben", 12, "replaced"),
        ("ben", 12, "in the table"),
        ("cat", 18, "in the table"),
    ]
    assert arena("verify", "bots").returncode == 0


def test_an_old_version_that_returns_brings_its_results_along(
    run: Arena, arena: Arena, bots: Path
) -> None:
    run()
    first = (bots.parent / "results" / "bots" / "ranking.json").read_bytes()
    change(bots, "ben")
    run()

    (bots / "ben" / "notes.txt").unlink()
    back = run()

    assert "nothing to play" in back.stderr
    assert (bots.parent / "results" / "bots" / "ranking.json").read_bytes() == first


def test_a_retired_bot_leaves_the_table_and_no_fact_is_lost(
    run: Arena, arena: Arena, tmp_path: Path
) -> None:
    run()
    file = tmp_path / "results" / "bots" / "ranking.json"
    before = file.read_bytes()

    out = arena("bots", "bots", "--retire", "ben")
    without = ranked(arena), json.loads(file.read_text())
    table = arena("ranking", "bots").stdout
    back = arena("bots", "bots", "--reinstate", "ben")

    assert (out.returncode, back.returncode) == (0, 0)
    assert "ben is out of the ranking" in out.stderr
    assert without[0] == ["ann", "cat"]
    assert [row["bot"] for row in without[1]["retired"]] == ["ben"]
    assert "\nben: retired\n" in table
    assert file.read_bytes() == before
    assert [legs for _, legs, _ in rows(arena)] == [12, 12, 12]


def test_a_retired_bot_does_not_play_until_it_is_taken_back_even_if_it_has_changed(
    run: Arena, arena: Arena, bots: Path
) -> None:
    run()
    arena("bots", "bots", "--retire", "ben")
    change(bots, "ben")

    still_out = run()
    arena("bots", "bots", "--reinstate", "ben")
    again = run()

    assert "retired: ben: undo with `arena bots bots --reinstate ben`" in still_out.stderr
    assert "nothing to play" in still_out.stderr
    assert "12 matches played" in again.stderr
    assert ("ben", 12, "replaced") in rows(arena)
    assert ranked(arena) == ["ann", "ben", "cat"]


def test_a_bot_that_is_gone_from_the_folder_stays_in_the_table(run: Arena, arena: Arena) -> None:
    run()

    done = run("--exclude", "cat", "--pairs", "4")

    assert "4 matches played" in done.stderr or "2 matches played" in done.stderr
    assert ranked(arena) == ["ann", "ben", "cat"]


def test_an_anchor_moves_all_ratings_and_changes_no_order_and_no_gap(
    run: Arena, arena: Arena
) -> None:
    plain = run("--anchor", "cat=25")
    free = json.loads(arena("ranking", "bots", "--format", "json").stdout)
    fixed = json.loads(arena("ranking", "bots", "--anchor", "cat=25", "--format", "json").stdout)

    by_name = {row["bot"]: row for row in fixed["ranking"]}
    assert "Anchored: cat has mu 25" in plain.stdout
    assert (by_name["cat"]["mu"], by_name["cat"]["sigma"], by_name["cat"]["elo"]) == (25, 0, 0)
    assert fixed["footer"]["anchor"] == {"bot": "cat", "mu": 25}
    assert free["footer"]["anchor"] is None
    shifts = [by_name[row["bot"]]["mu"] - row["mu"] for row in free["ranking"]]
    assert shifts == pytest.approx([shifts[0]] * len(shifts), abs=2e-4)  # printed with 4 digits
    for key in ("rank", "los_next", "rank_low", "rank_high", "first", "more_pairs"):
        assert [row[key] for row in fixed["ranking"]] == [row[key] for row in free["ranking"]]


def test_an_anchor_that_is_not_ranked_holds_nothing_and_it_is_said(
    run: Arena, arena: Arena
) -> None:
    run()
    arena("bots", "bots", "--retire", "cat")

    out = arena("ranking", "bots", "--anchor", "cat=25")

    assert out.returncode == 2
    assert "known: ann, ben" in out.stderr


def test_who_cannot_be_retired_or_taken_back_is_named(run: Arena, arena: Arena) -> None:
    run("--pairs", "1")
    export = arena("export", "bots", "-o", "copy.jsonl")
    assert export.returncode == 0, export.stderr

    unknown = arena("bots", "bots", "--retire", "bem")
    present = arena("bots", "bots", "--reinstate", "ben")
    file = arena("bots", "copy.jsonl", "--retire", "ben")
    listed = arena("bots", "copy.jsonl", "--format", "csv")

    assert [one.returncode for one in (unknown, present, file)] == [2, 2, 2]
    assert "did you mean `ben`?" in unknown.stderr
    assert "`ben` is not retired (retired: nobody)" in present.stderr
    assert "is a file of records" in file.stderr
    found = list(csv.DictReader(io.StringIO(listed.stdout)))
    assert [(row["bot"], row["first_seen"], row["legs"]) for row in found] == [
        ("ann", "", "4"),
        ("ben", "", "4"),
        ("cat", "", "4"),
    ]
