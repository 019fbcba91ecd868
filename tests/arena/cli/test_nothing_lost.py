"""Disks that fill up, folders that cannot be written, files that are damaged or held by others."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lacking import lacking

Arena = Callable[..., subprocess.CompletedProcess[str]]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30", "--seed", "1")
STORE = Path("results") / "bots" / "arena.sqlite"


@pytest.fixture
def run(arena: Arena, bots: Path, copy_sample: Callable[[str, str], Path], cache: Path) -> Arena:
    """`arena run` on two sample bots."""
    copy_sample("first", "first")
    copy_sample("random", "random")

    def play(*arguments: str) -> subprocess.CompletedProcess[str]:
        return arena(
            *("run", "--bots", str(bots), "--pairs", "12"),
            *(*QUICK, *arguments),
            XDG_CACHE_HOME=str(cache),
        )

    return play


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of this module's own."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def ranking(arena: Arena) -> Callable[..., str]:
    """The ranking of an event, as JSON text."""
    return lambda *arguments: arena("ranking", *arguments, "--format", "json").stdout


@pytest.fixture
def small_disk(tmp_path: Path, require: Callable[[str], str]) -> Iterator[Path]:
    """A disk of 200 KiB; only root can make one."""
    mount = require("mount")
    position = tmp_path / "small"
    position.mkdir()
    command = [mount, "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(position)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        lacking("a small disk cannot be mounted here")
    try:
        yield position
    finally:
        subprocess.run(["umount", str(position)], check=True)


def test_a_full_disk_stops_the_run_loudly_and_the_same_command_goes_on(
    run: Arena, small_disk: Path, ranking: Callable[..., str]
) -> None:
    run("--event", "whole")
    results = ("--results", str(small_disk))

    full = run(*results)
    grown = ["mount", "-o", "remount,size=20m", str(small_disk)]
    subprocess.run(grown, check=True)
    gone_on = run(*results)

    assert full.returncode == 4, full.stderr
    assert "arena.sqlite: database or disk is full" in full.stderr
    assert "hint: make room" in full.stderr
    assert "Traceback" not in full.stderr
    assert gone_on.returncode == 0, gone_on.stderr
    assert ranking("bots", *results) == ranking("whole")


def test_a_folder_that_cannot_be_made_is_named(run: Arena, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    done = run("--results", str(tmp_path / "file"))

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "file") in done.stderr


def test_a_damaged_store_is_named_and_never_written_over(
    run: Arena, arena: Arena, tmp_path: Path
) -> None:
    run()
    store = tmp_path / STORE
    damaged = bytearray(store.read_bytes())
    damaged[100 : len(damaged) // 2] = b"\xa5" * (len(damaged) // 2 - 100)
    store.write_bytes(damaged)

    for done in (run("--pairs", "14"), arena("ranking", "bots"), arena("verify", "bots")):
        assert done.returncode == 2
        assert "arena.sqlite" in done.stderr
        assert "hint:" in done.stderr
        assert "Traceback" not in done.stderr
    assert store.read_bytes() == damaged


def test_a_store_that_is_something_else_is_named(run: Arena, arena: Arena, tmp_path: Path) -> None:
    store = tmp_path / STORE
    store.parent.mkdir(parents=True)
    store.write_text("these are my notes")

    done = run()

    assert done.returncode == 2
    assert "is not a database" in done.stderr
    assert store.read_text() == "these are my notes"


def test_a_store_that_another_program_holds_stops_the_run_resumable(
    run: Arena, tmp_path: Path
) -> None:
    run()
    other = sqlite3.connect(tmp_path / STORE)
    other.execute("BEGIN EXCLUSIVE")

    held = run("--pairs", "14")
    other.close()
    gone_on = run("--pairs", "14")

    assert held.returncode == 4
    assert "database is locked" in held.stderr
    assert gone_on.returncode == 0, gone_on.stderr


def test_a_torn_write_ahead_log_loses_no_more_than_its_torn_end(
    run: Arena, bots: Path, tmp_path: Path, cache: Path, ranking: Callable[..., str]
) -> None:
    run("--event", "whole")
    command = [sys.executable, "-m", "arena.cli.app", "run", "--bots", str(bots)]
    with subprocess.Popen(
        [*command, "--pairs", "12", *QUICK, "-v"],
        cwd=tmp_path,
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stderr is not None
        finished = 0
        while finished < 8:
            line = process.stderr.readline()
            assert line
            finished += "Finished match" in line
        os.killpg(process.pid, signal.SIGKILL)
    log = tmp_path / f"{STORE}-wal"
    content = log.read_bytes()
    log.write_bytes(content[: len(content) // 2])

    gone_on = run()

    assert gone_on.returncode == 0, gone_on.stderr
    assert ranking("bots") == ranking("whole")


@pytest.mark.parametrize("file", ["report.html", "ranking.json", "event.toml"])
def test_a_ranking_is_shown_where_a_file_of_it_cannot_be_written(
    run: Arena, tmp_path: Path, file: str
) -> None:
    in_the_way = tmp_path / "results" / "bots" / file
    in_the_way.mkdir(parents=True)
    (in_the_way / "kept").touch()

    done = run("--pairs", "1")

    assert "first" in done.stdout
    assert "random" in done.stdout
    assert done.returncode == 2
    *_, last = done.stderr.splitlines()
    assert last.startswith("error: ")
    assert f"{file} cannot be written" in last
    assert "Traceback" not in done.stderr
