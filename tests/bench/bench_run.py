"""A whole run: one worker against the same chunks in process, and two workers against one."""

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from arena.bots import BotPool, Conditions
from arena.chunks import play_chunk
from arena.deals.dealer import Dealer
from arena.entrants import Playable
from arena.progress import Progress
from arena.remote.hall import Hall
from arena.run import Event, LocalWorkers, play_event
from arena.runtime import runtime_python
from arena.schedule import Slot, full_rounds, pairings
from arena.store.entries import Entry
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.record import MatchRecord
from referee.rules.ruleset import LEMME
from referee.rules.shuffle import Item
from referee.server.clock import TimeControl
from tests.bench.timing import Row, interleaved

BOT = Path(__file__).parent / "trivial_bot.py"
NAMES = ("a", "b", "c", "d")
PAIRS = 20
REPEATS = 3


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


def _playable(name: str) -> Playable:
    argv = (str(runtime_python()), str(BOT), "16")
    return Playable(name, f"sha256:{name}", "", BOT.parent, argv, "unix")


@contextmanager
def _event() -> Iterator[Event]:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(event="bench", ruleset=LEMME, seed=1)
        with Store.create(Path(folder) / "arena.sqlite", settings) as store:
            entrants = {name: _playable(name) for name in NAMES}
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
                hall=Hall(conditions),
            )


def _slots() -> list[Slot]:
    return [slot for stage in full_rounds(pairings(NAMES), PAIRS) for slot in stage]


def _by_workers(jobs: int) -> float:
    report = _Warm()
    with _event() as event:
        asyncio.run(play_event(event, [_slots()], LocalWorkers(jobs), Progress(), report))
    return time.perf_counter() - report.start


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


def measure() -> list[Row]:
    """Two rows."""
    worker, alone, overhead = interleaved(lambda: _by_workers(1), _alone, rounds=REPEATS)
    two, one, share = interleaved(lambda: _by_workers(2), lambda: _by_workers(1), rounds=REPEATS)
    return [
        Row(
            "one-worker run / the same chunks in process",
            overhead,
            "≤",
            1.10,
            f"{worker:.2f} s, {alone:.2f} s",
        ),
        Row("two workers / one", 1 / share, "≥", 1.6, f"{two:.2f} s, {one:.2f} s"),
    ]
