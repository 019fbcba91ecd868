"""Looking through the process list, for bots that should be gone."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select

from arena.system.subreaper import adopt_orphans

PROC = Path("/proc")
SET_CHILD_SUBREAPER = 36  # of prctl


@contextmanager
def orphans_adopted() -> Iterator[None]:
    """Be the parent of every orphan below this process, until the block ends."""
    adopt_orphans()
    try:
        yield
    finally:
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def processes_with(marker: str) -> list[str]:
    """The command lines of living processes that contain the marker."""
    lines = (command_line(pid) for pid in pids())
    return [line for line in lines if marker in line]


def children(parent: int) -> list[int]:
    """The living children of a process."""
    return [pid for pid in pids() if _parent(pid) == parent]


def pids() -> list[int]:
    """Every process there is."""
    return [int(folder.name) for folder in PROC.glob("[0-9]*")]


def command_line(pid: int) -> str:
    """How a process was started; empty if it is gone."""
    try:
        return (
            (PROC / str(pid) / "cmdline")
            .read_bytes()
            .replace(b"\0", b" ")
            .decode("utf-8", "replace")
        )
    except OSError:
        return ""


def _parent(pid: int) -> int:
    try:
        return int((PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def all_gone(marker: str, seconds: float = 10.0) -> bool:
    """Return whether every process with the marker is gone, after so long at the most."""
    for pid in pids():
        if marker in command_line(pid):
            is_gone(pid, seconds)
    return processes_with(marker) == []


def is_gone(pid: int, seconds: float = 10.0) -> bool:
    """Return whether a process is gone, after so long at the most."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    ended, _, _ = select([descriptor], [], [], seconds)
    os.close(descriptor)
    return bool(ended)
