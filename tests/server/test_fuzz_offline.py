"""A hundred thousand messages into the handler, and garbage on its socket: it goes on as it was."""

import asyncio
import gc
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.record import replay
from referee.rules.ruleset import LEMME
from referee.rules.seats import NORTH, SEATS, SOUTH
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.service import serving
from referee.server.time_control import TimeControl
from tests.server.clients import calling, join_request
from tests.server.conftest import Run
from tests.server.games import KEY, TOKENS, Clock, stream_for
from tests.server.offline import Offline
from tests.server.test_fuzz import requests

# In five parts, each with a warm-up of its own.
PARTS, MESSAGES, WARM_UP = range(5), 20_000, 4_000
CONNECTIONS = 500
MORE_KIB = 4 * 1024
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


def resident_kib() -> int:
    """Return what this process has in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_KIB


def sent(rng: Random) -> Iterator[Verdict | None]:
    """Sends message after message, match after match; yields what each match came to so far."""
    for number in range(MESSAGES):
        game = Offline(LEMME, Deals(KEY, str(number)), want_events=True)
        asked: dict[int, pb.Question] = {}
        messages = requests(asked, rng)
        while game.record is None and all(stream.end is None for stream in game.streams):
            seat, question = game.asked or (NORTH, None)
            if question is not None:
                asked.clear()
                asked[question.question_id] = question
            game.receive(seat if rng.random() < 0.9 else seat.other, next(messages))
            yield None
        ends = [game.streams[seat].end for seat in SEATS]
        if game.record is not None:
            replay(game.record)
            yield game.record.result.verdict
        else:
            yield next(end.verdict for end in ends if end is not None)


@pytest.mark.parametrize("part", PARTS)
def test_a_hundred_thousand_messages_bring_verdicts_and_leave_no_memory_behind(
    run: Run, part: int
) -> None:
    async def scenario() -> None:
        verdicts: set[Verdict | None] = set()
        messages = warm = 0
        for outcome in sent(Random(part)):
            verdicts.add(outcome)
            if outcome is not None:
                await asyncio.sleep(0)  # what is left of the match is let go
                continue
            messages += 1
            warm = resident_kib() if messages == WARM_UP else warm
            if messages == MESSAGES:
                break

        assert resident_kib() - warm < MORE_KIB
        assert verdicts - {None} == {Verdict.ILLEGAL_MOVE, Verdict.PROTOCOL_ERROR, Verdict.FLOOD}

    run(scenario)


def test_five_hundred_connections_of_garbage_keep_nobody_from_joining(run: Run) -> None:
    async def scenario() -> None:
        rng = Random(3)
        stream = stream_for(SOUTH, Timekeeper(now=Clock()), TimeControl())
        with tempfile.TemporaryDirectory() as folder:
            async with serving(stream, Path(folder)) as address:
                path = address.removeprefix("unix:")
                await asyncio.to_thread(_pour, path, rng)
                async with calling(address) as client:
                    await client.send(join_request(TOKENS[SOUTH]).SerializeToString())
                    response = await client.hear()
                    assert response is not None
                    assert response.notices[0].HasField("welcome")
                    stream.close(None, "enough")

    run(scenario)


def _pour(path: str, rng: Random) -> None:
    """Garbage of every kind: nothing, noise, a good beginning and then noise."""
    for number in range(CONNECTIONS):
        with socket.socket(socket.AF_UNIX) as connection, suppress(OSError):
            connection.connect(path)
            connection.settimeout(1)
            connection.sendall(PREFACE if number % 3 == 1 else b"")
            connection.sendall(_frame(rng) if number % 3 == 1 else rng.randbytes(number))


def _frame(rng: Random) -> bytes:
    """A frame of HTTP/2 with a right length and nothing else that is right."""
    body = rng.randbytes(rng.randint(0, 200))
    return len(body).to_bytes(3, "big") + rng.randbytes(6) + body
