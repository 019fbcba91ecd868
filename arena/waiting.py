"""The slots of a stage that wait to be played, handed out to jobs in their order."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator

from arena.schedule import Slot

Fits = Callable[[Slot], bool]


def any_slot(slot: Slot) -> bool:
    """Fits whoever can play every pairing."""
    return True


class Waiting:
    """Slots that wait, and how many are with a job that has not said yet what became of them."""

    def __init__(self) -> None:
        self._slots: deque[Slot] = deque()
        self._under_way = 0
        self._is_over = False
        self._news = asyncio.Event()

    def __iter__(self) -> Iterator[Slot]:
        """The slots that no job has."""
        return iter(self._slots)

    @property
    def is_stuck(self) -> bool:
        """Whether slots wait while nobody plays."""
        return bool(self._slots) and not self._under_way

    def put(self, slot: Slot) -> None:
        """Adds a slot at the end."""
        self._slots.append(slot)
        self._tell()

    async def take(self, fits: Fits = any_slot) -> Slot | None:
        """The first slot that fits, once there is one; None when all is over."""
        while not self._is_over:
            for place, slot in enumerate(self._slots):
                if fits(slot):
                    del self._slots[place]
                    self._under_way += 1
                    return slot
            await self._news.wait()
        return None

    def done(self) -> None:
        """A slot that was taken is played."""
        self._under_way -= 1
        self._tell()

    def put_back(self, slot: Slot) -> None:
        """A slot that was taken is somebody else's to play, before all others."""
        self._under_way -= 1
        self._slots.appendleft(slot)
        self._tell()

    async def join(self) -> None:
        """Waits until everything is played."""
        while self._slots or self._under_way:
            await self._news.wait()

    async def closed(self) -> None:
        """Waits until every job is sent home."""
        while not self._is_over:
            await self._news.wait()

    def close(self) -> None:
        """Sends every job home that has no slot."""
        self._is_over = True
        self._tell()

    def _tell(self) -> None:
        """Wakes everybody who waits now; those who wait from here on wait for the next news."""
        self._news.set()
        self._news = asyncio.Event()
