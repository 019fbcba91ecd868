"""The run of an event: hand slots to executors, and store the matches as they come in.

The store is the only truth: what is left to play is the schedule minus the store. The same command
therefore resumes an event wherever it stopped.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol

from arena.bots.discovery import Playable
from arena.defaults import in_commands
from arena.errors import Stopped, told
from arena.event.deals.dealer import Dealer
from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk, FaultCount, Played
from arena.runner.host import Executor, Host, RemoteBotLeft
from arena.runner.local_workers import Worker, WorkerDied, this_machine, working
from arena.runner.progress import Listener, Progress
from arena.runner.slot_queue import SlotQueue
from arena.schedule.slots import Slot
from arena.store.legs import LEGS
from arena.store.store import Store
from referee.rules.record import MatchRecord

# A worker that dies takes nothing with it but the legs under way; one that keeps dying is a fault
# of the machine's, and no result.
MOST_DEATHS = 3


class Backend(Protocol):
    """A source of executors: the workers of this machine, or of a cluster."""

    async def work(self, dispatcher: "Dispatcher") -> None:
        """Play the slots of the dispatcher until its queue is closed. Raises Stopped."""


@dataclass(slots=True)
class Event:
    """An event while it is played."""

    name: str
    store: Store
    dealer: Dealer
    entrants: dict[str, Playable]
    max_faults: int
    fresh: bool
    conditions: Conditions
    host: Host
    forgiven: float = 0.0
    _deaths: Counter[Slot] = field(default_factory=Counter)
    _faults: FaultCount = field(default_factory=FaultCount)

    def __post_init__(self) -> None:
        for leg in self.store.failures():
            for name, incident in leg.faults:
                self._faults.note(name, incident)

    def legs_left(self, slot: Slot) -> int:
        """Return how many matches of a slot are left to play."""
        played = self._played(slot)
        return sum((pair, leg) not in played for pair in slot.pairs for leg in LEGS)

    def chunks(self, slot: Slot) -> Iterator[tuple[int, Chunk]]:
        """Yield what is left of a slot by the epoch that deals it; nothing of disqualified bots.

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
        return self.store.finished(a.name, a.version, b.name, b.version, slot.pairs)

    def _chunk(
        self, slot: Slot, epoch: int, pairs: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> Chunk:
        a, b = self.entrants[slot.a], self.entrants[slot.b]
        key = self.dealer.key(epoch, (a.name, a.version), (b.name, b.version))
        apart = self.store.settings.pairs_apart
        return Chunk(self.name, a, b, key, pairs, self.fresh, self.max_faults, pairs_apart=apart)

    def begin(self, slots: Iterable[Slot]) -> None:
        """Deal cards if these slots have a new pair of bots that still play."""
        out = self.benched()
        if any(self._new_pairs(slot) for slot in slots if not out & {slot.a, slot.b}):
            self.dealer.begin()

    def _new_pairs(self, slot: Slot) -> set[int]:
        return set(slot.pairs) - {pair for pair, _ in self._played(slot)}

    def benched(self) -> set[str]:
        """Return the entrants that have too many faults and play no more."""
        return self._faults.reached(self.max_faults)

    def require_all_present(self, slots: Iterable[Slot]) -> None:
        """Check that no match of these slots waits for a remote bot that has left.

        Raises Stopped.
        """
        waited_for = set(self.host.left) - self.benched()
        names = {name for slot in slots if self.legs_left(slot) for name in (slot.a, slot.b)}
        if gone := sorted(waited_for & names):
            event = in_commands(self.store.path.parent)
            tokens = " and ".join(f"`arena token {one}`" for one in self.host.names)
            raise Stopped(
                f"{' and '.join(gone)} left before all was played",
                f"finished matches are saved; run {tokens} for `--event {event}`, then the same"
                " command to resume",
            )

    def keep(self, played: Played, epoch: int, *, is_paired: bool) -> tuple[MatchRecord, ...]:
        """Store matches that came in together, each once, and return those that are new."""
        records = (replace(one, epoch=epoch, is_paired=is_paired) for one in played.records)
        worker = played.worker or this_machine()
        self.forgave(worker, played.forgiven)
        added = self.store.add(records, worker=worker)
        for record in added:
            self._faults.add(record)
        return added

    def forgave(self, worker: str, seconds: float) -> None:
        """Record seconds that a worker has not charged to bots."""
        if seconds:
            self.forgiven += seconds
            self.store.forgave(worker, seconds)

    def has_died(self, slot: Slot, why: str) -> None:
        """Count the death of a worker on a slot. Raises Stopped when there were too many."""
        self._deaths[slot] += 1
        if self._deaths[slot] > MOST_DEATHS:
            raise Stopped(
                f"the worker that plays {slot.a} against {slot.b} has died"
                f" {self._deaths[slot]} times ({why})",
                "finished matches are saved; run the same command to resume",
            )


async def play_event(
    event: Event,
    stages: Iterable[Iterable[Slot]],
    backend: Backend,
    progress: Progress,
    listener: Listener,
) -> None:
    """Play what is not in the store yet, one stage after the other. Raises Stopped.

    A stage is gone through more than once, slot by slot, and never held as a whole. Workers are
    started when there is something to play for them, and kept from stage to stage.
    """
    dispatcher = Dispatcher(event, progress, listener)
    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(backend.work(dispatcher))
            for stage in stages:
                await dispatcher.play_stage(stage)
            dispatcher.queue.close()
    except ExceptionGroup as group:
        raise told(group) from group


@dataclass(slots=True)
class Dispatcher:
    """Hands slots to executors and stores what they play."""

    event: Event
    progress: Progress
    listener: Listener
    queue: SlotQueue = field(default_factory=SlotQueue)

    async def play_stage(self, stage: Iterable[Slot]) -> None:
        """Play everything that is left of a stage."""
        legs = left = 0
        for slot in stage:
            legs += slot.legs
            left += self.event.legs_left(slot)
        self.progress.expect(legs, left)
        self.event.begin(stage)
        self.listener.began(self.progress)
        hosts = self.event.host.hosts
        hosted = [slot for slot in stage if hosts(slot) and self.event.legs_left(slot)]
        async with asyncio.TaskGroup() as tasks:
            for slot in hosted:
                tasks.create_task(self._host(slot))
            await self.queue.feed(self._local(stage))
            await self.queue.join()
        self.event.require_all_present(hosted)

    def _local(self, stage: Iterable[Slot]) -> Iterator[Slot | None]:
        """Yield the slots of a stage that are left for workers, and None for every other slot."""
        for slot in stage:
            is_left = not self.event.host.hosts(slot) and self.event.legs_left(slot)
            yield slot if is_left else None

    async def _host(self, slot: Slot) -> None:
        """Play a pairing of a remote bot as long as the bot stays."""
        try:
            async with self.event.host.executor(slot) as executor:
                await self.play(executor, slot)
        except* RemoteBotLeft:
            self.listener.note(f"{slot.a} against {slot.b} is not continued: a remote bot has left")

    async def play(self, executor: Executor, slot: Slot) -> None:
        """Play what is left of a slot and store each match as it comes."""
        left = self.event.legs_left(slot)
        for epoch, chunk in self.event.chunks(slot):
            async with aclosing(executor.play(chunk)) as comings:
                async for played in comings:
                    for record in self.event.keep(played, epoch, is_paired=chunk.is_paired):
                        left -= 1
                        self.progress.add(1)
                        self.listener.finished(record, self.progress)
        self.progress.dropped += left

    def has_died(self, slot: Slot, why: str) -> None:
        """Report the death of a worker, whose slot is played again.

        Raises Stopped after too many.
        """
        self.event.has_died(slot, why)
        self.listener.note(f"a worker died ({why}): its unfinished matches are played again")


@dataclass(frozen=True, slots=True)
class LocalWorkers:
    """A backend of `jobs` workers on this machine."""

    jobs: int

    async def work(self, dispatcher: Dispatcher) -> None:
        """Play the queue with `jobs` workers."""
        async with asyncio.TaskGroup() as tasks:
            for _ in range(self.jobs):
                tasks.create_task(self._job(dispatcher))

    async def _job(self, dispatcher: Dispatcher) -> None:
        """Run one worker after another until there are no more slots."""
        slot = await dispatcher.queue.take()
        while slot is not None:
            async with working(dispatcher.event.conditions) as worker:
                slot = await self._keep_busy(dispatcher, worker, slot)

    async def _keep_busy(
        self, dispatcher: Dispatcher, worker: Worker, slot: Slot | None
    ) -> Slot | None:
        """Play slots with one worker; if it dies, return the slot that it had."""
        while slot is not None:
            try:
                await dispatcher.play(worker, slot)
            except WorkerDied as death:
                dispatcher.has_died(slot, str(death))
                return slot
            dispatcher.queue.done()
            slot = await dispatcher.queue.take()
        return None
