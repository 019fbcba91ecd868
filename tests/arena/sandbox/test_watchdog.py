"""Tests of the limits on what all processes of a bot use together."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.command import Program
from arena.sandbox.levels import MEBIBYTE, Level, Limits
from arena.sandbox.watchdog import watch
from arena.system.process_tree import can_see_children, tree
from arena.system.processes import exited
from tests.arena.sandbox.boxing import python, started
from tests.arena.sandbox.conftest import Confined

EVERY = pytest.mark.parametrize("level", [Level.BWRAP, Level.LIMITS])
CAP = 128 * MEBIBYTE
FILL = """
import mmap, os, sys, time
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        break
kept = []
for _ in range(int(sys.argv[2])):
    block = mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for place in range(0, 1 << 20, 4096):
        block[place] = 1
    kept.append(block)
print("filled", flush=True)
time.sleep(3600)
"""


@EVERY
def test_processes_that_use_too_much_together_are_killed_with_the_reason(
    confined: Confined, open_folder: Path, level: Level
) -> None:
    confinement = replace(confined(level), limits=Limits(memory=CAP))
    program = Program(python(confinement, FILL, "4", "100"), open_folder)

    async def bomb() -> tuple[str, int]:
        async with started(confinement, program) as one, asyncio.timeout(30):
            reason = await watch(one.process.pid, confinement.limits)
            return reason, await exited(one.process)

    reason, code = asyncio.run(bomb())

    assert code == -9
    used, _, _, limit, _ = reason.removeprefix("used ").split()
    assert limit == "128"
    assert 128 <= int(used) < 2 * 128


READ_SPARSELY = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
size = int(sys.argv[2]) << 30
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        break
start = libc.mmap(None, size, 1, 0x4022, -1, 0)  # PROT_READ, private, of no file, not reserved
for place in range(start, start + size, 2 << 20):
    ctypes.c_char.from_address(place).value
print("filled", flush=True)
time.sleep(3600)
"""


@EVERY
@pytest.mark.parametrize(("more", "gibibytes"), [("0", "80"), ("3", "20")])
def test_page_tables_count_as_memory(
    confined: Confined, open_folder: Path, level: Level, more: str, gibibytes: str
) -> None:
    confinement = replace(confined(level), limits=Limits(memory=CAP))
    program = Program(python(confinement, READ_SPARSELY, more, gibibytes), open_folder)

    async def sparse() -> tuple[str, int]:
        async with started(confinement, program) as one, asyncio.timeout(30):
            return await watch(one.process.pid, confinement.limits), await exited(one.process)

    reason, code = asyncio.run(sparse())

    assert code == -9
    assert reason.endswith("of 128 MiB")


FILL_BUFFERS = """
import os, socket, sys, time
for _ in range(int(sys.argv[2])):
    if os.fork() == 0:
        break
kept = []
for _ in range(100):
    if sys.argv[1] == "pipes":
        _, one = os.pipe()
        os.set_blocking(one, False)
        kept.append((_, one))
        send = lambda: os.write(one, bytes(1 << 16))
    else:
        pair = socket.socketpair()
        kept.append(pair)
        pair[0].setblocking(False)
        send = lambda: pair[0].send(bytes(1 << 15))
    try:
        while True:
            send()
    except BlockingIOError:
        pass
print("filled", flush=True)
time.sleep(3600)
"""


@EVERY
@pytest.mark.parametrize(("kind", "more"), [("sockets", "5"), ("pipes", "31")])
def test_full_buffers_count_as_memory(
    confined: Confined, open_folder: Path, level: Level, kind: str, more: str
) -> None:
    confinement = replace(confined(level), limits=Limits(memory=CAP))
    program = Program(python(confinement, FILL_BUFFERS, kind, more), open_folder)

    async def full() -> tuple[str, int]:
        async with started(confinement, program) as one, asyncio.timeout(30):
            return await watch(one.process.pid, confinement.limits), await exited(one.process)

    reason, code = asyncio.run(full())

    assert code == -9
    assert reason.endswith("of 128 MiB")


@EVERY
def test_one_process_is_refused_more_before_it_is_killed(
    confined: Confined, open_folder: Path, level: Level
) -> None:
    confinement = replace(confined(level), limits=Limits(memory=CAP))
    program = Program(python(confinement, FILL, "0", "200"), open_folder)

    async def greedy() -> str:
        async with started(confinement, program) as one:
            return await one.rest()

    assert "Cannot allocate memory" in asyncio.run(greedy())


def test_a_bot_that_keeps_to_its_memory_is_left_alone(
    confined: Confined, open_folder: Path
) -> None:
    confinement = replace(confined(Level.LIMITS), limits=Limits(memory=CAP))
    program = Program(python(confinement, FILL, "2", "10"), open_folder)

    async def modest() -> bool:
        async with started(confinement, program) as one, asyncio.TaskGroup() as tasks:
            watching = tasks.create_task(watch(one.process.pid, confinement.limits))
            for _ in range(3):
                assert await one.line() == "filled"
            is_watching = not watching.done()
            watching.cancel()
        return is_watching

    assert asyncio.run(modest())


def test_a_tree_is_a_process_and_all_that_its_threads_have_started(
    confined: Confined, open_folder: Path
) -> None:
    code = """
import os, threading, time
def start():
    if os.fork() == 0:
        if os.fork() == 0:
            print("up", flush=True)
        time.sleep(3600)
    time.sleep(3600)
threading.Thread(target=start).start()
"""
    confinement = confined(Level.NONE)
    program = Program(python(confinement, code), open_folder)

    async def family() -> list[int]:
        async with started(confinement, program) as one:
            await one.line()
            found = list(tree(one.process.pid))
            assert found[0] == one.process.pid
            return found

    assert can_see_children()
    assert len(asyncio.run(family())) == 3
