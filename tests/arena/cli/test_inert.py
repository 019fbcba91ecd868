"""Names and reasons of strangers do nothing on a terminal, whichever command shows them."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.arena.cli.terminals import at_a_terminal, on_a_terminal
from tests.hostile import MARKS, NAMES, TURNED, hostile_file

ARENA = (sys.executable, "-m", "arena.cli.app")
READERS = ("ranking", "crosstable", "crosstable --los", "matches", "stats", "bots")
FORMATS = ("table", "json", "csv", "md")
PRINTING = f"""
import sys
sys.stdout.buffer.write(bytes(range(256)) + b"\\n")
print({TURNED!r} * 1000, flush=True)
sys.exit(7)
"""

Arena = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def records(tmp_path: Path) -> str:
    return str(hostile_file(tmp_path))


@pytest.mark.process
@pytest.mark.parametrize("command", READERS)
def test_a_terminal_is_told_plain_text(records: str, command: str) -> None:
    for columns in (80, 200):
        text = on_a_terminal(*ARENA, *command.split(), records, columns=columns, NO_COLOR="1")

        assert "evil" in re.sub(r"\s", "", text)
        assert not MARKS & set(text)


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("command", ["ranking", "matches"])
def test_so_is_a_pipe_in_every_format(
    arena: Arena, records: str, command: str, output_format: str
) -> None:
    done = arena(command, records, "--format", output_format)

    assert done.returncode == 0, done.stderr
    assert "evil" in done.stdout
    assert not MARKS & set(done.stdout + done.stderr)


@pytest.mark.parametrize("number", ["1", "4"])
def test_a_replay_names_strangers_in_plain_text(arena: Arena, records: str, number: str) -> None:
    done = arena("replay", records, "--match", number)

    assert done.returncode == 0, done.stderr
    assert r"\u202eevil" in done.stdout
    assert "<script>alert(1)</script>" in done.stdout
    assert not MARKS & set(done.stdout + done.stderr)


@pytest.mark.process
def test_so_does_one_that_is_stepped_through(records: str) -> None:
    with at_a_terminal(*ARENA, "replay", records, "--match", "1") as terminal:
        first = terminal.until("q leave")
        terminal.press("\x1b[F")
        last = terminal.until("q leave")
        terminal.press("q")

    assert "evil" in first
    assert "timeout" in last
    assert not MARKS & set(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", first + last))


def test_an_unknown_name_is_repeated_in_plain_text(arena: Arena, records: str) -> None:
    for arguments in (
        ("show", f"{NAMES['b'][:50]}x", "--event", records),
        ("matches", records, "--bot", TURNED),
        ("ranking", TURNED),
        ("replay", records, "--match", TURNED),
    ):
        done = arena(*arguments)

        assert done.returncode == 2, arguments
        assert not MARKS & set(done.stdout + done.stderr), arguments


@pytest.mark.process
@pytest.mark.parametrize("command", ["check", "debug"])
def test_what_a_bot_prints_is_shown_as_plain_text(
    arena: Arena, tmp_path: Path, command: str
) -> None:
    sample = str(Path(__file__).parents[3] / "results" / "sample.jsonl")
    asked = ("greedy~yaku.1.1", "--event", sample, "--at", "2.1", "--bot")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text(PRINTING, encoding="utf-8")

    done = arena(command, *(asked if command == "debug" else ()), "mine", "--sandbox", "none")

    assert done.returncode == 3, done.stderr
    assert "evil" in done.stdout + done.stderr
    assert not MARKS & set(done.stdout + done.stderr)
