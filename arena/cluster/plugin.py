"""The plugin of a run on a Dask worker: its state from task to task.

A Dask worker plays with the same `python -m arena.runner.worker` as this machine does, one for each
task that it has at a time. They are started from its event loop, whose thread lives as long as the
worker: the kernel ends what is tied to a parent when the *thread* that started it ends.
"""

import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from distributed import WorkerPlugin
from tornado.ioloop import PeriodicCallback

from arena.bots.discovery import Playable
from arena.cluster.bundle import BotBundle
from arena.cluster.worker_setup import SetupRequest, WorkerSetup
from arena.runner.local_workers import Worker, WorkerDied, working
from arena.runner.protocol import chunk_line, chunk_of, conditions_of, decode, encode
from arena.system.processes import exit_text, start
from arena.system.socket_dirs import private_folder

# A client that was killed says nothing: who has had nothing to do for so long lets its bots go.
IDLE_SECONDS = 5.0
LOOK_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Artifacts:
    """Logs and dossiers by their paths below the event's folder, which they call `home`."""

    home: str
    files: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Phase:
    """The result of a phase of a chunk; `forgiven` seconds were not charged to the bots."""

    lines: tuple[bytes, ...]
    forgiven: float
    artifacts: Artifacts


@dataclass(eq=False, slots=True)
class _Hired:
    """A worker subprocess, and what ends it."""

    worker: Worker
    stack: AsyncExitStack


class RunPlugin(WorkerPlugin):
    """The state of one run on one Dask worker. It ends with the run or with the worker."""

    def __init__(self, conditions: bytes) -> None:
        self._ending = ExitStack()
        self._home = self._ending.enter_context(private_folder())
        self._line = conditions
        self._conditions = replace(conditions_of(conditions), logs=self._home / "logs")
        self._playable: dict[str, Playable] = {}
        self._idle: list[_Hired] = []
        self._busy: dict[str, _Hired] = {}
        self._wanted: set[str] = set()
        self._settling: Process | None = None
        self._since = time.monotonic()
        self._resting = PeriodicCallback(self._rest, LOOK_SECONDS * 1000)

    def setup(self, worker: Any) -> None:
        """Begin. Called by Dask."""
        self._resting.start()

    async def teardown(self, worker: Any) -> None:
        """End: every bot is stopped. Called by Dask."""
        await self.close()
        self._ending.close()

    def transition(self, key: Any, start: str, finish: str, **_: Any) -> None:
        """Dismiss a cancelled task. Called by Dask when a task changes its state."""
        if finish == "cancelled":
            self.dismiss(str(key))

    def dismiss(self, key: str) -> None:
        """Stop what a task plays."""
        self._wanted.discard(key)
        if hired := self._busy.get(key):
            hired.worker.dismiss()

    async def set_up(self, bundles: Sequence[BotBundle]) -> WorkerSetup:
        """Find out what can be played here, in a process of its own."""
        process = await start(
            (sys.executable, "-P", "-m", "arena.cluster.worker_setup"), stdin=PIPE, stdout=PIPE
        )
        self._settling = process
        request = SetupRequest(conditions_of(self._line), self._home, tuple(bundles))
        said, _ = await process.communicate(encode(request))
        if process.returncode:
            raise WorkerDied(f"set-up: {exit_text(process.returncode)}")
        setup = decode(WorkerSetup, said)
        if not setup.refused:
            self._conditions = replace(self._conditions, confinement=setup.confinement)
            self._playable = {one.name: one for one in setup.playable}
        return setup

    async def play(self, key: str, line: bytes) -> Phase:
        """Play a phase of a chunk, given as a line. Raises WorkerDied."""
        self._wanted.add(key)
        chunk = chunk_of(line)
        here = replace(chunk, a=self._playable[chunk.a.name], b=self._playable[chunk.b.name])
        async with self._hired(key) as worker:
            before = worker.forgiven
            lines = tuple([one async for one in worker.lines(chunk_line(here))])
            return Phase(lines, worker.forgiven - before, self._artifacts())

    async def close(self) -> Artifacts:
        """Stop every bot, and return the artifacts."""
        self._resting.stop()
        if self._settling and self._settling.returncode is None:
            self._settling.kill()
        for key in tuple(self._wanted):
            self.dismiss(key)
        await self._let_go()
        return self._artifacts()

    @asynccontextmanager
    async def _hired(self, key: str) -> AsyncIterator[Worker]:
        """Provide a worker subprocess for one task. It is kept for the next task if all goes well.

        It is kept for the next one if all goes well.
        """
        hired = self._idle.pop() if self._idle else await self._hire()
        self._busy[key] = hired
        try:
            if key not in self._wanted:  # by now
                raise WorkerDied("nobody wants what it was to play")
            yield hired.worker
        except BaseException:
            await hired.stack.aclose()
            raise
        else:
            self._idle.append(hired)
        finally:
            self._since = time.monotonic()
            self._wanted.discard(key)
            del self._busy[key]

    async def _hire(self) -> _Hired:
        stack = AsyncExitStack()
        worker = await stack.enter_async_context(working(self._conditions, sweeps=False))
        return _Hired(worker, stack)

    async def _rest(self) -> None:
        if not self._busy and time.monotonic() - self._since > IDLE_SECONDS:
            await self._let_go()

    async def _let_go(self) -> None:
        while self._idle:
            await self._idle.pop().stack.aclose()

    def _artifacts(self) -> Artifacts:
        """Return the complete artifacts and remove them from the worker."""
        files = {}
        for path in sorted(self._home.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                files[path.relative_to(self._home).as_posix()] = path.read_bytes()
                path.unlink()
        return Artifacts(str(self._home), files)
