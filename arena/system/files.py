"""Files: atomic writes, and safe reads of strangers' files.

Readers never see half of a file. Strangers' files are opened only if they are regular, never
through a link, and never by waiting on a FIFO.
"""

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from arena.errors import STOPPED, USAGE, ArenaError, BadFiles, shown

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EIO}
OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class NotWritten(ArenaError):
    """A file could not be written; its former content is unchanged."""


def write_whole(path: Path, parts: Iterable[str]) -> None:
    """Write a text atomically, under another name first. Raises NotWritten.

    What is there and no plain file (a device, a pipe, a link) is written into, never replaced.
    """
    write_whole_bytes(path, (part.encode() for part in parts))


def write_whole_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """Write bytes atomically, as `write_whole` does text. Raises NotWritten."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        _write_into(path, parts)
        return
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.writelines(parts)
        draft.replace(path)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        with suppress(OSError):  # gone by its new name, or never made
            draft.unlink()


def _write_into(path: Path, parts: Iterable[bytes]) -> None:
    try:
        with path.open("wb") as file:
            file.writelines(parts)
    except OSError as error:
        raise not_written(path, error) from error


def not_written(path: Path, error: OSError) -> NotWritten:
    """Make the error for a file that could not be written."""
    code = STOPPED if error.errno in NO_ROOM else USAGE
    return NotWritten(f"{shown(path)} cannot be written: {error.strerror or error}", exit_code=code)


def open_regular(path: Path, folder: int | None = None) -> BinaryIO:
    """Open a regular file for reading; `folder` is the open folder of its last name."""
    name = path if folder is None else Path(path.name)
    try:
        # Looked at before it is opened, since opening a device may already do something,
        require_regular(path, os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
        file = os.fdopen(os.open(name, OPEN_FLAGS, dir_fd=folder), "rb")
    except OSError as error:
        raise unreadable(path, error) from error
    # and after it, since what stands there may have been exchanged in between.
    require_regular(path, os.fstat(file.fileno()).st_mode)
    return file


def require_regular(path: Path, mode: int) -> None:
    """Check that a file is regular. Raises BadFiles."""
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in KINDS if is_kind(mode)), "no regular file")
        raise BadFiles(
            f"{shown(path)} is {kind}; a bot's folder holds regular files and folders only",
            "put a copy of the file there, or take it out",
        )


def unreadable(path: Path, error: OSError) -> BadFiles:
    """Make the error for a file or folder that cannot be read."""
    return BadFiles(f"{shown(path)} cannot be read: {error.strerror or error}")
