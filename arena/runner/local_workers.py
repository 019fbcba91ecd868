"""Local workers: subprocesses of the arena, each of which plays one chunk at a time."""

import asyncio
import os
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress

from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk, Played
from arena.runner.protocol import chunk_line, conditions_line, done_of, record_of
from arena.system.processes import exit_text, start
from arena.system.subreaper import Exempt, exempting, sweep

# A record is a few kilobytes; this is what a line may grow to before something is badly wrong.
LONGEST_LINE = 2**24
# A worker lets its bots go for at most two seconds each, all at the same time.
CLOSE_SECONDS = 5.0
# Marks the environment of workers; that of bots is built from nothing and has no such word.
WORKER_MARK = "KOIKOI_ARENA_WORKER"


# Workers close their environment once they know what they are for; from then on they are known by
# their pid. Children are the process's, so this is too.
_LIVING: set[int] = set()


class WorkerDied(Exception):
    """A worker's process ended while it had a chunk. Its unfinished matches are played again."""


class Worker:
    """One worker subprocess."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.forgiven = 0.0

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """Yield the matches of a chunk as they come. Raises WorkerDied."""
        before = self.forgiven
        async with aclosing(self.lines(chunk_line(chunk))) as lines:
            async for line in lines:
                yield Played((record_of(line),))
        yield Played((), forgiven=self.forgiven - before)

    async def lines(self, chunk: bytes) -> AsyncGenerator[bytes, None]:
        """Yield the lines of the records of a chunk, given as a line. Raises WorkerDied."""
        await self._send(chunk)
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            if done := done_of(line):
                self.forgiven = done.forgiven
                return
            yield line
        raise WorkerDied(exit_text(await self._process.wait()))

    async def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError, ConnectionResetError):  # reading will tell
            self._process.stdin.write(line)
            await self._process.stdin.drain()

    def dismiss(self) -> None:
        """Stop whatever the worker is doing; its reader is told that it died."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def close(self) -> None:
        """End the worker, which ends its bots; kill it if it does not end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._process.wait()
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


@asynccontextmanager
async def working(conditions: Conditions, *, sweeps: bool = True) -> AsyncIterator[Worker]:
    """Provide a worker that has ended when the block ends.

    `sweeps`: with whatever its bots have left behind. Not in a process that has other children,
    of which the arena knows nothing.
    """
    # In a session of its own: a Ctrl-C in the terminal reaches the arena alone, which then ends
    # its workers. -P: a folder named arena where the user stands must not be taken for ours.
    process = await start(
        (sys.executable, "-P", "-m", "arena.runner.worker"),
        stdin=PIPE,
        stdout=PIPE,
        limit=LONGEST_LINE,
        env=os.environ | {WORKER_MARK: "1"},
    )
    _LIVING.add(process.pid)
    worker = Worker(process)
    with exempting(lambda: Exempt({WORKER_MARK}, _LIVING)):
        try:
            await worker._send(conditions_line(conditions))
            yield worker
        finally:
            await worker.close()
            _LIVING.discard(process.pid)
            if sweeps:  # what its bots left behind, if it could not end it itself
                await sweep()


def this_machine() -> str:
    """Return this machine's host name."""
    return socket.gethostname() or "localhost"
