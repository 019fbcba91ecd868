import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.system import socket_dirs
from arena.system.socket_dirs import (
    PREFIX,
    UNLOCKED_PREFIX,
    YOUNG_SECONDS,
    clear_abandoned,
    private_folder,
)

HOLD = """
import sys
from pathlib import Path
from arena.system import socket_dirs
socket_dirs.socket_root = lambda: Path(sys.argv[1])
with socket_dirs.private_folder() as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(socket_dirs, "socket_root", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def held(root: Path) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """A folder in the hands of another process."""
    command = [sys.executable, "-c", HOLD, str(root)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process, Path(process.stdout.readline().strip())
        process.kill()


def age(folder: Path) -> None:
    """Makes a folder as old as one that is not just being made."""
    then = folder.stat().st_mtime - 2 * YOUNG_SECONDS
    os.utime(folder, (then, then))


def test_a_folder_is_gone_with_its_block() -> None:
    with private_folder() as folder:
        assert folder.is_dir()

    assert not folder.exists()


@pytest.mark.process
def test_the_folder_of_a_killed_process_is_cleared_and_not_before(
    held: tuple["subprocess.Popen[str]", Path],
) -> None:
    process, folder = held
    (folder / "s").touch()
    age(folder)

    clear_abandoned()
    assert folder.exists()

    process.kill()
    process.wait()
    clear_abandoned()
    assert not folder.exists()


def test_what_may_be_just_being_made_and_what_is_not_ours_stays(root: Path) -> None:
    young, other, elsewhere = root / f"{UNLOCKED_PREFIX}a", root / "other", root / "elsewhere"
    for folder in (young, other, elsewhere):
        folder.mkdir()
    age(other)
    age(elsewhere)
    (root / f"{PREFIX}link").symlink_to(elsewhere)

    clear_abandoned()

    assert young.exists()
    assert other.exists()
    assert elsewhere.exists()


def test_what_was_never_locked_is_removed_when_it_is_old(root: Path) -> None:
    left = root / f"{UNLOCKED_PREFIX}a"
    left.mkdir()
    age(left)

    clear_abandoned()

    assert not left.exists()


@pytest.mark.process
def test_processes_of_an_abandoned_folder_are_ended_and_no_others(
    held: tuple["subprocess.Popen[str]", Path], root: Path
) -> None:
    process, folder = held
    sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
    bots = [
        subprocess.Popen(sleep, env=os.environ | {"KOIKOI_ADDRESS": f"unix:{where}/s"})
        for where in (folder, root / f"{PREFIX}other")
    ]
    try:
        clear_abandoned()
        assert [bot.poll() for bot in bots] == [None, None]

        process.kill()
        process.wait()
        clear_abandoned()
        assert bots[0].wait(10) == -signal.SIGKILL
        assert bots[1].poll() is None
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
