"""Sixteen workers and 256, simulated from what was measured of one: what gives first.

A task is a phase of a chunk. It passes the scheduler, a worker, the network and the arena, each of
which does one thing after the other. A worker is a machine of its own with cores enough for its
referee and two bots, which take turns: a leg lasts as long as the referee's CPU and one bot's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random

from arena.runner.protocol import record_line
from arena.schedule.slots import PAIRS_PER_CHUNK
from tests.bench.bench_coordinator import FEW_PAIRS, TOGETHER, measured, rate
from tests.bench.bench_run import cpu_of_a_leg
from tests.bench.timing import Row
from tests.records import random_pairs

WORKERS = (16, 256)
#: Seconds of CPU that Dask's scheduler takes for a task, as measured with tasks that do nothing.
DASK_TASK = 0.0055
GIGABIT = 1e9 / 8
#: Answers of a bot in a leg, and how long bots think for one. Quick ones are as they are measured.
ANSWERS = 85
THOUGHTS = (0.0, 0.01)
TASKS_A_WORKER = 2  # of which one waits, so that no worker does
TASKS = 40  # for each worker: what is simulated
SPREAD = 0.3


@dataclass(slots=True)
class Station:
    """Where tasks stand in line: so many of them are served at a time, in so many seconds."""

    name: str
    seconds: float
    places: int = 1
    busy: float = 0.0
    _free: list[float] = field(default_factory=list)

    def serve(self, now: float, seconds: float) -> float:
        """When a task that comes now is done."""
        free = heappop(self._free) if len(self._free) == self.places else now
        end = max(now, free) + seconds
        heappush(self._free, end)
        self.busy += seconds
        return end


@dataclass(frozen=True, slots=True)
class Figures:
    """Measurements of one worker: seconds for a phase of quick bots and for its results."""

    phase: float
    arena: float
    network: float

    def stations(self, workers: int, thought: float) -> tuple[Station, ...]:
        """The way of a task, where bots think so many seconds for an answer."""
        return (
            Station("the scheduler", DASK_TASK),
            Station("workers", self.phase + PAIRS_PER_CHUNK * ANSWERS * thought, workers),
            Station("the network", self.network),
            Station("the arena", self.arena),
        )


def simulate(stations: tuple[Station, ...], workers: int) -> float:
    """The seconds in which all tasks have passed; the play of each takes its own time."""
    random = Random(workers)
    under_way = [(0.0, number, 0) for number in range(TASKS_A_WORKER * workers)]
    left, now = TASKS * workers - len(under_way), 0.0
    while under_way:
        now, number, step = heappop(under_way)
        if step == len(stations):
            if not left:
                continue
            left, step = left - 1, 0
        station = stations[step]
        around = random.uniform(1 - SPREAD, 1 + SPREAD) if station.places > 1 else 1.0
        end = station.serve(now, station.seconds * around)
        heappush(under_way, (end, number, step + 1))
    return now


def measure() -> Iterator[Row]:
    """The share of what the workers could play, and who is busiest beside them."""
    figures = _figures()
    for thought in THOUGHTS:
        for workers in WORKERS:
            yield _row(figures, workers, thought)


def _figures() -> Figures:
    lines = [len(record_line(one)) for one in random_pairs("a", "b", 10)]
    referee, bots = cpu_of_a_leg()
    return Figures(
        phase=PAIRS_PER_CHUNK * (referee + bots / 2) / 1000,
        arena=PAIRS_PER_CHUNK / rate(measured(TOGETHER, FEW_PAIRS)),
        network=PAIRS_PER_CHUNK * sum(lines) / len(lines) / GIGABIT,
    )


def _row(figures: Figures, workers: int, thought: float) -> Row:
    stations = figures.stations(workers, thought)
    seconds = simulate(stations, workers)
    play, others = stations[1], [one for one in stations if one.places == 1]
    first = max(others, key=lambda one: one.seconds)
    busy = ", ".join(f"{one.name} {100 * one.busy / seconds:.0f} %" for one in others)
    bots = f"bots that think {1000 * thought:.0f} ms" if thought else "quick bots"
    text = (
        f"{TASKS * workers * PAIRS_PER_CHUNK / seconds:,.0f} legs/s; busy: {busy};"
        f" {first.name} gives first, at {play.seconds / first.seconds:,.0f} workers"
    )
    share = play.busy / workers / seconds
    return Row(f"simulated: {workers} workers, {bots}: busy", share, "≥", None, text)
