"""Work on all cores: in order, with its mistakes, and gone with whoever wanted it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from select import select

import pytest

from arena.system.process_pool import spread
from tests.arena.system.pool_work import halved

SECONDS = 60


def test_what_is_found_comes_in_the_order_of_the_parts() -> None:
    assert spread(halved, [10, 4, 8, 2, 6]) == [5, 2, 4, 1, 3]


def test_a_mistake_in_any_part_is_raised() -> None:
    with pytest.raises(ValueError, match="7 is odd"):
        spread(halved, [2, 4, 7])


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_the_one_that_wanted_it(tmp_path: Path, number: signal.Signals) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    command = [sys.executable, "-m", "tests.arena.system.pool_work", str(pipe)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[3], stderr=subprocess.DEVNULL) as one:
        try:
            with pipe.open(encoding="ascii") as told:
                ends = [os.pidfd_open(int(line)) for line in told]
        finally:
            one.send_signal(number)

    assert ends
    for end in ends:
        assert select([end], [], [], SECONDS)[0]
        os.close(end)
