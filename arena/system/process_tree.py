"""Process trees: a process with all that it has started, and the files of /proc about them.

An orphan stays in the tree of a process that is its subreaper, or the first of its PID namespace.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_LONGEST_FILE = 1 << 16


def tree(root: int) -> Iterator[int]:
    """Yield a process and all below it, the parents first."""
    waiting = [root]
    for pid in waiting:
        yield pid
        waiting.extend(_children(pid))


def can_see_children() -> bool:
    """Return whether this kernel lists the children of a process."""
    return (_PROC / f"self/task/{os.getpid()}/children").exists()


def _children(pid: int) -> Iterator[int]:
    """Yield the children of a process, from the lists of all its threads."""
    for thread in threads_of(pid):
        yield from map(int, read(f"{pid}/task/{thread}/children").split())


def threads_of(pid: int) -> list[str]:
    """Return the numbers of the threads of a process; none if it has just ended."""
    with suppress(OSError), os.scandir(f"/proc/{pid}/task") as threads:
        return [thread.name for thread in threads]
    return []


def read(name: str) -> bytes:
    """Read a file of /proc; empty if its process has just ended or is closed to us."""
    try:
        file = os.open(f"/proc/{name}", os.O_RDONLY)
        try:
            return os.read(file, _LONGEST_FILE)
        finally:
            os.close(file)
    except OSError:
        return b""
