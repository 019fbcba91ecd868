"""Cost of the sandbox: decisions a second in it and without it, and the start of a process."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.bots.discovery import Playable
from arena.bots.runtime import runtime_python
from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk
from arena.runner.local_workers import Worker, working
from arena.sandbox.box import boxed
from arena.sandbox.choose import BEST, choose
from arena.sandbox.command import Program, Start
from arena.sandbox.confinement import UNCONFINED, Confinement
from arena.system.processes import running
from referee.rules.ruleset import LEMME
from referee.server.time_control import TimeControl
from tests.bench.timing import Row, interleaved

BOT = Path(__file__).parent / "trivial_bot.py"
PAIRS = 20
ROUNDS = 25
STARTS = 40
NOTHING = Program(("/bin/true",), Path("/usr"))


def _chunk() -> Chunk:
    argv = (str(runtime_python()), str(BOT), "16")
    a, b = (Playable(name, name, "", BOT.parent, argv, "unix") for name in ("a", "b"))
    pairs = tuple(range(PAIRS))
    return Chunk("bench", a, b, bytes(32), (pairs, pairs))


@contextmanager
def _conditions(confinement: Confinement) -> Iterator[Conditions]:
    with tempfile.TemporaryDirectory() as folder:
        yield Conditions(LEMME, TimeControl(), 30.0, Path(folder) / "logs", confinement)


async def _seconds(worker: Worker) -> float:
    """How long a chunk takes."""
    began = time.perf_counter()
    async for _ in worker.play(_chunk()):
        pass
    return time.perf_counter() - began


async def _playing(confinement: Confinement) -> tuple[float, float, float]:
    """Seconds of a chunk without and with the sandbox, and their ratio: chunk by chunk in turn."""
    with _conditions(UNCONFINED) as without, _conditions(confinement) as within:
        async with working(without) as free, working(within) as closed:
            await _seconds(free)  # the bots start, and stay
            await _seconds(closed)
            pairs = [(await _seconds(free), await _seconds(closed)) for _ in range(ROUNDS)]
    first, second = iter(pairs), iter(pairs)
    return interleaved(lambda: next(first)[0], lambda: next(second)[1], rounds=ROUNDS)


async def _start(confinement: Confinement) -> float:
    """How long a program takes that does nothing, from its start until nothing of it is left."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        start = Start(confinement, NOTHING, Path(folder), f"unix:{folder}/s")
        async with (
            boxed(start) as command,
            running(
                command.argv, folder=command.folder, environment={}, pass_fds=command.pass_fds
            ) as process,
        ):
            await process.wait()
        return time.perf_counter() - began


async def _starting(confinement: Confinement) -> tuple[float, float]:
    """Milliseconds of a start without and with the sandbox."""
    pairs = [(await _start(UNCONFINED), await _start(confinement)) for _ in range(STARTS)]
    bare, closed = (1000 * statistics.median(times) for times in zip(*pairs, strict=True))
    return bare, closed


def measure() -> list[Row]:
    """One row."""
    confinement = asyncio.run(choose(BEST, runtime_python(), print))
    free, closed, ratio = asyncio.run(_playing(confinement))
    bare, boxed_up = asyncio.run(_starting(confinement))
    legs = 2 * PAIRS
    figures = (
        f"{legs / closed:.0f} and {legs / free:.0f} legs/s; a start takes {boxed_up:.1f} ms,"
        f" without a sandbox {bare:.1f} ms; {confinement.summary}"
    )
    return [Row("decisions/s in the default sandbox / without one", ratio, "≥", 0.95, figures)]
