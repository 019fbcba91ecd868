"""Detection of what each level needs on this machine; whether it holds is shown by `selftest`."""

import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from arena.errors import ArenaError
from arena.sandbox.confinement import Bubblewrap, Confinement, Tools
from arena.sandbox.landlock import OLDEST_ABI, abi
from arena.sandbox.levels import Level, Limits
from arena.sandbox.seccomp import has_tables_for
from arena.sandbox.uids import can_be_reserved
from arena.sandbox.views import View

# The first that can keep a user namespace from being made inside its own.
OLDEST_BWRAP = (0, 8)
VERSION = re.compile(r"(\d+)\.(\d+)(?:\.\d+)?")
INSTALL_BWRAP = "install the package `bubblewrap`, 0.8 or newer"
INSTALL_SETPRIV = "install util-linux 2.33 or newer, for `setpriv`, `prlimit` and `taskset`"


class LevelAbsent(ArenaError):
    """A machine that lacks what a level needs; the hint says how to get it."""


def candidates(level: Level, limits: Limits, python: Path, view: View) -> Iterator[Confinement]:
    """Yield the ways in which a level may be available, the best first. Raises LevelAbsent."""
    return CANDIDATES[level](limits, python, view)


def _bubblewrap(limits: Limits, python: Path, view: View) -> Iterator[Confinement]:
    _require_tables()
    program, version = _bwrap()
    is_root = can_be_reserved()
    # Some systems do not let it close the door to more namespaces; the filter shuts it anyway.
    for disables in (False,) if is_root else (True, False):
        yield Confinement(
            level=Level.BWRAP,
            limits=limits,
            python=python,
            tools=_tools(),
            view=view,
            has_uids=is_root,
            bwrap=Bubblewrap(program, version, as_root=is_root, disables_namespaces=disables),
        )


def _require_tables() -> None:
    if not has_tables_for(platform.machine()):
        raise LevelAbsent(f"there is no filter for the calls of {platform.machine()}")


def _bwrap() -> tuple[str, str]:
    program = shutil.which("bwrap")
    if program is None:
        raise LevelAbsent("`bwrap` is not found on the PATH", INSTALL_BWRAP)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = VERSION.search(said.stdout)
    if found is None:
        raise LevelAbsent(f"{program} does not tell its version", INSTALL_BWRAP)
    if (int(found[1]), int(found[2])) < OLDEST_BWRAP:
        raise LevelAbsent(f"bubblewrap {found[0]} is too old", INSTALL_BWRAP)
    return program, found[0]


def _tools() -> Tools:
    """Return the real paths of the tools, since a box shows only some folders of programs."""
    paths = {name: shutil.which(name) for name in ("setpriv", "prlimit", "taskset")}
    for name, path in paths.items():
        if path is None:
            raise LevelAbsent(f"`{name}` is not found on the PATH", INSTALL_SETPRIV)
    return Tools(**{name: str(Path(path).resolve()) for name, path in paths.items() if path})


def _landlock(limits: Limits, python: Path, view: View) -> Iterator[Confinement]:
    _require_tables()
    if (version := abi()) < OLDEST_ABI:
        raise LevelAbsent(
            f"the kernel's Landlock is {f'version {version}' if version else 'absent'}",
            "a kernel of version 6.12 or newer, with `landlock` among its security modules",
        )
    yield Confinement(
        level=Level.LANDLOCK,
        limits=limits,
        python=python,
        tools=_tools(),
        view=view,
        has_uids=can_be_reserved(),
    )


def _limits(limits: Limits, python: Path, _view: View) -> Iterator[Confinement]:
    """Yield the confinement by limits: as root with a user for each bot, and in no other way."""
    yield Confinement(Level.LIMITS, limits, python, _tools(), has_uids=can_be_reserved())


def _none(limits: Limits, python: Path, _view: View) -> Iterator[Confinement]:
    yield Confinement(Level.NONE, limits, python, runs_as_root=can_be_reserved())


CANDIDATES: Mapping[Level, Callable[[Limits, Path, View], Iterator[Confinement]]] = {
    Level.BWRAP: _bubblewrap,
    Level.LANDLOCK: _landlock,
    Level.LIMITS: _limits,
    Level.NONE: _none,
}
