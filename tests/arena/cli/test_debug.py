"""`arena debug`: a bot is asked again what was asked in a match, and shows what it does."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.event.locate import STORE_FILE
from arena.replay.positions import Position, round_at
from arena.store.store import Store
from referee.rules.record import replay

ROOT = Path(__file__).parents[3]
SAMPLE = str(ROOT / "results" / "sample.jsonl")
MATCH = ("debug", "greedy~yaku.1.1", "--event", SAMPLE, "--sandbox", "none")
PRINTING = """
import os
print("here I am", flush=True)
{end}
"""

Arena = Callable[..., subprocess.CompletedProcess[str]]


def sample_bot(name: str) -> tuple[str, str]:
    return "--bot", str(ROOT / "sample_bots" / name)


@pytest.mark.parametrize(("bot", "at"), [("greedy", "2.1"), ("yaku", "2.11"), ("yaku", "2.12")])
def test_the_same_bot_answers_the_same_again(arena: Arena, bot: str, at: str) -> None:
    done = arena(*MATCH, *sample_bot(bot), "--at", at)

    assert done.returncode == 0, done.stderr
    said = dict(line.split(maxsplit=1) for line in done.stdout.splitlines() if line)
    assert said["answer"].rpartition(" (")[0] == said["recorded"]


def test_a_bot_that_falls_over_is_a_result_with_what_it_printed(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text(PRINTING.format(end="os._exit(7)"))

    done = arena(*MATCH, "--bot", "mine", "--at", "2.1")

    assert done.returncode == 3
    assert "answer      no answer: failed_to_start, did not join: exit code 7" in done.stdout
    assert "here I am" in done.stderr


def said(arena: Arena, match: str, at: Position) -> dict[str, str]:
    """Return what a bot that rolls dice is asked and answers."""
    where = ("--at", str(at), "--sandbox", "none")
    done = arena("debug", match, "--event", "dice", *sample_bot("random"), *where)
    assert done.returncode == 0, done.stderr
    return dict(line.split(maxsplit=1) for line in done.stdout.splitlines() if line)


def first_question(position: Path, match: str) -> Position:
    """Where the bot that rolls dice was asked for the first time."""
    with Store.open(position / STORE_FILE, read_only=True) as store:
        record = store.record(match)
    names = [player.name for player in record.seats]
    at = Position(1, 1)
    while names[round_at(replay(record), at).mover] != "random":
        at = Position(1, at.action + 1)
    return at


def test_a_bot_that_rolls_dice_is_told_the_seed_of_its_match(arena: Arena, tmp_path: Path) -> None:
    bots = ("--bots", str(ROOT / "sample_bots"), "--only", "first,random")
    run = arena("run", *bots, "--event", "dice", "--pairs", "1", "--sandbox", "none", "--seed", "7")
    assert run.returncode == 0, run.stderr

    for match in ("first~random.1.1", "first~random.1.2"):
        answer = said(arena, match, first_question(tmp_path / "results" / "dice", match))

        assert answer["answer"].rpartition(" (")[0] == answer["recorded"]
        assert answer["bot_seed"].isdigit()


def test_of_a_file_of_records_no_seed_is_known(arena: Arena) -> None:
    done = arena(*MATCH, *sample_bot("greedy"), "--at", "2.1")

    assert "bot_seed    0, and not that of the match: a file of records" in done.stdout


@pytest.mark.parametrize(
    ("at", "word"),
    [("92.1", "no round 92"), ("2.99", "no action 99"), ("2", "ROUND.ACTION"), ("1.17", "over")],
)
def test_where_nobody_was_asked_is_said(arena: Arena, at: str, word: str) -> None:
    done = arena(*MATCH, *sample_bot("greedy"), "--at", at)

    assert done.returncode == 2
    assert word in done.stderr


def test_a_folder_that_is_no_bot_is_said(arena: Arena) -> None:
    done = arena(*MATCH, "--bot", "nowhere", "--at", "2.1")

    assert done.returncode == 2
    assert "nowhere" in done.stderr
