"""Stops at random moments: the arena, a worker or the whole group, by any signal."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.arena.living import all_gone, children, command_line

Arena = Callable[..., subprocess.CompletedProcess[str]]
KILLS = int(os.environ.get("ARENA_KILLS", "5"))
FLAGS = (
    *("--pairs", "2", "--seed", "7", "--jobs", "2", "--move-time", "5", "--start-time", "30"),
    *("--ruleset", "short.toml"),
)
LEGS = 3 * 2 * 2
# Longer than a whole run takes on a quiet machine, start-up included.
LAST_MOMENT = 2.5


def test_every_stop_is_gone_on_from_to_the_same_ranking(
    arena: Arena,
    bots: Path,
    tmp_path: Path,
    copy_sample: Callable[[str, str], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    cache = tmp_path_factory.mktemp("cache")
    for name in ("first", "random", "greedy"):
        copy_sample(name, name)
    (tmp_path / "short.toml").write_text('base = "lemme"\nmonths = 1\n')
    command = ("run", "--bots", str(bots), *FLAGS)
    assert arena(*command, "--event", "whole", XDG_CACHE_HOME=str(cache)).returncode == 0
    whole = arena("ranking", "whole", "--format", "json").stdout
    dice = Random(48)

    for number in range(KILLS):
        event = f"torn{number}"
        for _ in range(dice.randint(1, 2)):
            _stop_somewhere((*command, "--event", event), tmp_path, cache, dice)
            assert all_gone(str(cache)), number
        done = arena(*command, "--event", event, XDG_CACHE_HOME=str(cache))
        assert done.returncode == 0, done.stderr
        assert arena("ranking", event, "--format", "json").stdout == whole, number
        matches = arena("matches", event, "--format", "csv").stdout.splitlines()[1:]
        names = [line.split(",")[0] for line in matches]
        assert len(names) == len(set(names)) == LEGS


def _stop_somewhere(command: tuple[str, ...], folder: Path, cache: Path, dice: Random) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli.app", *command],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    ) as process:
        with suppress(subprocess.TimeoutExpired):
            process.wait(dice.uniform(0.0, LAST_MOMENT))
        dice.choice(STOPS)(process.pid)
        process.wait()


def _signal_group(number: signal.Signals) -> Callable[[int], None]:
    def stop(pid: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(pid, number)

    return stop


def _kill_a_worker(pid: int) -> None:
    for child in children(pid):
        if "arena.runner.worker" in command_line(child):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            return


def _kill_the_arena(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


STOPS = (
    _kill_the_arena,
    _kill_a_worker,
    _signal_group(signal.SIGKILL),
    _signal_group(signal.SIGTERM),
    _signal_group(signal.SIGINT),
)
