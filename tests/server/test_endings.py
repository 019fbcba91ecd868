"""Streams that end in the middle of something: nothing hangs, is lost, or is logged."""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.deal_check import Deck
from referee.rules.record import MatchRecord
from referee.rules.seats import NORTH, SOUTH
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Fault, Verdict
from referee.server.clock import Timekeeper
from referee.server.service import serving
from referee.server.stream import BotStream
from referee.server.time_control import TimeControl
from tests.server.clients import Client, at_random, calling, join_request
from tests.server.conftest import Run
from tests.server.games import TOKENS, Clock, plans_led_by, playing, seated, stream_for
from tests.server.offline import Laid


async def cancel(client: Client) -> None:
    client.call.cancel()


async def half_close(client: Client) -> None:
    await client.call.done_writing()


@pytest.mark.parametrize("hang_up", [cancel, half_close])
def test_the_referee_notices_that_a_bot_sends_nothing_more(
    run: Run, hang_up: Callable[[Client], object]
) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, south = game.clients
            await north.question()

            await hang_up(north)

            await game.streams[NORTH].at_eof.wait()
            assert (await game.record()).result.verdict is Verdict.DISCONNECT
            assert (await south.next("match_over")).match_over.fault == pb.FAULT_RIVAL

    run(scenario)


@pytest.mark.parametrize("words", [0, 1, 2])
def test_the_referee_notices_however_soon_a_bot_hangs_up(run: Run, words: int) -> None:
    async def scenario() -> None:
        for _ in range(30):
            stream = stream_for(NORTH, Timekeeper(now=Clock()), TimeControl())
            with tempfile.TemporaryDirectory() as folder:
                async with serving(stream, Path(folder)) as address, calling(address) as client:
                    await client.send(join_request(TOKENS[NORTH]))
                    await stream.joined.wait()
                    if words:
                        await client.next("welcome")
                    client.call.cancel()
                    await stream.at_eof.wait()

    run(scenario)


def test_a_bot_that_closes_its_side_is_still_told_how_it_ended(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            await north.question()

            await north.call.done_writing()

            assert await north.status() == (grpc.StatusCode.ABORTED, "ended its stream")
            assert north.notices[-1].match_over.verdict == pb.VERDICT_DISCONNECT

    run(scenario)


async def block(stream: BotStream) -> None:
    """Sends more than all buffers hold: then a write waits until the bot reads, and it does not."""
    for _ in range(24):
        stream.batch.notices.add().round_over.yaku.add(id="x" * 1_000_000)
        stream.flush()
        await asyncio.sleep(0)


def test_a_bot_that_stops_reading_loses_on_time_and_is_given_up(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3)) as game:
            await game.clients[NORTH].question()
            await block(game.streams[NORTH])

            game.pass_seconds(61.07)
            first = await game.record()
            game.pass_seconds(2.02)
            second = await game.record()

            assert [one.result.fault for one in (first, second)] == [Fault.NORTH] * 2
            assert first.result.detail.startswith("round 1, action 1, play: no answer for 61.06 s")
            assert second.result.detail == "silent for 2 s after a timeout"
            assert len(game.pending) == 1

    run(scenario)


def test_time_that_a_bot_does_not_read_is_time_it_takes(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3), control=TimeControl(0.2, 1)) as game:
            await game.clients[NORTH].question()
            await block(game.streams[NORTH])

            # The second question waits behind what the bot does not read.
            game.pass_seconds(1.27)
            game.pass_seconds(1.27)

            details = [one.result.detail for one in await game.records(2)]
            assert all("no answer for 1.26 s" in detail for detail in details)

    run(scenario)


def test_a_question_that_was_never_sent_ends_with_its_match(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3)) as game:
            await game.clients[NORTH].question()
            await block(game.streams[NORTH])
            game.pass_seconds(61.07)

            game.streams[SOUTH].close(Verdict.CRASH, "exit code 1")
            game.pass_seconds(100)

            faults = [one.result.fault for one in await game.records(2)]
            assert faults == [Fault.NORTH, Fault.SOUTH]
            assert game.streams[NORTH].end is None

    run(scenario)


@pytest.mark.parametrize("ends_first", ["server", "client"])
def test_a_write_that_waits_for_a_bot_ends_with_the_server_or_the_bot(
    run: Run, ends_first: str
) -> None:
    async def scenario() -> None:
        stream = stream_for(NORTH, Timekeeper(now=Clock()), TimeControl())
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncExitStack() as outer, AsyncExitStack() as inner:
                served, called = (inner, outer) if ends_first == "server" else (outer, inner)
                address = await served.enter_async_context(serving(stream, Path(folder)))
                client = await called.enter_async_context(calling(address))
                await client.send(join_request(TOKENS[NORTH]))
                await client.next("welcome")
                await block(stream)

                await inner.aclose()

                await stream.at_eof.wait()

    run(scenario)


@pytest.mark.parametrize("at_once", [1, 16])
def test_a_server_that_ends_takes_its_open_matches_with_it(run: Run, at_once: int) -> None:
    async def scenario() -> None:
        async with (
            seated(plans_led_by(NORTH, 16), offers=(at_once, at_once)) as game,
            playing(*game.clients, choose=at_random),
        ):
            while len(game.clients[NORTH].responses) < 20:
                game.clients[NORTH].heard.clear()
                await game.clients[NORTH].heard.wait()

    run(scenario)


def test_a_server_can_end_before_its_stream_is_closed(run: Run) -> None:
    async def scenario() -> None:
        stream = stream_for(NORTH, Timekeeper(now=Clock()), TimeControl())
        with tempfile.TemporaryDirectory() as folder:
            async with serving(stream, Path(folder)) as address, calling(address) as client:
                await client.send(join_request(TOKENS[NORTH]))
                await client.next("welcome")
        assert stream.at_eof.is_set()

    run(scenario)


class Broken(Laid):
    """Deals that run out in the second round, as a bug of ours might make them."""

    def decks(self, number: int) -> Iterator[Deck]:
        if number > 1:
            raise ZeroDivisionError("a bug of the referee's")
        return Deals.decks(self, number)


def test_a_bug_of_the_referee_s_is_raised_and_no_bot_is_at_fault(run: Run) -> None:
    records: list[MatchRecord] = []

    async def scenario() -> None:
        (plan,) = plans_led_by(NORTH, 1)
        deals = Broken(plan.deals.key, plan.deals.deal, dealer=plan.deals.first_dealer())
        async with (
            seated([replace(plan, deals=deals)]) as game,
            playing(*game.clients, choose=at_random),
        ):
            records.append(await game.record())

    with pytest.raises(ExceptionGroup) as failed:
        run(scenario)

    assert failed.group_contains(ZeroDivisionError)
    assert records == []
