"""The kernel's count of the time that threads stood ready without a core."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.system.schedstat import RunQueue, descendants

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="this kernel does not count waiting"
)


def test_waiting_only_grows() -> None:
    queue = RunQueue(os.getpid())

    first = queue.seconds()

    assert 0 <= first <= queue.seconds()


def test_children_and_their_children_are_counted() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1); input()'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()

        found = descendants(os.getpid())

        assert parent.pid in found
        assert descendants(parent.pid)
        assert set(descendants(parent.pid)) < set(found)
        parent.communicate(b"\n")


def test_a_process_that_is_gone_has_waited_no_more() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()

    assert RunQueue(process.pid).seconds() == 0
