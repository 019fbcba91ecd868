"""Tests of bots' faults: each has its verdict, costs only its bot, and leaves no process."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from koikoi.v1 import referee_pb2 as pb

Arena = Callable[..., subprocess.CompletedProcess[str]]
MakeBot = Callable[..., Path]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30")


def test_bad_bots_are_listed_and_the_good_ones_play_on(
    run: Arena, bots: Path, make_bot: MakeBot, arena: Arena
) -> None:
    for name in ("good", "fine", "well"):
        make_bot(name, matches=4)
    for folder in ("twin1", "twin2"):
        make_bot("twin", folder=folder)
    make_bot("umlaut", folder="ein ordner 日本語")
    _manifest(bots / "nothere", 'name = "nothere"\ncommand = ["no-such-interpreter", "bot.x"]\n')
    _manifest(bots / "typo", 'name = "typo"\ncomand = ["python", "bot.py"]\n')
    _manifest(bots / "string", 'name = "string"\ncommand = "python bot.py"\n')
    (bots / "empty").mkdir()
    make_bot("quitter", "exits")
    make_bot("absent", "never-connects")
    make_bot("sleeper", "sleeps")
    make_bot("cheat", "illegal")

    done = run(
        *("--move-time", "0.2", "--time-bank", "1", "--start-time", "3", "--pairs", "2"),
        *("--jobs", "2", "--seed", "1"),
    )

    assert done.returncode == 3, done.stderr
    for name in ("twin", "no-such-interpreter", "comand", "string", "empty"):
        assert name in done.stderr
    table = json.loads(arena("ranking", "--format", "json").stdout)
    assert {row["bot"] for row in table["ranking"]} == {"good", "fine", "well", "umlaut"}
    assert {row["bot"] for row in table["benched"]} == {"quitter", "absent", "sleeper", "cheat"}
    faults = json.loads(arena("matches", "--faults", "--format", "json").stdout)
    found = {row["verdict"] for row in faults}
    assert found == {"failed_to_start", "timeout", "illegal_move"}
    assert arena("verify", "bots").returncode == 0


def _manifest(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "bot.toml").write_text(text)


@pytest.mark.parametrize(
    ("behaviour", "verdict"),
    [
        ("sleeps", "timeout"),
        ("illegal", "illegal_move"),
        ("crashes", "crash"),
        ("killed", "crash"),
        ("hangs-up", "disconnect"),
        ("exits", "failed_to_start"),
        ("never-connects", "failed_to_start"),
    ],
)
def test_a_fault_has_its_verdict_and_costs_the_match(
    run: Arena, make_bot: MakeBot, arena: Arena, behaviour: str, verdict: str
) -> None:
    make_bot("good")
    make_bot("poor", behaviour)

    run("--move-time", "0.2", "--time-bank", "0", "--start-time", "3", "--pairs", "1")

    found = json.loads(arena("matches", "--format", "json").stdout)
    assert [row["verdict"] for row in found] == [verdict] * 2
    assert {row["winner"] for row in found} == {"good"}


def test_a_bot_that_floods_before_its_first_match_began_did_start(
    run: Arena, make_bot: MakeBot, arena: Arena
) -> None:
    make_bot("good", "comes-late")
    make_bot("poor", "floods")

    run("--pairs", "1", "--seed", "1", "--fresh", *QUICK)

    found = json.loads(arena("matches", "--format", "json").stdout)
    assert [row["verdict"] for row in found] == ["flood"] * 2
    assert {row["winner"] for row in found} == {"good"}


def test_an_illegal_answer_leaves_a_dossier_with_a_command_that_shows_the_position(
    run: Arena, make_bot: MakeBot, arena: Arena, tmp_path: Path
) -> None:
    make_bot("good")
    make_bot("poor", "illegal")

    run("--pairs", "1", "--seed", "1", *QUICK)

    dossier = tmp_path / "results" / "bots" / "dossiers" / "good~poor.1.1"
    question = json.loads((dossier / "question.json").read_text())
    sent = pb.PlayRequest.FromString((dossier / "sent.bin").read_bytes())
    text = (dossier / "dossier.txt").read_text()
    assert sent.answers[0].action not in question["observation"]["hand"]
    assert "illegal_move" in text
    command = shlex.split(text.splitlines()[-1])
    shown = arena(*command[1:])
    assert shown.returncode == 0, shown.stderr
    assert "south (poor) to play" in shown.stdout


def test_a_bot_that_leaves_a_stubborn_child_and_shouts_still_plays(
    run: Arena, make_bot: MakeBot, tmp_path: Path
) -> None:
    make_bot("forker", "forks")
    make_bot("shouter", "shouts")

    done = run("--pairs", "1", "--seed", "1", *QUICK)

    assert done.returncode == 0, done.stderr
    logs = list((tmp_path / "results" / "bots" / "logs" / "shouter").glob("*.log"))
    assert len(logs) == 2
    assert all(path.stat().st_size < 70_000 for path in logs)


def test_a_daemon_is_gone_with_its_bot_and_named_in_a_log(
    run: Arena, make_bot: MakeBot, tmp_path: Path
) -> None:
    make_bot("good")
    make_bot("sneaky", "daemonises")

    done = run("--pairs", "1", "--seed", "1", "--sandbox", "limits", *QUICK)

    assert done.returncode == 0, done.stderr
    # In a box with processes of its own it is gone without a word; here somebody has to end it.
    # Without a token in its environment nobody can say whose it was: the bot that ended says so.
    logs = (tmp_path / "results" / "bots" / "logs").glob("*/*.log")
    assert any(re.search(r"left process \d+ \(python", log.read_text()) for log in logs)
