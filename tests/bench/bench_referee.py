"""The real referee against an echo: decisions a second, for 1, 16 and 32 matches side by side."""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import deque
from contextlib import AsyncExitStack
from pathlib import Path

from koikoi.v1 import referee_pb2 as pb

from referee.rules.record import Player
from referee.rules.ruleset import LEMME
from referee.rules.shuffle import Deals
from referee.server.clock import Timekeeper
from referee.server.service import serving
from referee.server.session import Session
from referee.server.stream import BotStream
from referee.server.table import MatchPlan
from referee.server.time_control import TimeControl
from referee.wire.ruleset_message import ruleset_message
from tests.bench.echo import Echo
from tests.bench.timing import Row

BOT = Path(__file__).parent / "trivial_bot.py"
TARGETS = {1: 0.75, 16: 0.65, 32: 0.65}
MATCHES = {1: 12, 16: 160, 32: 320}
REPEATS = 5


async def _bot(stack: AsyncExitStack, address: str, token: str, matches: int) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(BOT), str(matches)),
        env={**os.environ, "KOIKOI_ADDRESS": address, "KOIKOI_TOKEN": token},
        stderr=asyncio.subprocess.DEVNULL,
    )

    async def reap() -> None:
        if process.returncode is None:
            process.kill()
        await process.wait()

    stack.push_async_callback(reap)


async def referee_rate(matches: int) -> float:
    """Decisions a second of the real referee."""
    keeper, control = Timekeeper(), TimeControl()
    welcome = pb.Welcome(protocol_version=1, ruleset=ruleset_message(LEMME))
    async with asyncio.TaskGroup() as tasks, AsyncExitStack() as stack:
        ticking = tasks.create_task(keeper.run())
        streams = []
        for seat in range(2):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            stream = BotStream(f"t{seat}", welcome, control, keeper)
            address = await stack.enter_async_context(serving(stream, folder))
            await _bot(stack, address, f"t{seat}", matches)
            streams.append(stream)
        for stream in streams:
            await stream.joined.wait()
        first, second = streams
        async for _ in Session((first, second), _plans(matches)).play():  # warm up
            pass
        start, questions = time.perf_counter(), 0
        async for record in Session((first, second), _plans(MATCHES[matches])).play():
            questions += sum(len(one.think_ms or ()) for one in record.rounds)
        seconds = time.perf_counter() - start
        for stream in streams:
            stream.close(None, "done")
        ticking.cancel()
    return questions / seconds


def _plans(count: int) -> deque[MatchPlan]:
    seats = Player("a"), Player("b")
    return deque(
        MatchPlan(None, f"a~b.{pair}.1", LEMME, seats, Deals(b"bench", str(pair)))
        for pair in range(1, count + 1)
    )


async def echo_rate(matches: int) -> float:
    """Decisions a second of the echo."""
    questions = MATCHES[matches] * 160
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        echo = Echo(matches, questions)
        for seat in range(2):
            server, address = echo.server(seat, folder)
            await server.start()
            stack.push_async_callback(server.stop, None)
            await _bot(stack, address, "", matches)
        for joined in echo.joined:
            await joined.wait()
        start = time.perf_counter()
        echo.begin()
        await echo.done.wait()
        return questions / (time.perf_counter() - start)


def measure() -> list[Row]:
    """One row for each number of matches."""
    return [_row(matches) for matches in TARGETS]


def _row(matches: int) -> Row:
    rates = [
        (asyncio.run(referee_rate(matches)), asyncio.run(echo_rate(matches)))
        for _ in range(REPEATS)
    ]
    ratio = statistics.median(one / two for one, two in rates)
    figures = "referee {:,.0f}, echo {:,.0f} decisions/s".format(
        *(statistics.median(column) for column in zip(*rates, strict=True))
    )
    what = f"referee / gRPC echo, {matches} match{'es' if matches > 1 else ''}"
    return Row(what, ratio, "≥", TARGETS[matches], figures)
