"""View of the machine in a box: it never changes, whatever others do to the machine."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sandbox.command import Program
from arena.sandbox.levels import Level
from tests.arena.sandbox.boxing import ended, python
from tests.arena.sandbox.conftest import Confined

STRONG = pytest.mark.parametrize("level", [one for one in Level if one.is_for_strangers])
# Everything that can be read below /proc, but for the process's own folder and network.
LOOK = """
import os, sys
MOST = 1 << 16
OWN = ("self", "thread-self", "mounts", "net")
def look(path):
    try:
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                if not name.isdigit():
                    look(f"{path}/{name}")
        else:
            file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            print(path, os.read(file, MOST))
    except OSError as error:
        print(path, error.errno)
try:
    names = sorted(os.listdir("/proc"))
except OSError:
    names = []
for name in names:
    if not name.isdigit() and name not in OWN:
        look(f"/proc/{name}")
"""
BUSY = "import os\nfor _ in range(50):\n    if os.fork() == 0: os._exit(0)\n    os.wait()"


@STRONG
def test_nothing_that_it_reads_in_proc_tells_what_others_do(
    confined: Confined, open_folder: Path, level: Level
) -> None:
    confinement = confined(level)
    program = Program(python(confinement, LOOK), open_folder)

    before = asyncio.run(ended(confinement, program))
    files = [os.open("/dev/null", os.O_RDONLY) for _ in range(200)]
    subprocess.run([sys.executable, "-c", BUSY], check=True)
    after = asyncio.run(ended(confinement, program))
    for file in files:
        os.close(file)

    assert before[0] == 0
    assert before == after


@pytest.mark.parametrize("name", ["cpuinfo", "meminfo", "stat"])
def test_runtimes_find_cores_and_memory_where_they_look_for_them(
    confined: Confined, open_folder: Path, name: str
) -> None:
    confinement = confined(Level.BWRAP)
    code = "import sys; print(open(f'/proc/{sys.argv[1]}').read())"
    program = Program(python(confinement, code, name), open_folder)

    _, told = asyncio.run(ended(confinement, program))

    assert {
        "cpuinfo": told.count("processor") == os.cpu_count(),
        "meminfo": told.startswith("MemTotal: "),
        "stat": f"cpu{(os.cpu_count() or 1) - 1} " in told,
    }[name]


@STRONG
@pytest.mark.parametrize(
    "code",
    [
        "import os; os.statvfs('/usr')",
        "import os; os.pidfd_open(os.getpid())",
        # CLONE_PIDFD and SIGCHLD.
        "import ctypes, sys; c = ctypes.CDLL(None, use_errno=True)\n"
        "n = ctypes.c_int(-1)\n"
        "p = c.syscall({'x86_64': 56, 'aarch64': 220}[__import__('os').uname().machine],"
        " 0x1000 | 17, None, ctypes.byref(n), 0, 0)\n"
        "if p == 0: c._exit(0)\n"
        "if p < 0: raise OSError(ctypes.get_errno())",
    ],
    ids=["how full a disk is", "the number of a process", "the number of a new process"],
)
def test_counts_of_the_machine_cannot_be_asked_for(
    confined: Confined, open_folder: Path, level: Level, code: str
) -> None:
    confinement = confined(level)

    status, told = asyncio.run(ended(confinement, Program(python(confinement, code), open_folder)))

    assert status == 1
    assert "OSError" in told or "Error" in told.splitlines()[-1]
