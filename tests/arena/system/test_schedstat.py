"""The time that others took from a program, told from the time that it took from itself."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from arena.system.process_tree import tree
from arena.system.schedstat import CoreWaits

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="this kernel does not count waiting"
)
PAUSE_SECONDS, MARGIN_SECONDS = 0.05, 0.1
# On one core for a second; each of its processes tells at its end how long it has run.
PRELUDE = """
import ctypes, os, signal, sys, time
os.sched_setaffinity(0, {int(sys.argv[1])})
end = time.monotonic() + 1
def spin(until=end):
    while time.monotonic() < until:
        pass
def tell():
    os.write(1, f"{time.process_time()}\\n".encode())
def help_shortly():
    spin(time.monotonic() + 0.02)
    tell()
    os._exit(0)
print(flush=True)
"""
# Ways in which a program keeps its own answer from a core.
FIGHTS = {
    "helpers": """
for _ in range(3):
    if os.fork() == 0:
        break
spin()
tell()
""",
    "helpers that come later": """
spin(time.monotonic() + 0.1)
for _ in range(3):
    if os.fork() == 0:
        break
spin()
tell()
""",
    "orphans, of a subreaper as every bot in a box is": """
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
for _ in range(3):
    if os.fork() == 0:
        if os.fork():
            os._exit(0)
        break
spin()
tell()
""",
    "short helpers": """
helping = os.fork() == 0
while helping and time.monotonic() < end:
    if os.fork() == 0:
        help_shortly()
    os.wait()
spin()
tell()
""",
    "short helpers that nobody waits for": """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
helping = os.fork() == 0
while helping and time.monotonic() < end:
    if os.fork() == 0:
        help_shortly()
    time.sleep(0.015)
spin()
tell()
""",
    "threads": """
import threading
for _ in range(3):
    threading.Thread(target=spin).start()
spin()
tell()
""",
}


@contextmanager
def program(code: str, core: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Provide a program on one core, which ends with all that it has started."""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(core)], stdout=subprocess.PIPE, process_group=0
    ) as one:
        assert one.stdout is not None
        one.stdout.readline()
        try:
            yield one
        finally:
            os.killpg(one.pid, signal.SIGKILL)


def _taken_from(process: "subprocess.Popen[bytes]", seconds: float) -> tuple[float, float]:
    """Return what others took from a program, and in how many seconds."""
    waits, began = CoreWaits(process.pid), time.monotonic()
    measure = waits.start()
    while (passed := time.monotonic() - began) < seconds:
        time.sleep(PAUSE_SECONDS)
        waits.start()  # as for other questions
    return measure(), passed


@pytest.mark.parametrize("hogs", [1, 3])
def test_what_other_programs_take_is_counted(hogs: int) -> None:
    core = min(os.sched_getaffinity(0))
    with ExitStack() as stack:
        for _ in range(hogs):
            stack.enter_context(program(f"{PRELUDE}spin(end + 60)", core))
        one = stack.enter_context(program(f"{PRELUDE}spin(end + 60)", core))

        taken, passed = _taken_from(one, 1)

    assert taken > 0.5 * passed * hogs / (hogs + 1)


@pytest.mark.parametrize("fight", FIGHTS)
def test_what_a_program_takes_from_itself_is_not_counted(fight: str) -> None:
    core = max(os.sched_getaffinity(0))
    with program(PRELUDE + FIGHTS[fight], core) as one:
        taken, passed = _taken_from(one, 0.9)
        assert one.stdout is not None
        ran = sum(map(float, one.stdout.read().split()))

    assert taken < max(0.0, passed - ran) + MARGIN_SECONDS


def test_time_that_is_slept_is_not_counted() -> None:
    with program("import time; print(flush=True); time.sleep(600)", 0) as one:
        taken, _ = _taken_from(one, 0.3)

    assert taken < MARGIN_SECONDS


def test_a_program_that_is_gone_has_waited_no_more() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        measure = CoreWaits(process.pid).start()

    assert measure() == 0


def test_orphans_of_a_subreaper_are_in_its_tree() -> None:
    code = """
import ctypes, os, time
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
if os.fork() == 0:
    if os.fork():
        os._exit(0)
else:
    os.wait()
    print(flush=True)
time.sleep(600)
"""
    with program(code, 0) as one:
        assert len(list(tree(one.pid))) == 2
