"""The environment of a worker: versions that must be equal everywhere, and the tools it needs."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import arena
import referee
from arena.doctor import TOOLS, Finding, State, examine
from arena.errors import shown

ENDINGS = (".py", ".sql")
OURS = (arena, referee)
COPIED = "sample_bots"  # what `arena new` copies is no code of the arena's
DIGITS = 12

Identity = Mapping[str, str]
SPEAKS_TLS = "scheduler, workers and `arena run` use tls://"
NAME_THEM = "name them in ~/.config/dask/koikoi.yaml, see arena/cluster/README.md"
TLS = ("ca-file", "worker.cert", "worker.key")
SAME = "the same as where `arena run` is"
LEVEL = "the level that the event is played at"
BOTS = "for bots that need it"
# What the doctor looks for beside, and what a worker wants of it.
WANTED = {
    "cache": "room for the bots' files and builds",
    "python of bots": "for bots in Python",
    "setpriv": "ties bots to their worker",
    "sandbox bwrap": LEVEL,
    "sandbox landlock": LEVEL,
    "sandbox limits": LEVEL,
    "cores": "two for each chunk that is played at a time",
    "memory": "what the event allows each of the two bots of a chunk",
} | {trial.what: BOTS for trial in TOOLS}


@cache
def identity() -> Identity:
    """Return the versions of this installation by name."""
    return {
        "koikoi-arena": f"{_version('koikoi-arena')} (code {_digest(_code())})",
        "the contract": f"code {_digest(_contract())}",
        "Python": "{}.{}".format(*sys.version_info),
        "distributed": _version("distributed"),
    }


def differences(own: Identity, other: Identity) -> str:
    """Describe how another installation differs; empty if it does not.

    >>> differences({"Python": "3.12"}, {"Python": "3.11"})
    'Python 3.11, here 3.12'
    """
    return "; ".join(
        f"{what} {shown(other.get(what, 'unknown'))}, here {mine}"
        for what, mine in own.items()
        if other.get(what) != mine
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _code() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the arena and the referee, by their names within the package."""
    for package in OURS:
        root = Path(next(iter(package.__path__)))
        for file in root.rglob("*"):
            name = file.relative_to(root)
            if file.suffix in ENDINGS and COPIED not in name.parts:
                yield f"{package.__name__}/{name.as_posix()}", file.read_bytes()


def _contract() -> Iterator[tuple[str, bytes]]:
    from koikoi.v1 import cards_pb2, referee_pb2, ruleset_pb2

    for module in (cards_pb2, referee_pb2, ruleset_pb2):
        yield module.DESCRIPTOR.name, module.DESCRIPTOR.serialized_pb


def _digest(parts: Iterator[tuple[str, bytes]]) -> str:
    total = hashlib.sha256()
    for name, content in sorted(parts):
        total.update(hashlib.sha256(name.encode()).digest())
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()[:DIGITS]


@dataclass(frozen=True, slots=True)
class Need:
    """A tool that a worker needs, the reason, and what this machine has."""

    what: str
    why: str
    state: State
    found: str
    remedy: str = ""
    is_essential: bool = False


def needs() -> Iterator[Need]:
    """Yield all needs of a worker, those that must be equal everywhere first."""
    yield _certificates()
    for what, found in identity().items():
        is_there = found != "not installed"
        state = State.OK if is_there else State.MISSING
        remedy = "" if is_there else "pip install 'koikoi-arena[cluster]'"
        yield Need(what, SAME, state, found, remedy, is_essential=True)
    yield from (_need(one) for one in examine() if one.what in WANTED)


def _certificates() -> Need:
    """Return the need for TLS, by Dask's own settings, from which `dask worker` reads it."""
    files: tuple[str, ...] = ()
    if find_spec("dask") is not None:
        import dask

        files = tuple(str(dask.config.get(f"distributed.comm.tls.{key}", "") or "") for key in TLS)
    absent = [name or key for name, key in zip(files, TLS, strict=False) if not _is_file(name)]
    if files and not absent:
        return Need("certificates", SPEAKS_TLS, State.OK, files[0])
    missing = f"no file: {shown(', '.join(absent))}" if absent else "not installed"
    return Need("certificates", SPEAKS_TLS, State.MISSING, missing, NAME_THEM)


def _is_file(name: str) -> bool:
    return bool(name) and Path(name).is_file()


def _need(finding: Finding) -> Need:
    return Need(
        finding.what,
        WANTED[finding.what],
        finding.state,
        finding.found,
        finding.remedy,
        is_essential=finding.is_essential,
    )
