"""Matches that end early: what of them is kept, whose fault it was, and what it counts as."""

import grpc
import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.seats import NORTH, SEATS, SOUTH
from referee.rules.verdicts import Fault, Verdict
from tests.server.clients import answers, at_random
from tests.server.conftest import Run
from tests.server.games import Game, is_sound, plans_led_by, playing, seated


async def play_questions(game: Game, count: int) -> pb.Question:
    """NORTH's question after so many answers; SOUTH plays by itself."""
    north = game.clients[NORTH]
    question = await north.question()
    for _ in range(count):
        await north.answer(question, at_random)
        question = await north.question()
    return question


@pytest.mark.parametrize("count", [0, 1, 9, 30, 60])
def test_a_forfeited_match_keeps_what_was_played(run: Run, count: int) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game, playing(game.clients[SOUTH]):
            question = await play_questions(game, count)

            await game.clients[NORTH].send(answers((question.question_id, 0)))

            record = await game.record()
            assert is_sound(record)
            *finished, last = record.rounds
            assert last.result is None
            assert len(record.rounds) == question.observation.round
            assert record.result.points == tuple(
                sum(one.result.points[seat] for one in finished) for seat in SEATS
            )
            assert record.result.winner is SOUTH

    run(scenario)


@pytest.mark.parametrize(
    "verdict", [Verdict.CRASH, Verdict.DISCONNECT, Verdict.MEMORY, Verdict.DISK]
)
def test_a_process_fault_forfeits_every_open_match_and_is_one_incident(
    run: Run, verdict: Verdict
) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 8), offers=(5, 5)) as game:
            north, south = game.clients
            first = await north.question()
            await north.send(answers((first.question_id, 0)))
            lost = await game.record()
            while (await north.question()).question_id < 6:
                pass

            game.streams[NORTH].close(verdict, "exit code 1")

            records = await game.records(5)
            names = [plan.match for plan in plans_led_by(NORTH, 6)]
            assert [lost.match, *(one.match for one in records)] == names
            assert lost.result.incident is None
            for record in records:
                result = record.result
                assert (result.verdict, result.fault) == (verdict, Fault.NORTH)
                assert (result.winner, result.detail) == (SOUTH, "exit code 1")
                assert result.incident == names[1]
                assert is_sound(record)
            assert len(game.pending) == 2
            assert game.streams[SOUTH].end is None
            while (await south.next("match_over")).match_id < 6:
                pass

    run(scenario)


def test_a_bot_that_hangs_up_has_disconnected(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 2), offers=(2, 2)) as game:
            async with playing(game.clients[SOUTH]):
                await play_questions(game, 20)

                game.clients[NORTH].call.cancel()

                records = await game.records(2)
            assert {one.result.verdict for one in records} == {Verdict.DISCONNECT}
            assert {one.result.incident for one in records} == {records[0].match}
            assert all(map(is_sound, records))

    run(scenario)


def test_the_first_of_two_bots_to_go_is_the_one_at_fault(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            await game.clients[NORTH].question()

            game.streams[SOUTH].close(Verdict.CRASH, "first")
            game.streams[NORTH].close(Verdict.CRASH, "second")

            result = (await game.record()).result
            assert (result.fault, result.winner, result.detail) == (Fault.SOUTH, NORTH, "first")

    run(scenario)


def test_a_question_of_a_match_that_is_over_cannot_be_answered(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3), offers=(2, 2)) as game:
            north, _ = game.clients
            asked = [await north.question() for _ in range(2)]
            game.streams[SOUTH].close(Verdict.CRASH, "exit code 1")
            records = await game.records(2)

            for question in asked:
                await north.answer(question)
                warned = (await north.next("warning")).warning
                assert warned.question_id == question.question_id
            game.pass_seconds(100)

            assert [one.rounds[0].actions for one in records] == [(), ()]
            assert game.records_so_far() == []
            assert game.streams[NORTH].end is None

    run(scenario)


def test_a_match_that_the_referee_stops_is_cancelled_and_nobody_s_loss(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3), offers=(2, 2)) as game:
            north, south = game.clients
            await north.question()

            for stream in game.streams:
                stream.close(None, "stopped")

            for record in await game.records(2):
                result = record.result
                assert (result.verdict, result.fault) == (Verdict.CANCELLED, None)
                assert (result.winner, result.incident) == (None, None)
                assert is_sound(record)
            for client in (north, south):
                assert await client.status() == (grpc.StatusCode.OK, "")
                over = client.notices[-1].match_over
                assert (over.verdict, over.outcome) == (pb.VERDICT_CANCELLED, pb.OUTCOME_DRAW)

    run(scenario)
