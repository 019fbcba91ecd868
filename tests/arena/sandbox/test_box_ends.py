"""Tests that every process that holds a box's pipe belongs to the box and ends with it."""

import asyncio
import os
import subprocess
import sys

from arena.sandbox.bubblewrap import end_of

STAYS = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"


def test_a_box_whose_starter_is_gone_does_not_live_on() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", STAYS], pass_fds=(writing,), start_new_session=True
    ) as stays:
        os.close(writing)

        asyncio.run(end_of(reading))

        assert stays.wait() == -9


def test_a_box_that_is_gone_is_not_waited_for() -> None:
    reading, writing = os.pipe()
    os.close(writing)

    asyncio.run(end_of(reading))
