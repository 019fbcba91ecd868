"""The levels `limits` and `none` for trusted bots, and the limit of cores for all levels.

Which cores a bot may use, where it may not use all of them.

Processes take their turns on the cores, so that the two bots of a match share none if there are
enough. Once it has begun, a bot cannot take more: the filter of calls refuses it.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from arena.sandbox.command import Command, Start
from arena.sandbox.confinement import Tools
from arena.sandbox.levels import Limits
from arena.sandbox.seccomp import Rule

NO_OTHER_CORES = (Rule("sched_setaffinity", 0, ()),)
_turns = count(os.getpid())
# The limit of processes counts all that the user has. Where a bot has no user of its own it has to
# leave room for everything that person runs.
ROOM_FOR_OTHERS = 1024
# A changed user unties a process from its parent, so it is tied again after that.
TIED = ("--pdeathsig", "KILL")


def on_few_cores(taskset: str, cpus: int) -> tuple[str, ...]:
    """Return the words before a command that limit it to its share of the cores; none for 0."""
    if not cpus:
        return ()
    cores = sorted(os.sched_getaffinity(0))
    first = next(_turns) * cpus
    chosen = {cores[(first + place) % len(cores)] for place in range(cpus)}
    return (taskset, "--cpu-list", ",".join(map(str, sorted(chosen))))


def core_rules(cpus: int) -> tuple[Rule, ...]:
    """Return the additional rules of the filter for a limit of cores."""
    return NO_OTHER_CORES if cpus else ()


@asynccontextmanager
async def within_limits(start: Start) -> AsyncIterator[Command]:
    """Provide the program within limits and, if the arena is root, with a user of its own."""
    yield Command((*prefix(start), *start.program.argv), start.program.folder, start.address)


@asynccontextmanager
async def unconfined(start: Start) -> AsyncIterator[Command]:
    """Provide the program as it is."""
    yield Command(start.program.argv, start.program.folder, start.address)


def prefix(start: Start) -> tuple[str, ...]:
    """Return the words before a bot's command that tie it to its parent and limit it."""
    return limited(start.confinement.tools, start.confinement.limits, start.uid)


def limited(tools: Tools, limits: Limits, uid: int | None) -> tuple[str, ...]:
    """Return the words before any command that limit it."""
    processes = limits.processes
    if uid is None:
        processes += _tasks() + ROOM_FOR_OTHERS
    return (
        *on_few_cores(tools.taskset, limits.cpus),
        *(tools.setpriv, *TIED, *as_user(uid), "--no-new-privs", "--"),
        *(tools.prlimit, *limits.words(processes), "--"),
    )


def as_user(uid: int | None) -> tuple[str, ...]:
    """Return the options of setpriv that run a process as another user without capabilities."""
    if uid is None:
        return ()
    return (
        *(f"--reuid={uid}", f"--regid={uid}", "--clear-groups"),
        *("--inh-caps=-all", "--bounding-set=-all"),
    )


def _tasks() -> int:
    """Return the number of processes and threads on the machine."""
    return int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])
