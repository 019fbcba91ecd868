"""Going on until the ranking is known, and stopping there."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from arena.schedule.resolution import Resolution

Arena = Callable[..., subprocess.CompletedProcess[str]]
FLAGS = (
    *("--seed", "7", "--until-resolved", "--move-time", "5", "--start-time", "30"),
    *("--time-bank", "30"),
)
LOOKS = [20, 40, 60, 80, 100, 140, 180]


def test_it_looks_when_the_data_have_grown_by_a_quarter() -> None:
    goal = Resolution()

    assert [pairs for pairs in range(20, 201, 20) if goal.is_due(pairs)] == LOOKS


def test_copies_are_a_tie_and_a_better_bot_is_certain(
    arena: Arena, bots: Path, copy_sample: Callable[[str, str], Path]
) -> None:
    copy_sample("greedy", "one")
    copy_sample("greedy", "two")
    copy_sample("first", "poor")

    # At 99 % an order of equals is claimed now and then, as by seed 7: simulated, in 1 of 50 runs.
    done = arena("run", "--bots", str(bots), "--max-pairs", "60", *FLAGS, "--seed", "1")

    assert done.returncode == 0, done.stderr
    # Which of two copies stands first is the cards' doing.
    assert re.search(r"\((one, two|two, one)\) are (a tie within 2 %|not certain)", done.stderr)
    assert "poor) are certain" in done.stderr
    assert "resolved after" in done.stderr or "stopped at the cap" in done.stderr


def test_it_goes_on_after_a_stop_to_the_same_table(
    arena: Arena, bots: Path, copy_sample: Callable[[str, str], Path], tmp_path: Path
) -> None:
    copy_sample("greedy", "one")
    copy_sample("greedy", "two")
    command = ("run", "--bots", str(bots), "--max-pairs", "200", *FLAGS)
    whole = arena(*command, "--event", "whole")

    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli.app", *command, "--event", "torn", "-v"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        finished = 0
        while finished < 50:  # in the second schedule round
            line = process.stderr.readline()
            assert line
            finished += "Finished match" in line
        os.kill(process.pid, signal.SIGINT)
        process.stderr.read()
    gone_on = arena(*command, "--event", "torn")

    assert process.returncode == 130
    assert "a tie within 2 %" in whole.stderr
    assert "a tie within 2 %" in gone_on.stderr
    tables = [arena("ranking", one, "--format", "json").stdout for one in ("whole", "torn")]
    assert tables[0] == tables[1]


def test_pairs_and_until_resolved_exclude_each_other(arena: Arena, bots: Path) -> None:
    both = arena("run", "--bots", str(bots), "--pairs", "3", "--until-resolved")
    alone = arena("run", "--bots", str(bots), "--max-pairs", "3")

    assert both.returncode == alone.returncode == 2
    assert "--max-pairs" in both.stderr
    assert "--until-resolved" in alone.stderr
