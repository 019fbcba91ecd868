"""The levels that this machine has, each tried once for all tests."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.bots.runtime import runtime_python
from arena.sandbox.choose import LevelTrial, SandboxRequest, explain
from arena.sandbox.confinement import Confinement
from arena.sandbox.landlock import OLDEST_ABI, abi
from arena.sandbox.levels import Level

Confined = Callable[[Level], Confinement]


@contextmanager
def _open_to_all() -> Iterator[Path]:
    """Folders of pytest's are closed to other users, as which bots are started where it can be."""
    with TemporaryDirectory(prefix="koikoi-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may come to."""
    with _open_to_all() as folder:
        yield folder


@pytest.fixture(scope="session")
def sandbox_cache() -> Iterator[Path]:
    """A cache for these tests: making the Python of bots takes seconds."""
    with _open_to_all() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def trials(sandbox_cache: Path) -> Mapping[Level, LevelTrial]:
    """Return what every level came to on this machine."""
    return {
        trial.level: trial for trial in asyncio.run(explain(SandboxRequest(), runtime_python()))
    }


@pytest.fixture(scope="session")
def confined(trials: Mapping[Level, LevelTrial]) -> Confined:
    """A function that gives the confinement of a level, or skips where there is none.

    Under ARENA_REQUIRE_ALL=1 a level that is not there is a failure, except for a Landlock that the
    kernel lacks: nothing that can be installed gives that.
    """

    def of(level: Level) -> Confinement:
        trial = trials[level]
        if trial.confinement is not None:
            return trial.confinement
        is_excused = level is Level.LANDLOCK and abi() < OLDEST_ABI
        if os.environ.get("ARENA_REQUIRE_ALL") == "1" and not is_excused:
            pytest.fail(f"{trial.reason}, and ARENA_REQUIRE_ALL=1 is set", pytrace=False)
        has_program = level is not Level.BWRAP or shutil.which("bwrap")
        pytest.skip(trial.reason if has_program else "no bwrap")

    return of
