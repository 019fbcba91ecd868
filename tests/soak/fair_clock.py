"""The clock on a machine that is far too busy: `make soak` runs this, since it depends on it."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

HOGS = 4
BUSY = "while True: pass"
SCRIPTED = Path(__file__).parents[1] / "bots" / "scripted_bot.py"
# Two quick bots and one that takes three times what it may.
BOTS = {"ann": "good", "ben": "good", "slow": "thinks-hard"}
CLOCK = ("--move-time", "0.1", "--time-bank", "0", "--start-time", "60", "--max-faults", "100")


@contextmanager
def hogs(count: int) -> Iterator[None]:
    """So many processes that want a core for themselves all the time."""
    with ExitStack() as stack:
        for _ in range(count):
            hog = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY]))
            stack.callback(hog.kill)
        yield


def verdicts(folder: Path, event: str) -> Counter[tuple[str, str]]:
    """Return who was at fault for what, in a new event."""
    command = ("run", "--bots", "bots", "--event", event, "--pairs", "5", "--seed", "1", *CLOCK)
    arena(folder, *command, "--jobs", "1")
    matches = json.loads(arena(folder, "matches", event, "--format", "json"))
    return Counter((row["fault"], row["verdict"]) for row in matches if row["fault"])


def arena(folder: Path, *arguments: str) -> str:
    """Return what `arena` prints."""
    command = [sys.executable, "-m", "arena.cli.app", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=os.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 3), done.stderr
    sys.stderr.write(done.stderr)
    return done.stdout


@pytest.mark.parametrize("count", [HOGS, 0])
def test_quick_bots_lose_nothing_by_the_clock_and_a_slow_one_does(
    tmp_path: Path, count: int
) -> None:
    for name, behaviour in BOTS.items():
        folder = tmp_path / "bots" / name
        folder.mkdir(parents=True)
        (folder / "bot.py").write_bytes(SCRIPTED.read_bytes())
        manifest = f'name = "{name}"\ncommand = ["python", "bot.py", "{behaviour}"]\n'
        (folder / "bot.toml").write_text(manifest)

    with hogs(count):
        found = verdicts(tmp_path, "busy")

    assert found == {("slow", "timeout"): 2 * 5 * 2}
