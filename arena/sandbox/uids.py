"""Reserved users, one for each bot process, where the arena runs as root.

A number is held by a lock on a file, so that two workers, or two arenas, never give out the same
one, and a number comes back whatever happens to who held it.
"""

import asyncio
import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.system.socket_dirs import clear_abandoned

# No distribution gives these to anybody: systemd and Debian both leave them free.
FIRST, LAST = 60801, 61180
LOCKS = Path("/run/koikoi-arena")
PROC = Path("/proc")
PAUSE_SECONDS = 0.005
# Killed processes may just have started others: so often it is looked again.
ROUNDS = 200


class NoUidLeft(RuntimeError):
    """Every reserved user is in use: the machine runs too many bots."""


def can_be_reserved() -> bool:
    """Return whether bots can be given users of their own."""
    return os.geteuid() == 0


@contextmanager
def reserved() -> Iterator[int]:
    """Provide a user that no other bot process on this machine has. Raises NoUidLeft."""
    LOCKS.mkdir(mode=0o700, parents=True, exist_ok=True)
    for uid in range(FIRST, LAST + 1):
        with (LOCKS / str(uid)).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield uid
            return
    raise NoUidLeft(f"the users {FIRST} to {LAST} are all taken by bots")


def clear_leftovers() -> None:
    """End the processes and remove the folders that a killed arena left behind."""
    _end_unheld()
    clear_abandoned()


def _end_unheld() -> None:
    """Kill the processes of reserved users that no arena holds.

    Those of another container, which has locks of its own, are in another PID namespace. So are
    those in a box of bubblewrap, which ends by itself.
    """
    if not can_be_reserved() or not LOCKS.is_dir():
        return
    for uid in sorted({uid for uid, _ in _neighbours() if FIRST <= uid <= LAST}):
        with (LOCKS / str(uid)).open("w") as file, suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for _ in range(ROUNDS):
                pids = {pid for user, pid in _neighbours() if user == uid} & set(_alive(uid))
                if not pids:
                    break
                for pid in pids:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(PAUSE_SECONDS)


def _neighbours() -> Iterator[tuple[int, int]]:
    """Yield the user and pid of every process in this PID namespace."""
    own = (PROC / "self" / "ns" / "pid").readlink()
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "ns" / "pid").readlink() == own:
                yield _user(folder), int(folder.name)


async def end_all_of(uid: int) -> None:
    """Kill every process of a reserved user, repeatedly, since new ones may be starting."""
    while pids := list(_alive(uid)):
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(PAUSE_SECONDS)


def _alive(uid: int) -> Iterator[int]:
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):
            state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            if _user(folder) == uid and state not in "ZX":
                yield int(folder.name)


def _user(folder: Path) -> int:
    """Return the user that started a process. Raises OSError when it has ended.

    The owner of its folder in /proc is the user whose rights it has: root, for a program with the
    setuid bit, which a bot may start as well.
    """
    for line in (folder / "status").read_text(errors="replace").splitlines():
        if line.startswith("Uid:"):
            return int(line.split()[1])
    raise ProcessLookupError(folder.name)
