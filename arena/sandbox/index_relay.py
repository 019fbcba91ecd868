"""Relay between a build and the package indexes: an HTTP proxy that allows a list of hosts.

It runs in the arena's process, beside a build that has no other way out, and ends with the build.
It understands `CONNECT` and requests with a whole address, each on a connection of its own. The
organiser's proxy is used where there is one; its password never leaves this process.
"""

import asyncio
import base64
import ipaddress
import os
import re
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies_environment

from arena.sandbox.build_settings import PORTS, Place, allowed_places
from arena.system.socket_dirs import private_folder

MOST_CONNECTIONS = 128
HEAD_BYTES, CHUNK = 32 << 10, 1 << 16
HEAD_SECONDS, CONNECT_SECONDS = 30.0, 30.0
END = b"\r\n\r\n"
REQUEST = re.compile(rb"([A-Z]+) ([!-~]+) HTTP/1\.[01]\r\n")
AUTHORITY = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})")
# Headers of a request that concern one connection only.
OWN_HEADERS = (b"connection:", b"proxy-", b"keep-alive:")


class NotAllowed(Exception):
    """A build asked for a place that it may not reach."""


class NotReached(Exception):
    """An allowed place does not answer."""


@dataclass(slots=True)
class Relay:
    """A relay for one build; `refused` holds the places that the build asked for in vain."""

    public: frozenset[Place]
    configured: frozenset[Place]
    refused: dict[str, None] = field(default_factory=dict)
    _serving: set["asyncio.Task[None]"] = field(default_factory=set)

    def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection of the build. Called by asyncio."""
        if len(self._serving) >= MOST_CONNECTIONS:
            writer.close()
            return
        task = asyncio.get_running_loop().create_task(self._served(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _served(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            await self._serve(reader, writer)
        except (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError):
            pass  # whatever the build or the index did, it is theirs
        finally:
            writer.close()

    async def close(self) -> None:
        """End every connection."""
        for task in self._serving:
            task.cancel()
        if self._serving:
            await asyncio.wait(self._serving)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(END)
        try:
            from_index, to_index = await self._forwarded(head, writer)
        except NotAllowed as place:
            self.refused[str(place)] = None
            await _answer(writer, "403 Forbidden", f"no package index of this arena: {place}")
            return
        except NotReached as reason:
            await _answer(writer, "502 Bad Gateway", str(reason))
            return
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_carry(reader, to_index))
                tasks.create_task(_carry(from_index, writer))
        finally:
            to_index.close()

    async def _forwarded(
        self, head: bytes, writer: StreamWriter
    ) -> tuple[StreamReader, StreamWriter]:
        """Pass a request on, and return the connection that it is passed on by."""
        if not (request := REQUEST.match(head)):
            raise NotAllowed("what is no request for a proxy")
        method, target = request[1], request[2].decode()
        if method == b"CONNECT":
            host, port = _authority(target)
            self._require_allowed((host, port))
            streams = await self._tunnel((host, port))
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            return streams
        url = urlsplit(target)
        if url.scheme.lower() != "http" or not url.hostname:
            raise NotAllowed(target[:200])
        place = (url.hostname.rstrip("."), url.port or PORTS["http"])
        self._require_allowed(place)
        proxy = _proxy_for("http", place[0])
        streams = await self._connected(_place_of(proxy) if proxy else place, is_proxy=bool(proxy))
        streams[1].write(_request(request, head, url, proxy))
        return streams

    def _require_allowed(self, place: Place) -> None:
        if place not in self.public and place not in self.configured:
            raise NotAllowed("{}:{}".format(*place))

    async def _tunnel(self, place: Place) -> tuple[StreamReader, StreamWriter]:
        proxy = _proxy_for("https", place[0])
        if proxy is None:
            return await self._connected(place)
        reader, writer = await self._connected(_place_of(proxy), is_proxy=True)
        host = f"[{place[0]}]" if ":" in place[0] else place[0]
        line = f"CONNECT {host}:{place[1]} HTTP/1.1\r\nHost: {host}:{place[1]}\r\n"
        writer.write(line.encode() + _authorization(proxy) + b"\r\n")
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                answer = await reader.readuntil(END)
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError) as error:
            writer.close()
            raise NotReached("the proxy of the arena does not answer") from error
        if not re.match(rb"HTTP/1\.[01] 2\d\d", answer):
            writer.close()
            raise NotReached("the proxy of the arena does not connect")
        return reader, writer

    async def _connected(
        self, place: Place, *, is_proxy: bool = False
    ) -> tuple[StreamReader, StreamWriter]:
        """Connect. What is public is never on this machine, whatever its name resolves to."""
        may_be_here = is_proxy or place in self.configured
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                found = await asyncio.get_running_loop().getaddrinfo(
                    *place, type=socket.SOCK_STREAM
                )
                addresses = [str(one[4][0]) for one in found]
                for address in addresses if may_be_here else filter(_is_elsewhere, addresses):
                    with suppress(OSError):
                        return await asyncio.open_connection(address, place[1], limit=HEAD_BYTES)
        except (OSError, TimeoutError, UnicodeError):
            pass
        raise NotReached("{}:{} does not answer".format(*place))


@asynccontextmanager
async def relaying_by_socket(user: int | None) -> AsyncIterator[tuple[Relay, Path]]:
    """Provide a relay that listens on a socket, which only the arena and `user` reach."""
    relay = Relay(*allowed_places())
    with private_folder() as folder:
        path = folder / "index"
        server = await asyncio.start_unix_server(relay.serve, str(path), limit=HEAD_BYTES)
        if user is not None:
            _let_in(folder, path, user)
        async with _served(server, relay):
            yield relay, path


def _let_in(folder: Path, path: Path, group: int) -> None:
    for one, mode in ((folder, 0o710), (path, 0o660)):
        os.chown(one, -1, group)
        one.chmod(mode)


@asynccontextmanager
async def relaying_by_port() -> AsyncIterator[tuple[Relay, int]]:
    """Provide a relay that listens on a port of loopback."""
    relay = Relay(*allowed_places())
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0, limit=HEAD_BYTES)
    async with _served(server, relay):
        yield relay, server.sockets[0].getsockname()[1]


@asynccontextmanager
async def _served(server: asyncio.Server, relay: Relay) -> AsyncIterator[None]:
    try:
        yield
    finally:
        server.close()
        await relay.close()


def _authority(text: str) -> Place:
    if not (found := AUTHORITY.fullmatch(text)):
        raise NotAllowed(text[:200])
    return found[1].strip("[]").rstrip(".").lower(), int(found[2])


def _is_elsewhere(address: str) -> bool:
    """Return whether an address is neither this machine's own nor one that only this link knows.

    >>> [_is_elsewhere(one) for one in ("::ffff:127.0.0.1", "169.254.169.254", "1.1.1.1")]
    [False, False, True]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    found = getattr(found, "ipv4_mapped", None) or found
    return not (
        found.is_loopback or found.is_link_local or found.is_unspecified or found.is_multicast
    )


def _proxy_for(scheme: str, host: str) -> SplitResult | None:
    """Return the organiser's own proxy for a host."""
    proxies = getproxies_environment()
    url = proxies.get(scheme) or proxies.get("all")
    if not url or _goes_directly(host, proxies.get("no", "")):
        return None
    return urlsplit(url if "://" in url else f"http://{url}")


def _goes_directly(host: str, exceptions: str) -> bool:
    """Return whether a host is among those of `no_proxy`.

    >>> [_goes_directly("a.example", names) for names in ("localhost, .example", "b.example")]
    [True, False]
    """
    names = [name.strip().lstrip("*").lstrip(".") for name in exceptions.split(",") if name.strip()]
    return any(not name or host == name or host.endswith(f".{name}") for name in names)


def _place_of(proxy: SplitResult) -> Place:
    if proxy.scheme != "http" or not proxy.hostname:
        raise NotReached("the proxy of the arena is no http:// proxy")
    return proxy.hostname, proxy.port or PORTS["http"]


def _authorization(proxy: SplitResult) -> bytes:
    if proxy.username is None:
        return b""
    secret = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return b"Proxy-Authorization: Basic " + base64.b64encode(secret.encode()) + b"\r\n"


def _request(
    request: "re.Match[bytes]", head: bytes, url: SplitResult, proxy: SplitResult | None
) -> bytes:
    """Return the head of a request as it is passed on: one request on one connection."""
    target = url.geturl() if proxy else url._replace(scheme="", netloc="").geturl() or "/"
    lines = head[request.end() : -len(END)].split(b"\r\n")
    kept = [one for one in lines if not one.lower().startswith(OWN_HEADERS)]
    words = (request[1], target.encode(), b"HTTP/1.1\r\n")
    rest = b"\r\n".join([*kept, b"Connection: close"])
    return b" ".join(words) + rest + b"\r\n" + (_authorization(proxy) if proxy else b"") + b"\r\n"


async def _answer(writer: StreamWriter, status: str, why: str) -> None:
    body = f"{why}\n".encode()
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()


async def _carry(source: StreamReader, sink: StreamWriter) -> None:
    """Carry bytes one way, until either side has ended or gone."""
    try:
        while data := await source.read(CHUNK):
            sink.write(data)
            await sink.drain()
        if sink.can_write_eof():
            sink.write_eof()
    except OSError:
        sink.close()
