"""A snapshot: the files of one version of a bot, copied once and named by their hash.

A version is "sha256:" and the hex SHA-256 over the files, in the order of their paths' UTF-8 bytes:

    u64be(length of path)  path  "x" or "-"  u64be(length of bytes)  bytes

for each, where the path is relative with "/" between its parts, and "x" says that the owner may
execute the file. Folders count only as parts of paths. Left out are, at any depth, folders named
as in `LEFT_OUT` and a file `.git`; and of `bot.toml` at the top the one line that gives the nonce
(`manifest.NONCE_LINE`) and a byte order mark, so that a new nonce is not a new version. The copy
leaves the same things out, and the hash is taken from the copy: what is hashed is what is run.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, NoReturn

from arena.bots.manifest import FILE, manifest_text, without_nonce
from arena.errors import BadFiles, shown
from arena.system.cache import READABLE_FOLDER, fresh_folder, put_in_place, snapshots
from arena.system.files import open_regular, require_regular, unreadable

LEFT_OUT = frozenset({".git", "__pycache__", "node_modules", ".venv", "target", "build", "dist"})
LEFT_OUT_FILES = frozenset({".git"})  # as it stands in a submodule

MAX_BYTES = 200 * 2**20
MAX_FILES = 5000
MAX_DEPTH = 64
MAX_PATH = 1024  # bytes; the system takes 4096, with the folder of the cache before it

PREFIX = "sha256:"
CHUNK = 2**20
PLAIN, EXECUTABLE = 0o644, 0o755


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version of a bot and the folder that holds exactly its files."""

    version: str
    folder: Path

    @property
    def digest(self) -> str:
        """The version without the name of the hash: fit for a file name."""
        return self.version.removeprefix(PREFIX)


def take_snapshot(bot: Path) -> Snapshot:
    """Copy a bot's folder into the cache, unless the same files are there already."""
    with fresh_folder(snapshots()) as copy:
        _copy_files(bot, copy)
        return put_away(copy, snapshot_of(version_of(copy)))


def snapshot_of(version: str) -> Snapshot:
    """Return the snapshot of a version in the cache, whether or not its files are there."""
    return Snapshot(version, snapshots() / version.removeprefix(PREFIX))


def put_away(copy: Path, snapshot: Snapshot) -> Snapshot:
    """Give files, which are those of this version, their place in the cache."""
    if not is_whole(snapshot) and snapshot.folder.exists():
        _discard(snapshot.folder)
    put_in_place(copy, snapshot.folder)
    return snapshot


def version_of(folder: Path) -> str:
    """Return the version of the files in a snapshot, by which anyone can check one."""
    total = hashlib.sha256()
    for name in sorted(path.relative_to(folder).as_posix().encode() for path, _ in _files(folder)):
        _add_file(total, name, folder / name.decode())
    return PREFIX + total.hexdigest()


def _add_file(total: "hashlib._Hash", name: bytes, file: Path) -> None:
    with open_regular(file) as stream:
        facts = os.fstat(stream.fileno())
        total.update(_length(len(name)) + name)
        total.update(b"x" if facts.st_mode & stat.S_IXUSR else b"-")
        total.update(_length(facts.st_size))
        while chunk := stream.read(CHUNK):
            total.update(chunk)


def _length(count: int) -> bytes:
    return count.to_bytes(8, "big")


def is_whole(snapshot: Snapshot) -> bool:
    """Return whether all files are there and unchanged; bots that saw them could change them."""
    try:
        return snapshot.folder.exists() and version_of(snapshot.folder) == snapshot.version
    except BadFiles:
        return False


def _discard(folder: Path) -> None:
    with fresh_folder(folder.parent) as aside, suppress(FileNotFoundError):
        folder.rename(aside / folder.name)


def _copy_files(bot: Path, copy: Path) -> None:
    room = MAX_BYTES
    for path, handle in _files(bot):
        target = copy / path.relative_to(bot)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as sink, open_regular(path, handle) as source:
            target.chmod(EXECUTABLE if _is_executable(source) else PLAIN)
            for chunk in _kept(source, path, bot):
                room -= len(chunk)
                if room < 0:
                    raise _too_much(bot, f"{MAX_BYTES >> 20} MiB")
                sink.write(chunk)
    for root, *_ in os.walk(copy):  # whatever the umask said
        Path(root).chmod(READABLE_FOLDER)


def _kept(source: BinaryIO, path: Path, bot: Path) -> Iterator[bytes]:
    """Yield the bytes that are copied: all of a file, or a manifest without its nonce."""
    if path == bot / FILE:
        yield without_nonce(manifest_text(source, path)).encode()
    else:
        yield from iter(partial(source.read, CHUNK), b"")


def _is_executable(file: BinaryIO) -> bool:
    return bool(os.fstat(file.fileno()).st_mode & stat.S_IXUSR)


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yield every file below `folder` with its open parent folder.

    Rejects links and special files.
    """
    seen = 0
    try:
        for root, folders, files, handle in os.fwalk(folder, onerror=_raise):
            here = Path(root)
            folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
            files = sorted(name for name in files if name not in LEFT_OUT_FILES)
            seen += len(folders) + len(files)
            if seen > MAX_FILES:
                raise _too_much(folder, f"{MAX_FILES} files and folders")
            for name in folders:
                _require_folder(here / name, handle, folder)
            for name in files:
                _require_name(here / name, folder)
                yield here / name, handle
    except OSError as error:
        raise unreadable(folder, error) from error


def _raise(error: OSError) -> NoReturn:
    raise error


def _require_folder(path: Path, handle: int, bot: Path) -> None:
    _require_name(path, bot)
    mode = os.stat(path.name, dir_fd=handle, follow_symlinks=False).st_mode
    if not stat.S_ISDIR(mode):
        require_regular(path, mode)
    if len(path.relative_to(bot).parts) > MAX_DEPTH:
        raise _too_much(bot, f"{MAX_DEPTH} folders inside each other")


def _require_name(path: Path, bot: Path) -> None:
    """Other machines have to be able to spell it, or the version would not be the same there."""
    try:
        size = len(path.relative_to(bot).as_posix().encode())
    except UnicodeEncodeError as error:
        raise BadFiles(f"{shown(path)}: the name is not UTF-8", "rename it") from error
    if size > MAX_PATH:
        raise BadFiles(
            f"{shown(bot)} holds a path of more than {MAX_PATH} bytes", "shorten its names"
        )


def _too_much(bot: Path, limit: str) -> BadFiles:
    return BadFiles(
        f"{shown(bot)} holds more than {limit}",
        f"folders with these names are not counted: {', '.join(sorted(LEFT_OUT))}",
    )
