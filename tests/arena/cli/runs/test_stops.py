"""Whatever stops a run, or kills a worker: the same command goes on to the same ranking."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.arena.living import all_gone, children, command_line

Arena = Callable[..., subprocess.CompletedProcess[str]]
MakeBot = Callable[..., Path]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30")


def test_a_run_goes_on_after_any_stop_to_the_same_ranking(
    bots: Path,
    cache: Path,
    tmp_path: Path,
    run: Arena,
    copy_sample: Callable[[str, str], Path],
    ranking: Callable[[str], str],
    arena: Arena,
) -> None:
    for name in ("first", "random", "greedy"):
        copy_sample(name, name)
    (tmp_path / "short.toml").write_text('base = "lemme"\nmonths = 1\n')
    flags = ("--pairs", "12", "--seed", "7", "--ruleset", "short.toml", *QUICK)
    run("--event", "whole", *flags)

    for number in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        command = ("run", "--bots", str(bots), "--event", "torn", "-v", *flags)
        stopped, errors = _stopped(command, tmp_path, cache, number)
        if number is not signal.SIGKILL:
            assert stopped == 130
            assert "arena run --bots" in errors
        assert all_gone(str(cache))
    assert run("--event", "torn", *flags).returncode == 0

    assert ranking("torn") == ranking("whole")
    names = [
        row["match"] for row in json.loads(arena("matches", "torn", "--format", "json").stdout)
    ]
    assert len(names) == len(set(names)) == 3 * 12 * 2


def _stopped(command: tuple[str, ...], folder: Path, cache: Path, number: int) -> tuple[int, str]:
    """Starts `arena`, sends its process group a signal at its second match, and waits."""
    with _started(command, folder, cache) as process:
        told = _wait_for_matches(process, 2)
        os.killpg(process.pid, number)
        assert process.stderr is not None
        rest = process.stderr.read()
    return process.returncode, told + rest


def _started(command: tuple[str, ...], folder: Path, cache: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli.app", *command],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def _wait_for_matches(process: "subprocess.Popen[str]", count: int) -> str:
    assert process.stderr is not None
    lines: list[str] = []
    while sum("Finished match" in line for line in lines) < count:
        lines.append(process.stderr.readline())
        assert lines[-1], "".join(lines)
    return "".join(lines)


def test_a_killed_worker_is_replaced_and_changes_nothing(
    bots: Path,
    cache: Path,
    tmp_path: Path,
    run: Arena,
    copy_sample: Callable[[str, str], Path],
    make_bot: MakeBot,
    ranking: Callable[[str], str],
) -> None:
    copy_sample("first", "first")
    make_bot("sneaky", "daemonises")
    flags = ("--pairs", "4", "--seed", "7", *QUICK)
    run("--event", "whole", *flags)

    command = ("run", "--bots", str(bots), "--event", "torn", "-v", *flags)
    with _started(command, tmp_path, cache) as process:
        _wait_for_matches(process, 2)
        (worker,) = [
            pid for pid in children(process.pid) if "arena.runner.worker" in command_line(pid)
        ]
        os.kill(worker, signal.SIGKILL)
        assert process.stderr is not None
        errors = process.stderr.read()

    assert process.returncode == 0
    assert "a worker died (killed by SIGKILL)" in errors
    assert ranking("torn") == ranking("whole")
