"""Tests of refusals: what is kept of a refused answer or message, to see who is right."""

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.seats import NORTH
from referee.rules.verdicts import Verdict
from referee.server.refusals import Refusal
from tests.server.clients import answers
from tests.server.conftest import Run
from tests.server.games import Game, against_a_quick_bot


def refusals_of(game: Game) -> list[Refusal]:
    """Return what NORTH's stream refuses from now on."""
    kept: list[Refusal] = []
    game.streams[NORTH].on_refusal = kept.append
    return kept


def test_an_illegal_answer_is_kept_with_its_question_and_its_place(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, kept = game.clients[NORTH], refusals_of(game)
            for _ in range(5):
                await north.answer(await north.question())
            question = await north.question()
            sent = answers((question.question_id, 99)).SerializeToString()

            await north.send(sent)

            record = await game.record()
            (refusal,) = kept
            assert refusal.sent == sent
            assert (refusal.match, refusal.verdict) == (record.match, Verdict.ILLEGAL_MOVE)
            assert refusal.detail == record.result.detail
            assert refusal.question is not None
            assert refusal.question.observation == question.observation
            assert refusal.question.legal_actions == question.legal_actions
            assert refusal.round_number == len(record.rounds)
            assert refusal.action_number == len(record.rounds[-1].actions) + 1

    run(scenario)


@pytest.mark.parametrize("sent", [b"", b"\xff", bytes(70_000)], ids=["empty", "bytes", "large"])
def test_a_message_that_breaks_the_protocol_is_kept(run: Run, sent: bytes) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, kept = game.clients[NORTH], refusals_of(game)
            await north.question()

            await north.send(sent)

            record = await game.record()
            detail = record.result.detail
            assert kept == [Refusal(record.match or "", Verdict.PROTOCOL_ERROR, detail, sent)]

    run(scenario)


def test_what_is_ignored_is_not_a_refusal(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, kept = game.clients[NORTH], refusals_of(game)
            await north.question()

            await north.send(answers((99, 1)))

            assert (await north.next("warning")).warning.kind == pb.WARNING_KIND_NO_SUCH_QUESTION
            assert kept == []

    run(scenario)
