"""A cluster worker as a member of a run: its admission, and playing chunks on it."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from distributed import Client, Future, KilledWorker

from arena.cluster import remote_calls
from arena.cluster.address import DANGER, REMEDY, ClusterAddress
from arena.cluster.artifacts import keep_artifacts
from arena.cluster.bundle import BotBundle, packed
from arena.cluster.environment import differences, identity
from arena.cluster.plugin import Phase
from arena.errors import ArenaError, shown
from arena.runner.chunk import Chunk, FaultCount, Played
from arena.runner.local_workers import WorkerDied
from arena.runner.protocol import chunk_line, record_of
from arena.schedule.slots import Slot
from arena.store.legs import LEGS


class Refused(Exception):
    """A worker that cannot take part, and the reason."""


class Lost(Exception):
    """A worker that has been lost."""


@dataclass(frozen=True, slots=True)
class Member:
    """A worker that takes part. `unplayable` maps the bots that it cannot play to the reason."""

    address: str
    name: str
    unplayable: Mapping[str, str] = field(default_factory=dict)

    def can_play(self, slot: Slot) -> bool:
        """Return whether the worker has both bots of a slot."""
        return slot.a not in self.unplayable and slot.b not in self.unplayable


@dataclass(frozen=True, slots=True)
class Admission:
    """Admits workers to one run."""

    client: Client
    where: ClusterAddress
    run: str
    conditions: bytes
    bundles: Sequence[BotBundle]
    prefix: str = ""  # of names that are numbers only
    names: dict[str, str] = field(default_factory=dict)

    async def admit(self, address: str) -> Member:
        """Compare versions, send the bots, build them and try the sandbox.

        Raises Refused and Lost.
        """
        await self._learn_name(address)
        await self._require_admitted(address)
        await self._require_same(address)
        await self._bring(address)
        setup = await self.ask(
            address, remote_calls.set_up, self.run, self.conditions, self.bundles
        )
        if setup.refused:
            raise Refused(setup.refused)
        return Member(address, self.name(address), setup.unplayable)

    def name(self, address: str) -> str:
        """Return the name that a worker was given, or its address."""
        return self.names.get(address, address.partition("://")[2])

    async def _require_admitted(self, address: str) -> None:
        """Check where a worker and its nanny listen. Raises Refused."""
        listens_at = await _said(
            self.client.run_on_scheduler(remote_calls.addresses_of_worker, address)
        )
        if not all(map(self.where.admits, listens_at)):
            raise Refused(f"it listens in plain text: {DANGER}; {REMEDY}")

    async def _learn_name(self, address: str) -> None:
        """Ask the scheduler for the name that the worker was given."""
        given = await _said(self.client.run_on_scheduler(remote_calls.name_of, address))
        if given and "://" not in given:
            self.names[address] = self.prefix + shown(given)

    async def _require_same(self, address: str) -> None:
        """Check that a worker has the same versions. Raises Refused."""
        # Asked of Dask first: code of ours does not get over to another Python.
        found = await _said(self.client.get_versions())
        if address not in found["workers"]:
            raise Lost(address)
        theirs = _python(found["workers"][address])
        if theirs != _python(found["client"]):
            raise Refused(f"Python {theirs}, here {_python(found['client'])}")
        try:
            other = await self.ask(address, remote_calls.introduce)
        except (ImportError, AttributeError) as error:
            raise Refused(f"it has no koikoi-arena, or another one: {error}") from error
        if different := differences(identity(), other):
            raise Refused(different)

    async def _bring(self, address: str) -> None:
        """Send the files of the versions that the worker lacks."""
        lacking = await self.ask(address, remote_calls.missing, self.bundles)
        for snapshot in (one.snapshot for one in self.bundles if one.version in lacking):
            await self.ask(address, remote_calls.receive, snapshot.version, packed(snapshot))

    async def ask(self, address: str, errand: Any, *arguments: Any) -> Any:
        """Call a function on a worker and return its result.

        Raises Lost, and what the function raises.
        """
        said = await _said(
            self.client.run(errand, *arguments, workers=[address], on_error="return")
        )
        answer = said.get(address, Lost(address))
        if isinstance(answer, OSError):
            raise Lost(str(answer))
        if isinstance(answer, ArenaError | WorkerDied):
            raise Refused(str(answer))
        if isinstance(answer, BaseException):
            raise answer
        return answer


async def _said(answer: Any) -> Any:
    """Return Dask's answer. Raises Lost if the scheduler is gone."""
    try:
        return await answer
    except (OSError, ValueError, AttributeError) as error:
        raise Lost(str(error)) from error


def _python(found: Mapping[str, Any]) -> str:
    """Return the Python version without its last number."""
    return ".".join(str(found["packages"]["python"]).split(".")[:2])


@dataclass(frozen=True, slots=True)
class MemberExecutor:
    """An executor on one worker; a chunk is two tasks, one for each phase."""

    client: Client
    run: str
    folder: Path  # the event's, for what bots print
    member: Member

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """Yield the matches of a chunk, phase by phase. Raises Lost, WorkerDied."""
        faults = FaultCount.in_chunk(chunk)
        for leg in LEGS:
            if chunk.pairs[leg - 1] and faults.most < chunk.max_faults:
                async with self._played(_phase(chunk, leg, faults)) as phase:
                    records = tuple(map(record_of, phase.lines))
                    for record in records:
                        faults.add(record)
                    yield Played(records, self.member.name, phase.forgiven)

    @asynccontextmanager
    async def _played(self, chunk: Chunk) -> AsyncIterator[Phase]:
        """Play a phase of a chunk. The result stays on the worker until the block ends."""
        key = f"{self.run}-{uuid4().hex}"
        future = self._submitted(key, chunk)
        try:
            phase = await _result(future, self.member)
            keep_artifacts(phase.artifacts, self.folder)
            yield phase
        finally:
            future.release()

    def _submitted(self, key: str, chunk: Chunk) -> "Future[Any]":
        try:
            return self.client.submit(
                remote_calls.play,
                *(self.run, key, chunk_line(chunk)),
                key=key,
                workers=[self.member.address],
                pure=False,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise Lost(f"{self.member.name}: {error}") from error


async def _result(future: "Future[Any]", member: Member) -> Phase:
    """Return the result of a task.

    Raises Lost if its worker or the scheduler is gone; WorkerDied.
    """
    try:
        phase: Phase = await future
    except (FutureCancelled, KilledWorker, OSError) as error:
        raise Lost(f"{member.name}: {error}") from error
    return phase


def _phase(chunk: Chunk, leg: int, faults: FaultCount) -> Chunk:
    """Return one phase of a chunk, for bots that already have these faults."""
    first, second = chunk.pairs
    return replace(
        chunk,
        pairs=(first, ()) if leg == 1 else ((), second),
        faults=(faults.of(chunk.a.name), faults.of(chunk.b.name)),
    )
