"""The relay of builds carries bytes to package indexes and nowhere else, whatever is asked."""

import asyncio
import base64
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from arena.sandbox.index_relay import Relay, relaying_by_port, relaying_by_socket

Ask = Callable[[bytes], Awaitable[bytes]]


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name}_PROXY".upper(), raising=False)


@asynccontextmanager
async def server(
    answer: bytes = b"HTTP/1.1 200 OK\r\n\r\nhere",
) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A server on loopback that notes what it is sent up to an empty line, and gives one answer."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1], heard


async def asked(request: bytes) -> tuple[bytes, Relay]:
    """All that a relay answers."""
    async with relaying_by_port() as (relay, port), asyncio.timeout(30):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        writer.write_eof()
        answer = await reader.read()
        writer.close()
        return answer, relay


@pytest.mark.parametrize(
    "target",
    [
        "127.0.0.1:{port}",
        "localhost:{port}",
        "LOCALHOST.:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "0.0.0.0:{port}",
        "2130706433:{port}",
        "0x7f.1:{port}",
        "pypi.org:{port}",
        "pypi.org:22",
        "pypi.org.evil.example:443",
        "evil.example:443",
        "pypi.org@127.0.0.1:{port}",
        "pypi.org",
        "/",
    ],
)
def test_a_place_that_is_no_index_is_refused_by_every_way_and_named(target: str) -> None:
    async def tried() -> None:
        async with server() as (port, heard):
            place = target.format(port=port)
            for line in (f"CONNECT {place}", f"GET http://{place}/x", f"GET {place}"):
                answer, relay = await asked(f"{line} HTTP/1.1\r\nHost: pypi.org\r\n\r\n".encode())
                assert answer.startswith(b"HTTP/1.1 403 "), (line, answer)
                assert len(relay.refused) == 1
            assert heard == []

    asyncio.run(tried())


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"",
        b"\r\n\r\n",
        b"\x16\x03\x01\x00\xa5",
        b"CONNECT pypi.org:443",
        b"A" * 100_000,
        b"CONNECT pypi.org:443 HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
        b"CONNECT pypi.org:99999999 HTTP/1.1\r\n\r\n",
        b"GET http://[::1 HTTP/1.1\r\n\r\n",
        b"GET http://index.example:x/ HTTP/1.1\r\n\r\n",
    ],
)
def test_nonsense_ends_its_connection_and_nothing_else(
    request_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer, _ = asyncio.run(asked(request_bytes))

    assert not answer or answer.startswith(b"HTTP/1.1 403 ")
    assert caplog.records == []


def test_a_public_name_that_resolves_to_this_machine_is_not_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def tried() -> None:
        async with server() as (port, heard):

            async def resolve(*_: object, **__: object) -> list[object]:
                return [(2, 1, 6, "", ("127.0.0.1", port))]

            monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
            relay = Relay(frozenset({("pypi.org", port)}), frozenset())
            listening = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
            monkeypatch.undo()
            async with listening:
                monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
                reader, writer = await _dial(listening)
                writer.write(f"CONNECT pypi.org:{port} HTTP/1.1\r\n\r\n".encode())
                assert (await reader.read()).startswith(b"HTTP/1.1 502 ")
                writer.close()
            assert heard == []

    asyncio.run(tried())


async def _dial(listening: asyncio.Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connects without looking up a name."""
    line = socket.create_connection(listening.sockets[0].getsockname())
    return await asyncio.open_connection(sock=line)


@pytest.mark.parametrize(
    "variable", ["PIP_INDEX_URL", "npm_config_registry", "GOPROXY", "ARENA_BUILD_HOSTS"]
)
def test_the_configured_index_is_reached_wherever_it_is_and_nothing_beside_it(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tried() -> None:
        async with server() as (port, heard), server() as (other, unheard):
            monkeypatch.setenv(variable, f"http://127.0.0.1:{port}/simple,direct")
            answer, _ = await asked(
                f"GET http://127.0.0.1:{port}/simple/x?y=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                "Connection: keep-alive\r\nProxy-Authorization: Basic xyz\r\n\r\n".encode()
            )
            assert answer.endswith(b"here")
            assert heard == [
                b"GET /simple/x?y=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            ]
            answer, _ = await asked(
                f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nhello\r\n\r\n".encode()
            )
            assert (
                answer == b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhere"
            )
            assert heard[1:] == [b"hello\r\n\r\n"]
            answer, _ = await asked(f"CONNECT 127.0.0.1:{other} HTTP/1.1\r\n\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 403 ")
            assert unheard == []

    asyncio.run(tried())


def test_the_organisers_proxy_is_used_with_its_password_which_no_build_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def tried() -> None:
        async with server(b"HTTP/1.1 200 Go on\r\n\r\nbytes") as (port, heard):
            monkeypatch.setenv("https_proxy", f"http://ann:p%40ss@127.0.0.1:{port}")
            answer, _ = await asked(b"CONNECT pypi.org:443 HTTP/1.1\r\n\r\n")
            secret = base64.b64encode(b"ann:p@ss").decode()
            assert answer.endswith(b"bytes")
            assert heard == [
                b"CONNECT pypi.org:443 HTTP/1.1\r\nHost: pypi.org:443\r\n"
                + f"Proxy-Authorization: Basic {secret}\r\n\r\n".encode()
            ]

    asyncio.run(tried())


def test_a_socket_of_the_relay_is_open_to_its_build_alone_and_goes_with_it() -> None:
    async def tried() -> tuple[Path, int, int]:
        async with relaying_by_socket(os.geteuid() or 60_999) as (_, path):
            facts = path.parent.stat(), path.stat()
            reader, writer = await asyncio.open_unix_connection(str(path))
            writer.write(b"CONNECT evil.example:443 HTTP/1.1\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 403 ")
            writer.close()
            return path, facts[0].st_mode & 0o777, facts[1].st_mode & 0o777

    path, folder_mode, socket_mode = asyncio.run(tried())

    assert (folder_mode, socket_mode) == (0o710, 0o660)
    assert not path.parent.exists()


def test_more_connections_than_a_build_needs_are_ended(caplog: pytest.LogCaptureFixture) -> None:
    async def tried() -> int:
        async with relaying_by_port() as (_, port), asyncio.timeout(30):
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
            await asyncio.sleep(0.2)
            ended = sum(reader.at_eof() for reader, _ in lines)
            for _, writer in lines:
                writer.close()
            return ended

    assert asyncio.run(tried()) == 72
    assert caplog.records == []
