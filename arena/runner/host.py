"""The seam between a run and `arena.remote`: a host plays the pairings of remote bots.

A run asks its host which slots it plays, and hands it only those. Without remote bots there is
`NO_HOST`, which plays none.
"""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from arena.runner.chunk import Chunk, Played
from arena.schedule.slots import Slot


class RemoteBotLeft(Exception):
    """A remote bot that is needed has left; only the bot itself can come back."""


class Executor(Protocol):
    """Plays chunks. What it has yielded is stored by the time the next record is asked for."""

    def play(self, chunk: Chunk) -> AsyncGenerator[Played, None]:
        """Yield the matches of a chunk as they finish."""


class Host(Protocol):
    """Plays the slots in which a remote bot takes part."""

    @property
    def names(self) -> tuple[str, ...]:
        """The remote bots that joined, sorted by name."""

    @property
    def left(self) -> tuple[str, ...]:
        """The remote bots that joined and have left since."""

    def hosts(self, slot: Slot) -> bool:
        """Return whether this host plays a slot."""

    def executor(self, slot: Slot) -> AbstractAsyncContextManager[Executor]:
        """Return an executor for a slot; entering it waits until its remote bots are free.

        Its `play` raises RemoteBotLeft, perhaps in an exception group.
        """


@dataclass(frozen=True, slots=True)
class NoHost:
    """A host for runs without remote bots."""

    names: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    def hosts(self, slot: Slot) -> bool:
        """Return False: every slot is played by the backend."""
        return False

    def executor(self, slot: Slot) -> AbstractAsyncContextManager[Executor]:
        """Raise LookupError: this host plays nothing."""
        raise LookupError(f"no remote bot plays {slot.a} against {slot.b}")


NO_HOST = NoHost()
