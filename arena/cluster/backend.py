"""The cluster backend: which workers take part in a run, what they play, and what comes back."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from distributed import Client

from arena.cluster import remote_calls
from arena.cluster.address import ClusterAddress
from arena.cluster.artifacts import keep_artifacts
from arena.cluster.bundle import BotBundle
from arena.cluster.connect import connected
from arena.cluster.member import Admission, Lost, Member, MemberExecutor, Refused
from arena.errors import Stopped
from arena.runner.bot_process import Conditions
from arena.runner.event_run import Dispatcher
from arena.runner.local_workers import WorkerDied
from arena.runner.protocol import conditions_line
from arena.schedule.slots import Slot

GO_ON = "finished matches are saved; run the same command to resume"
LOOK_SECONDS = 1.0
# How long slots wait that nobody can play, until the run stops: where others play, and where
# nobody is there at all, as while a cluster starts.
PATIENCE_SECONDS = 15.0
ABSENCE_SECONDS = 60.0
LEAVE_SECONDS = 10.0


@dataclass(slots=True)
class Membership:
    """The workers of a cluster: members, those being admitted, and those that were refused."""

    members: dict[str, Member] = field(default_factory=dict)
    serving: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def has_newcomers(self) -> bool:
        """True if a worker may still become a member."""
        return len(self.members) + len(self.refused) < len(self.serving)

    def can_play_one_of(self, slots: Iterable[Slot]) -> bool:
        """Return whether a member, or a worker that may become one, can play any of these slots."""
        members = self.members.values()
        return self.has_newcomers or any(one.can_play(slot) for slot in slots for one in members)

    def hopeless(self, where: ClusterAddress, slots: Iterable[Slot]) -> Stopped:
        """Make the error for a run whose remaining slots no worker can play."""
        if not self.serving:
            return Stopped(f"{where} has no workers", f"`dask worker {where}` starts one; {GO_ON}")
        hint = f"`arena worker-env` tells there what a worker needs; {GO_ON}"
        if not self.members:
            return Stopped(f"no worker of {where} can play; each is named above", hint)
        bots = sorted({name for slot in slots for name in (slot.a, slot.b)})
        told = " · ".join(f"{bot}: {why}" for bot in bots if (why := self.why_not(bot)))
        return Stopped(f"no worker plays what is left: {told or ', '.join(bots)}", hint)

    def why_not(self, bot: str) -> str:
        """Say why no worker plays a bot; empty if one can."""
        if any(bot not in one.unplayable for one in self.members.values()):
            return ""
        reasons = {one.name: one.unplayable[bot] for one in self.members.values()}
        return "; ".join(f"{name}: {why}" for name, why in reasons.items())


@dataclass(slots=True)
class ClusterBackend:
    """A run's workers on a cluster; each plays as many chunks at a time as it has threads."""

    client: Client
    admission: Admission
    folder: Path
    where: ClusterAddress
    membership: Membership = field(default_factory=Membership)
    _stirred: asyncio.Event = field(default_factory=asyncio.Event)
    _looked: asyncio.Event = field(default_factory=asyncio.Event)
    _stuck_since: float | None = None

    async def work(self, dispatcher: Dispatcher) -> None:
        """Play the queue with all members. Raises Stopped."""
        async with asyncio.TaskGroup() as tasks:
            watching = tasks.create_task(self._watch(dispatcher, tasks))
            await dispatcher.queue.closed()
            watching.cancel()
            for serving in self.membership.serving.values():
                serving.cancel()

    async def _watch(self, dispatcher: Dispatcher, tasks: asyncio.TaskGroup) -> None:
        """Follow which workers join and leave."""
        while True:
            self._stirred.clear()
            await self._look(dispatcher, tasks)
            self._looked.set()
            self._looked = asyncio.Event()
            self._require_hope(dispatcher)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stirred.wait()

    async def _look(self, dispatcher: Dispatcher, tasks: asyncio.TaskGroup) -> None:
        threads = await self._threads()
        for address in self.membership.serving.keys() - threads.keys():
            self._strike(dispatcher, address)
        for address in threads.keys() - self.membership.serving.keys():
            serving = tasks.create_task(self._serve(dispatcher, address, threads[address]))
            self.membership.serving[address] = serving

    async def _threads(self) -> dict[str, int]:
        """Return how many tasks each worker takes at a time. Raises Stopped."""
        try:
            if self.client.status == "running":
                return dict(await self.client.nthreads())
        except (OSError, AttributeError, ValueError):
            pass
        raise Stopped(f"the scheduler at {self.where} is gone", GO_ON)

    def _strike(self, dispatcher: Dispatcher, address: str) -> None:
        """Remove a lost worker; its unfinished matches are queued again."""
        self.membership.serving.pop(address).cancel()
        self.membership.refused.pop(address, None)
        if member := self.membership.members.pop(address, None):
            dispatcher.listener.note(
                f"worker {member.name} is lost: its unfinished matches are played again"
            )

    async def _serve(self, dispatcher: Dispatcher, address: str, threads: int) -> None:
        """Use a worker from its admission to the end of the run."""
        try:
            member = await self.admission.admit(address)
        except Refused as refusal:
            self.membership.refused[address] = str(refusal)
            dispatcher.listener.note(
                f"worker {self.admission.name(address)} is rejected: {refusal}"
            )
            return
        except Lost:  # if it is still there when we look again, it is asked again
            self.membership.serving.pop(address, None)
            return
        self.membership.members[address] = member
        self._introduce(dispatcher, member, threads)
        async with asyncio.TaskGroup() as jobs:
            for _ in range(threads):
                jobs.create_task(self._job(dispatcher, member))

    def _introduce(self, dispatcher: Dispatcher, member: Member, threads: int) -> None:
        times = f" {threads} chunks at a time" if threads > 1 else ""
        dispatcher.listener.mention(f"worker {member.name} plays{times}")
        for bot, why in sorted(member.unplayable.items()):
            dispatcher.listener.note(f"worker {member.name} does not play {bot}: {why}")

    async def _job(self, dispatcher: Dispatcher, member: Member) -> None:
        while (slot := await dispatcher.queue.take(member.can_play)) is not None:
            if not await self._is_played(dispatcher, member, slot):
                await self._next_look()  # if the worker is gone, this ends here

    async def _next_look(self) -> None:
        looked = self._looked
        self._stirred.set()
        await looked.wait()

    async def _is_played(self, dispatcher: Dispatcher, member: Member, slot: Slot) -> bool:
        is_played = False
        try:
            await dispatcher.play(self._place(member), slot)
            is_played = True
        except Lost as loss:
            dispatcher.event.has_died(slot, str(loss))
        except WorkerDied as death:
            dispatcher.has_died(slot, f"{death}, on {member.name}")
        finally:
            if is_played:
                dispatcher.queue.done()
            else:
                dispatcher.queue.put_back(slot)
        return is_played

    def _place(self, member: Member) -> MemberExecutor:
        return MemberExecutor(self.client, self.admission.run, self.folder, member)

    def _require_hope(self, dispatcher: Dispatcher) -> None:
        """Check that the remaining slots have not waited too long for a worker. Raises Stopped."""
        if not dispatcher.queue.is_stuck or self.membership.can_play_one_of(dispatcher.queue):
            self._stuck_since = None
            return
        now = time.monotonic()
        patience = PATIENCE_SECONDS if self.membership.serving else ABSENCE_SECONDS
        if self._stuck_since is None:
            self._stuck_since = now
            dispatcher.listener.note(
                f"no worker plays what is left: waiting {patience:g} s for one"
            )
        if now - self._stuck_since > patience:
            raise self.membership.hopeless(self.where, dispatcher.queue)

    async def leave(self) -> None:
        """End what this run started on the workers, and fetch what bots have left."""
        here = list(self.membership.serving.keys() - self.membership.refused.keys())
        if not here or self.client.status != "running":
            return
        with suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(LEAVE_SECONDS):
                said = await self.client.run(
                    remote_calls.leave, self.admission.run, workers=here, on_error="ignore"
                )
                for artifacts in said.values():
                    keep_artifacts(artifacts, self.folder)


@asynccontextmanager
async def playing_on(
    where: ClusterAddress, conditions: Conditions, bundles: Sequence[BotBundle], folder: Path
) -> AsyncIterator[ClusterBackend]:
    """Provide a cluster as a backend. Nothing of the run is left there when the block ends.

    Raises BadCluster, Stopped.
    """
    async with connected(where) as client:
        run = f"koikoi-arena-{uuid4().hex[:12]}"
        prefix = "local-" if where.workers else ""
        admission = Admission(client, where, run, conditions_line(conditions), bundles, prefix)
        backend = ClusterBackend(client, admission, folder, where)
        try:
            yield backend
        finally:
            await backend.leave()
