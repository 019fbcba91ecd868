"""When a bot that has lost on time is given up: it has been asked since, and says nothing."""

import grpc

from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Verdict
from referee.server.time_control import TimeControl
from tests.server.conftest import Run
from tests.server.games import (
    DEADLINE,
    MOMENT,
    against_a_quick_bot,
    plans_led_by,
    playing,
    seated,
)


def test_a_bot_that_says_nothing_for_two_seconds_after_a_timeout_is_given_up(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            await north.question()
            game.pass_seconds(DEADLINE + MOMENT)
            await game.record()
            await north.question()

            game.pass_seconds(2.0)
            assert game.streams[NORTH].end is None
            game.pass_seconds(2 * MOMENT)

            said = "silent for 2 s after a timeout"
            assert await north.status() == (grpc.StatusCode.DEADLINE_EXCEEDED, said)
            record = await game.record()
            assert (record.result.verdict, record.result.detail) == (Verdict.TIMEOUT, said)
            assert record.result.incident == record.match
            assert len(game.pending) == 1

    run(scenario)


def test_a_bot_that_sleeps_through_short_deadlines_is_given_up_too(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot(TimeControl(0.2, 1.0)) as game:
            north, _ = game.clients
            for number in (1, 2):
                assert (await north.question()).question_id == number
                game.pass_seconds(1.25 + MOMENT)
            assert (await north.question()).question_id == 3

            game.pass_seconds(0.75)

            assert (await north.status())[1] == "silent for 2 s after a timeout"

    run(scenario)


def test_a_word_after_a_timeout_shows_that_the_bot_is_there(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            late = await north.question()
            game.pass_seconds(DEADLINE + MOMENT)
            await north.question()
            game.pass_seconds(1.5)

            await north.answer(late)
            await north.next("warning")

            game.pass_seconds(30)
            assert game.streams[NORTH].end is None

    run(scenario)


def test_a_bot_that_is_not_asked_is_not_silent(run: Run) -> None:
    async def scenario() -> None:
        matches = [*plans_led_by(NORTH, 1), *plans_led_by(SOUTH, 1)]
        async with seated(matches) as game:
            north, south = game.clients
            await north.question()
            game.pass_seconds(DEADLINE + MOMENT)

            question = await south.question()
            game.pass_seconds(30)
            assert game.streams[NORTH].end is None
            async with playing(south):
                await south.answer(question)
                await north.question()
            game.pass_seconds(2 + 2 * MOMENT)

            assert (await north.status())[1] == "silent for 2 s after a timeout"

    run(scenario)
