"""Tests of misbehaviour: each row of the contract's table, over a real stream."""

import grpc
import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET
from referee.rules.cards import Card
from referee.rules.record import replay
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Fault, Verdict
from referee.server.service import RECEIVE_LIMIT
from referee.wire.requests import LARGEST_REQUEST
from tests.server.clients import Client, answers, join_request
from tests.server.conftest import Run
from tests.server.games import TOKENS, Game, plans_led_by, seated

# A field that the contract does not have: bytes that decode and say nothing.
UNKNOWN_FIELD = b"\xfa\x01"


def padded(request: pb.PlayRequest, size: int) -> bytes:
    """The request as exactly so many bytes, filled up with an unknown field."""
    data = request.SerializeToString()
    for digits in range(1, 4):
        filling = size - len(data) - len(UNKNOWN_FIELD) - digits
        length = _varint(filling)
        if len(length) == digits:
            return data + UNKNOWN_FIELD + length + bytes(filling)
    raise ValueError(f"no filling makes {size} bytes")


def _varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(rest) if rest else bytes([low])


async def warning(client: Client) -> pb.Warning:
    """The next warning."""
    return (await client.next("warning")).warning


def wide_answer(question_id: int, action: int) -> bytes:
    """An answer with numbers that the generated classes do not take."""
    numbers = b"\x08" + _varint(question_id) + b"\x10" + _varint(action)
    return b"\x12" + _varint(len(numbers)) + numbers


@pytest.mark.parametrize("beyond", [2**32, 2**33, 2**63])
def test_numbers_beyond_32_bits_answer_no_question_and_are_no_action(run: Run, beyond: int) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            question = await north.question()
            legal = question.legal_actions[0]

            await north.send(wide_answer(question.question_id + beyond, legal))

            assert (await warning(north)).kind == pb.WARNING_KIND_NO_SUCH_QUESTION
            await north.send(wide_answer(question.question_id, legal + beyond))
            record = await game.record()
            assert record.result.verdict is Verdict.ILLEGAL_MOVE

    run(scenario)


@pytest.mark.parametrize("number", [0, 2, 7, 2**32 - 1])
def test_an_answer_to_a_question_that_was_never_asked_is_ignored_with_a_warning(
    run: Run, number: int
) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            question = await north.question()

            await north.send(answers((number, question.legal_actions[0])))

            warned = await warning(north)
            assert warned.kind == pb.WARNING_KIND_NO_SUCH_QUESTION
            assert (warned.question_id, warned.left) == (number, 16 + 2 - 1)
            await is_still_open(game, north, question)

    run(scenario)


async def is_still_open(game: Game, client: Client, question: pb.Question) -> None:
    """Answers a first question, and sees that the match has gone on with it."""
    action = question.legal_actions[0]
    await client.send(answers((question.question_id, action)))
    await client.send(answers((99, 1)))
    while (await warning(client)).question_id != 99:
        pass
    client.call.cancel()
    assert (await game.record()).rounds[0].actions[0] == action - 1


def test_a_question_of_the_rival_is_not_one_s_own(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, south = game.clients
            question = await north.question()

            await south.answer(question)

            warned = await warning(south)
            assert (warned.question_id, warned.left) == (question.question_id, 15)
            await is_still_open(game, north, question)

    run(scenario)


def test_a_question_can_be_answered_once(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            first, second, *_ = (await north.question()).legal_actions

            await north.send(answers((1, first), (1, second)))

            assert (await warning(north)).question_id == 1
            north.call.cancel()
            assert (await game.record()).rounds[0].actions[0] == first - 1

    run(scenario)


def test_the_next_question_cannot_be_answered_before_it_is_asked(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 8), offers=(8, 8)) as game:
            north, _ = game.clients
            asked = [await north.question() for _ in range(8)]
            guesses = [(8 + n, asked[0].legal_actions[1]) for n in range(1, 9)]

            # At least one of the eight brings a question to the same seat at once: a take.
            await north.send(
                answers(*((one.question_id, one.legal_actions[0]) for one in asked), *guesses)
            )

            assert (await north.question()).question_id in dict(guesses)
            warned = {n.warning.question_id for n in north.notices if n.HasField("warning")}
            assert warned == {*dict(guesses)}

    run(scenario)


@pytest.mark.parametrize("a_message", [1, 19], ids=["one by one", "in one message"])
def test_sixteen_and_two_a_question_are_borne_and_one_more_is_a_flood(
    run: Run, a_message: int
) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, south = game.clients
            await north.question()

            for _ in range(0, 19, a_message):
                await north.send(answers(*[(99, 1)] * a_message))

            code, details = await north.status()
            lefts = [n.warning.left for n in north.notices if n.HasField("warning")]
            assert lefts == list(range(17, -1, -1))
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert details == "19 answers ignored (questions asked: 1)"
            result = (await game.record()).result
            assert (result.verdict, result.fault) == (Verdict.FLOOD, Fault.NORTH)
            assert (await south.next("match_over")).match_over.fault == pb.FAULT_RIVAL

    run(scenario)


PROTOCOL_ERRORS = {
    "bytes that do not decode": (b"\xff", "a message that does not decode"),
    "text that is not UTF-8": (b"\x0a\x03\x0a\x01\xff", "a message that does not decode"),
    "an empty request": (b"", "an empty request"),
    "only an unknown field": (UNKNOWN_FIELD + b"\x01x", "an empty request"),
    "a second join": (join_request(TOKENS[NORTH]).SerializeToString(), "a second join"),
    "an empty join": (b"\x0a\x00", "a second join"),
    "a join beside an answer": (b"\x0a\x00\x12\x04\x08\x01\x10\x01", "a second join"),
    "one byte over 64 KiB": (padded(answers((1, 1)), 64 * 1024 + 1), "a message of 65537 bytes"),
    "nearly as much as gRPC takes": (bytes(RECEIVE_LIMIT), "a message of 4194304 bytes"),
}


@pytest.mark.parametrize("what", PROTOCOL_ERRORS)
def test_what_is_not_the_protocol_ends_the_stream_and_forfeits(run: Run, what: str) -> None:
    data, said = PROTOCOL_ERRORS[what]

    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 2)) as game:
            north, south = game.clients
            await north.question()

            await north.send(data)

            assert await north.status() == (grpc.StatusCode.INVALID_ARGUMENT, said)
            over = north.notices[-1].match_over
            assert (over.verdict, over.fault) == (pb.VERDICT_PROTOCOL_ERROR, pb.FAULT_OWN)
            result = (await game.record()).result
            assert (result.verdict, result.fault) == (Verdict.PROTOCOL_ERROR, Fault.NORTH)
            assert (result.winner, result.detail) == (SOUTH, said)
            told = (await south.next("match_over")).match_over
            assert (told.outcome, told.fault) == (pb.OUTCOME_WIN, pb.FAULT_RIVAL)
            assert len(game.pending) == 1

    run(scenario)


def test_sixty_four_kib_are_allowed(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            question = await north.question()

            await north.send(padded(answers((1, question.legal_actions[0])), LARGEST_REQUEST))
            await north.send(answers((1, question.legal_actions[0])))

            assert (await warning(north)).question_id == 1

    run(scenario)


def test_more_than_grpc_takes_is_named_to_the_bot_and_looks_like_hanging_up(run: Run) -> None:
    # grpc.aio cancels the call and does not say why: no verdict of ours can name the size.
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 1)) as game:
            north, _ = game.clients
            await north.question()

            await north.send(bytes(RECEIVE_LIMIT + 1))

            code, details = await north.status()
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert "larger than max" in details
            assert (await game.record()).result.verdict is Verdict.DISCONNECT

    run(scenario)


# What is said of each wrong answer to a first question, which is always one to play a card.
ILLEGAL = {
    "unset": (0, "an unset or unknown action"),
    "stop, where nothing is at stake": (STOP + 1, "`stop`"),
    "koi-koi, where nothing is at stake": (KOI_KOI + 1, "`koi-koi`"),
    "take a card in the play phase": (TAKE_OFFSET + 1, "`take 01L`"),
    "take the last card in the play phase": (TAKE_OFFSET + 48, "`take 12P3`"),
    "one past the last action": (99, "an unset or unknown action"),
    "the largest number": (2**31 - 1, "an unset or unknown action"),
    "minus one": (-1, "an unset or unknown action"),
    "the smallest number": (-(2**31), "an unset or unknown action"),
}


@pytest.mark.parametrize("what", ILLEGAL)
def test_an_illegal_action_forfeits_the_match_and_changes_nothing(run: Run, what: str) -> None:
    number, said = ILLEGAL[what]
    run(lambda: _loses_by(number, said))


def test_a_card_that_is_not_in_the_hand_cannot_be_played(run: Run) -> None:
    run(lambda: _loses_by(None, ""))


async def _loses_by(number: int | None, said: str) -> None:
    async with seated(plans_led_by(NORTH, 2)) as game:
        north, _ = game.clients
        question = await north.question()
        if number is None:
            card = next(card for card in Card if card not in question.observation.hand)
            number, said = int(card), f"`play {card.code}`"

        await north.send(answers((question.question_id, number)))

        record = await game.record()
        hand = ", ".join(f"play {Card(card).code}" for card in question.legal_actions)
        result = record.result
        assert (result.verdict, result.fault) == (Verdict.ILLEGAL_MOVE, Fault.NORTH)
        assert (result.winner, result.incident) == (SOUTH, None)
        assert result.detail == f"round 1, action 1, play: answered {said} (legal: {hand})"
        assert record.rounds[0].actions == ()
        assert record.rounds[0].result is None
        replay(record)
        over = (await north.next("match_over")).match_over
        assert (over.verdict, over.fault) == (pb.VERDICT_ILLEGAL_MOVE, pb.FAULT_OWN)
        # The stream goes on with the next match.
        assert (await north.next("question")).match_id == 2


def test_an_answer_for_the_wrong_one_of_two_matches_is_illegal_there(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans_led_by(NORTH, 3), offers=(2, 2)) as game:
            north, south = game.clients
            one, two = await north.question(), await north.question()
            only_one = next(a for a in one.legal_actions if a not in two.legal_actions)
            only_two = next(a for a in two.legal_actions if a not in one.legal_actions)

            await north.send(answers((1, only_two), (2, only_one)))

            records = await game.records(2)
            assert [one.match for one in records] == [p.match for p in plans_led_by(NORTH, 2)]
            assert {one.result.verdict for one in records} == {Verdict.ILLEGAL_MOVE}
            # Two faults of one bot, and no incident: each counts.
            assert {one.result.incident for one in records} == {None}
            assert (await north.question()).question_id == 3
            assert (await south.next("match_over")).match_over.outcome == pb.OUTCOME_WIN

    run(scenario)
