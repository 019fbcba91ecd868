"""Tests of joining: a token is admitted once, and everybody else gets one and the same error."""

import asyncio
import os
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.ruleset import LEMME
from referee.rules.seats import NORTH
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.listening import MOST_CONNECTIONS
from referee.server.service import serving
from referee.server.stream import BotStream
from referee.server.time_control import TimeControl
from referee.server.tokens import Gate, new_token
from referee.wire.requests import LARGEST_REQUEST
from referee.wire.ruleset_message import ruleset_message
from tests.server.clients import Client, answers, calling, join_request
from tests.server.conftest import Run
from tests.server.games import TOKENS, Clock, plans_led_by, seated, stream_for

TOKEN = TOKENS[NORTH]
NOT_A_SEAT = (grpc.StatusCode.UNAUTHENTICATED, "not a seat")
BOTH = pb.PlayRequest(join=join_request(TOKEN).join, answers=[pb.Answer(question_id=1, action=1)])
REFUSED = {
    "a wrong token": join_request("somebody else's"),
    "the other seat's token": join_request(TOKENS[1]),
    "an empty token": join_request(""),
    "the token and more": join_request(TOKEN + " "),
    "no join at all": answers((1, 1)),
    "an empty request": b"",
    "a join beside an answer": BOTH,
    "bytes that do not decode": b"\xff\xff",
    "a join of more than 64 KiB": pb.PlayRequest(
        join=pb.Join(token=TOKEN, protocol_version=1, client="x" * LARGEST_REQUEST)
    ),
}


@asynccontextmanager
async def served(*, tcp: bool = False) -> AsyncIterator[tuple[BotStream, str]]:
    """A stream that nobody has joined, and its address."""
    stream = stream_for(NORTH, Timekeeper(now=Clock()), TimeControl())
    with tempfile.TemporaryDirectory() as folder:
        async with serving(stream, Path(folder), tcp=tcp) as address:
            yield stream, address
            stream.close(None, "nothing to play")


async def is_welcome(client: Client) -> bool:
    """Return whether the right token is let in."""
    await client.send(join_request(TOKEN))
    return (await client.next("welcome")).match_id == 0


@pytest.mark.parametrize("what", REFUSED)
def test_anything_but_the_token_is_not_a_seat_and_the_seat_stays_free(run: Run, what: str) -> None:
    async def scenario() -> None:
        async with served() as (stream, address):
            async with calling(address) as stranger:
                await stranger.send(REFUSED[what])
                assert await stranger.status() == NOT_A_SEAT
                assert stranger.notices == []
            assert not stream.joined.is_set()
            assert stream.end is None
            async with calling(address) as bot:
                assert await is_welcome(bot)

    run(scenario)


@pytest.mark.parametrize("hang_up", ["half-close", "cancel"])
def test_one_who_hangs_up_before_joining_leaves_the_seat_free(run: Run, hang_up: str) -> None:
    async def scenario() -> None:
        async with served() as (_, address):
            async with calling(address) as stranger:
                if hang_up == "half-close":
                    await stranger.call.done_writing()
                    assert await stranger.status() == NOT_A_SEAT
            async with calling(address) as bot:
                assert await is_welcome(bot)

    run(scenario)


def test_a_used_token_is_refused_in_the_same_words_and_the_first_bot_plays_on(run: Run) -> None:
    async def scenario() -> None:
        async with served() as (stream, address), calling(address) as bot:
            assert await is_welcome(bot)
            async with calling(address) as copy:
                await copy.send(join_request(TOKEN))
                assert await copy.status() == NOT_A_SEAT

            await bot.send(answers((5, 1)))

            assert (await bot.next("warning")).warning.question_id == 5
            assert stream.end is None

    run(scenario)


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _connects(place: str | int) -> bool:
    """Return whether a port takes a connection, or a socket by a handle that outlives its name."""
    try:
        if isinstance(place, str):
            host, _, port = place.rpartition(":")
            socket.create_connection((host, int(port))).close()
        else:
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(f"/proc/self/fd/{place}")
    except OSError:
        return False
    return True


@pytest.mark.parametrize("tcp", [False, True], ids=["socket", "port"])
def test_nobody_can_connect_once_the_bot_has_joined_and_the_bot_plays_on(
    run: Run,
    *,
    tcp: bool,
) -> None:
    async def scenario() -> None:
        async with served(tcp=tcp) as (stream, address), calling(address) as bot:
            place = address.removeprefix("unix:")
            held = None if tcp else os.open(place, os.O_PATH)
            assert await is_welcome(bot)
            tries = 100
            while _connects(held if held is not None else address) and tries:
                tries -= 1
                await asyncio.sleep(0.01)
            assert tries
            assert tcp or not await asyncio.to_thread(Path(place).exists)

            await bot.send(answers((5, 1)))

            assert (await bot.next("warning")).warning.question_id == 5
            assert stream.end is None
            if held is not None:
                os.close(held)

    run(scenario)


def test_more_connections_than_a_bot_needs_are_closed_at_once(run: Run) -> None:
    async def scenario() -> None:
        before = _open_files()
        async with served() as (_, address):
            lines = []
            for _ in range(MOST_CONNECTIONS + 300):
                line = socket.socket(socket.AF_UNIX)
                line.connect(address.removeprefix("unix:"))
                lines.append(line)
            await asyncio.sleep(1)
            taken = _open_files() - before - len(lines)
            for line in lines:
                line.close()
            async with calling(address) as bot:
                assert await is_welcome(bot)

        assert taken < MOST_CONNECTIONS + 50

    run(scenario)


def test_a_bot_that_has_hung_up_cannot_come_back(run: Run) -> None:
    async def scenario() -> None:
        async with served() as (stream, address):
            async with calling(address) as bot:
                assert await is_welcome(bot)
            await stream.at_eof.wait()
            async with calling(address) as again:
                await again.send(join_request(TOKEN))
                assert await again.status() == NOT_A_SEAT

    run(scenario)


@pytest.mark.parametrize("version", [0, 2, 2**32 - 1])
def test_a_bot_of_another_protocol_version_is_told_both_versions(run: Run, version: int) -> None:
    async def scenario() -> None:
        async with served() as (stream, address), calling(address) as bot:
            await bot.send(join_request(TOKEN, version=version))

            said = f"the bot speaks protocol version {version}, the referee version 1"
            assert await bot.status() == (grpc.StatusCode.FAILED_PRECONDITION, said)
            assert bot.notices == []
            assert not stream.joined.is_set()
            assert stream.end is not None
            assert (stream.end.verdict, stream.end.detail) == (Verdict.FAILED_TO_START, said)

    run(scenario)


def test_a_bot_on_tcp_is_served_on_the_loopback_alone(run: Run) -> None:
    async def scenario() -> None:
        async with served(tcp=True) as (_, address), calling(address) as bot:
            assert address.startswith("127.0.0.1:")
            assert await is_welcome(bot)

    run(scenario)


def test_nothing_but_play_is_served(run: Run) -> None:
    async def scenario() -> None:
        async with served() as (_, address), grpc.aio.insecure_channel(address) as channel:
            for method in ("/koikoi.v1.RefereeService/Watch", "/grpc.health.v1.Health/Check"):
                call: grpc.aio.UnaryUnaryCall[bytes, bytes] = channel.unary_unary(method)(b"")
                assert await call.code() is grpc.StatusCode.UNIMPLEMENTED

    run(scenario)


def test_the_welcome_has_the_version_and_the_rules(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            welcome = game.clients[0].notices[0].welcome
            assert welcome.protocol_version == 1
            assert welcome.ruleset == ruleset_message(LEMME)

    run(scenario)


def test_a_gate_opens_once_for_its_token_alone() -> None:
    gate = Gate("right")

    assert [gate.admit(token) for token in ("wrong", "", "right", "right", "wrong")] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_tokens_are_never_alike() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert min(len(new_token()) for _ in range(100)) >= 43
