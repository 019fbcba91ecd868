"""The gRPC call: bytes in, bytes out. One server for each bot process, so the server is the seat.

Messages are decoded by `stream`, not by gRPC, because bytes that do not decode are a fault of the
bot with a verdict of its own.
"""

import asyncio
import ctypes
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import grpc
import grpc.aio

from referee.rules.verdicts import Verdict
from referee.server.listening import MOST_CONNECTIONS, stop_listening
from referee.server.stream import BotStream
from referee.wire.requests import join_of

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
Stream = TypeVar("Stream", bound=BotStream)
Play: TypeAlias = Callable[[object, Context], Awaitable[None]]

SERVICE = "koikoi.v1.RefereeService"
PLAY_METHOD = f"/{SERVICE}/Play"
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
SEAT_OPTIONS = (*OPTIONS, ("grpc.max_allowed_incoming_connections", MOST_CONNECTIONS))


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
    """Serve one bot and yield the address to give it; the server ends with the block.

    A unix socket in `folder`, or any free port of 127.0.0.1. What is served `beside` is added.
    Without that, nobody can connect any more once the bot has joined.
    """
    server = grpc.aio.server(options=SEAT_OPTIONS, maximum_concurrent_rpcs=4)
    call = _Call(stream)
    server.add_generic_rpc_handlers((handler_of(call.play),))
    beside(server)
    address = "127.0.0.1:0" if tcp else f"unix:{folder / 's'}"
    port = server.add_insecure_port(address)
    if not port:
        raise OSError(f"no server could be bound to {address}")
    place = None if beside is not play_alone else port if tcp else folder / "s"
    async with asyncio.TaskGroup() as tasks:
        helping = tasks.create_task(_help(call, stream, place))
        await server.start()
        try:
            yield f"127.0.0.1:{port}" if tcp else address
        finally:
            await server.stop(None)
            helping.cancel()
            _give_back(stream)


def _give_back(stream: BotStream) -> None:
    """Give memory back to the system after a faulty bot: the C library keeps what a flood took."""
    if stream.end is not None and stream.end.verdict is not None:
        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


async def _help(call: "_Call", stream: BotStream, place: Path | int | None) -> None:
    """Close a place to others once the bot has joined. Raises what fails the call."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(call.fail())
        await stream.joined.wait()
        if place is not None:
            stop_listening(place)


def handler_of(play: Play) -> grpc.GenericRpcHandler:
    """Return the gRPC handler of a Play call, which passes bytes unchanged."""
    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(play)
    return grpc.method_handlers_generic_handler(SERVICE, {"Play": method})


class Line(Protocol):
    """The connection that carries a stream; a remote bot's can be cut while the stream lives on."""

    @property
    def wake(self) -> asyncio.Event:
        """Set when there is something to send, or the line was cut."""

    @property
    def is_cut(self) -> bool:
        """True if the line is of no more use."""

    def cut(self) -> None:
        """Take note that the bot sends nothing more."""


class PlayCalls:
    """The part of Play calls that local and remote bots share: carry a stream, or fail."""

    def __init__(self) -> None:
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def fail(self) -> None:
        """Wait until the referee itself fails, and raise what gRPC would only log.

        A bot must not lose for it: without this it would seem to have hung up.
        """
        await self._failure

    async def carry(self, stream: BotStream, line: Line, context: Context) -> None:
        """Read and write until the stream ends or the line is cut."""
        try:
            async with asyncio.TaskGroup() as tasks:
                reader = tasks.create_task(_read(stream, line, context))
                await _write(stream, line, context)
                reader.cancel()
        except ExceptionGroup as failure:
            if not self._failure.done():
                self._failure.set_exception(failure)
            await context.abort(grpc.StatusCode.INTERNAL, "the referee failed")

    async def admit(self, stream: Stream | None, context: Context) -> Stream:
        """Return the stream of a bot that may play; end the call of any other."""
        if stream is None:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, NOT_A_SEAT)
        if stream.refused:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, stream.refused)
        return stream


async def _read(stream: BotStream, line: Line, context: Context) -> None:
    while stream.end is None and not line.is_cut:
        data = await context.read()
        if line.is_cut:
            return
        if not isinstance(data, bytes):
            line.cut()
            return
        stream.receive(data)


async def _write(stream: BotStream, line: Line, context: Context) -> None:
    while not line.is_cut and (stream.end is None or stream.batch.notices):
        await line.wake.wait()
        line.wake.clear()
        if stream.batch.notices and not line.is_cut:
            with cancelled_if_gone():
                await context.write(stream.take_batch().SerializeToString())


async def say_why(stream: BotStream, context: Context) -> None:
    """End the call with the reason why the stream ended; with OK if nothing is left to play."""
    end = stream.end
    with cancelled_if_gone():
        if end is None:
            await context.abort(grpc.StatusCode.ABORTED, "another connection took over")
        elif end.verdict is not None:
            await context.abort(CODES.get(end.verdict, grpc.StatusCode.ABORTED), end.detail)


class _OwnLine:
    """The only line of a local bot, which is cut when its stream is at its end."""

    is_cut = False

    def __init__(self, stream: BotStream) -> None:
        self.wake = stream.wake
        self._stream = stream

    def cut(self) -> None:
        """Take note that the bot sends nothing more."""
        self._stream.at_eof.set()


class _Call(PlayCalls):
    """The Play call of one bot."""

    def __init__(self, stream: BotStream) -> None:
        super().__init__()
        self._stream = stream

    async def play(self, _requests: object, context: Context) -> None:
        """Let the bot in, then read and write until the stream ends."""
        join = join_of(await context.read())
        is_its_own = join is not None and self._stream.admit(join)
        stream = await self.admit(self._stream if is_its_own else None, context)
        try:
            await self.carry(stream, _OwnLine(stream), context)
        finally:
            stream.at_eof.set()
        await say_why(stream, context)


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
