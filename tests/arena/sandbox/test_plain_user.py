"""The arena as most people run it: not as root, so that its bots have no users of their own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.schedule.slots import PAIRS_PER_CHUNK
from tests.arena.sandbox.conftest import Confined
from tests.lacking import lacking

USER = 60_800
SCRIPTED = Path(__file__).parents[2] / "bots" / "scripted_bot.py"
QUICK = ("--seed", "1", "--move-time", "5", "--start-time", "60", "--sandbox", "bwrap")

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture
def as_plain_user(
    open_folder: Path, confined: Confined, require: Callable[[str], str]
) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs a program as a user without any power, in a folder of its own."""
    home = open_folder / "home"
    home.mkdir()
    os.chown(home, USER, USER)
    become = (require("setpriv"), f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--")

    def run(*command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*become, *command],
            cwd=home,
            env={"PATH": os.environ["PATH"], "HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@root_only
def test_a_plain_user_s_bots_of_first_legs_are_gone_before_second_legs(
    as_plain_user: Callable[..., "subprocess.CompletedProcess[str]"], open_folder: Path
) -> None:
    if as_plain_user(sys.executable, "-c", "import arena.cli.app").returncode != 0:
        _not_here("the arena's own files are closed to other users here")
    bots = open_folder / "bots"
    for name in ("ann", "ben"):
        (bots / name).mkdir(parents=True)
        shutil.copy(SCRIPTED, bots / name / "bot.py")
        text = f'name = "{name}"\ncommand = ["python", "bot.py", "shouts", "8"]\n'
        (bots / name / "bot.toml").write_text(text)

    done = as_plain_user(
        *(sys.executable, "-m", "arena.cli.app", "run", "--bots", str(bots), *QUICK),
        *("--pairs", str(PAIRS_PER_CHUNK + 1), "--jobs", "1", "-v"),
    )

    if "no sandbox" in done.stderr or "--sandbox bwrap: " in done.stderr:
        _not_here(done.stderr)
    assert done.returncode == 0, done.stderr
    assert "uid per bot" not in done.stderr
    logs = open_folder / "home" / "results" / "bots" / "logs" / "ann"
    assert len(list(logs.glob("*.log"))) == 2 * 2  # chunks and phases


def _not_here(reason: str) -> None:
    lacking(reason)
