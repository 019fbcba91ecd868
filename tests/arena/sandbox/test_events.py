"""In a real event a bot comes by nothing that is not its own, in neither leg."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.levels import Level
from tests.arena.sandbox.conftest import Confined

SPY = Path(__file__).parent / "spying_bot.py"
SCRIPTED = Path(__file__).parents[2] / "bots" / "scripted_bot.py"
QUICK = ("--move-time", "5", "--time-bank", "60", "--start-time", "60", "--pairs", "2")
STRONG = pytest.mark.parametrize("level", [one for one in Level if one.is_for_strangers])


@pytest.fixture
def mark() -> Iterator[str]:
    """The name of the files that the spy leaves, where it can."""
    name = f"koikoi-spy-{secrets.token_hex(4)}"
    yield name
    for folder in ("/tmp", "/var/tmp", "/dev/shm", "/dev", "/run"):
        (Path(folder) / name).unlink(missing_ok=True)


@pytest.fixture
def port() -> Iterator[int]:
    """A server of the machine's, and an abstract socket beside it."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind(f"\0koikoi-{server.getsockname()[1]}")
        other.listen()
        yield server.getsockname()[1]


@pytest.fixture
def bots(tmp_path: Path, sandbox_cache: Path, mark: str) -> Path:
    """A spy, and a rival that has something to hide."""
    folder = tmp_path / "bots"
    for name, command in (
        ("rival", ["python", "bot.py", "good", "4"]),
        ("spy", ["python", "spying_bot.py", mark, str(tmp_path), str(sandbox_cache)]),
    ):
        (folder / name).mkdir(parents=True)
        shutil.copy(SCRIPTED, folder / name / "bot.py")
        manifest = f'name = "{name}"\ncommand = {json.dumps(command)}\n'
        (folder / name / "bot.toml").write_text(manifest)
    shutil.copy(SPY, folder / "spy")
    (folder / "rival" / "book.txt").write_text("its best openings")
    return folder


def looked(bots: Path, level: Level) -> list[str]:
    """Return what the spy prints in all its processes while an event is played at a level."""
    results = bots.parent / "results"
    command = ("run", "--bots", str(bots), "--results", str(results), "--sandbox", level.value)
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli.app", *command, *QUICK],
        cwd=bots.parent,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    logs = sorted((results / "bots" / "logs" / "spy").glob("*.log"))
    assert len(logs) == 2  # a process for the first legs, another for the second
    return [line for log in logs for line in log.read_text().splitlines() if line[:1] != "-"]


@STRONG
@pytest.mark.usefixtures("port")
def test_a_spy_finds_nothing_in_either_leg(confined: Confined, bots: Path, level: Level) -> None:
    confined(level)

    assert looked(bots, level) == ["looked everywhere"] * 2


def test_without_a_sandbox_it_finds_everything(
    confined: Confined, bots: Path, port: int, mark: str
) -> None:
    confined(Level.NONE)

    found = "\n".join(looked(bots, Level.NONE))

    for secret in ("arena.sqlite", "/secret", "rival/book.txt", "/snapshots/"):
        assert secret in found
    assert "found token of process" in found
    assert "found memory of process" in found
    assert f"found port {port}\n" in found
    assert f"found socket @koikoi-{port}\n" in found
    assert f"found mark /tmp/{mark}\n" in found


@STRONG
def test_no_process_of_a_stranger_lives_through_two_phases(
    confined: Confined, bots: Path, level: Level, tmp_path: Path
) -> None:
    """Two chunks of a pairing, with two phases each: a process, and so a log, for each of them."""
    confined(level)
    shutil.rmtree(bots / "spy")
    (bots / "rival" / "bot.py").write_text(f"print('up', flush=True)\n{SCRIPTED.read_text()}")
    shutil.copytree(bots / "rival", bots / "other")
    other = (bots / "rival" / "bot.toml").read_text().replace("rival", "other")
    (bots / "other" / "bot.toml").write_text(other)

    subprocess.run(
        [
            *(sys.executable, "-m", "arena.cli.app", "run", "--bots", str(bots), *QUICK[:-2]),
            *("--pairs", "21", "--jobs", "1", "--sandbox", level.value),
        ],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )

    for name in ("rival", "other"):
        assert len(list((tmp_path / "results/bots/logs" / name).glob("*.log"))) == 4
