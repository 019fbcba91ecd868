"""Which cores a bot may use, where it may not use all of them.

Processes take their turns on the cores, so that the two bots of a match share none if there are
enough. Once it has begun, a bot cannot take more: the filter of calls refuses it.
"""

import os
from itertools import count

from arena.sandbox.seccomp import Rule

NO_OTHER_CORES = (Rule("sched_setaffinity", 0, ()),)
_turns = count(os.getpid())


def on_few_cores(taskset: str, cpus: int) -> tuple[str, ...]:
    """The words before a command that keep it to its share of the cores; none for 0."""
    if not cpus:
        return ()
    cores = sorted(os.sched_getaffinity(0))
    first = next(_turns) * cpus
    chosen = {cores[(first + place) % len(cores)] for place in range(cpus)}
    return (taskset, "--cpu-list", ",".join(map(str, sorted(chosen))))


def core_rules(cpus: int) -> tuple[Rule, ...]:
    """What the filter has to refuse in addition."""
    return NO_OTHER_CORES if cpus else ()
