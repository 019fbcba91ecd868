"""A bot inside the test: a real gRPC client that does what the test tells it to."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

import grpc
import grpc.aio
from koikoi.v1 import referee_pb2 as pb

from referee.wire.notices import PROTOCOL_VERSION

PLAY = "/koikoi.v1.RefereeService/Play"
# So that gRPC does not stop a test from sending what is too large.
OPTIONS = (("grpc.max_send_message_length", -1),)

Choice = Callable[[pb.Question], int]


def first_legal(question: pb.Question) -> int:
    """The choice of a bot that does not think."""
    return question.legal_actions[0]


def at_random(question: pb.Question) -> int:
    """A choice that could be any, and depends on the question alone."""
    return Random(question.SerializeToString()).choice(question.legal_actions)


def join_request(
    token: str, *, max_matches: int = 1, want_events: bool = False, version: int = PROTOCOL_VERSION
) -> pb.PlayRequest:
    """The first message of a bot."""
    return pb.PlayRequest(
        join=pb.Join(
            token=token, protocol_version=version, max_matches=max_matches, want_events=want_events
        )
    )


def answers(*pairs: tuple[int, int]) -> pb.PlayRequest:
    """Answers: question ids, each with an action number."""
    return pb.PlayRequest(answers=[pb.Answer(question_id=q, action=a) for q, a in pairs])


class Client:
    """One Play call."""

    def __init__(self, call: "grpc.aio.StreamStreamCall[bytes, bytes]") -> None:
        self.call = call
        self.responses: list[pb.PlayResponse] = []
        self.heard = asyncio.Event()
        self._unread: deque[pb.Notice] = deque()

    async def send(self, request: pb.PlayRequest | bytes) -> None:
        """Sends a message, or bytes that may be none."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        await self.call.write(data)

    async def answer(self, question: pb.Question, choose: Choice = first_legal) -> None:
        """Answers one question."""
        await self.send(answers((question.question_id, choose(question))))

    async def hear(self) -> pb.PlayResponse | None:
        """The next message; None at the end of the stream."""
        try:
            data = await self.call.read()
        finally:
            self.heard.set()
        if not isinstance(data, bytes):
            return None
        response = pb.PlayResponse.FromString(data)
        self.responses.append(response)
        self._unread.extend(response.notices)
        return response

    async def next(self, kind: str) -> pb.Notice:
        """The next notice of a kind; those before it are skipped."""
        while True:
            while self._unread:
                notice = self._unread.popleft()
                if notice.WhichOneof("kind") == kind:
                    return notice
            if await self.hear() is None:
                raise EOFError(f"the stream ended before a {kind}: {await self.status()}")

    async def question(self) -> pb.Question:
        """The next question."""
        return (await self.next("question")).question

    async def asked(self) -> pb.PlayResponse:
        """The next message that asks something; what has been heard before is done with."""
        while (response := await self.hear()) is not None:
            self._unread.clear()
            if any(notice.HasField("question") for notice in response.notices):
                return response
        raise EOFError(f"the stream ended before a question: {await self.status()}")

    async def status(self) -> tuple[grpc.StatusCode, str]:
        """How the stream ended; waits until it has."""
        try:
            while await self.hear() is not None:
                pass
        except grpc.aio.AioRpcError:
            pass  # the status says the same
        return await self.call.code(), await self.call.details() or ""

    async def play(self, choose: Choice = first_legal) -> None:
        """Answers every question until the stream ends, all of a message in one message."""
        while (response := await self._hear_or_end()) is not None:
            asked = [n.question for n in response.notices if n.HasField("question")]
            if asked:
                await self.send(answers(*((one.question_id, choose(one)) for one in asked)))

    async def _hear_or_end(self) -> pb.PlayResponse | None:
        try:
            return await self.hear()
        except grpc.aio.AioRpcError:
            return None

    @property
    def notices(self) -> list[pb.Notice]:
        """Everything heard so far."""
        return [notice for response in self.responses for notice in response.notices]


@asynccontextmanager
async def calling(address: str) -> AsyncIterator[Client]:
    """A client with an open call that has not joined."""
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(PLAY)()
        try:
            yield Client(call)
        finally:
            if not call.cancel():
                # A call whose last message could not be sent counts as done, but waits for its
                # status in gRPC's core until all that had come is read, which nobody can any more.
                call._cython_call.cancel("the client is done")
            await asyncio.sleep(0)
