"""`arena run` on the bots of a test, after which nothing of it may be left."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.arena.living import all_gone

Arena = Callable[..., subprocess.CompletedProcess[str]]
MakeBot = Callable[..., Path]
QUICK = ("--move-time", "5", "--time-bank", "30", "--start-time", "30")


@pytest.fixture(scope="module")
def cache() -> Iterator[Path]:
    """A cache of this module's own; its path marks the bots that were started from it.

    Folders of pytest's are closed to the users that root gives to bots.
    """
    with TemporaryDirectory(prefix="koikoi-runs-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def run(arena: Arena, bots: Path, cache: Path) -> Arena:
    """`arena run` on the test's bots folder."""

    def play(*arguments: str) -> subprocess.CompletedProcess[str]:
        return arena("run", "--bots", str(bots), *arguments, XDG_CACHE_HOME=str(cache))

    return play


@pytest.fixture
def ranking(arena: Arena) -> Callable[[str], str]:
    """The ranking of an event, as JSON text."""
    return lambda event: arena("ranking", event, "--format", "json").stdout


@pytest.fixture(autouse=True)
def _nothing_is_left(cache: Path) -> Iterator[None]:
    yield
    assert all_gone(str(cache))
