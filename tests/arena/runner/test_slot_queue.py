"""What waits to be played: a window on the schedule, however long that is."""

import asyncio
from collections.abc import Iterator

from arena.runner.slot_queue import ROOM, Waiting
from arena.schedule.slots import Slot

MANY = 2 * ROOM


def slots(count: int) -> Iterator[Slot]:
    return (Slot("a", "b", pair, pair) for pair in range(1, count + 1))


async def job(waiting: Waiting, played: list[int], most: list[int]) -> None:
    while (slot := await waiting.take()) is not None:
        most.append(len(list(waiting)))
        await asyncio.sleep(0)
        played.append(slot.first)
        waiting.done()


def test_all_is_played_once_and_no_more_waits_than_there_is_room_for() -> None:
    waiting, played, most = Waiting(), list[int](), list[int]()

    async def play() -> None:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(3):
                tasks.create_task(job(waiting, played, most))
            await waiting.feed(slots(MANY))
            await waiting.join()
            waiting.close()

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
        waiting = Waiting()
        async with asyncio.TaskGroup() as tasks:
            feeding = tasks.create_task(waiting.feed(counted()))
            for _ in range(2 * ROOM):
                await asyncio.sleep(0)
            feeding.cancel()

    asyncio.run(feed())

    assert made == ROOM + 1


def test_who_finds_nothing_that_fits_is_shown_more() -> None:
    async def last_one() -> Slot | None:
        waiting = Waiting()
        async with asyncio.TaskGroup() as tasks:
            feeding = tasks.create_task(waiting.feed(slots(MANY)))
            found = await waiting.take(lambda slot: slot.first == MANY)
            feeding.cancel()
        return found

    assert asyncio.run(last_one()) == Slot("a", "b", MANY, MANY)


def test_what_is_played_already_takes_no_room() -> None:
    async def played() -> list[int]:
        waiting, found = Waiting(), list[int]()
        await waiting.feed(slot if slot.first == MANY else None for slot in slots(MANY))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(job(waiting, found, []))
            await waiting.join()
            waiting.close()
        return found

    assert asyncio.run(played()) == [MANY]
