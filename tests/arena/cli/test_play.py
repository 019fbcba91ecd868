"""`arena play` as a person uses it: in a terminal, with fingers that slip."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from arena.cards.terminal import WHO
from referee.rules.verdicts import Verdict
from referee.wire.record_json import read_record
from tests.arena.cli.conftest import Run
from tests.arena.conftest import MakeBot
from tests.arena.living import all_gone, processes_with

PROMPT, TOO_SMALL = r"1-\d+, \? or q: ", "Enter when it is, or q: "
ESCAPE = "\x1b"
FINE, USAGE, FAILED_BOT, INTERRUPTED = 0, 2, 3, 130
SECONDS = 60

Sit = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def sit(tmp_path: Path, bots: Path) -> Iterator[Sit]:
    """A function that sits down against a bot, in a window of so many lines and columns.

    The cards are always the same, so that no round ends before a card is played.
    """
    games: list[pexpect.spawn[str]] = []

    def play(bot: Path, *options: str, lines: int = 40, columns: int = 100) -> "pexpect.spawn[str]":
        game = pexpect.spawn(
            sys.executable,
            [
                "-m",
                "arena.cli.app",
                "play",
                str(bot),
                "--record",
                "r.jsonl",
                "--seed",
                "1",
                *options,
            ],
            cwd=str(tmp_path),
            env=os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
            dimensions=(lines, columns),
            encoding="utf-8",
            timeout=SECONDS,
        )
        games.append(game)
        return game

    yield play
    for game in games:
        game.close(force=True)


def _to_the_end(game: "pexpect.spawn[str]", word: str = "1") -> str:
    """Types the same at every prompt until the program ends; what it has written meanwhile."""
    text = ""
    while game.expect([PROMPT, pexpect.EOF]) == 0:
        text += game.before or ""
        game.sendline(word)
    text += game.before or ""
    game.close()
    return text


def test_a_whole_match_with_slips_is_recorded_as_any_other(
    sit: Sit, arena: Run, tmp_path: Path, copy_sample: Callable[[str, str], Path]
) -> None:
    game = sit(copy_sample("greedy", "rival-of-persons"))

    for slip in ("0", "99", "one", "", "1 1", "\x1b[Aü"):
        game.expect(PROMPT)
        game.sendline(slip)
        if slip:
            game.expect("there is no choice")
    game.expect(PROMPT)
    game.sendline("?")
    game.expect("most points win")
    game.expect(PROMPT)
    game.send("8\x7f02r")  # a typed 8 is taken back before it counts
    game.sendline()
    game.expect("you play .*Plum red poem ribbon")
    game.expect(PROMPT)
    game.sendline("02p2")
    text = _to_the_end(game)

    assert game.exitstatus == FINE, text
    assert re.search(r"you (win|lose) the match|the match is a draw", text)
    assert "round 12 of 12" in text
    assert "in reach: " in text
    record = read_record((tmp_path / "r.jsonl").read_text())
    assert record.result.verdict is Verdict.NORMAL
    assert [player.name for player in record.seats] == ["person", "rival-of-persons"]
    verified = arena("verify", "r.jsonl")
    assert verified.stdout.startswith("1 match checked, 0 disagree.")
    assert "1 match could not be dealt again: `arena play` keeps no secret" in verified.stdout
    ranked = json.loads(arena("ranking", "r.jsonl", "--format", "json").stdout)
    assert {bot["bot"] for bot in ranked["ranking"]} == {"person", "rival-of-persons"}
    assert ranked["footer"]["unpaired_legs"] == 1


@pytest.mark.parametrize(
    ("way", "code"), [("q", FINE), ("quit", FINE), ("\x03", INTERRUPTED), ("\x04", FINE)]
)
def test_who_leaves_takes_the_bot_along_and_keeps_the_record(
    way: str, code: int, sit: Sit, arena: Run, tmp_path: Path, make_bot: MakeBot
) -> None:
    bot, marker = make_bot("left-alone"), f"left-alone-{tmp_path.name}"
    manifest = bot / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"1"]', f'"1", "{marker}"]'))
    game = sit(bot)
    game.expect(PROMPT)
    game.sendline("1")
    game.expect(PROMPT)
    assert processes_with(marker)

    game.send(way if len(way.encode()) == 1 and ord(way) < ord(" ") else f"{way}\n")
    game.expect("you left the match; the bot was stopped")
    game.expect(pexpect.EOF)
    game.close()

    assert game.exitstatus == code
    assert all_gone(marker)
    assert "Traceback" not in (game.before or "")
    record = read_record((tmp_path / "r.jsonl").read_text())
    assert record.result.verdict is Verdict.CANCELLED
    assert len(record.rounds[0].actions) >= 1
    assert arena("verify", "r.jsonl").returncode == FINE


def test_a_window_that_is_too_small_says_what_it_needs_and_may_grow(
    sit: Sit, make_bot: MakeBot
) -> None:
    game = sit(make_bot("patient"), lines=10, columns=30)
    game.expect(TOO_SMALL)
    said = " ".join((game.before or "").split())
    game.sendline("1")  # nothing can be chosen that cannot be seen
    game.expect(TOO_SMALL)

    game.setwinsize(40, 100)
    game.sendline("")
    game.expect("your hand: play a card")
    # What is typed before a table is drawn is not taken for an answer to it.
    _to_the_end(game, "q")

    assert "the window has 30 columns and 10 lines, the table needs 72 and 24" in said
    assert ESCAPE not in said.removeprefix(WHO)


def test_a_bot_that_fails_loses_and_its_reason_is_told(
    sit: Sit, arena: Run, tmp_path: Path, make_bot: MakeBot
) -> None:
    game = sit(make_bot("breaks", "illegal"))

    text = _to_the_end(game)

    assert game.exitstatus == FAILED_BOT, text
    assert "the match is yours: round 1, action" in " ".join(text.split())
    assert arena("verify", "r.jsonl").returncode == FINE


def test_without_colours_there_is_no_escape_in_what_is_written(
    sit: Sit, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    game = sit(make_bot("plain"))
    game.expect(PROMPT)

    assert ESCAPE not in (game.before or "")


def test_a_bot_that_does_not_come_is_an_error_with_its_reason(sit: Sit, make_bot: MakeBot) -> None:
    game = sit(make_bot("gone", "exits"))
    game.expect(pexpect.EOF)
    game.close()

    said = " ".join((game.before or "").split())
    assert game.exitstatus == USAGE
    assert "error: gone: did not join: exit code 1" in said
    assert "arena check" in said
    assert "Traceback" not in said


def test_what_cannot_be_played_is_said_before_anything_starts(
    sit: Sit, arena: Run, tmp_path: Path, make_bot: MakeBot
) -> None:
    bot = make_bot("ready")
    typed = arena("play", str(bot))
    (tmp_path / "r.jsonl").write_text("old\n")
    game = sit(bot)
    game.expect(pexpect.EOF)
    game.close()

    assert typed.returncode == USAGE
    assert "needs a terminal" in typed.stderr
    assert game.exitstatus == USAGE
    assert "r.jsonl exists already" in (game.before or "")
    assert (tmp_path / "r.jsonl").read_text() == "old\n"
