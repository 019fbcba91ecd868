"""Toolchains for builds: compilers that live in a home folder, and the settings for downloads.

The table names folders of programs that hold nothing of their owner's; a package manager's own
folder beside them (`~/.cargo`, `~/.npm`, `~/.m2`) may hold keys, and is not among them.
"""

import os
import re
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
# Where names of hosts are looked up, and what Debian's Maven does not start without; its other
# settings may hold passwords. Links lead to where the system keeps them.
SYSTEM_SETTINGS = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"),
    *("/etc/maven/m2.conf", "/etc/maven/logging"),
)
SETTINGS = re.compile(
    r"(https?|ftp|no|all)_proxy|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|CURL_CA_BUNDLE"
    r"|PIP_\w+|UV_\w+|NPM_CONFIG_\w+|GO(PROXY|SUMDB|NOSUMDB|FLAGS|PRIVATE|TOOLCHAIN|ROOT)"
    r"|CARGO_(NET|HTTP|REGISTRIES|REGISTRY)_\w+|RUSTUP_(TOOLCHAIN|AUTO_INSTALL)|JAVA_HOME"
    r"|MAVEN_OPTS|CC|CXX",
    re.IGNORECASE,
)
SECRETS = re.compile(r"TOKEN|AUTH|PASS|SECRET|KEY|CREDENTIAL", re.IGNORECASE)


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


def build_settings(home: Path) -> dict[str, str]:
    """Return a build's environment: settings for downloads, and no secrets of the arena's user."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if SETTINGS.fullmatch(key) and not SECRETS.search(key)
    }
    named = {
        variable: str(place)
        for name, variable in HOMES.items()
        if variable and (place := Path(os.environ.get(variable) or Path.home() / name)).is_dir()
    }
    return (
        kept
        | named
        | {
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
        }
    )
