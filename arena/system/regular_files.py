"""Opens files of strangers: regular ones only, never through a link, never waiting on a FIFO."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from arena.errors import BadFiles, shown

OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def open_regular(path: Path, folder: int | None = None) -> BinaryIO:
    """Opens a file for reading; `folder` is the open folder its last name is looked up in."""
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
    """Refuses everything but a regular file."""
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in KINDS if is_kind(mode)), "no regular file")
        raise BadFiles(
            f"{shown(path)} is {kind}; a bot's folder holds regular files and folders only",
            "put a copy of the file there, or take it out",
        )


def unreadable(path: Path, error: OSError) -> BadFiles:
    """The refusal for a file or folder that the system does not let us read."""
    return BadFiles(f"{shown(path)} cannot be read: {error.strerror or error}")
