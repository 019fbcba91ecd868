"""The gateway: one server for all remote bots, which maps tokens to streams.

A caller without a valid token always gets the same reply, whatever was wrong.
"""

import asyncio
import ipaddress
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
import grpc.aio
from koikoi.v1 import referee_pb2 as pb

from referee.server.call_limits import CallLimits, name_of
from referee.server.health import add_services
from referee.server.remote_stream import RemoteStream
from referee.server.service import (
    OPTIONS,
    PLAY_METHOD,
    Context,
    PlayCalls,
    handler_of,
    say_why,
)
from referee.wire.requests import join_of

# The stream that a join has, by its token; None if none. The name is that of the certificate, and
# None where there is no TLS.
Find = Callable[[pb.Join, str | None], RemoteStream | None]

# A connection over which nothing comes is asked whether it is still there.
KEEPALIVE = (
    ("grpc.keepalive_time_ms", 5_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 1_000),
)
# Whoever opens connections and says nothing on them must not use up this process's open files.
CONNECTIONS = (
    ("grpc.server_handshake_timeout_ms", 10_000),
    ("grpc.max_connection_idle_ms", 60_000),
    ("grpc.max_allowed_incoming_connections", resource.getrlimit(resource.RLIMIT_NOFILE)[1] // 2),
)
# Of all callers where nobody has a certificate. Else each has calls of its own.
MOST_CALLS = 256
JOIN_SECONDS = 10.0
# For bots to hear the last of it.
CLOSE_SECONDS = 2.0


def is_loopback(host: str) -> bool:
    """Return whether nobody but this machine reaches a host by that name."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class CannotListen(Exception):
    """The address is not available, or may not be served without encryption."""


@dataclass(frozen=True, slots=True)
class Listening:
    """The address to listen at; port 0 is any free one. Without credentials: plain text."""

    host: str
    port: int
    credentials: grpc.ServerCredentials | None

    @property
    def address(self) -> str:
        """The address as gRPC takes it."""
        return f"{self.host}:{self.port}"


@asynccontextmanager
async def gateway(listening: Listening, find: Find) -> AsyncIterator[int]:
    """Serve remote bots, and yield the port; the server ends with the block.

    Raises CannotListen.
    """
    is_certified = listening.credentials is not None
    server = grpc.aio.server(
        options=(*OPTIONS, *KEEPALIVE, *CONNECTIONS),
        interceptors=(CallLimits(PLAY_METHOD, is_certified),),
        maximum_concurrent_rpcs=None if is_certified else MOST_CALLS,
    )
    calls = _Calls(find, is_certified=is_certified)
    server.add_generic_rpc_handlers((handler_of(calls.play),))
    add_services(server)
    port = _bound(server, listening)
    async with asyncio.TaskGroup() as tasks:
        failing = tasks.create_task(calls.fail())
        await server.start()
        try:
            yield port
        finally:
            await server.stop(CLOSE_SECONDS)
            failing.cancel()


def _bound(server: grpc.aio.Server, listening: Listening) -> int:
    try:
        if listening.credentials is not None:
            return server.add_secure_port(listening.address, listening.credentials)
        if not is_loopback(listening.host):
            raise CannotListen(f"plain text on {listening.host}, which is not loopback")
        return server.add_insecure_port(listening.address)
    except RuntimeError as error:
        raise CannotListen(f"no server can listen on {listening.address}") from error


class _Calls(PlayCalls):
    """The Play calls of remote bots."""

    def __init__(self, find: Find, *, is_certified: bool) -> None:
        super().__init__()
        self._find = find
        self._is_certified = is_certified

    async def play(self, _requests: object, context: Context) -> None:
        """Find the stream of a bot and carry it until it ends, or the connection does."""
        stream = await self.admit(await self._stream(context), context)
        link = stream.attach()
        try:
            await context.send_initial_metadata(())  # it need not wait for a question to know
            await self.carry(stream, link, context)
        finally:
            stream.detach(link)
        await say_why(stream, context)

    async def _stream(self, context: Context) -> RemoteStream | None:
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                join = join_of(await context.read())
        except TimeoutError:
            return None
        return join and self._find(join, self._name(context))

    def _name(self, context: Context) -> str | None:
        return name_of(context) if self._is_certified else None
