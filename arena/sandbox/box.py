"""The box of one bot process, from just before it starts until nothing of it is left.

Starting the command is `arena.system.processes`; which level there is was decided by `choosing`.
"""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from arena.sandbox.bubblewrap import in_bubblewrap
from arena.sandbox.command import Command, Program, Start
from arena.sandbox.confinement import Confinement
from arena.sandbox.landlock import in_landlock
from arena.sandbox.levels import Level
from arena.sandbox.limits import unconfined, within_limits
from arena.sandbox.uids import reserved

# The bot's own group may enter the folder of its socket, and connect.
MAY_ENTER, MAY_CONNECT = 0o710, 0o660

LEVELS: Mapping[Level, Callable[[Start], AbstractAsyncContextManager[Command]]] = {
    Level.BWRAP: in_bubblewrap,
    Level.LANDLOCK: in_landlock,
    Level.LIMITS: within_limits,
    Level.NONE: unconfined,
}


def needs_tcp(confinement: Confinement, program: Program) -> bool:
    """Return whether the program's referee has to listen on TCP."""
    if confinement.level is Level.LANDLOCK:
        return True  # which cannot tell the socket of one referee from that of another
    return program.speaks_tcp and confinement.level is not Level.BWRAP


@asynccontextmanager
async def boxed(start: Start) -> AsyncIterator[Command]:
    """Provide the command that starts a program once; nothing that it started outlives the block.

    Whoever starts the command ends it within the block. Raises NoUidLeft.
    """
    with reserved() if start.confinement.has_uids else nullcontext() as uid:
        if uid is not None:
            _let_in(start.private, uid)
        async with LEVELS[start.confinement.level](replace(start, uid=uid)) as command:
            yield command


def _let_in(private: Path, group: int) -> None:
    os.chown(private, -1, group)
    private.chmod(MAY_ENTER)
    for path in private.iterdir():
        os.chown(path, -1, group)
        path.chmod(MAY_CONNECT)
