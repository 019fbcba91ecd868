"""Subreaper: adopts processes that outlive their parent, and kills them when their bot is gone.

A program can leave its session and its process group, but not its ancestors: with this process as
*subreaper* the kernel gives it every orphan below it. Linux only; elsewhere nothing is adopted.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import psutil

_PR_SET_CHILD_SUBREAPER = 36
_PROC = Path("/proc")
# Killing a parent sends its children to us: a few rounds, shorter than a program needs to start.
_ROUNDS = 50
_PAUSE_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Orphan:
    """A process that was left behind: its pid, and the name that it gave itself."""

    pid: int
    name: str


def adopt_orphans() -> bool:
    """Make this process the parent of every orphan below it; False where that cannot be."""
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


@dataclass(frozen=True, slots=True)
class Exempt:
    """Processes that a sweep leaves alone: by pid, or by a word in their environment.

    A bot's token is such a word: it tells whose a process is that has just started and whose
    pid is not known yet. Later a process may have closed its environment, or written over it.
    In the moment in which it becomes another program it has none: `is_starting` spares whoever
    shows nothing.
    """

    words: Set[str] = frozenset()
    pids: Set[int] = frozenset()
    is_starting: bool = False

    def covers(self, pid: int) -> bool:
        """Return whether a child is exempt."""
        if pid in self.pids:
            return True
        environment = b""
        with suppress(OSError):
            environment = (_PROC / str(pid) / "environ").read_bytes()
        if not environment:
            return self.is_starting
        return any(word.encode() in environment for word in self.words)


NOBODY = Exempt()
Exemption: TypeAlias = Callable[[], Exempt]
# Children are the process's, whoever started them: each who starts some says whom to spare.
_EXEMPTIONS: list[Exemption] = []


@contextmanager
def exempting(exemption: Exemption) -> Iterator[None]:
    """Exempt these processes from every sweep until the block ends."""
    _EXEMPTIONS.append(exemption)
    try:
        yield
    finally:
        _EXEMPTIONS.remove(exemption)


async def sweep(exempt: Exemption = lambda: NOBODY) -> list[Orphan]:
    """Kill and reap the children of this process, except exempt ones; return those that were found.

    Who is spared is asked anew whenever it looks, since others are started while it waits.
    """
    swept: dict[int, Orphan] = {}
    dying: set[int] = set()
    for _ in range(_ROUNDS):
        exemptions = [exemption() for exemption in (exempt, *_EXEMPTIONS)]
        found = [
            one
            for one in _children()
            if not any(exemption.covers(one.pid) for exemption in exemptions)
        ]
        swept.update((orphan.pid, orphan) for orphan in found)
        dying = {pid for pid in dying | {one.pid for one in found} if not _is_gone(pid)}
        if not found:
            break
        await asyncio.sleep(_PAUSE_SECONDS)
    return list(swept.values())


def _is_gone(pid: int) -> bool:
    """Kill a child process; return whether it is dead and reaped."""
    try:
        if os.waitpid(pid, os.WNOHANG) == (0, 0):
            os.kill(pid, signal.SIGKILL)
            return False
    except (ProcessLookupError, ChildProcessError):
        pass
    return True


def children() -> frozenset[int]:
    """Return the pids of this process's living children."""
    return frozenset(child.pid for child in _children())


def _children() -> Iterator[Orphan]:
    """Yield the living children of this process; zombies are left to whoever waits for them."""
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            if child.status() != psutil.STATUS_ZOMBIE:
                yield Orphan(child.pid, child.name())
