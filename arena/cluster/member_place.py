"""A worker of a cluster as a place where chunks are played."""

from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import CancelledError as FutureCancelled
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from distributed import Client, Future, KilledWorker

from arena.cluster import remote_calls
from arena.cluster.artifacts import keep_papers
from arena.cluster.member import Lost, Member
from arena.cluster.plugin import Phase
from arena.runner.chunk import LEGS, Chunk, FaultCount, Played
from arena.runner.protocol import chunk_line, record_of


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """One worker as a place: a chunk is two tasks there, one for each phase."""

    client: Client
    run: str
    folder: Path  # the event's, for what bots print
    member: Member

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """The legs of a chunk, phase by phase. Raises Lost, WorkerDied."""
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
        """What came of a phase. It stays on the worker until the block ends, then it is stored."""
        key = f"{self.run}-{uuid4().hex}"
        future = self._submitted(key, chunk)
        try:
            phase = await _result(future, self.member)
            keep_papers(phase.papers, self.folder)
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
    """What a task returned. Raises Lost where its worker or the scheduler is gone, WorkerDied."""
    try:
        phase: Phase = await future
    except (FutureCancelled, KilledWorker, OSError) as error:
        raise Lost(f"{member.name}: {error}") from error
    return phase


def _phase(chunk: Chunk, leg: int, faults: FaultCount) -> Chunk:
    """One leg's part of a chunk, for bots that come with so many faults."""
    first, second = chunk.pairs
    return replace(
        chunk,
        pairs=(first, ()) if leg == 1 else ((), second),
        faults=(faults.of(chunk.a.name), faults.of(chunk.b.name)),
    )
