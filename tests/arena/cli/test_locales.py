"""Names that the locale cannot read: they are paths all the same, and nothing falls over."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stores import new_store, tournament

Arena = Callable[..., subprocess.CompletedProcess[str]]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(autouse=True)
def _event(tmp_path: Path) -> None:
    with new_store(tmp_path / "results" / "日本語", ("ann", "ben")) as store:
        store.add(tournament(("ann", "ben"), pairs=1))


@pytest.mark.parametrize(
    "command",
    [
        *("ranking 日本語", "matches 日本語 --format json", "report 日本語 -o 日.html"),
        *("verify 日本語", "stats results/日本語", "replay ann~ben.1.1 --event 日本語"),
    ],
)
def test_an_event_is_read_whatever_the_locale(arena_process: Arena, command: str) -> None:
    done = arena_process(*command.split(), **ASCII)

    assert done.returncode == 0, done.stderr


def test_records_are_written_and_read_whatever_the_locale(
    arena_process: Arena, tmp_path: Path
) -> None:
    arena_process("export", "日本語", "-o", "日.jsonl", **ASCII)

    done = arena_process("report", "日.jsonl", "-o", "本.html", **ASCII)

    assert done.returncode == 0, done.stderr
    assert "spring" in (tmp_path / "本.html").read_text(encoding="utf-8")


def test_an_event_of_a_name_that_is_no_text_is_refused_with_a_hint(arena_process: Arena) -> None:
    done = arena_process("run", "--bots", "日", "--event", "本", **ASCII)

    assert done.returncode == 2
    assert "LC_ALL=C.UTF-8" in done.stderr


def test_a_path_of_bytes_that_are_no_text_is_read_too(arena_process: Arena, tmp_path: Path) -> None:
    (tmp_path / "results" / "日本語").rename(tmp_path / os.fsdecode(b"\xff\xfe"))

    done = arena_process("ranking", os.fsdecode(b"\xff\xfe"))

    assert done.returncode == 0, done.stderr
