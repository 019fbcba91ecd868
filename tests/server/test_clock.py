"""Deadlines and banks, on a clock that the test moves. A bot has a move time, a bank, and 50 ms."""

import math

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.record import replay
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Fault, Verdict
from referee.server.time_control import TimeControl
from tests.server.clients import answers
from tests.server.conftest import Run
from tests.server.games import DEADLINE, MOMENT, Game, against_a_quick_bot


async def banks(game: Game, *thinking: float) -> list[int]:
    """Return what is left of NORTH's bank in each question, when it takes so long over them."""
    north, left = game.clients[NORTH], []
    for seconds in thinking:
        question = await north.question()
        left.append(question.bank_left_ms)
        game.pass_seconds(seconds)
        await north.answer(question)
    return [*left, (await north.question()).bank_left_ms]


def test_time_beyond_the_move_time_is_taken_from_the_bank_for_good(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            left = await banks(game, 0.0, 1.0, 1.5, 0.5, 3.0, 0.1)

            assert left == [60_000, 60_000, 60_000, 59_500, 59_500, 57_500, 57_500]

    run(scenario)


def test_every_match_and_every_seat_has_a_bank_of_its_own(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, south = game.clients
            *_, left = await banks(game, 31.0, 0.0, 0.0, 0.0)
            assert left == 30_000

            await north.send(answers((north.notices[-1].question.question_id, 0)))

            assert (await north.next("match_over")).match_id == 1
            assert (await north.question()).bank_left_ms == 60_000
            theirs = [n.question.bank_left_ms for n in south.notices if n.HasField("question")]
            assert set(theirs) == {60_000}

    run(scenario)


def test_when_the_bank_is_empty_the_move_time_and_the_grace_are_left(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot(TimeControl(0.2, 1.0)) as game:
            left = await banks(game, 0.7, 0.74, 0.24)
            assert left == pytest.approx([1000, 500, 0, 0], abs=1)

            game.pass_seconds(0.25 + MOMENT)

            result = (await game.record()).result
            assert result.verdict is Verdict.TIMEOUT
            assert "(move time 0.2 s, bank 0.00 s left)" in result.detail

    run(scenario)


def test_think_ms_is_what_each_answer_took(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            await banks(game, 0.5, 1.25)
            game.pass_seconds(DEADLINE)

            (played,) = (await game.record()).rounds
            assert [ms for ms in played.think_ms or () if ms > 0] == [500.0, 1250.0]

    run(scenario)


def test_silence_loses_the_match_at_the_deadline_and_not_before(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            await north.question()

            game.pass_seconds(DEADLINE - MOMENT)
            assert game.streams[NORTH].matches != []
            game.pass_seconds(2 * MOMENT)

            record = await game.record()
            result = record.result
            assert (result.verdict, result.fault) == (Verdict.TIMEOUT, Fault.NORTH)
            assert (result.winner, result.incident) == (SOUTH, None)
            assert result.detail == (
                "round 1, action 1, play: no answer for 61.06 s (move time 1 s, bank 60.00 s left)"
            )
            assert record.rounds[0].actions == ()
            replay(record)
            over = (await north.next("match_over")).match_over
            assert (over.verdict, over.fault) == (pb.VERDICT_TIMEOUT, pb.FAULT_OWN)

    run(scenario)


def test_an_answer_at_the_last_moment_counts(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            assert await banks(game, DEADLINE - MOMENT) == [60_000, 0]

    run(scenario)


def test_an_answer_after_the_deadline_is_late_even_if_nobody_has_looked(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            question = await north.question()

            game.clock.now += DEADLINE + 1
            await north.answer(question)

            assert (await game.record()).result.verdict is Verdict.TIMEOUT
            assert not [n for n in north.notices if n.HasField("warning")]

    run(scenario)


def test_whatever_a_bot_says_meanwhile_its_deadline_stays(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            await north.question()

            for _ in range(6):
                game.pass_seconds(10)
                await north.send(answers((99, 1)))
                await north.next("warning")
            game.pass_seconds(1.05 + MOMENT)

            result = (await game.record()).result
            assert result.detail.startswith("round 1, action 1, play: no answer for 61.06 s")

    run(scenario)


def test_a_late_answer_is_never_taken_for_the_next_question(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            await north.question()
            game.pass_seconds(DEADLINE + MOMENT)
            await game.record()
            late, *_, chosen = (await north.question()).legal_actions

            await north.send(answers((1, late)))
            await north.send(answers((2, chosen)))

            assert (await north.next("warning")).warning.question_id == 1
            await north.question()
            game.pass_seconds(DEADLINE + MOMENT)
            assert (await game.record()).rounds[0].actions[0] == chosen - 1

    run(scenario)


def test_without_a_clock_nobody_is_ever_late(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot(TimeControl(math.inf, 60)) as game:
            north, _ = game.clients
            question = await north.question()

            for _ in range(3):
                game.lag(1e9)
            await north.answer(question)

            assert (await north.question()).bank_left_ms == 60_000

    run(scenario)
