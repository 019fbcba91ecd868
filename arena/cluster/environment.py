"""What must be the same wherever one event is played: the arena, the contract, Python and Dask."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import arena
import referee
from arena.errors import shown

ENDINGS = (".py", ".sql")
OURS = (arena, referee)
COPIED = "sample_bots"  # what `arena new` copies is no code of the arena's
DIGITS = 12

Identity = Mapping[str, str]


@cache
def identity() -> Identity:
    """What this installation is, by what."""
    return {
        "koikoi-arena": f"{_version('koikoi-arena')} (code {_digest(_code())})",
        "the contract": f"code {_digest(_contract())}",
        "Python": "{}.{}".format(*sys.version_info),
        "distributed": _version("distributed"),
    }


def differences(own: Identity, other: Identity) -> str:
    """What another installation has differently, in words; empty if nothing.

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
    """The files of the arena and the referee, by their names within the package."""
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
