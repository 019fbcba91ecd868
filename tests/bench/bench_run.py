"""A whole run: one worker against the same chunks in process, and two workers against one."""

import asyncio
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from arena.bots.discovery import Playable
from arena.bots.runtime import runtime_python
from arena.event.deals.dealer import Dealer
from arena.runner.bot_process import BotPool, Conditions
from arena.runner.chunk import play_chunk
from arena.runner.event_run import Event, LocalWorkers, play_event
from arena.runner.host import NO_HOST
from arena.runner.progress import Progress
from arena.schedule.slots import Slot, full_rounds, pairings
from arena.store.entries import Entry
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.record import MatchRecord
from referee.rules.ruleset import LEMME
from referee.rules.shuffle import Item
from referee.server.time_control import TimeControl
from tests.bench.timing import Row, interleaved

BOT = Path(__file__).parent / "trivial_bot.py"
NAMES = ("a", "b", "c", "d")
PAIRS = 20
REPEATS = 3
# Bots that wait for something else than a core, such as a model on another machine, before they
# answer what has come.
WAIT = 0.005
TARGET = 1.6


class _Warm:
    """Starts the stopwatch at the first leg, so that start-up is left out."""

    def __init__(self) -> None:
        self.start = 0.0

    def mention(self, text: str) -> None:
        """Nobody is here to read it."""

    def note(self, text: str) -> None:
        """Says nothing."""

    def began(self, progress: Progress) -> None:
        """Says nothing."""

    def finished(self, record: MatchRecord, progress: Progress) -> None:
        """Notes when the first leg came in."""
        self.start = self.start or time.perf_counter()


def _playable(name: str, wait: float) -> Playable:
    argv = (str(runtime_python()), str(BOT), "16", str(wait))
    return Playable(name, f"sha256:{name}", "", BOT.parent, argv, "unix")


@contextmanager
def _event(wait: float = 0.0) -> Iterator[Event]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(event="bench", ruleset=LEMME, seed=1)
        with Store.create(Path(folder) / "arena.sqlite", settings) as store:
            entrants = {name: _playable(name, wait) for name in NAMES}
            store.enter(
                [Entry(one.name, one.version) for one in entrants.values()], datetime.now(UTC)
            )
            items = tuple(Item(one.name, one.version) for one in entrants.values())
            dealer = Dealer(store, Path(folder), items, None, note=print)
            dealer.begin()
            conditions = Conditions(LEMME, TimeControl(), 30.0, Path(folder) / "logs")
            yield Event(
                name="bench",
                store=store,
                dealer=dealer,
                entrants=entrants,
                max_faults=5,
                fresh=False,
                conditions=conditions,
                host=NO_HOST,
            )


def _slots() -> list[Slot]:
    return [slot for stage in full_rounds(pairings(NAMES), PAIRS) for slot in stage]


def _by_workers(jobs: int, wait: float = 0.0) -> float:
    listener = _Warm()
    with _event(wait) as event:
        asyncio.run(play_event(event, [_slots()], LocalWorkers(jobs), Progress(), listener))
    return time.perf_counter() - listener.start


async def _in_process(event: Event) -> float:
    start = 0.0
    async with BotPool.opened(event.conditions) as pool:
        for slot in _slots():
            for _, chunk in event.chunks(slot):
                async for _ in play_chunk(chunk, pool):
                    start = start or time.perf_counter()
        return time.perf_counter() - start


def _alone() -> float:
    with _event() as event:
        return asyncio.run(_in_process(event))


def cpu_of_a_leg() -> tuple[float, float]:
    """Milliseconds of CPU that a leg takes: whoever runs it, and its bots with their start."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    before = tuple(map(_cpu, who))
    _alone()
    legs = sum(slot.legs for slot in _slots())
    own, bots = (1000 * (_cpu(one) - was) / legs for one, was in zip(who, before, strict=True))
    return own, bots


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def _scaled(what: str, wait: float, target: float, more: str = "") -> Row:
    two, one, share = interleaved(
        lambda: _by_workers(2, wait), lambda: _by_workers(1, wait), rounds=REPEATS
    )
    return Row(
        f"two workers / one{what}", 1 / share, "≥", target, f"{two:.2f} s, {one:.2f} s{more}"
    )


def measure() -> Iterator[Row]:
    """Return what a worker costs, and what a second one is worth."""
    worker, alone, overhead = interleaved(lambda: _by_workers(1), _alone, rounds=REPEATS)
    figures = f"{worker:.2f} s, {alone:.2f} s"
    yield Row("one-worker run / the same chunks in process", overhead, "≤", 1.10, figures)
    own, bots = cpu_of_a_leg()
    most = 1000 * (os.cpu_count() or 1) / (own + bots)
    share = f"; a leg is {own:.0f} ms of the worker's CPU and {bots:.0f} of its bots', so that"
    yield _scaled("", 0.0, TARGET, f"{share} {os.cpu_count()} cores play {most:.0f} legs/s at most")
    yield _scaled(f", bots that wait {1000 * WAIT:.0f} ms", WAIT, TARGET)
