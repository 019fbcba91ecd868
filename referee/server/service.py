"""The gRPC call: bytes in, bytes out. One server for each bot process, so the server is the seat.

Messages are decoded by `stream`, not by gRPC, because bytes that do not decode are a fault of the
bot with a verdict of its own.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeAlias

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from koikoi.v1 import referee_pb2 as pb

from referee.rules.verdicts import Verdict
from referee.server.stream import BotStream
from referee.wire.requests import LARGEST_REQUEST

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
Play: TypeAlias = Callable[[object, Context], Awaitable[None]]

SERVICE = "koikoi.v1.RefereeService"
NOT_A_SEAT = "not a seat"
# Larger than what is allowed (64 KiB), so that a message that is too large is seen and named. What
# is larger still gRPC refuses: the bot is told why, but to us it only looks as if it had hung up.
RECEIVE_LIMIT = 4 * 1024 * 1024
OPTIONS = (
    # A second server must never share the port: gRPC would send it half of the bots.
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", RECEIVE_LIMIT),
    ("grpc.max_metadata_size", 4096),
    ("grpc.max_concurrent_streams", 2),
)


def play_alone(_server: grpc.aio.Server) -> None:
    """Add nothing: a seat has one service, and a bot cannot ask its server about anything else."""


@asynccontextmanager
async def serving(
    stream: BotStream,
    folder: Path,
    *,
    tcp: bool = False,
    beside: Callable[[grpc.aio.Server], None] = play_alone,
) -> AsyncIterator[str]:
    """Serve one bot and yields the address to give it; the server ends with the block.

    A unix socket in `folder`, or any free port of 127.0.0.1. What is served `beside` is added.
    """
    server = grpc.aio.server(options=OPTIONS, maximum_concurrent_rpcs=4)
    call = _Call(stream)
    server.add_generic_rpc_handlers((handler_of(call.play),))
    beside(server)
    address = "127.0.0.1:0" if tcp else f"unix:{folder / 's'}"
    port = server.add_insecure_port(address)
    if not port:
        raise OSError(f"no server could be bound to {address}")
    async with asyncio.TaskGroup() as tasks:
        failing = tasks.create_task(call.fail())
        await server.start()
        try:
            yield f"127.0.0.1:{port}" if tcp else address
        finally:
            await server.stop(None)
            failing.cancel()


def handler_of(play: Play) -> grpc.GenericRpcHandler:
    """Return the gRPC handler of a Play call, which passes bytes unchanged."""
    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    return grpc.method_handlers_generic_handler(SERVICE, {"Play": method})


class _Call:
    """The Play call of one bot."""

    def __init__(self, stream: BotStream) -> None:
        self._stream = stream
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def fail(self) -> None:
        """Wait until the referee itself fails, and raise what gRPC would only log.

        A bot must not lose for it: without this it would seem to have hung up.
        """
        await self._failure

    async def play(self, _requests: object, context: Context) -> None:
        """Let the bot in, then reads and write until the stream ends."""
        join = join_of(await context.read())
        if join is None or not self._stream.admit(join):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, NOT_A_SEAT)
        if self._stream.refused:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, self._stream.refused)
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(self._read(context))
                await self._write(context)
                reader.cancel()
        except ExceptionGroup as failure:
            if not self._failure.done():
                self._failure.set_exception(failure)
            await context.abort(grpc.StatusCode.INTERNAL, "the referee failed")
        finally:
            self._stream.at_eof.set()
        await self._say_why(context)

    async def _read(self, context: Context) -> None:
        stream = self._stream
        while stream.end is None:
            data = await context.read()
            if not isinstance(data, bytes):
                stream.at_eof.set()
                return
            stream.receive(data)

    async def _write(self, context: Context) -> None:
        stream = self._stream
        while stream.end is None or stream.batch.notices:
            await stream.wake.wait()
            stream.wake.clear()
            if stream.batch.notices:
                with cancelled_if_gone():
                    await context.write(stream.take_batch().SerializeToString())

    async def _say_why(self, context: Context) -> None:
        end = self._stream.end
        if end is not None and end.verdict is not None:
            with cancelled_if_gone():
                await context.abort(CODES.get(end.verdict, grpc.StatusCode.ABORTED), end.detail)


CODES = {
    Verdict.PROTOCOL_ERROR: grpc.StatusCode.INVALID_ARGUMENT,
    Verdict.FLOOD: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Verdict.TIMEOUT: grpc.StatusCode.DEADLINE_EXCEEDED,
}


@contextmanager
def cancelled_if_gone() -> Iterator[None]:
    """End a call whose bot is gone: gRPC fails what is being sent before it cancels the call."""
    try:
        yield
    except grpc.aio.InternalError as broken:
        raise asyncio.CancelledError from broken


def join_of(data: object) -> pb.Join | None:
    """Return the join of a first message that holds one and nothing else."""
    if not isinstance(data, bytes) or len(data) > LARGEST_REQUEST:
        return None
    try:
        request = pb.PlayRequest.FromString(data)
    except DecodeError:
        return None
    return request.join if request.HasField("join") and not request.answers else None
