"""Slots are handed out in order, each to one job that can play it."""

import asyncio

from arena.runner.slot_queue import Waiting
from arena.schedule.slots import Slot

AB, AC, BC = (Slot(a, b, 1, 1) for a, b in ("ab", "ac", "bc"))


def test_a_job_takes_the_first_slot_that_fits() -> None:
    async def take() -> list[Slot | None]:
        waiting = Waiting()
        for slot in (AB, AC, BC):
            waiting.put(slot)
        return [await waiting.take(lambda slot: slot.a == "b"), await waiting.take()]

    assert asyncio.run(take()) == [BC, AB]


def test_a_slot_that_comes_back_is_the_next_one() -> None:
    async def take() -> Slot | None:
        waiting = Waiting()
        waiting.put(AB)
        waiting.put(AC)
        first = await waiting.take()
        assert first is not None
        waiting.put_back(first)
        return await waiting.take()

    assert asyncio.run(take()) == AB


def test_all_is_played_when_every_job_has_said_so() -> None:
    async def play() -> list[str]:
        waiting, told = Waiting(), []

        async def job() -> None:
            while (slot := await waiting.take()) is not None:
                await asyncio.sleep(0)
                told.append(slot.b)
                waiting.done()
            told.append("home")

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(job())
            waiting.put(AB)
            waiting.put(AC)
            await waiting.join()
            told.append("joined")
            waiting.close()
        return told

    assert asyncio.run(play()) == ["b", "c", "joined", "home"]


def test_it_is_stuck_where_slots_wait_and_nobody_plays() -> None:
    async def look() -> list[bool]:
        waiting = Waiting()
        waiting.put(AB)
        waiting.put(AC)
        told = [waiting.is_stuck]
        await waiting.take()
        told.append(waiting.is_stuck)
        waiting.done()
        told.append(waiting.is_stuck)
        await waiting.take()
        waiting.done()
        return [*told, waiting.is_stuck]

    assert asyncio.run(look()) == [True, False, True, False]
