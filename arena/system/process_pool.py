"""Work on all cores, in processes that end with it."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

_PR_SET_PDEATHSIG = 1
Part = TypeVar("Part")
Found = TypeVar("Found")


def spread(work: Callable[[Part], Found], parts: Sequence[Part]) -> list[Found]:
    """Apply `work` to every part on all cores; return the results in the order of the parts.

    `work` is a function of a module, and what it takes and returns can be pickled. The first
    exception of any is raised.
    """
    processes = min(len(os.sched_getaffinity(0)), len(parts))
    context = get_context("spawn")  # never a fork: gRPC may have threads
    with ProcessPoolExecutor(processes, context, initializer=_tie, initargs=(os.getpid(),)) as pool:
        try:
            return list(pool.map(work, parts))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _tie(arena: int) -> None:
    """Tie this process to the arena, which alone handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != arena:  # it was gone before that
        os._exit(1)
