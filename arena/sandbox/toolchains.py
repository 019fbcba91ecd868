"""Toolchains for builds: compilers that live in a home folder, and files of the system.

The table names folders of programs that hold nothing of their owner's; a package manager's own
folder beside them (`~/.cargo`, `~/.npm`, `~/.m2`) may hold keys, and is not among them.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

# Folder below the home, and the variable that moves it elsewhere or tells a program of it.
HOMES: Mapping[str, str] = {
    ".rustup": "RUSTUP_HOME",
    ".cargo/bin": "",
    ".pyenv": "PYENV_ROOT",
    ".nvm/versions": "",
    ".volta/tools": "",
    ".sdkman/candidates": "",
    ".ghcup": "",
    ".opam": "OPAMROOT",
    "go/bin": "",
}
# Where the box's own name is looked up, and what Debian's Maven does not start without; its other
# settings may hold passwords. Links lead to where the system keeps them.
SYSTEM_SETTINGS = (
    *("/etc/hosts", "/etc/nsswitch.conf"),
    *("/etc/maven/m2.conf", "/etc/maven/logging"),
)


def toolchains() -> Iterator[Path]:
    """Yield the folders of compilers that exist in this user's home."""
    for name, variable in HOMES.items():
        place = Path(os.environ.get(variable) or Path.home() / name)
        if place.is_dir():
            yield place.absolute()


def system_settings() -> Iterator[tuple[Path, Path]]:
    """Yield the system settings that a build reads: the real path, and where it is expected."""
    for name in SYSTEM_SETTINGS:
        path = Path(name)
        if path.exists():
            yield path.resolve(), path


def homes() -> dict[str, str]:
    """Return the variables that tell a build where toolchains are."""
    return {
        variable: str(place)
        for name, variable in HOMES.items()
        if variable and (place := Path(os.environ.get(variable) or Path.home() / name)).is_dir()
    }
