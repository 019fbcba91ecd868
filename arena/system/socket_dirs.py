"""Folders for the sockets of bots, and the removal of those that a killed arena left.

A folder is locked while it is in use, and the lock ends with its owner however that ends. One that
nobody holds is therefore nobody's.
"""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.system.trees import remove_tree

PREFIX = "koikoi-seat-"
# A socket's whole path must stay under 107 bytes.
LONGEST_ROOT = 80
# Between being made and being locked a folder looks abandoned, for a moment.
YOUNG_SECONDS = 60.0


def socket_root() -> Path:
    """Return the folder for sockets: the system's temporary folder, unless its path is too long."""
    root = tempfile.gettempdir()
    return Path(root if len(root) < LONGEST_ROOT else "/tmp")


@contextmanager
def private_folder() -> Iterator[Path]:
    """Provide a new folder that no other user can read, which is removed when the block ends."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=socket_root()) as name:
        handle = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(handle)


def clear_abandoned() -> None:
    """Remove the folders of this user that no process holds."""
    for folder in socket_root().glob(f"{PREFIX}*"):
        with suppress(OSError):  # held, gone by now, or no folder of ours
            if _is_abandoned(folder):
                remove_tree(folder)


def _is_abandoned(folder: Path) -> bool:
    """Whether a folder is abandoned. Raises OSError if a process holds it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        facts = os.fstat(handle)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return facts.st_uid == os.geteuid() and time.time() - facts.st_mtime > YOUNG_SECONDS
    finally:
        os.close(handle)
