"""Discovery of bots: the sub-folders of a bots folder, sorted into playable, skipped and rejected.

Only manifests are read here. Copying, hashing and building happen in `arena.bots.prepare`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shlex import quote
from typing import TypeVar

from arena.bots.manifest import EXECUTABLES, FILE, Manifest, read_manifest
from arena.bots.manifest_schema import PYTHON, unbridged
from arena.bots.runtime import find_program, is_there
from arena.errors import (
    BadFiles,
    EntryRefused,
    NoBotsFolder,
    NoProgram,
    UnknownEntrant,
    shown,
)

IGNORED = (".", "__pycache__")
REMOTE = "remote"  # the transport of who is not started here; no manifest can say so


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant(Manifest):
    """A bot as its folder describes it, and that folder. Its version is known once it is copied."""

    folder: Path


@dataclass(frozen=True, slots=True)
class Skipped:
    """A folder that holds no bot, or one whose toolchain is missing."""

    folder: Path
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A bot that cannot enter. The reason names its folder and may have several lines."""

    folder: Path
    name: str
    reason: str
    hint: str = ""

    @property
    def text(self) -> str:
        """The reason and what to do about it."""
        return f"rejected: {self.reason}" + (f"\n  hint: {self.hint}" if self.hint else "")


@dataclass(frozen=True, slots=True)
class Scan:
    """A scanned bots folder. Every part is sorted by folder."""

    entrants: tuple[Entrant, ...]
    skipped: tuple[Skipped, ...]
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class Playable:
    """An entrant that can be started: `argv`, with `folder` as its working directory."""

    name: str
    version: str
    nonce: str
    folder: Path
    argv: tuple[str, ...]
    transport: str

    @property
    def is_remote(self) -> bool:
        """True if the bot runs elsewhere and joins by itself."""
        return self.transport == REMOTE


Finding = Entrant | Skipped | Refused
Kind = TypeVar("Kind", Entrant, Skipped, Refused)


def scan(bots_dir: Path, only: Collection[str] = (), exclude: Collection[str] = ()) -> Scan:
    """Sort the direct sub-folders of `bots_dir`. `only` and `exclude` hold names of bots."""
    described = [_described(folder) for folder in _sub_folders(bots_dir)]
    found = [_available(one) for one in _without_doubles(described)]
    chosen = _chosen(found, only, exclude)
    return Scan(_of(Entrant, chosen), _of(Skipped, chosen), _of(Refused, chosen))


def entrant_in(folder: Path) -> Entrant:
    """Return the bot of one folder.

    Raises EntryRefused, also where there is none or a program lacks.
    """
    if folder.exists() and not folder.is_dir():
        hint = f"name the folder it lies in: {quote(shown(folder.parent))}"
        raise EntryRefused(f"{shown(folder)} is a file, and a bot is a folder", hint)
    if not folder.is_dir():
        raise EntryRefused(f"{shown(folder)}: no such folder", "a bot is a folder, as for `run`")
    found = _available(_described(folder.absolute()))
    if isinstance(found, Entrant):
        return found
    raise EntryRefused(found.reason, found.hint if isinstance(found, Refused) else "")


def refused(folder: Path, name: str, error: EntryRefused) -> Refused:
    """Return the entry for an error in a list of findings."""
    return Refused(folder, name, error.message, error.hint)


def _sub_folders(bots_dir: Path) -> list[Path]:
    try:
        inside = sorted(bots_dir.iterdir())
    except OSError as error:
        raise NoBotsFolder(
            f"{shown(bots_dir)}: {error.strerror}",
            "--bots takes a folder with one sub-folder for each bot",
        ) from error
    if bots_dir / FILE in inside:
        raise NoBotsFolder(
            f"{shown(bots_dir)} is one bot, not a folder of bots",
            f"pass its parent: --bots {quote(shown(bots_dir.resolve().parent))}",
        )
    return [one for one in inside if one.is_dir() and not one.name.startswith(IGNORED)]


def _described(folder: Path) -> Finding:
    name = shown(folder.name)
    try:
        if folder.is_symlink():
            raise BadFiles(f"{shown(folder)} is a symbolic link", "put a copy of the folder there")
        manifest = read_manifest(folder, folder.name)
    except EntryRefused as error:
        return refused(folder, name, error)
    if manifest is None:
        files = " or ".join(f"`{executable}`" for executable, *_ in EXECUTABLES)
        return Skipped(folder, name, f"{shown(folder)}: no {FILE} and no executable {files}")
    return Entrant(folder=folder, **asdict(manifest))


def _without_doubles(described: Sequence[Finding]) -> Iterator[Finding]:
    """Reject every entrant whose name another one has too."""
    folders = defaultdict(list)
    for one in described:
        if isinstance(one, Entrant):
            folders[one.name].append(shown(one.folder))
    for one in described:
        same = folders[one.name] if isinstance(one, Entrant) else ()
        yield _double(one, same) if len(same) > 1 else one


def _double(one: Finding, folders: Sequence[str]) -> Refused:
    reason = f"{shown(one.folder)}: the name `{one.name}` is used by {' and '.join(folders)}"
    return Refused(one.folder, one.name, reason, "give each bot a name of its own")


def _available(one: Finding) -> Finding:
    """Check that this machine has what an entrant requires; return the entrant or the reason."""
    if not isinstance(one, Entrant):
        return one
    if absent := [program for program in one.requires if not is_there(program)]:
        programs = " and ".join(f"`{program}`" for program in absent)
        reason = f"{shown(one.folder)}: needs {programs}, not found on the PATH"
        return Skipped(one.folder, one.name, reason)
    try:
        _require_program(one)
    except NoProgram as error:
        return refused(one.folder, one.name, error)
    return one


def _require_program(one: Entrant) -> None:
    first = unbridged(one.command)[0]
    is_still_to_be_built = bool(one.build) and "/" in first
    if first != PYTHON and not is_still_to_be_built:
        find_program(first, one.folder, one.folder)


def _chosen(
    found: Sequence[Finding], only: Collection[str], exclude: Collection[str]
) -> list[Finding]:
    known = {one.name for one in found}
    for flag, names in (("--only", only), ("--exclude", exclude)):
        for name in names:
            if name not in known:
                raise UnknownEntrant(flag, name, known)
    return [one for one in found if one.name not in exclude and (not only or one.name in only)]


def _of(kind: type[Kind], found: Sequence[Finding]) -> tuple[Kind, ...]:
    return tuple(one for one in found if isinstance(one, kind))
