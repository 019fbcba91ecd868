"""Tests of every schedule between real bots: the pairings, and an equal table after any stop.

Matches of one month tell as much of a schedule as those of twelve.
"""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

Arena = Callable[..., subprocess.CompletedProcess[str]]
Copy = Callable[[str, str], Path]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30", "--seed", "7")
FIELD = {"ann": "first", "ben": "greedy", "cat": "yaku", "dot": "random"}


@pytest.fixture
def run(arena: Arena, bots: Path, tmp_path: Path, copy_sample: Copy) -> Arena:
    """`arena run` on four bots, in matches of one month."""
    for name, sample in FIELD.items():
        copy_sample(sample, name)
    (tmp_path / "short.toml").write_text('base = "lemme"\nmonths = 1\n')

    def play(*arguments: str) -> subprocess.CompletedProcess[str]:
        return arena("run", "--bots", str(bots), "--ruleset", "short.toml", *QUICK, *arguments)

    return play


def pairs_of(arena: Arena, event: str) -> Counter[str]:
    """How many complete pairs every pairing has."""
    rows = json.loads(arena("crosstable", event, "--format", "json").stdout)
    return Counter(
        {
            f"{row['bot']}~{row['against']}": row["pairs"]
            for row in rows
            if row["bot"] < row["against"]
        }
    )


def test_in_a_gauntlet_the_first_bots_meet_everybody_and_the_others_nobody_else(
    run: Arena, arena: Arena
) -> None:
    gauntlet = ("--schedule", "gauntlet", "--pairs", "2")

    one = run(*gauntlet, "--event", "one")
    two = run(*gauntlet, "--event", "two", "--challengers", "2", "--only", "dot,ben,ann,cat")

    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert pairs_of(arena, "one") == {"ann~ben": 2, "ann~cat": 2, "ann~dot": 2}
    assert set(pairs_of(arena, "two")) == {"ann~ben", "ann~dot", "ben~cat", "ben~dot", "cat~dot"}


def test_in_a_swiss_everybody_plays_every_round_and_meets_nobody_twice_too_soon(
    run: Arena, arena: Arena
) -> None:
    done = run("--schedule", "swiss", "--pairs", "13")

    assert done.returncode == 0, done.stderr
    found = pairs_of(arena, "bots")
    assert sorted(found.values()) == [20] * 4  # 6 pairings x 13 pairs are two rounds of two
    assert {bot: sum(bot in pairing for pairing in found) for bot in FIELD} == dict.fromkeys(
        FIELD, 2
    )


def test_in_a_swiss_of_three_nobody_is_left_without_a_match(run: Arena, arena: Arena) -> None:
    done = run("--schedule", "swiss", "--pairs", "1", "--only", "ann,ben,cat")

    assert done.returncode == 0, done.stderr
    assert {name for pairing in pairs_of(arena, "bots") for name in pairing.split("~")} == {
        *("ann", "ben", "cat"),
    }


def test_an_adaptive_event_begins_with_full_rounds_and_goes_on_with_neighbours(
    run: Arena, arena: Arena
) -> None:
    done = run("--schedule", "adaptive", "--pairs", "50")

    assert done.returncode == 0, done.stderr
    found = pairs_of(arena, "bots")
    assert min(found.values()) == 40
    assert found.total() == 6 * 50
    order = [
        row["bot"] for row in json.loads(arena("ranking", "--format", "json").stdout)["ranking"]
    ]
    ends = "~".join(sorted((order[0], order[-1])))
    assert found[ends] == 40  # the best and the last are nobody's neighbours


RUNS = {
    "round-robin": ("--schedule", "round-robin", "--pairs", "22", "--rating-interval", "1"),
    "gauntlet": ("--schedule", "gauntlet", "--challengers", "2", "--pairs", "22"),
    "swiss": ("--schedule", "swiss", "--pairs", "20"),
    "adaptive": ("--schedule", "adaptive", "--pairs", "47", "--exclude", "dot"),
    "resolved": ("--until-resolved", "--max-pairs", "40", "--exclude", "dot"),
    "adaptive-resolved": (
        "--schedule",
        "adaptive",
        "--until-resolved",
        "--max-pairs",
        "47",
        "--exclude",
        "dot",
    ),
    "swiss-resolved": ("--schedule", "swiss", "--until-resolved", "--max-pairs", "20"),
    "sprt": ("--only", "ben,cat", "--sprt", "elo0=0,elo1=200", "--max-pairs", "60"),
}


@pytest.mark.parametrize("name", RUNS)
def test_any_jobs_and_any_stops_lead_to_the_same_table(
    run: Arena, arena: Arena, bots: Path, tmp_path: Path, name: str
) -> None:
    flags = RUNS[name]
    whole = run(*flags, "--event", "whole", "--jobs", "1")
    assert whole.returncode == 0, whole.stderr

    command = ("run", "--bots", str(bots), "--ruleset", "short.toml", *QUICK, *flags)
    for number, matches in ((signal.SIGKILL, 30), (signal.SIGINT, 50)):
        _stop_after(matches, number, (*command, "--event", "torn", "-v", "--jobs", "2"), tmp_path)
    gone_on = run(*flags, "--event", "torn", "--jobs", "2")
    again = run(*flags, "--event", "torn", "--jobs", "1")

    assert gone_on.returncode == again.returncode == 0, gone_on.stderr
    assert "nothing to play" in again.stderr
    tables = [
        (tmp_path / "results" / event / "ranking.json").read_bytes() for event in ("whole", "torn")
    ]
    assert tables[0] == tables[1]
    assert pairs_of(arena, "whole") == pairs_of(arena, "torn")


def _stop_after(matches: int, number: int, command: tuple[str, ...], folder: Path) -> None:
    """Ends a run by a signal, once so many matches are over in it."""
    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli.app", *command],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            matches -= "Finished match" in line
            if not matches:
                os.kill(process.pid, number)
        process.wait()


def test_a_live_ranking_stands_between_dashed_lines_after_every_so_many_rounds(
    run: Arena,
) -> None:
    many = run("--pairs", "45", "--rating-interval", "2", "--event", "many", "--plain")
    two = run("--pairs", "45", "--rating-interval", "1", "--event", "two", "--only", "cat,ben")

    blocks = many.stderr.split("-" * 50 + "\n")
    assert len(blocks) == 3
    assert blocks[1].startswith("Ranking after schedule round 2 (240 complete pairs):\nRank  Name ")
    assert [line.split()[0] for line in blocks[1].splitlines()[3:]] == ["1", "2", "3", "4"]
    assert two.stderr.count("Results of cat vs ben:\nElo: ") == 3
    assert "\nGames: 80, Wins: " in two.stderr
    assert two.stderr.count("\nPtnml(0-2): [") == 3


def test_a_live_ranking_is_not_shown_again_for_rounds_of_an_earlier_run(run: Arena) -> None:
    run("--pairs", "20", "--only", "ann,ben")

    more = run("--pairs", "40", "--only", "ann,ben", "--rating-interval", "1")

    assert "schedule round 1 " not in more.stderr
    assert "schedule round 2 " in more.stderr


def test_a_test_of_two_bots_stops_by_itself_and_says_its_verdict(run: Arena) -> None:
    test = ("--sprt", "elo0=0,elo1=100", "--rating-interval", "1")

    better = run("--only", "ben,ann", *test, "--event", "better")
    worse = run("--only", "ann,ben", *test, "--event", "worse")
    capped = run(
        "--only", "ben,cat", "--sprt", "elo0=0,elo1=1", "--max-pairs", "20", "--event", "cap"
    )

    assert "SPRT: H1 accepted: ben is better than ann by 100 Elo rather than 0" in better.stderr
    assert "SPRT: H0 accepted: ann is better than ben by 0 Elo rather than 100" in worse.stderr
    assert "LLR: " in worse.stderr
    assert "(-2.94, 2.94) [0.00, 100.00]" in worse.stderr
    assert "stopped at the cap of 20 pairs" in capped.stderr
    assert "H1 accepted" not in capped.stderr


def test_schedules_share_what_has_been_played(run: Arena, arena: Arena) -> None:
    gauntlet = ("--schedule", "gauntlet", "--pairs", "20")
    run(*gauntlet)

    dry = run("--pairs", "20", "--dry-run")
    swiss = run("--schedule", "swiss", "--pairs", "20")
    done = run("--pairs", "20")

    assert "would play 120 of 240 matches between ann, ben, cat, dot" in dry.stderr
    assert swiss.returncode == done.returncode == 0
    assert set(pairs_of(arena, "bots").values()) == {20}
    assert "nothing to play" in run(*gauntlet).stderr


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--schedule", "roundrobin"), "did you mean `round-robin`?"),
        (("--challengers", "2"), "add `--schedule gauntlet`"),
        (("--schedule", "gauntlet", "--challengers", "4"), "at most 3"),
        (("--sprt", "elo0=0,elo1=5"), "there are 4"),
        (("--sprt", "elo0=5,elo1=0"), "0 is not more than 5"),
        (("--sprt", "elo0=0"), "belong together"),
        (("--sprt", "alpha=0.1"), "elo0 and elo1 are missing"),
        (("--sprt", "elo0=0,elo1=5,alpha=0.7"), "alpha is a risk"),
        (("--sprt", "elo0=0,elo2=5"), "unknown key `elo2`"),
        (("--sprt", "elo0=0,elo1=nan"), "no number"),
        (("--sprt", "elo0=0,elo1=5", "--until-resolved", "--only", "ann,ben"), "choose one"),
        (("--sprt", "elo0=0,elo1=5", "--pairs", "5"), "--max-pairs"),
        (("--anchor", "ann"), "as in greedy=25"),
        (("--anchor", "ann=x"), "as in greedy=25"),
        (("--anchor", "ann=25,ben=20"), "as in greedy=25"),
        (("--anchor", "anna=25"), "did you mean `ann`?"),
        (("--anchor", "ann=25", "--anchor", "ben=20"), "2 times: ann=25, ben=20"),
        (("--rating-interval", "0"), "--rating-interval"),
        (("--only", "ann"), "--only leaves 1 bot that can play, and it takes two"),
        (("--only", "ann"), "bots has ann, ben, cat, dot"),
        (("--exclude", "ann,ben,cat,dot"), "--exclude leaves no bots"),
        (("--only", "anna"), "did you mean `ann`?"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_played(
    run: Arena, tmp_path: Path, flags: tuple[str, ...], told: str
) -> None:
    done = run(*flags)

    assert done.returncode == 2, done.stderr
    assert told in done.stderr
    assert "matches to play" not in done.stderr
