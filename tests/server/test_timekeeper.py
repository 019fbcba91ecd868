"""The referee's own lag: noted by ticks and owed to whoever waits, at most 0.2 s a decision."""

import asyncio
import math

import pytest

from referee.server.clock import TICK_SECONDS, Timekeeper
from referee.server.time_control import TimeControl
from tests.server.conftest import Run
from tests.server.games import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keeper(clock: Clock) -> Timekeeper:
    """A timekeeper that has just ticked."""
    keeper = Timekeeper(now=clock)
    keeper.tick()
    return keeper


def tick_after(keeper: Timekeeper, clock: Clock, seconds: float) -> None:
    """The next tick, so much later."""
    clock.now += seconds
    keeper.tick()


def test_a_loop_that_ticks_on_time_owes_nothing(clock: Clock, keeper: Timekeeper) -> None:
    for _ in range(1000):
        tick_after(keeper, clock, TICK_SECONDS)

    assert keeper.owed(clock.now) == 0


def test_the_ordinary_grain_of_the_loop_is_no_lag(clock: Clock, keeper: Timekeeper) -> None:
    for _ in range(1000):
        tick_after(keeper, clock, TICK_SECONDS + 0.001)

    assert keeper.owed(clock.now) == 0


def test_a_late_tick_is_owed_once(clock: Clock, keeper: Timekeeper) -> None:
    tick_after(keeper, clock, TICK_SECONDS + 0.15)
    tick_after(keeper, clock, TICK_SECONDS)

    assert keeper.owed(clock.now) == pytest.approx(0.148)


def test_a_tick_that_is_still_due_is_owed_already(clock: Clock, keeper: Timekeeper) -> None:
    clock.now += TICK_SECONDS + 0.15

    assert keeper.owed(clock.now) == pytest.approx(0.148)


def test_what_a_watcher_takes_is_owed_too(clock: Clock, keeper: Timekeeper) -> None:
    def slow(_now: float) -> None:
        clock.now += 0.1
        during.append(keeper.owed(clock.now))

    during: list[float] = []
    keeper.watchers.add(slow)
    keeper.tick()
    keeper.watchers.clear()

    tick_after(keeper, clock, TICK_SECONDS)

    assert during == [pytest.approx(0.088)]
    assert keeper.owed(clock.now) == pytest.approx(0.098)


def test_what_is_owed_never_falls(clock: Clock, keeper: Timekeeper) -> None:
    owed = []
    for step in (0.01, 0.3, 0.0, 0.011, 0.05, 0.01, 0.002, 1.0, 0.01):
        clock.now += step
        owed.append(keeper.owed(clock.now))
        keeper.tick()
        owed.append(keeper.owed(clock.now))

    assert owed == sorted(owed)


@pytest.mark.parametrize(("late", "forgiven"), [(0.0, 0.0), (0.152, 0.15), (0.202, 0.2), (9, 0.2)])
def test_at_most_a_fifth_of_a_second_is_forgiven(
    clock: Clock, keeper: Timekeeper, late: float, forgiven: float
) -> None:
    asked = keeper.owed(clock.now)

    tick_after(keeper, clock, TICK_SECONDS + late)

    assert keeper.forgives(asked, clock.now) == pytest.approx(forgiven)


def test_lag_before_the_question_is_not_forgiven(clock: Clock, keeper: Timekeeper) -> None:
    tick_after(keeper, clock, TICK_SECONDS + 0.15)
    asked = keeper.owed(clock.now)

    tick_after(keeper, clock, TICK_SECONDS)

    assert keeper.forgives(asked, clock.now) == 0


def test_a_watcher_that_another_takes_away_does_no_harm(keeper: Timekeeper) -> None:
    called = []
    keeper.watchers.add(lambda now: (called.append(now), keeper.watchers.clear()))
    keeper.watchers.add(lambda now: (called.append(now), keeper.watchers.clear()))

    keeper.tick()

    assert called


def test_it_ticks_by_itself_until_it_is_cancelled(run: Run) -> None:
    async def scenario() -> None:
        ticked = asyncio.Event()
        keeper = Timekeeper()
        keeper.watchers.add(lambda _now: ticked.set())
        async with asyncio.TaskGroup() as tasks:
            ticking = tasks.create_task(keeper.run())
            await ticked.wait()
            ticking.cancel()
        assert ticking.cancelled()

    run(scenario)


@pytest.mark.parametrize(
    ("control", "move_ms", "bank_ms"),
    [
        (TimeControl(), 1000, 60_000),
        (TimeControl(0.2, 1.5), 200, 1500),
        (TimeControl(math.inf, 60), 0, 60_000),
    ],
)
def test_times_are_told_in_milliseconds_and_no_clock_as_none(
    control: TimeControl, move_ms: int, bank_ms: int
) -> None:
    assert (control.move_time_ms, control.time_bank_ms) == (move_ms, bank_ms)
