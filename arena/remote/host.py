"""The host of remote bots, who play in this process, each on its own stream.

A remote bot meets one rival after the other, since its stream carries one pairing at a time. A
local rival is started in its sandbox as usual.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.discovery import Playable
from arena.errors import Notify, told
from arena.remote.certificate_authority import server_credentials
from arena.remote.config import BadRemote, Invitation
from arena.remote.lobby import Lobby, entry_of, playable_of
from arena.remote.tokens import token_digest
from arena.runner.bot_process import BotPool, Conditions
from arena.runner.chunk import Chunk, Played, Seated, play_chunk
from arena.runner.dossiers import write_dossier
from arena.runner.host import RemoteBotLeft
from arena.schedule.slots import Slot
from arena.store.entries import Entry
from referee.server.clock import Timekeeper
from referee.server.gateway import CannotListen, Listening, gateway
from referee.server.refusals import Refusal
from referee.server.remote_stream import RemoteStream
from referee.server.tokens import Gate

# One process plays both legs of a pair: they share no cards.
BOTH_LEGS = 0


@dataclass(slots=True)
class RemoteHost:
    """The remote bots of a run."""

    conditions: Conditions
    streams: dict[str, RemoteStream] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    keeper: Timekeeper = field(default_factory=Timekeeper)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)

    @property
    def playable(self) -> tuple[Playable, ...]:
        """The remote bots that have joined, as entrants."""
        return tuple(playable_of(name, stream) for name, stream in self.streams.items())

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the remote bots for the event's store."""
        return tuple(entry_of(name, stream) for name, stream in self.streams.items())

    @property
    def names(self) -> tuple[str, ...]:
        """The remote bots that have joined, sorted by name."""
        return tuple(sorted(self.streams))

    @property
    def left(self) -> tuple[str, ...]:
        """The remote bots that joined and have left since."""
        return tuple(name for name, stream in self.streams.items() if stream.end is not None)

    @property
    def forgiven(self) -> float:
        """The seconds that were not charged to remote bots."""
        return self.keeper.forgiven

    def hosts(self, slot: Slot) -> bool:
        """Return whether a pairing is played here."""
        return not self.streams.keys().isdisjoint((slot.a, slot.b))

    @asynccontextmanager
    async def executor(self, slot: Slot) -> AsyncIterator["RemoteExecutor"]:
        """Provide an executor for a pairing, once its remote bots are free."""
        async with AsyncExitStack() as stack:
            for name in sorted(self.streams.keys() & {slot.a, slot.b}):  # in one order: no deadlock
                lock = self._locks.setdefault(name, asyncio.Lock())
                await stack.enter_async_context(lock)
            pool = await stack.enter_async_context(BotPool.opened(self.conditions))
            yield RemoteExecutor(self.conditions, pool, self.streams)


@dataclass(frozen=True, slots=True)
class _Visitor:
    """A remote bot at a table."""

    stream: RemoteStream


@dataclass(frozen=True, slots=True)
class RemoteExecutor:
    """An executor for pairings of remote bots; local rivals are started."""

    conditions: Conditions
    pool: BotPool
    streams: dict[str, RemoteStream]

    async def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """Yield the matches of a chunk as they come. Raises RemoteBotLeft, perhaps in a group."""
        before = self.pool.keeper.forgiven
        async with aclosing(play_chunk(chunk, self)) as records:
            async for record in records:
                yield Played((record,))
        yield Played((), forgiven=self.pool.keeper.forgiven - before)

    async def ready(self, playable: Playable, leg: int, match: str) -> Seated:
        """Return the bot if it has not left. Raises RemoteBotLeft."""
        if not playable.is_remote:
            return await self.pool.ready(playable, BOTH_LEGS, match)
        stream = self.streams[playable.name]
        if stream.end is not None:
            raise RemoteBotLeft(playable.name)
        return _Visitor(stream)

    async def end_phase(self) -> None:
        """Do nothing: remote bots stay from one phase to the next."""

    def release_all(self) -> None:
        """Let the local processes go."""
        self.pool.release_all()


@asynccontextmanager
async def hosting(
    invitation: Invitation | None,
    event: Path,
    conditions: Conditions,
    notify: Notify,
) -> AsyncIterator[RemoteHost]:
    """Provide a host with the remote bots that have joined; they leave when the block ends.

    Raises BadRemote, NoCertificates.
    """
    host = RemoteHost(conditions)
    if invitation is None:
        yield host
        return
    try:
        async with _open(invitation, event, host, notify) as lobby:
            host.streams = {name: lobby.streams[name] for name in lobby.present}
            host.absent = lobby.absent
            yield host
    except CannotListen as error:
        raise BadRemote(str(error), "`--listen` says where, as in 0.0.0.0:7000") from error
    except ExceptionGroup as group:
        raise told(group) from group


@asynccontextmanager
async def _open(
    invitation: Invitation, event: Path, host: RemoteHost, notify: Notify
) -> AsyncIterator[Lobby]:
    """Provide the lobby once all bots have joined, with the server that they are connected to."""
    streams = {name: _stream(event, host, name) for name in invitation.names}
    lobby = Lobby(event, streams)
    credentials = server_credentials(event, invitation)
    listening = Listening(invitation.host, invitation.port, credentials)
    async with gateway(listening, lobby.find) as port, asyncio.TaskGroup() as tasks:
        ticking = tasks.create_task(host.keeper.run())
        try:
            notify(f"listening on {invitation.host}:{port} for {', '.join(streams)}")
            await lobby.wait(invitation.lobby_seconds, notify)
            yield lobby
        finally:
            for stream in streams.values():
                stream.close(None, "nothing more to play")
            ticking.cancel()


def _stream(event: Path, host: RemoteHost, name: str) -> RemoteStream:
    gate = Gate.of_digest(token_digest(event, name))
    stream = RemoteStream(
        gate, host.conditions.welcome(), host.conditions.time_control, host.keeper
    )

    def keep(refusal: Refusal) -> None:
        write_dossier(event, name, refusal)

    stream.on_refusal = keep
    return stream
