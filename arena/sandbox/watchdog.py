"""The watchdog: the memory of a bot and of everything it has started, added up.

Page tables count too: reading one page in 2 MiB of a mapping takes a table and no other memory. So
do the buffers of sockets and pipes, which belong to no process: each is counted as if it were full,
but for as many as a runtime may need.

The kernel limits each process by itself; nobody but this adds them up. It looks again no sooner
than the limit could have been reached, so a small bot costs nearly nothing.
"""

import asyncio
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from arena.sandbox.levels import MEBIBYTE, Limits
from arena.system.process_tree import read, tree

# No machine is known to hand out new memory faster than this.
BYTES_A_SECOND = 4096 * MEBIBYTE
SHORTEST_SECONDS, LONGEST_SECONDS = 0.02, 0.25
# Of a socket that was not made larger, and of a pipe: see socket(7) and pipe(7).
BUFFERS = {"socket:": 256 << 10, "pipe:": 64 << 10}
FEW_BUFFERS = 128
PAGE = os.sysconf("SC_PAGE_SIZE")


async def watch(root: int, limits: Limits) -> str:
    """Wait until the processes below `root` use too much memory, kill them, and describe it."""
    while True:
        pids = list(tree(root))
        beside = sum(map(_tables, pids)) + _buffers(pids)
        used = beside + sum(map(_resident, pids))
        if used > limits.memory:
            used = beside + sum(map(_proportional, pids))
        if used > limits.memory:
            _kill(pids)
            return f"used {used // MEBIBYTE} MiB of {limits.memory // MEBIBYTE} MiB"
        room = limits.memory - used
        await asyncio.sleep(min(max(room / BYTES_A_SECOND, SHORTEST_SECONDS), LONGEST_SECONDS))


def _resident(pid: int) -> int:
    """Return the resident memory of a process in bytes; shared memory counts in full."""
    words = read(f"{pid}/statm").split()
    return int(words[1]) * PAGE if words else 0


def _tables(pid: int) -> int:
    """Return the memory of a process's page tables in bytes, which its memory does not contain."""
    for line in read(f"{pid}/status").splitlines():
        if line.startswith(b"VmPTE:"):
            return int(line.split()[1]) * 1024
    return 0


def _buffers(pids: Iterable[int]) -> int:
    """Return what the sockets and pipes of these processes can hold, in bytes."""
    held: set[str] = set()
    for pid in pids:
        with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as files:
            for file in files:
                with suppress(OSError):  # closed by now
                    held.add(str(Path(file.path).readlink()))
    sizes = [size for one in held for kind, size in BUFFERS.items() if one.startswith(kind)]
    return sum(sorted(sizes)[FEW_BUFFERS:])


def _proportional(pid: int) -> int:
    """Return the proportional memory of a process in bytes; slower to measure."""
    for line in read(f"{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(pid)


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
