"""One event, played once with everything there is: a commitment and a beacon, a reveal, a new bot,
and a second epoch. Most tests look at a copy of it, whole or after somebody has been at it.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.arena.cli.fair_deals.desk import ROOT, Desk


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of this module's own."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def desk(tmp_path: Path, cache: Path) -> Desk:
    """An empty desk."""
    return Desk(tmp_path, cache)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Desk:
    """The event: three bots and a fourth in the second epoch, both epochs revealed, exported."""
    desk = Desk(tmp_path_factory.mktemp("played"), cache)
    desk.fine("commit", "spring")
    for name in ("ann", "ben", "cat"):
        desk.bot(name)
    desk.run("--pairs", "1", "--beacon", "4 8 15")
    desk.fine("reveal", "spring")
    desk.fine("commit", "spring")
    desk.bot("dan", nonce="d1")
    desk.run("--pairs", "2", "--beacon", "16 23 42")
    desk.fine("reveal", "spring")
    desk.fine("export", "spring", "-o", "spring.jsonl")
    return desk


@pytest.fixture
def copied(played: Desk, tmp_path: Path) -> Desk:
    """A copy of the event, to be tampered with."""
    shutil.copytree(played.folder, tmp_path / "copy")
    return Desk(tmp_path / "copy", played.cache)


@pytest.fixture(scope="session")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that stands in the manual of the results."""
    manual = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```js\n(.*?)```", manual, flags=re.DOTALL)
    path = tmp_path_factory.mktemp("verifier") / "verify_deals.mjs"
    path.write_text(program, encoding="utf-8")
    return path


@pytest.fixture
def javascript(verifier: Path, require: Callable[[str], str]) -> Callable[[Desk], tuple[int, str]]:
    """A function that has the manual's program check what is published."""

    def check(desk: Desk) -> tuple[int, str]:
        command = [require("node"), str(verifier), str(desk.spring / "deals.json")]
        matches = str(desk.folder / "spring.jsonl")
        done = subprocess.run([*command, matches], capture_output=True, text=True, check=False)
        assert not done.stderr
        return done.returncode, done.stdout

    return check


@pytest.fixture(autouse=True)
def _nothing_is_half_written(tmp_path: Path) -> Iterator[None]:
    yield
    assert list(tmp_path.rglob("*.new")) == []
