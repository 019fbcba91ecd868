"""The level `landlock`, for machines without namespaces: a process gives up its own rights.

Landlock closes files, TCP ports and signals, the filter of calls the rest. What it cannot do, by
the kernel's own limits: other hosts can be reached at the number of the referee's port, and that a
file exists, with its size and its date, can be seen wherever it is.
"""

import ctypes
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from arena.sandbox.command import Command, Start, script
from arena.sandbox.inside import launcher
from arena.sandbox.limits import core_rules, prefix
from arena.sandbox.seccomp import SHARED_NETWORK, open_filter

# The first that keeps signals in, and knows TCP.
OLDEST_ABI = 6
DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")
ASK_FOR_ABI = 1


@asynccontextmanager
async def in_landlock(start: Start) -> AsyncIterator[Command]:
    """Provide a program that can use only the files it needs and one port."""
    program, confinement = start.program, start.confinement
    read = (*confinement.view.shown, program.folder)
    port = int(start.address.rpartition(":")[2])
    with open_filter(core_rules(confinement.limits.cpus) + SHARED_NETWORK) as seccomp:
        closing = closing_up(confinement.python, seccomp, read=read, port=port)
        argv = (*prefix(start), *closing, *program.argv)
        yield Command(argv, program.folder, start.address, pass_fds=(seccomp,))


def closing_up(
    python: Path, seccomp: int, *, read: Iterable[Path], write: Iterable[Path] = (), port: int = 0
) -> tuple[str, ...]:
    """Return the words before a command that allow it only these paths; port 0 allows all ports."""
    rules = {
        "read": [str(path) for path in read],
        "write": [str(path) for path in write],
        "use": DEVICES,
        "port": port,
        "filter": seccomp,
    }
    return (*script(python, launcher), json.dumps(rules))


def abi() -> int:
    """Return the version of the kernel's Landlock; 0 where there is none."""
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(launcher.CREATE_RULESET, None, 0, ASK_FOR_ABI)))
