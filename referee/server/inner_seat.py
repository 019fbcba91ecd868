"""A seat that is played inside the referee's own process: the same stream, without a wire.

Whoever sits there has all the time in the world. What it does with it is the caller's business.
"""

import math
from asyncio import Task, TaskGroup
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from koikoi.v1 import referee_pb2 as pb

from referee.server.clock import Timekeeper
from referee.server.stream import MOST_MATCHES, BotStream
from referee.server.time_control import TimeControl
from referee.server.tokens import new_token
from referee.wire.notices import PROTOCOL_VERSION

NO_CLOCK = TimeControl(move_time=math.inf, time_bank=0.0)

NO_ACTION = 0
# Is told every notice in order; what it says to a question is the action on the wire.
Sitter: TypeAlias = Callable[[pb.Notice], Awaitable[int]]


@asynccontextmanager
async def inner_seat(
    welcome: pb.Welcome, keeper: Timekeeper, sitter: Sitter, *, want_events: bool = False
) -> AsyncIterator[BotStream]:
    """Provide a stream that has joined, whose questions `sitter` answers until the block ends.

    At the end it hears what is left to hear, unless it is still thinking: nobody waits for it then.
    """
    stream = _joined(welcome, keeper, want_events=want_events)
    seat = _Seat(stream, sitter)
    async with TaskGroup() as tasks:
        playing = tasks.create_task(seat.play())
        try:
            yield stream
        finally:
            stream.close(None, "nothing more to play")
            seat.leave(playing)


def _joined(welcome: pb.Welcome, keeper: Timekeeper, *, want_events: bool) -> BotStream:
    token = new_token()
    stream = BotStream(token, welcome, NO_CLOCK, keeper)
    join = pb.Join(
        token=token,
        protocol_version=PROTOCOL_VERSION,
        max_matches=MOST_MATCHES,
        want_events=want_events,
    )
    stream.admit(join)
    return stream


class _Seat:
    """The player in a seat of this process."""

    def __init__(self, stream: BotStream, sitter: Sitter) -> None:
        self._stream = stream
        self._sitter = sitter
        self._is_thinking = False

    async def play(self) -> None:
        """Hear what there is to hear, and answers, until the stream ends."""
        stream = self._stream
        while stream.end is None or stream.batch.notices:
            await stream.wake.wait()
            stream.wake.clear()
            for notice in stream.take_batch().notices:
                await self._hear(notice)

    async def _hear(self, notice: pb.Notice) -> None:
        self._is_thinking = notice.HasField("question")
        action = await self._sitter(notice)
        if self._is_thinking:
            answer = pb.Answer(question_id=notice.question.question_id)
            answer.action = action  # type: ignore[assignment]
            self._stream.receive(pb.PlayRequest(answers=[answer]).SerializeToString())
        self._is_thinking = False

    def leave(self, playing: Task[None]) -> None:
        """Stop thinking about what nobody asks any more."""
        if self._is_thinking:
            playing.cancel()
