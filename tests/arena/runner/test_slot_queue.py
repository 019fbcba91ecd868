"""Tests of the queue of slots: a window of the schedule, however long that is."""

import asyncio
from collections.abc import Iterator

from arena.runner.slot_queue import ROOM, SlotQueue
from arena.schedule.slots import Slot

MANY = 2 * ROOM


def slots(count: int) -> Iterator[Slot]:
    return (Slot("a", "b", pair, pair) for pair in range(1, count + 1))


async def job(queue: SlotQueue, played: list[int], most: list[int]) -> None:
    while (slot := await queue.take()) is not None:
        most.append(len(list(queue)))
        await asyncio.sleep(0)
        played.append(slot.first)
        queue.done()


def test_all_is_played_once_and_no_more_waits_than_there_is_room_for() -> None:
    queue, played, most = SlotQueue(), list[int](), list[int]()

    async def play() -> None:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(3):
                tasks.create_task(job(queue, played, most))
            await queue.feed(slots(MANY))
            await queue.join()
            queue.close()

    asyncio.run(play())

    assert sorted(played) == list(range(1, MANY + 1))
    assert max(most) <= ROOM


def test_slots_are_made_no_sooner_than_there_is_room_for_them() -> None:
    made = 0

    def counted() -> Iterator[Slot]:
        nonlocal made
        for slot in slots(MANY):
            made += 1
            yield slot

    async def feed() -> None:
        queue = SlotQueue()
        async with asyncio.TaskGroup() as tasks:
            feeding = tasks.create_task(queue.feed(counted()))
            for _ in range(2 * ROOM):
                await asyncio.sleep(0)
            feeding.cancel()

    asyncio.run(feed())

    assert made == ROOM + 1


def test_who_finds_nothing_that_fits_is_shown_more() -> None:
    async def last_one() -> Slot | None:
        queue = SlotQueue()
        async with asyncio.TaskGroup() as tasks:
            feeding = tasks.create_task(queue.feed(slots(MANY)))
            found = await queue.take(lambda slot: slot.first == MANY)
            feeding.cancel()
        return found

    assert asyncio.run(last_one()) == Slot("a", "b", MANY, MANY)


def test_what_is_played_already_takes_no_room() -> None:
    async def played() -> list[int]:
        queue, found = SlotQueue(), list[int]()
        await queue.feed(slot if slot.first == MANY else None for slot in slots(MANY))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(job(queue, found, []))
            await queue.join()
            queue.close()
        return found

    assert asyncio.run(played()) == [MANY]
