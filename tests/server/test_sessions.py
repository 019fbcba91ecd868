"""Sessions from end to end: every record replays, whatever way its match has ended."""

from collections import deque
from dataclasses import replace
from random import Random

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.record import MatchRecord
from referee.rules.round import RoundEnd
from referee.rules.ruleset import LEMME, RULESETS
from referee.rules.seats import NORTH, SEATS, Seat
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.session import Session
from referee.server.table import MatchPlan
from referee.server.time_control import TimeControl
from tests.server.clients import at_random
from tests.server.conftest import Run
from tests.server.games import (
    KEY,
    PLAYERS,
    Clock,
    is_sound,
    plans,
    plans_led_by,
    playing,
    seated,
    stream_for,
)
from tests.server.offline import Laid, deck_with


@pytest.mark.parametrize("name", RULESETS)
def test_whole_matches_of_every_ruleset_replay(run: Run, name: str) -> None:
    async def scenario() -> None:
        matches = plans(5, RULESETS[name])
        async with seated(matches, offers=(3, 4), want_events=(True, False)) as game:
            async with playing(*game.clients, choose=at_random):
                records = await game.records(5)

            assert {one.match for one in records} == {one.match for one in matches}
            for record in records:
                assert is_sound(record)
                assert (record.result.verdict, record.result.fault) == (Verdict.NORMAL, None)
                assert record.ruleset == RULESETS[name]
                assert (record.seats, record.event) == (PLAYERS, "test")
                assert len(record.rounds) == 12

    run(scenario)


def test_both_bots_are_told_what_the_record_says(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans(4), offers=(4, 4)) as game:
            clients = game.clients
            async with playing(*clients, choose=at_random):
                records = {one.match: one for one in await game.records(4)}
                for client in clients:
                    while len([n for n in client.notices if n.HasField("match_over")]) < 4:
                        client.heard.clear()
                        await client.heard.wait()
            for plan, number in zip(plans(4), range(1, 5), strict=True):
                for seat in SEATS:
                    told = [n for n in clients[seat].notices if n.match_id == number]
                    agrees(records[plan.match], plan, seat, told)

    run(scenario)


def agrees(record: MatchRecord, plan: MatchPlan, seat: Seat, told: list[pb.Notice]) -> None:
    """Checks all that a seat was told of a match against the record."""
    start, over = told[0].match_start, told[-1].match_over
    assert (start.seat, start.first_dealer) == (seat + 1, record.rounds[0].dealer + 1)
    assert start.bot_seed == plan.deals.bot_seed(seat)
    points = record.result.points
    assert (over.own_points, over.rival_points) == (points[seat], points[seat.other])
    outcomes = {None: pb.OUTCOME_DRAW, seat: pb.OUTCOME_WIN, seat.other: pb.OUTCOME_LOSS}
    assert over.outcome == outcomes[record.result.winner]
    rounds = [notice.round_over for notice in told if notice.HasField("round_over")]
    results = [one.result for one in record.rounds]
    assert [one.own_points for one in rounds] == [result.points[seat] for result in results]
    assert [(y.id, y.points) for one in rounds for y in one.yaku] == [
        (y.id, y.points) for result in results for y in result.yaku
    ]


def test_think_ms_has_a_number_for_every_answer(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans(1)) as game:
            async with playing(*game.clients, choose=at_random):
                record = await game.record()
            asked = sum(
                notice.HasField("question") for client in game.clients for notice in client.notices
            )
            assert sum(len(one.think_ms or ()) for one in record.rounds) == asked

    run(scenario)


def test_streams_play_one_session_after_another(run: Run) -> None:
    async def scenario() -> None:
        async with seated(plans(2)) as game, playing(*game.clients, choose=at_random):
            await game.records(2)
            later = deque(plans(4)[2:])

            again = [record async for record in Session(game.streams, later).play()]

            assert [one.match for one in again] == [one.match for one in plans(4)[2:]]
            assert all(map(is_sound, again))

    run(scenario)


def test_with_a_bot_that_has_gone_nothing_is_begun(run: Run) -> None:
    async def scenario() -> None:
        keeper = Timekeeper(now=Clock())
        north, south = (stream_for(seat, keeper, TimeControl()) for seat in SEATS)
        pending = deque(plans(2))
        south.close(Verdict.CRASH, "exit code 1")

        assert [record async for record in Session((north, south), pending).play()] == []
        assert len(pending) == 2

    run(scenario)


def test_matches_in_which_nobody_is_asked_are_played_too(run: Run) -> None:
    async def scenario() -> None:
        decks = {number: (deck_with("both dealt", Random(number)),) for number in range(1, 13)}
        deals = Laid(b"key", "1", laid=decks)
        quiet = [replace(plan, deals=deals) for plan in plans(3)]
        async with seated([*quiet, *plans_led_by(NORTH, 1)], offers=(2, 2)) as game:
            records = await game.records(3)

            assert all(map(is_sound, records))
            ends = {one.result.reason for record in records for one in record.rounds}
            assert ends == {RoundEnd.DEALT}
            question = await game.clients[NORTH].next("question")
            assert question.match_id == 4

    run(scenario)


def test_void_deals_are_in_the_record(run: Run) -> None:
    async def scenario() -> None:
        voids = tuple(deck_with("void", Random(number)) for number in range(2))
        (plan,) = plans_led_by(NORTH, 1, replace(LEMME, name="short", months=3))
        laid = Laid(KEY, "1", laid={2: voids})
        async with seated([replace(plan, deals=laid)]) as game, playing(*game.clients):
            record = await game.record()

            assert [one.void_decks for one in record.rounds] == [(), voids, ()]
            assert is_sound(record)

    run(scenario)


def test_a_house_ruleset_of_one_month_ends_after_one_round(run: Run) -> None:
    async def scenario() -> None:
        ruleset = replace(LEMME, name="short", months=1)
        async with seated(plans(2, ruleset)) as game, playing(*game.clients):
            assert [len(one.rounds) for one in await game.records(2)] == [1, 1]

    run(scenario)
