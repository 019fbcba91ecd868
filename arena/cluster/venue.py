"""The workers of a cluster as a run's venue: who is there, who plays what, and what comes back.

Who of a cluster takes part in a run, and who cannot.
"""

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
from arena.cluster.artifacts import keep_papers
from arena.cluster.bundle import Luggage
from arena.cluster.connect import connected
from arena.cluster.member import Lost, Member, MemberPlace, Reception, Refused
from arena.errors import Stopped
from arena.runner.bot_process import Conditions
from arena.runner.event_run import Crew
from arena.runner.local_workers import WorkerDied
from arena.runner.protocol import conditions_line
from arena.schedule.slots import Slot

GO_ON = "what is finished is stored; the same command goes on from there"
LOOK_SECONDS = 1.0
# How long slots wait that nobody can play, until the run stops: where others play, and where
# nobody is there at all, as while a cluster starts.
PATIENCE_SECONDS = 15.0
ABSENCE_SECONDS = 60.0
LEAVE_SECONDS = 10.0


@dataclass(slots=True)
class Roll:
    """Who is there: members, those who are on their way to be one, and those who cannot be."""

    members: dict[str, Member] = field(default_factory=dict)
    serving: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def has_newcomers(self) -> bool:
        """Whether somebody may yet become a member."""
        return len(self.members) + len(self.refused) < len(self.serving)

    def can_play_one_of(self, slots: Iterable[Slot]) -> bool:
        """Whether there is hope for any of these slots, by now or soon."""
        members = self.members.values()
        return self.has_newcomers or any(one.can_play(slot) for slot in slots for one in members)

    def hopeless(self, where: ClusterAddress, slots: Iterable[Slot]) -> Stopped:
        """What to tell where nobody can play what is left."""
        if not self.serving:
            return Stopped(f"{where} has no workers", f"`dask worker {where}` starts one; {GO_ON}")
        hint = f"`arena worker-env` tells there what a worker needs; {GO_ON}"
        if not self.members:
            return Stopped(f"no worker of {where} can play; each is named above", hint)
        bots = sorted({name for slot in slots for name in (slot.a, slot.b)})
        told = " · ".join(f"{bot}: {why}" for bot in bots if (why := self.why_not(bot)))
        return Stopped(f"no worker plays what is left: {told or ', '.join(bots)}", hint)

    def why_not(self, bot: str) -> str:
        """Why nobody plays a bot, in words; empty if somebody can."""
        if any(bot not in one.unplayable for one in self.members.values()):
            return ""
        reasons = {one.name: one.unplayable[bot] for one in self.members.values()}
        return "; ".join(f"{name}: {why}" for name, why in reasons.items())


@dataclass(slots=True)
class ClusterVenue:
    """A run's workers on a cluster; each plays as many chunks at a time as it has threads."""

    client: Client
    reception: Reception
    folder: Path
    where: ClusterAddress
    roll: Roll = field(default_factory=Roll)
    _stirred: asyncio.Event = field(default_factory=asyncio.Event)
    _looked: asyncio.Event = field(default_factory=asyncio.Event)
    _stuck_since: float | None = None

    async def work(self, crew: Crew) -> None:
        """Plays what waits with whoever is there. Raises Stopped."""
        async with asyncio.TaskGroup() as tasks:
            watching = tasks.create_task(self._watch(crew, tasks))
            await crew.waiting.closed()
            watching.cancel()
            for serving in self.roll.serving.values():
                serving.cancel()

    async def _watch(self, crew: Crew, tasks: asyncio.TaskGroup) -> None:
        """Follows who comes and goes."""
        while True:
            self._stirred.clear()
            await self._look(crew, tasks)
            self._looked.set()
            self._looked = asyncio.Event()
            self._require_hope(crew)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stirred.wait()

    async def _look(self, crew: Crew, tasks: asyncio.TaskGroup) -> None:
        threads = await self._threads()
        for address in self.roll.serving.keys() - threads.keys():
            self._strike(crew, address)
        for address in threads.keys() - self.roll.serving.keys():
            serving = tasks.create_task(self._serve(crew, address, threads[address]))
            self.roll.serving[address] = serving

    async def _threads(self) -> dict[str, int]:
        """How many tasks each worker takes at a time. Raises Stopped."""
        try:
            if self.client.status == "running":
                return dict(await self.client.nthreads())
        except (OSError, AttributeError, ValueError):
            pass
        raise Stopped(f"the scheduler at {self.where} is gone", GO_ON)

    def _strike(self, crew: Crew, address: str) -> None:
        """A worker is gone; its unfinished legs wait again."""
        self.roll.serving.pop(address).cancel()
        self.roll.refused.pop(address, None)
        if member := self.roll.members.pop(address, None):
            crew.report.note(f"worker {member.name} is lost: its unfinished legs are played again")

    async def _serve(self, crew: Crew, address: str, threads: int) -> None:
        """A worker's whole time in this run."""
        try:
            member = await self.reception.admit(address)
        except Refused as refusal:
            self.roll.refused[address] = str(refusal)
            crew.report.note(f"worker {self.reception.name(address)} is refused: {refusal}")
            return
        except Lost:  # if it is still there when we look again, it is asked again
            self.roll.serving.pop(address, None)
            return
        self.roll.members[address] = member
        self._introduce(crew, member, threads)
        async with asyncio.TaskGroup() as jobs:
            for _ in range(threads):
                jobs.create_task(self._job(crew, member))

    def _introduce(self, crew: Crew, member: Member, threads: int) -> None:
        times = f" {threads} chunks at a time" if threads > 1 else ""
        crew.report.mention(f"worker {member.name} plays{times}")
        for bot, why in sorted(member.unplayable.items()):
            crew.report.note(f"worker {member.name} does not play {bot}: {why}")

    async def _job(self, crew: Crew, member: Member) -> None:
        while (slot := await crew.waiting.take(member.can_play)) is not None:
            if not await self._is_played(crew, member, slot):
                await self._next_look()  # if the worker is gone, this ends here

    async def _next_look(self) -> None:
        looked = self._looked
        self._stirred.set()
        await looked.wait()

    async def _is_played(self, crew: Crew, member: Member, slot: Slot) -> bool:
        is_played = False
        try:
            await crew.play(self._place(member), slot)
            is_played = True
        except Lost as loss:
            crew.event.has_died(slot, str(loss))
        except WorkerDied as death:
            crew.has_died(slot, f"{death}, on {member.name}")
        finally:
            if is_played:
                crew.waiting.done()
            else:
                crew.waiting.put_back(slot)
        return is_played

    def _place(self, member: Member) -> MemberPlace:
        return MemberPlace(self.client, self.reception.run, self.folder, member)

    def _require_hope(self, crew: Crew) -> None:
        """Raises Stopped where slots have waited long and nobody can play them."""
        if not crew.waiting.is_stuck or self.roll.can_play_one_of(crew.waiting):
            self._stuck_since = None
            return
        now = time.monotonic()
        patience = PATIENCE_SECONDS if self.roll.serving else ABSENCE_SECONDS
        if self._stuck_since is None:
            self._stuck_since = now
            crew.report.note(f"no worker plays what is left: waiting {patience:g} s for one")
        if now - self._stuck_since > patience:
            raise self.roll.hopeless(self.where, crew.waiting)

    async def leave(self) -> None:
        """Ends everything that this run has on the workers, and brings home what bots have left."""
        here = list(self.roll.serving.keys() - self.roll.refused.keys())
        if not here or self.client.status != "running":
            return
        with suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(LEAVE_SECONDS):
                said = await self.client.run(
                    remote_calls.leave, self.reception.run, workers=here, on_error="ignore"
                )
                for papers in said.values():
                    keep_papers(papers, self.folder)


@asynccontextmanager
async def playing_on(
    where: ClusterAddress, conditions: Conditions, luggage: Sequence[Luggage], folder: Path
) -> AsyncIterator[ClusterVenue]:
    """A cluster as a venue. Nothing of the run is left there when the block ends.

    Raises BadCluster, Stopped.
    """
    async with connected(where) as client:
        run = f"koikoi-arena-{uuid4().hex[:12]}"
        prefix = "local-" if where.workers else ""
        reception = Reception(client, run, conditions_line(conditions), luggage, prefix)
        venue = ClusterVenue(client, reception, folder, where)
        try:
            yield venue
        finally:
            await venue.leave()
