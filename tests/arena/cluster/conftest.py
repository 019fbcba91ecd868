"""Bots, and what an event of theirs comes to without a cluster."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.arena.cluster.dask import arena
from tests.lacking import lacking

# As the page on clusters says it.
MAKES_CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=koikoi"
    " -keyout key.pem -out cert.pem"
)
Play = Callable[..., tuple[int, str]]


@pytest.fixture(scope="session", autouse=True)
def _needs_dask() -> None:
    if find_spec("distributed") is None:
        lacking("the extra `cluster` is not installed")


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """A function that runs `arena run` on the test's bots, and returns exit code and words."""

    def run(event: str, *flags: str, **environment: str) -> tuple[int, str]:
        command = ("run", "--bots", "bots", "--seed", "7", "--event", event, "--no-check")
        return arena(tmp_path, *command, *flags, **environment).end()

    return run


@pytest.fixture
def enter_first(bots: Path, copy_sample: Callable[[str, str], Path]) -> Callable[[int], None]:
    """A function that enters so many bots that play the first legal action."""

    def enter(count: int) -> None:
        for number in range(count):
            copy_sample("first", f"f{number}")

    return enter


@pytest.fixture
def outcome(tmp_path: Path) -> Callable[[str], tuple[bytes, list[object]]]:
    """A function that returns an event's ranking, and its matches but for the time they took."""

    def read(event: str) -> tuple[bytes, list[object]]:
        ranking = (tmp_path / "results" / event / "ranking.json").read_bytes()
        code, said = arena(tmp_path, "export", event, "-o", f"{event}.jsonl").end()
        assert code == 0, said
        lines = (tmp_path / f"{event}.jsonl").read_text().splitlines()
        return ranking, [_timeless(json.loads(line)) for line in lines]

    return read


def _timeless(record: dict[str, object]) -> dict[str, object]:
    rounds = record["rounds"]
    assert isinstance(rounds, list)
    for one in rounds:
        one.pop("think_ms", None)
    return record | {"event": ""}


@pytest.fixture
def without() -> Callable[..., str]:
    """A function that makes a PATH on which a program is missing."""

    def path(folder: Path, *programs: str) -> str:
        folder.mkdir()
        for place in os.environ["PATH"].split(os.pathsep):
            for program in Path(place).iterdir() if Path(place).is_dir() else ():
                link = folder / program.name
                if program.name not in programs and not link.exists():
                    link.symlink_to(program)
        assert not any(shutil.which(program, path=str(folder)) for program in programs)
        return str(folder)

    return path


@pytest.fixture
def certificates(require: Callable[[str], str], tmp_path: Path) -> dict[str, str]:
    """Settings of Dask's that name a certificate for everybody, certified by itself."""
    require("openssl")
    command = MAKES_CERTIFICATE.split()
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    return {f"{tls}CA_FILE": str(tmp_path / "cert.pem")} | {
        f"{tls}{role}__{kind.upper()}": str(tmp_path / f"{kind}.pem")
        for role in ("SCHEDULER", "WORKER", "CLIENT")
        for kind in ("cert", "key")
    }
