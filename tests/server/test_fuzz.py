"""Whatever bytes a bot sends, the referee goes on or ends the stream with a verdict."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import grpc
import grpc.aio
import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.record import replay
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Fault, Verdict
from referee.server.clock import Timekeeper
from referee.server.service import serving
from referee.server.time_control import TimeControl
from tests.server.clients import Client, answers, calling, join_request
from tests.server.conftest import Run
from tests.server.games import TOKENS, Clock, plans, playing, seated, stream_for

BOTS_FAULTS = {Verdict.PROTOCOL_ERROR, Verdict.FLOOD}
MATCH_VERDICTS = {*BOTS_FAULTS, Verdict.NORMAL, Verdict.ILLEGAL_MOVE, Verdict.CANCELLED}
SEEDS, STREAMS, MESSAGES = 6, 40, 40
LAST = 123_456_789
JOIN = join_request(TOKENS[NORTH], max_matches=7, want_events=True).SerializeToString()
INTERESTING = (0, 1, 2, 48, 96, 97, 98, 99, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)


def mutated(data: bytes, rng: Random) -> bytes:
    """The bytes with a few of them changed, lost, doubled or moved."""
    found = bytearray(data)
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(found) + 1)
        match rng.randrange(5):
            case 0:
                found[place : place + 1] = rng.randbytes(1)
            case 1:
                del found[place : place + rng.randint(1, 4)]
            case 2:
                found[place:place] = rng.randbytes(rng.randint(1, 4))
            case 3:
                found[place:place] = found[: rng.randint(0, 16)]
            case 4:
                found[place:place] = varint(rng.choice(INTERESTING))
    return bytes(found)


def varint(number: int) -> bytes:
    """The number as protobuf writes it."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def answer_like(asked: dict[int, pb.Question], rng: Random) -> bytes:
    """An answer such as a bot might send: right ones more often than others."""
    number = rng.choice([*asked, *asked, rng.choice(INTERESTING) % 2**32])
    legal = list(asked[number].legal_actions) if number in asked else [1]
    action = rng.choice([*legal * 3, rng.choice(INTERESTING)])
    one = b"\x08" + varint(number) + b"\x10" + varint(action)
    return b"\x12" + varint(len(one)) + one


def requests(asked: dict[int, pb.Question], rng: Random) -> Iterator[bytes]:
    """Messages without end, from nearly right to nonsense."""
    while True:
        right = b"".join(answer_like(asked, rng) for _ in range(rng.randint(1, 3)))
        match rng.randrange(20):
            case 0:
                yield mutated(right, rng)
            case 1:
                yield rng.randbytes(rng.randint(0, 40))
            case 2:
                yield mutated(join_request(TOKENS[0]).SerializeToString(), rng)
            case _:
                yield right


class Babbler:
    """A bot that answers what it is asked, more or less."""

    def __init__(self, client: Client, rng: Random) -> None:
        self._client = client
        self._rng = rng
        self._asked: dict[int, pb.Question] = {}

    async def listen(self) -> None:
        """Hears everything until the stream ends."""
        with suppress(grpc.aio.AioRpcError):
            while (response := await self._client.hear()) is not None:
                for notice in response.notices:
                    if notice.HasField("question"):
                        self._asked[notice.question.question_id] = notice.question

    async def babble(self, count: int) -> None:
        """Sends so many messages, unless the stream ends before."""
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            for data in islice(requests(self._asked, self._rng), count):
                await self._client.send(data)
                self._client.heard.clear()
                await asyncio.sleep(0)
            # Shows, by the warning it brings, that the stream goes on.
            await self._client.send(answers((LAST, 1)))

    def is_warned(self) -> bool:
        """Return whether the last message has been heard of."""
        return any(notice.warning.question_id == LAST for notice in self._client.notices)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_stream_of_nonsense_ends_with_a_verdict_or_goes_on(run: Run, seed: int) -> None:
    async def scenario() -> None:
        rng = Random(seed)
        for _ in range(STREAMS):
            async with seated(plans(400), offers=(3, 3)) as game:
                client, stream = game.clients[NORTH], game.streams[NORTH]
                babbler = Babbler(client, rng)
                async with playing(game.clients[SOUTH]), asyncio.TaskGroup() as tasks:
                    listening = tasks.create_task(babbler.listen())
                    await babbler.babble(MESSAGES)
                    while stream.end is None and not babbler.is_warned():
                        client.heard.clear()
                        await client.heard.wait()
                    listening.cancel()
                assert stream.end is None or stream.end.verdict in BOTS_FAULTS
                for record in game.records_so_far():
                    assert record.result.verdict in MATCH_VERDICTS
                    assert record.result.fault is not Fault.SOUTH
                    replay(record)

    run(scenario)


def test_every_first_message_is_welcome_or_refused(run: Run) -> None:
    async def scenario() -> None:
        rng = Random(1)
        ends = [await _first_message(mutated(JOIN, rng)) for _ in range(150)]
        assert {*ends} == {
            None,
            grpc.StatusCode.UNAUTHENTICATED,
            grpc.StatusCode.FAILED_PRECONDITION,
        }

    run(scenario)


async def _first_message(data: bytes) -> grpc.StatusCode | None:
    """How the stream ends on which this is sent first; None for a welcome."""
    stream = stream_for(NORTH, Timekeeper(now=Clock()), TimeControl())
    with tempfile.TemporaryDirectory() as folder:
        async with serving(stream, Path(folder)) as address, calling(address) as client:
            await client.send(data)
            try:
                response = await client.hear()
            except grpc.aio.AioRpcError as refused:
                return refused.code()
            assert response is not None
            assert response.notices[0].HasField("welcome")
            stream.close(None, "enough")
    return None
