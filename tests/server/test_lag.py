"""Time that was the referee's own: not charged, up to a point, to bots that behave."""

import pytest

from referee.rules.seats import SOUTH, Seat
from referee.rules.verdicts import Verdict
from referee.server.clock import TICK_SECONDS, Timekeeper
from referee.server.time_control import TimeControl
from tests.server.clients import answers, join_request
from tests.server.conftest import Run
from tests.server.games import TOKENS, Clock, against_a_quick_bot, stream_for


@pytest.mark.parametrize(
    ("late", "left"),
    [(0.0, 60_000), (0.15, 60_000), (0.29, 60_000), (0.40, 59_890)],
    ids=["on time", "late", "as late as is forgiven", "later"],
)
def test_the_referee_s_own_lag_is_not_charged(run: Run, late: float, left: int) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            question = await north.question()

            game.pass_seconds(0.9)
            game.lag(0.01 + late)
            await north.answer(question)

            assert (await north.question()).bank_left_ms == pytest.approx(left, abs=1)

    run(scenario)


def test_a_bot_whose_answers_had_to_be_ignored_is_charged_for_everything(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            question = await north.question()
            await north.send(answers((99, 1)))
            await north.next("warning")

            game.pass_seconds(0.9)
            game.lag(0.16)
            await north.answer(question)

            assert (await north.question()).bank_left_ms == pytest.approx(59_940, abs=1)
            assert game.keeper.forgiven == 0

    run(scenario)


def test_lag_moves_the_deadline_and_is_counted_once(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot(TimeControl(1, 0)) as game:
            north, _ = game.clients
            question = await north.question()

            game.pass_seconds(1.0)
            game.lag(0.2)
            game.pass_seconds(0.03)
            await north.answer(question)

            assert (await north.question()).bank_left_ms == 0
            assert game.keeper.forgiven == pytest.approx(0.188)

    run(scenario)


def test_lag_within_the_move_time_costs_nobody_anything(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            question = await north.question()

            game.lag(0.5)
            await north.answer(question)

            await north.question()
            assert game.keeper.forgiven == 0

    run(scenario)


@pytest.mark.parametrize(
    ("waited", "left"),
    [(0.0, 59_000), (0.6, 59_600), (5.0, 60_000)],
    ids=["it thought", "it waited for a core", "never more than the time there was"],
)
def test_the_time_a_bot_waits_for_a_core_is_not_charged(run: Run, waited: float, left: int) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot() as game:
            north, _ = game.clients
            total = [1.0]
            game.streams[0].waits = lambda: lambda since=total[0]: total[0] - since
            await north.answer(await north.question())
            question = await north.question()

            total[0] += waited
            game.pass_seconds(2.0)
            await north.answer(question)

            assert (await north.question()).bank_left_ms == pytest.approx(left, abs=1)

    run(scenario)


def test_a_bot_that_never_answers_is_forgiven_its_time_once_and_no_more(run: Run) -> None:
    async def scenario() -> None:
        async with against_a_quick_bot(TimeControl(1, 0)) as game:
            north, _ = game.clients
            game.streams[0].waits = lambda: lambda: 1e9
            await north.question()

            game.pass_seconds(2.0)
            assert game.records_so_far() == []
            game.pass_seconds(0.15)

            assert (await game.record()).result.verdict is Verdict.TIMEOUT

    run(scenario)


class Ear:
    """Hears what a bot answers, and what it is charged."""

    def __init__(self) -> None:
        self.heard: list[tuple[Seat, int | None, float]] = []

    def answered(self, seat: Seat, action: int | None, seconds: float) -> None:
        self.heard.append((seat, action, seconds))

    def timed_out(self, seat: Seat, seconds: float) -> None:
        raise AssertionError(f"{seat} timed out after {seconds} s")


@pytest.mark.parametrize(("before", "after"), [(5.0, 0.5), (0.3, 1.5), (0.0, 0.0)])
def test_a_question_s_clock_starts_when_it_is_sent(before: float, after: float) -> None:
    clock, ear = Clock(), Ear()
    keeper = Timekeeper(now=clock)
    stream = stream_for(SOUTH, keeper, TimeControl())
    stream.admit(join_request(TOKENS[SOUTH]).join)
    keeper.tick()
    number = stream.open_question(ear, SOUTH, 60)
    clock.now += before  # the referee's own time, and its lag is none of this question's
    keeper.tick()
    stream.take_batch()
    for _ in range(round(after * 100)):
        clock.now += TICK_SECONDS
        keeper.tick()

    stream.receive(answers((number, 1)).SerializeToString())

    assert ear.heard == [(SOUTH, 0, pytest.approx(after))]
