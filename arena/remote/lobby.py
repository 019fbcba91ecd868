"""The lobby, in which remote bots join by their tokens until all are there or time is up."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from koikoi.v1 import referee_pb2 as pb

from arena.bots.discovery import REMOTE, Playable
from arena.errors import Notify, shown
from arena.remote.tokens import forget_token
from arena.store.entries import Entry
from referee.server.remote_stream import RemoteStream

LABEL_LENGTH = 64
DIGITS = 32


@dataclass(slots=True)
class Lobby:
    """The lobby of a run: the invited bots, and the stream that waits for each."""

    event: Path
    streams: Mapping[str, RemoteStream]
    is_open: bool = True

    def find(self, join: pb.Join, certified: str | None) -> RemoteStream | None:
        """Return the stream that a bot may use, by its token and the name it is certified for."""
        found = None
        for name, stream in self.streams.items():
            if certified in (None, name) and self._is_its_own(name, stream, join):
                found = stream
        return found

    def _is_its_own(self, name: str, stream: RemoteStream, join: pb.Join) -> bool:
        if not join.token:
            return stream.resumes(join)
        if not self.is_open or not stream.admit(join):
            return False
        forget_token(self.event, name)
        return True

    async def wait(self, seconds: float, notify: Notify) -> None:
        """Wait for all bots, for a limited time. Nobody joins afterwards."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as tasks:
                for name, stream in self.streams.items():
                    tasks.create_task(_wait_for(name, stream, notify))
        self.is_open = False
        for name in self.absent:
            notify(f"{name} has not joined: {self._reason(name, seconds)}")

    @property
    def absent(self) -> tuple[str, ...]:
        """The bots that have not joined, or have left."""
        return tuple(
            name
            for name, stream in self.streams.items()
            if not stream.joined.is_set() or stream.end is not None
        )

    @property
    def present(self) -> tuple[str, ...]:
        """The bots that have joined and stayed."""
        return tuple(name for name in self.streams if name not in self.absent)

    def _reason(self, name: str, seconds: float) -> str:
        end = self.streams[name].end
        return f"it did not join within {seconds:g} s" if end is None else shown(end.detail)


async def _wait_for(name: str, stream: RemoteStream, notify: Notify) -> None:
    async with asyncio.TaskGroup() as tasks:
        waits = [tasks.create_task(one.wait()) for one in (stream.joined, stream.ended)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
    if stream.end is None:
        notify(f"{name} has joined: {client_of(stream) or 'it does not say what it is'}")


def client_of(stream: RemoteStream) -> str:
    """Return the name that a bot's client gives itself, safe to print."""
    return shown(stream.join.client if stream.join else "")[:LABEL_LENGTH]


def playable_of(name: str, stream: RemoteStream) -> Playable:
    """Return a remote bot as an entrant.

    Its version is what it states, since its files are elsewhere.

    Nobody sees its files: its version is what it says.
    """
    client = stream.join.client if stream.join else ""
    version = f"{REMOTE}:{sha256(client.encode()).hexdigest()[:DIGITS]}"
    return Playable(name, version, nonce="", folder=Path(), argv=(), transport=REMOTE)


def entry_of(name: str, stream: RemoteStream) -> Entry:
    """Return the entry of a remote bot for the event's store."""
    return Entry(name=name, version=playable_of(name, stream).version, label=client_of(stream))
