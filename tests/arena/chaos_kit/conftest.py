"""An event of honest bots alone, against which those with a bad one are held."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest

from tests.arena.chaos_kit.events import (
    CLOCK,
    KIT,
    MATCHES_A_PAIR,
    RIVALS,
    Watched,
    records_of,
    watched_run,
)
from tests.arena.chaos_kit.survivors import survivors

MOST_PAIRS = 4


@dataclass(frozen=True, slots=True)
class Ground:
    """A folder to run events in, with a cache of its own that marks their processes."""

    folder: Path
    cache: Path

    def arena(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs `arena`."""
        return subprocess.run(
            [sys.executable, "-m", "arena.cli.app", *arguments],
            cwd=self.folder,
            env=environ | {"XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    def place(self, event: str) -> Path:
        """Where an event's results are."""
        return self.folder / "results" / event

    def log(self, event: str, bot: str) -> str:
        """Everything a bot has printed in an event."""
        logs = (self.place(event) / "logs" / bot).glob("*.log")
        return "".join(path.read_text(errors="replace") for path in logs)

    def play(self, event: str, bots: tuple[str, ...], pairs: int, *options: str) -> Watched:
        """Runs an event between bots of the kit."""
        return watched_run(
            self.folder,
            {"XDG_CACHE_HOME": str(self.cache)},
            *("--bots", str(KIT), "--only", ",".join(bots), "--event", event, "--seed", "1"),
            *("--pairs", str(pairs), "--max-faults", str(pairs * MATCHES_A_PAIR), "--jobs", "2"),
            *(*CLOCK, *options),
        )


@dataclass(frozen=True, slots=True)
class Clean:
    """The event without a bad bot: its records, and the memory of its workers."""

    records: Mapping[str, dict[str, Any]]
    peak_kib: int


CleanAt: TypeAlias = Callable[[str], Clean]


@pytest.fixture(scope="session")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """Where the events of this folder's tests are run.

    Folders of pytest's are closed to other users; bots may be started as one, from the cache.
    """
    with TemporaryDirectory(prefix="koikoi-chaos-") as cache:
        Path(cache).chmod(0o755)
        yield Ground(tmp_path_factory.mktemp("chaos"), Path(cache))


@pytest.fixture(scope="session")
def clean_at(ground: Ground) -> CleanAt:
    """The event of the honest bots alone, by level: at one of them pairs share their cards."""

    @cache
    def played(level: str) -> Clean:
        event = f"clean-{level}".strip("-")
        run = ground.play(event, RIVALS, MOST_PAIRS, *(("--sandbox", level) if level else ()))
        assert run.code == 0, run.errors
        return Clean(records_of(ground.place(event)), run.peak_kib)

    return played


@pytest.fixture(autouse=True)
def _nothing_is_left(ground: Ground) -> Iterator[None]:
    yield
    assert survivors(str(ground.cache)) == []
