"""Tests of an event: which matches are played, in which order, and what a second start does."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from arena.runner.local_workers import this_machine

Arena = Callable[..., subprocess.CompletedProcess[str]]
MakeBot = Callable[..., Path]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30")


def test_every_bot_meets_every_other_in_pairs_of_legs(
    run: Arena, make_bot: MakeBot, arena: Arena
) -> None:
    for name in ("ann", "ben", "cat"):
        make_bot(name, matches=8)

    done = run("--pairs", "3", "--seed", "1", *QUICK)

    assert done.returncode == 0, done.stderr
    names = {row["match"] for row in json.loads(arena("matches", "--format", "json").stdout)}
    assert names == {
        f"{pairing}.{pair}.{leg}"
        for pairing in ("ann~ben", "ann~cat", "ben~cat")
        for pair in (1, 2, 3)
        for leg in (1, 2)
    }
    assert arena("verify", "bots").returncode == 0
    (worker,) = json.loads(arena("stats", "--by-worker", "--format", "json").stdout)["workers"]
    assert (worker["worker"], worker["legs"]) == (this_machine(), 18)


def test_two_copies_of_a_bot_mirror_each_other_exactly(
    run: Arena, copy_sample: Callable[[str, str], Path], arena: Arena
) -> None:
    copy_sample("random", "one")
    copy_sample("random", "two")

    assert run("--pairs", "6", "--seed", "3", *QUICK).returncode == 0

    legs: dict[str, list[list[int]]] = {}
    for line in arena("export", "bots").stdout.splitlines():
        record = json.loads(line)
        points = record["result"]["points"]
        pair = record["match"].rsplit(".", 1)[0]
        legs.setdefault(pair, []).append([points["north"], points["south"]])
    assert len(legs) == 6
    assert all(first == second for first, second in legs.values())
    entrants = json.loads(arena("ranking", "--format", "json").stdout)["ranking"]
    assert {row["mu"] for row in entrants} == {25.0}
    assert {row["match_percent"] for row in entrants} == {50.0}


def test_the_ranking_does_not_depend_on_the_number_of_jobs(
    run: Arena, copy_sample: Callable[[str, str], Path], ranking: Callable[[str], str]
) -> None:
    for name in ("first", "random", "greedy"):
        copy_sample(name, name)

    run("--pairs", "4", "--seed", "7", "--event", "one", "--jobs", "1", *QUICK)
    run("--pairs", "4", "--seed", "7", "--event", "two", "--jobs", "2", *QUICK)

    assert ranking("one") == ranking("two")
    assert '"pairs": 8' in ranking("one")


def test_other_settings_are_an_error_that_names_the_difference(
    run: Arena, make_bot: MakeBot
) -> None:
    make_bot("a", matches=8)
    make_bot("b", matches=8)
    run("--pairs", "1", "--seed", "1", *QUICK)

    for flags, word in (
        (("--seed", "2", *QUICK), "--seed"),
        (("--seed", "1", "--ruleset", "nintendo", *QUICK), "--ruleset"),
        (("--seed", "1"), "--move-time"),
    ):
        done = run("--pairs", "1", *flags)
        assert done.returncode == 2
        assert word in done.stderr
        assert "hint:" in done.stderr


def test_more_pairs_extend_an_event_and_a_complete_one_says_so(
    run: Arena, make_bot: MakeBot, arena: Arena
) -> None:
    make_bot("a", matches=8)
    make_bot("b", matches=8)
    flags = ("--seed", "1", *QUICK)
    run("--pairs", "1", *flags)

    extended = run("--pairs", "3", *flags)
    again = run("--pairs", "3", *flags)

    assert "4 of 6 matches to play" in extended.stderr
    assert "is complete" in again.stderr
    assert len(json.loads(arena("matches", "--format", "json").stdout)) == 6


def test_a_changed_bot_plays_only_its_own_pairings_again(
    run: Arena, make_bot: MakeBot, arena: Arena
) -> None:
    for name in ("a", "b", "c"):
        make_bot(name, matches=8)
    flags = ("--pairs", "2", "--seed", "1", *QUICK)
    run(*flags)
    program = make_bot("d", matches=8) / "bot.py"

    with_another = run(*flags)
    program.write_text(program.read_text() + "\n# a new version\n")
    with_a_change = run(*flags)

    assert "12 of 24 matches to play" in with_another.stderr
    assert "12 of 24 matches to play" in with_a_change.stderr
    assert arena("verify", "bots").returncode == 0


def test_one_bot_is_not_enough(run: Arena, make_bot: MakeBot) -> None:
    make_bot("alone")

    done = run()

    assert done.returncode == 2
    assert "it takes two" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dry_run_plays_nothing(run: Arena, make_bot: MakeBot, tmp_path: Path) -> None:
    make_bot("a")
    make_bot("b")

    done = run("--dry-run", "--pairs", "3")

    assert "6 matches between a, b" in done.stderr
    assert not (tmp_path / "results").exists()


def test_a_process_a_match_gives_the_same_ranking(
    run: Arena, copy_sample: Callable[[str, str], Path], ranking: Callable[[str], str]
) -> None:
    copy_sample("first", "first")
    copy_sample("random", "random")
    flags = ("--pairs", "2", "--seed", "5", *QUICK)

    run("--event", "kept", *flags)
    run("--event", "fresh", "--fresh", *flags)

    assert ranking("kept") == ranking("fresh")
