"""Folders for the sockets of bots, and the removal of those that a killed arena left.

A folder is locked while it is in use, and the lock ends with its owner however that ends. It gets
its name when it is locked, so that a folder under such a name that nobody holds was left behind.
"""

import fcntl
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from arena.system.trees import remove_tree

PREFIX, UNLOCKED_PREFIX = "koikoi-seat-", "koikoi-new-"
# A socket's whole path must stay under 107 bytes.
LONGEST_ROOT = 80
# Until it is locked a new folder has another name; one that keeps that name was left behind.
YOUNG_SECONDS = 60.0


def socket_root() -> Path:
    """Return the folder for sockets: the system's temporary folder, unless its path is too long."""
    root = tempfile.gettempdir()
    return Path(root if len(root) < LONGEST_ROOT else "/tmp")


@contextmanager
def private_folder() -> Iterator[Path]:
    """Provide a new folder that no other user can read, which is removed when the block ends."""
    made = Path(tempfile.mkdtemp(prefix=UNLOCKED_PREFIX, dir=socket_root()))
    folder = made.with_name(made.name.replace(UNLOCKED_PREFIX, PREFIX, 1))
    handle = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        made.rename(folder)
        yield folder
    finally:
        remove_tree(folder if folder.exists() else made)
        os.close(handle)


def clear_abandoned() -> None:
    """Remove the folders of this user that no process holds, and end the processes of their bots.

    Such a process has the folder's socket in its environment. One that has cleared that is found
    by its reserved user, where bots have users of their own.
    """
    root = socket_root()
    left = [folder for folder in root.glob(f"{PREFIX}*") if _is_abandoned(folder)]
    _end_processes_of(left)
    for folder in (*left, *filter(_is_old, root.glob(f"{UNLOCKED_PREFIX}*"))):
        with suppress(OSError):
            remove_tree(folder)


def _is_abandoned(folder: Path) -> bool:
    """Return whether a folder of this user is held by nobody."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(handle).st_uid == os.geteuid()
    except OSError:
        return False
    finally:
        os.close(handle)


def _is_old(folder: Path) -> bool:
    with suppress(OSError):
        facts = folder.lstat()
        return facts.st_uid == os.geteuid() and time.time() - facts.st_mtime > YOUNG_SECONDS
    return False


def _end_processes_of(folders: list[Path]) -> None:
    if not folders:
        return
    sockets = tuple(f"unix:{folder}/" for folder in folders)
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get("KOIKOI_ADDRESS", "").startswith(sockets):
                process.send_signal(signal.SIGKILL)
