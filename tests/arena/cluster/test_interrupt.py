"""Ctrl-C ends the run and all its bots, wherever they are, and not the cluster."""

import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.arena.cluster.conftest import Play
from tests.arena.cluster.dask import arena, running, start_scheduler, start_worker
from tests.arena.living import PROC, all_gone, command_line, is_gone, pids

COMMAND = ("run", "--bots", "bots", "--seed", "7", "--event", "torn", "--no-check", "--verbose")
FLAGS = ("--pairs", "3", "--move-time", "5", "--start-time", "30")
INTERRUPTED = 130


def test_an_interrupted_run_leaves_no_process_of_its_own(
    enter_first: Callable[[int], None], tmp_path: Path
) -> None:
    """A terminal's Ctrl-C reaches the workers of `local:N` too."""
    enter_first(4)
    client = arena(tmp_path, *COMMAND, *FLAGS, "--cluster", "local:2")
    with running(client):
        client.hear("Finished match", 3)
        client.kill(signal.SIGINT)
        code, said = client.end()
        group = [pid for pid in pids() if _group(pid) == client.process.pid]
        left = [command_line(pid) for pid in group if not is_gone(pid)]

    assert code == INTERRUPTED, said
    assert "All finished matches are saved" in said
    assert "Traceback" not in said
    assert left == []


def test_an_interrupted_run_leaves_the_cluster_and_no_bot_there(
    play: Play, enter_first: Callable[[int], None], tmp_path: Path
) -> None:
    enter_first(4)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with ExitStack() as stack:
        scheduler, address = start_scheduler(tmp_path)
        stack.enter_context(running(scheduler))
        worker = start_worker(address, tmp_path, **cache)
        stack.enter_context(running(worker))
        client = arena(
            tmp_path, *COMMAND, *FLAGS, "--cluster", address, "--cluster-plain-text", **cache
        )
        stack.enter_context(running(client))
        client.hear("Finished match", 3)
        client.kill(signal.SIGINT)
        code, said = client.end()

        assert code == INTERRUPTED, said
        assert all_gone(str(tmp_path / "cache"))
        code, said = play("torn", *FLAGS, "--cluster", address, "--cluster-plain-text", **cache)

    assert code == 0, said
    assert "matches played" in said


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid) if (PROC / str(pid)).exists() else 0
    except ProcessLookupError:
        return 0
