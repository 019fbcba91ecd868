"""`python -m tests.bench.coordinator FOLDER BATCH PAIRS`: an event without bots.

A gauntlet of 1,000 bots, in a process of its own. The matches are there already, as the lines in
which a worker writes them, BATCH of them at a time: what is measured is what the arena does with
them. Prints one JSON object.
"""

import asyncio
import json
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn
from rich.progress import Progress as Bar

from arena.bots.discovery import Playable
from arena.cli.terminal.progress import BarListener
from arena.event.deals.dealer import Dealer
from arena.live.run_status import Bulletins
from arena.runner.bot_process import Conditions
from arena.runner.chunk import LEGS, Chunk, Played, match_name, seated
from arena.runner.event_run import Dispatcher, Event, play_event
from arena.runner.host import NO_HOST
from arena.runner.interim import Stages
from arena.runner.progress import Progress
from arena.runner.protocol import record_line, record_of
from arena.schedule.formats import GAUNTLET, Terms, schedule_named
from arena.standings.interim import LiveRanking
from arena.standings.standings import standings
from arena.store.entries import Entry
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.record import MatchRecord, Player
from referee.rules.ruleset import LEMME
from referee.rules.shuffle import Item
from referee.server.time_control import TimeControl
from tests.records import random_pairs

BOTS = tuple(f"bot-{number:03}" for number in range(1000))
CHALLENGERS = 5
JOBS = 16
MODELS = 49  # pairs that are played in earnest; no divisor of the number of pairings
PAGE = 4096


@dataclass(slots=True)
class Measured:
    """Seconds, of the clock and of CPU, and bytes of memory at each tenth of the legs.

    `database` is the file's size at the end, `ranking` the CPU that a ranking takes then.
    """

    legs: int = 0
    clock: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    database: int = 0
    ranking: float = 0.0


class Watch:
    """A report as a terminal has it, which takes the measures."""

    def __init__(self, listener: Bulletins, measured: Measured) -> None:
        self._report = listener
        self._measured = measured
        self._clock, self._cpu = time.perf_counter(), time.process_time()

    def note(self, text: str) -> None:
        """Says nothing."""

    def mention(self, text: str) -> None:
        """Says nothing."""

    def interim(self, ranking: LiveRanking) -> None:
        """Says nothing."""

    def began(self, progress: Progress) -> None:
        """Passes it on."""
        self._report.began(progress)

    def finished(self, record: MatchRecord, progress: Progress) -> None:
        """Passes it on; measures at each tenth."""
        self._report.finished(record, progress)
        self._measured.legs += 1
        if progress.done * 10 >= progress.total * (len(self._measured.cpu) + 1):
            self._measured.clock.append(time.perf_counter() - self._clock)
            self._measured.cpu.append(time.process_time() - self._cpu)
            self._measured.memory.append(_memory())


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


class Ready:
    """A place where every match has been played before."""

    def __init__(self, models: list[list[bytes]], batch: int) -> None:
        self._models = cycle(models)
        self._batch = batch

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """The legs of a chunk, so many at a time."""
        records = self._records(chunk)
        while together := tuple(islice(records, self._batch)):
            await asyncio.sleep(0)  # as from a pipe
            yield Played(together)

    def _records(self, chunk: Chunk) -> Iterator[MatchRecord]:
        models = {pair: next(self._models) for pair in chunk.pairs[0]}
        for leg in LEGS:
            players = tuple(Player(one.name, one.version) for one in seated(chunk, leg))
            for pair in chunk.pairs[leg - 1]:
                record = record_of(models[pair][leg - 1])
                name = match_name(*chunk.names, pair, leg)
                yield replace(record, event=chunk.event, match=name, seats=players)


@dataclass(frozen=True, slots=True)
class ReadyPlaces:
    """So many of these places."""

    jobs: int
    batch: int
    models: list[list[bytes]]

    @classmethod
    def made(cls, jobs: int, batch: int) -> "ReadyPlaces":
        """Wait for bots until their matches have been played, and return them."""
        pairs = random_pairs("a", "b", MODELS)
        models = [[record_line(one), record_line(next(pairs))] for one in pairs]
        return cls(jobs, batch, models)

    async def work(self, dispatcher: Dispatcher) -> None:
        """Plays what waits."""
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.jobs):
                tasks.create_task(self._job(dispatcher, Ready(self.models, self.batch)))

    async def _job(self, dispatcher: Dispatcher, place: Ready) -> None:
        while (slot := await dispatcher.queue.take()) is not None:
            await dispatcher.play(place, slot)
            dispatcher.queue.done()


@contextmanager
def _event(folder: Path) -> Iterator[Event]:
    settings = Settings(event="many", ruleset=LEMME, seed=1)
    entrants = {name: Playable(name, f"sha256:{name}", "", folder, (), "unix") for name in BOTS}
    with Store.create(folder / "arena.sqlite", settings) as store:
        entries = [Entry(one.name, one.version) for one in entrants.values()]
        store.enter(entries, datetime.now(UTC))
        items = tuple(Item(one.name, one.version) for one in entries)
        conditions = Conditions(LEMME, TimeControl(), 30.0, folder / "logs")
        yield Event(
            name="many",
            store=store,
            dealer=Dealer(store, folder, items, None, note=str),
            entrants=entrants,
            max_faults=5,
            fresh=False,
            conditions=conditions,
            host=NO_HOST,
        )


def _play(event: Event, folder: Path, batch: int, pairs: int, measured: Measured) -> None:
    places = ReadyPlaces.made(JOBS, batch)
    with (
        (folder / "screen").open("w", encoding="utf-8") as screen,
        Bar(BarColumn(), console=Console(file=screen, force_terminal=True)) as bar,
    ):
        listener = Watch(Bulletins(folder, BarListener(bar)), measured)
        progress = Progress()
        terms = Terms(BOTS, BOTS[:CHALLENGERS], pairs, lambda _: standings(event.store))
        stages = Stages(schedule_named(GAUNTLET), terms, None, None, progress, listener)
        progress.total = stages.planned()
        asyncio.run(play_event(event, stages, places, progress, listener))


def main(folder: Path, batch: int, pairs: int) -> None:
    """Plays, measures, prints."""
    measured = Measured()
    with _event(folder) as event:
        _play(event, folder, batch, pairs, measured)
        start = time.process_time()
        assert len(standings(event.store).ranked) == len(BOTS)
        measured.ranking = time.process_time() - start
    measured.database = (folder / "arena.sqlite").stat().st_size
    print(json.dumps(asdict(measured)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
