"""An event: what is still to play, handed to workers, and stored as it comes in.

The store is the only truth: what is to play is the schedule minus the store, so the same command
goes on where it stopped, whatever stopped it.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol

from arena.bots import Conditions
from arena.chunks import LEGS, Chunk
from arena.deals.dealer import Dealer
from arena.entrants import Playable
from arena.errors import Stopped, told
from arena.progress import Progress, Report
from arena.remote.hall import Gone, Hall
from arena.schedule import Slot
from arena.store.store import Store
from arena.workers import Worker, WorkerDied, working
from referee.rules.record import MatchRecord

# A worker that dies takes nothing with it but the legs under way; one that keeps dying is a fault
# of the machine's, and no result.
MOST_DEATHS = 3


class Place(Protocol):
    """Where chunks are played."""

    def play(self, chunk: Chunk) -> AsyncGenerator[MatchRecord, None]:
        """The records of a chunk as they come."""


@dataclass(slots=True)
class Event:
    """An event being run."""

    name: str
    store: Store
    dealer: Dealer
    entrants: dict[str, Playable]
    max_faults: int
    fresh: bool
    conditions: Conditions
    hall: Hall
    forgiven: float = 0.0
    _deaths: Counter[Slot] = field(default_factory=Counter)

    def legs_left(self, slot: Slot) -> int:
        """How many legs of a slot are still to play."""
        played = self._played(slot)
        return sum((pair, leg) not in played for pair in slot.pairs for leg in LEGS)

    def chunks(self, slot: Slot) -> Iterator[tuple[int, Chunk]]:
        """What of a slot is still to play, by the epoch that deals it; nothing of benched bots.

        A pair that was begun is finished on its own cards, whatever has been revealed since.
        """
        played = self._played(slot)
        begun = {pair: epoch for (pair, _), epoch in played.items()}
        left: dict[int, tuple[list[int], list[int]]] = {}
        for pair in slot.pairs:
            for leg in LEGS:
                if (pair, leg) not in played:
                    legs = left.setdefault(begun.get(pair, self.dealer.epoch), ([], []))
                    legs[leg - 1].append(pair)
        for epoch, (first, second) in sorted(left.items()):
            if self.benched() & {slot.a, slot.b}:
                return
            yield epoch, self._chunk(slot, epoch, (tuple(first), tuple(second)))

    def _played(self, slot: Slot) -> dict[tuple[int, int], int]:
        a, b = self.entrants[slot.a], self.entrants[slot.b]
        return self.store.finished(a.name, a.version, b.name, b.version)

    def _chunk(
        self, slot: Slot, epoch: int, pairs: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> Chunk:
        a, b = self.entrants[slot.a], self.entrants[slot.b]
        key = self.dealer.key(epoch, (a.name, a.version), (b.name, b.version))
        return Chunk(self.name, a, b, key, pairs, self.fresh, self.max_faults)

    def begin(self, slots: Iterable[Slot]) -> None:
        """Has the cards dealt if these slots have a new pair, of bots that play on."""
        out = self.benched()
        if any(self._new_pairs(slot) for slot in slots if not out & {slot.a, slot.b}):
            self.dealer.begin()

    def _new_pairs(self, slot: Slot) -> set[int]:
        return set(slot.pairs) - {pair for pair, _ in self._played(slot)}

    def benched(self) -> set[str]:
        """The entrants that play no more, because they have too many faults."""
        return {name for name, faults in self.store.faults().items() if faults >= self.max_faults}

    def require_all_present(self, slots: Iterable[Slot]) -> None:
        """Raises Stopped if legs of these slots wait for a remote bot that has left."""
        waited_for = set(self.hall.left) - self.benched()
        names = {name for slot in slots if self.legs_left(slot) for name in (slot.a, slot.b)}
        if gone := sorted(waited_for & names):
            tokens = " and ".join(f"`arena token {one}`" for one in sorted(self.hall.streams))
            raise Stopped(
                f"{' and '.join(gone)} left before all was played",
                f"what is finished is stored; {tokens} for `--event {self.name}` and the same"
                " command go on from there",
            )

    def has_died(self, slot: Slot, why: str) -> None:
        """Counts a worker that died on a slot; raises Stopped at the last of many."""
        self._deaths[slot] += 1
        if self._deaths[slot] > MOST_DEATHS:
            raise Stopped(
                f"the worker that plays {slot.a} against {slot.b} has died"
                f" {self._deaths[slot]} times ({why})",
                "what is finished is stored; the same command goes on from there",
            )


async def play_event(
    event: Event, stages: Iterable[Sequence[Slot]], jobs: int, progress: Progress, report: Report
) -> None:
    """Plays whatever is not in the store yet, one stage after the other. Raises Stopped.

    Workers are started when there is something to play for them, and kept from stage to stage.
    """
    crew = _Crew(event, progress, report)
    try:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(jobs):
                tasks.create_task(crew.work())
            for stage in stages:
                await crew.play_stage(stage)
            crew.send_home(jobs)
    except ExceptionGroup as group:
        raise told(group) from group


@dataclass(slots=True)
class _Crew:
    """The jobs of a run, and what waits for them; None sends one of them home."""

    event: Event
    progress: Progress
    report: Report
    _waiting: asyncio.Queue[Slot | None] = field(default_factory=asyncio.Queue)

    async def play_stage(self, stage: Sequence[Slot]) -> None:
        """Has everything played that is left of a stage."""
        left = {slot: self.event.legs_left(slot) for slot in stage}
        todo = [slot for slot, legs in left.items() if legs]
        legs = sum(len(slot.pairs) for slot in stage) * len(LEGS)
        self.progress.expect(legs, sum(left.values()))
        self.event.begin(todo)
        self.report.began(self.progress)
        hosted = [slot for slot in todo if self.event.hall.hosts(slot)]
        async with asyncio.TaskGroup() as tasks:
            for slot in todo:
                if slot in hosted:
                    tasks.create_task(self._host(slot))
                else:
                    self._waiting.put_nowait(slot)
            await self._waiting.join()
        self.event.require_all_present(hosted)

    async def _host(self, slot: Slot) -> None:
        """Plays a pairing of a remote bot, as far as the bot stays."""
        try:
            async with self.event.hall.table(slot) as table:
                await _play(self.event, table, slot, self.progress, self.report)
        except* Gone:
            self.report.note(f"{slot.a} against {slot.b} is not played on: a remote bot has left")

    def send_home(self, jobs: int) -> None:
        """Ends the jobs, when they are idle."""
        for _ in range(jobs):
            self._waiting.put_nowait(None)

    async def work(self) -> None:
        """One job: a worker, and another one if it dies, until it is sent home."""
        slot = await self._waiting.get()
        while slot is not None:
            async with working(self.event.conditions) as worker:
                slot = await self._keep_busy(worker, slot)
                self.event.forgiven += worker.forgiven

    async def _keep_busy(self, worker: Worker, slot: Slot | None) -> Slot | None:
        """Plays on with a worker; if it dies, the slot it had is the next one's."""
        while slot is not None:
            try:
                await _play(self.event, worker, slot, self.progress, self.report)
            except WorkerDied as death:
                self.event.has_died(slot, str(death))
                self.report.note(f"a worker died ({death}): its unfinished legs are played again")
                return slot
            self._waiting.task_done()
            slot = await self._waiting.get()
        return None


async def _play(event: Event, place: Place, slot: Slot, progress: Progress, report: Report) -> None:
    """Plays what is left of a slot and stores each leg as it comes."""
    left = event.legs_left(slot)
    for epoch, chunk in event.chunks(slot):
        async with aclosing(place.play(chunk)) as records:
            async for record in records:
                event.store.add([replace(record, epoch=epoch, is_paired=chunk.is_paired)])
                left -= 1
                progress.add(1)
                report.finished(record, progress)
    progress.dropped += left
