"""Tests of typing mistakes: each gets an error of two lines and changes nothing."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Arena = Callable[..., subprocess.CompletedProcess[str]]
SAMPLE = str(Path(__file__).parents[3] / "results" / "sample.jsonl")


@pytest.mark.process
@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (("--event", "../evil"), "name of an event"),
        (("--event", "a/b"), "name of an event"),
        (("--event", ""), "name of an event"),
        (("--event", "--dry-run"), "name of an event"),
        (("--pairs", "99999999999999999999"), "--pairs"),
        (("--move-time", "inf"), "--move-time"),
        (("--time-bank", "inf"), "--time-bank"),
        (("--start-time", "1e300"), "--start-time"),
        (("--only", ""), "--only"),
        (("--exclude", " , "), "--exclude"),
        (("--remote", ""), "--remote"),
        (("--cluster", ""), "--cluster"),
    ],
)
def test_a_flag_that_cannot_be_is_refused_before_anything_is_made(
    arena: Arena,
    bots: Path,
    make_bot: Callable[..., Path],
    tmp_path: Path,
    flags: tuple[str, ...],
    word: str,
) -> None:
    make_bot("a")
    make_bot("b")

    done = arena("run", "--bots", str(bots), *flags)

    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"bots"}


def test_commit_takes_no_name_that_leads_elsewhere(arena: Arena, tmp_path: Path) -> None:
    for name in ("../evil", "", "."):
        done = arena("commit", name)
        assert done.returncode == 2, name
        assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_export_into_a_pipe_or_a_link_leaves_it_what_it_was(
    arena: Arena, tmp_path: Path
) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)

    done = arena("export", SAMPLE, "-o", str(link))

    assert done.returncode == 0, done.stderr
    assert link.is_symlink()
    assert len(target.read_text().splitlines()) == 12


def test_an_export_into_a_device_does_not_replace_it(arena: Arena) -> None:
    done = arena("export", SAMPLE, "-o", os.devnull)

    assert done.returncode == 0, done.stderr
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_an_export_onto_a_folder_is_an_error(arena: Arena, tmp_path: Path) -> None:
    done = arena("export", SAMPLE, "-o", ".")

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.process
def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    for command in (("export", SAMPLE), ("replay", "greedy~yaku.1.1", "--event", SAMPLE)):
        with subprocess.Popen(
            [sys.executable, "-m", "arena.cli.app", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            errors = process.stderr.read()

        assert process.returncode == 0, errors
        assert "Traceback" not in errors
