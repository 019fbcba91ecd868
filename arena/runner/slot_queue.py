"""The queue of slots that wait to be played, handed out to executors in their order.

A stage may have half a million slots. No more of them wait at a time than jobs can choose from.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from arena.schedule.slots import Slot

Fits = Callable[[Slot], bool]
# So many slots wait at a time; more if somebody finds none among them that fits.
ROOM = 1000


def any_slot(slot: Slot) -> bool:
    """Accept every slot."""
    return True


class SlotQueue:
    """A queue of slots, and the number of slots that are being played."""

    def __init__(self) -> None:
        self._slots: deque[Slot] = deque()
        self._under_way = 0
        self._idle = 0  # jobs that find nothing
        self._is_growing = False  # more slots are being made
        self._is_over = False
        self._news = asyncio.Event()
        self._room = asyncio.Event()

    def __iter__(self) -> Iterator[Slot]:
        """Yield the slots that no executor has."""
        return iter(self._slots)

    @property
    def is_stuck(self) -> bool:
        """True if slots wait while nothing is played and no more slots are coming."""
        return bool(self._slots) and not self._under_way and not self._is_growing

    def put(self, slot: Slot) -> None:
        """Add a slot at the end."""
        self._slots.append(slot)
        self._tell()

    async def feed(self, slots: Iterable[Slot | None]) -> None:
        """Add slots as long as there is room, and wait until all are in the queue.

        None is a slot that is not left to play: looking for the next one may take a while,
        in which the others go on.
        """
        self._is_growing = True
        try:
            for slot in slots:
                while len(self._slots) >= ROOM and not self._idle:
                    await self._has_room()
                if slot is not None:
                    self.put(slot)
                await asyncio.sleep(0)
        finally:
            self._is_growing = False

    async def _has_room(self) -> None:
        """Wait until a slot is taken, or no slot was found for an executor."""
        self._is_growing = False
        self._room.clear()
        await self._room.wait()
        self._is_growing = True

    async def take(self, fits: Fits = any_slot) -> Slot | None:
        """Return the first slot that fits, as soon as there is one; None after `close`."""
        while not self._is_over:
            for place, slot in enumerate(self._slots):
                if fits(slot):
                    del self._slots[place]
                    self._under_way += 1
                    self._room.set()
                    return slot
            await self._wait()
        return None

    async def _wait(self) -> None:
        """Wait for a change, as an executor that found no slot."""
        self._idle += 1
        self._room.set()
        try:
            await self._news.wait()
        finally:
            self._idle -= 1

    def done(self) -> None:
        """Mark a taken slot as played."""
        self._under_way -= 1
        self._tell()

    def put_back(self, slot: Slot) -> None:
        """Return a taken slot to the front of the queue."""
        self._under_way -= 1
        self._slots.appendleft(slot)
        self._tell()

    async def join(self) -> None:
        """Wait until every slot is played."""
        while self._slots or self._under_way:
            await self._news.wait()

    async def closed(self) -> None:
        """Wait until the queue is closed."""
        while not self._is_over:
            await self._news.wait()

    def close(self) -> None:
        """Close the queue: executors without a slot get None."""
        self._is_over = True
        self._tell()

    def _tell(self) -> None:
        """Wake all that wait now."""
        self._news.set()
        self._news = asyncio.Event()
