"""Waits for a core: how long other programs kept a bot from running.

That is not the bot's time. The kernel counts for each thread, in nanoseconds, how long it has run
and how long it was ready to run without a core (`Documentation/scheduler/sched-stats.rst`).
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.system.process_tree import read, threads_of, tree

_NANOSECONDS = 1e9
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
# Where the CPU time of a process and of its dead children stands in its `stat`, after the name.
_CPU_TIMES = slice(11, 15)


@dataclass(frozen=True, slots=True)
class _Thread:
    """How long a thread has run and waited, in seconds."""

    ran: float = 0.0
    waited: float = 0.0


_NEW = _Thread()


@dataclass(frozen=True, slots=True)
class _Look:
    """State of a bot at a look. `ended`: how many of its processes have been seen to be gone."""

    threads: Mapping[tuple[int, str], _Thread]
    dead: Mapping[int, float]  # by process: the seconds that its ended threads and children ran
    ended: int


class CoreWaits:
    """Measures the time that others take from a bot with all that it has started.

    That is what its longest-waiting thread waited, less what its other threads ran meanwhile: a bot
    whose own threads or helper processes fight for a core takes that time from itself. It is 0
    where one of its processes has ended meanwhile, since what that one ran may be counted nowhere.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._last = _Look({}, {}, 0)
        self._look()

    def start(self) -> Callable[[], float]:
        """Start to measure; the function that is returned tells the seconds since."""
        since = self._look()
        return lambda: self._taken(since)

    def _look(self) -> _Look:
        threads = {
            (pid, thread): counted
            for pid in tree(self._pid)
            for thread, counted in _threads(pid).items()
        }
        ran: dict[int, float] = {}
        for (pid, _), one in threads.items():
            ran[pid] = ran.get(pid, 0.0) + one.ran
        before = self._last.dead
        dead = {pid: max(before.get(pid, 0.0), _cpu_time(pid) - ran[pid]) for pid in ran}
        ended = self._last.ended + len(before.keys() - dead.keys())
        self._last = _Look(threads, dead, ended)
        return self._last

    def _taken(self, since: _Look) -> float:
        now = self._look()
        if now.ended > since.ended or not now.threads:
            return 0.0
        pairs = [(one, since.threads.get(key, _NEW)) for key, one in now.threads.items()]
        total = sum(one.ran - before.ran for one, before in pairs)
        total += sum(seconds - since.dead.get(pid, 0.0) for pid, seconds in now.dead.items())
        return max(
            0.0,
            *(
                (one.waited - before.waited) - (total - (one.ran - before.ran))
                for one, before in pairs
            ),
        )


def _threads(pid: int) -> dict[str, _Thread]:
    """Return what the kernel counts for the threads of a process; nothing if it does not count."""
    counted = {}
    for thread in threads_of(pid):
        if words := read(f"{pid}/task/{thread}/schedstat").split():
            counted[thread] = _Thread(int(words[0]) / _NANOSECONDS, int(words[1]) / _NANOSECONDS)
    return counted


def _cpu_time(pid: int) -> float:
    """Return the seconds that a process and its dead children have run, up to some ticks."""
    words = read(f"{pid}/stat").rpartition(b")")[2].split()
    return sum(map(int, words[_CPU_TIMES])) / _TICKS_A_SECOND
