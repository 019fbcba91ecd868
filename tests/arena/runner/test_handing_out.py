"""Slots are handed out in order, each to one job that can play it."""

import asyncio

from arena.runner.slot_queue import SlotQueue
from arena.schedule.slots import Slot

AB, AC, BC = (Slot(a, b, 1, 1) for a, b in ("ab", "ac", "bc"))


def test_a_job_takes_the_first_slot_that_fits() -> None:
    async def take() -> list[Slot | None]:
        queue = SlotQueue()
        for slot in (AB, AC, BC):
            queue.put(slot)
        return [await queue.take(lambda slot: slot.a == "b"), await queue.take()]

    assert asyncio.run(take()) == [BC, AB]


def test_a_slot_that_comes_back_is_the_next_one() -> None:
    async def take() -> Slot | None:
        queue = SlotQueue()
        queue.put(AB)
        queue.put(AC)
        first = await queue.take()
        assert first is not None
        queue.put_back(first)
        return await queue.take()

    assert asyncio.run(take()) == AB


def test_all_is_played_when_every_job_has_said_so() -> None:
    async def play() -> list[str]:
        queue, told = SlotQueue(), []

        async def job() -> None:
            while (slot := await queue.take()) is not None:
                await asyncio.sleep(0)
                told.append(slot.b)
                queue.done()
            told.append("home")

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(job())
            queue.put(AB)
            queue.put(AC)
            await queue.join()
            told.append("joined")
            queue.close()
        return told

    assert asyncio.run(play()) == ["b", "c", "joined", "home"]


def test_it_is_stuck_where_slots_wait_and_nobody_plays() -> None:
    async def look() -> list[bool]:
        queue = SlotQueue()
        queue.put(AB)
        queue.put(AC)
        told = [queue.is_stuck]
        await queue.take()
        told.append(queue.is_stuck)
        queue.done()
        told.append(queue.is_stuck)
        await queue.take()
        queue.done()
        return [*told, queue.is_stuck]

    assert asyncio.run(look()) == [True, False, True, False]
