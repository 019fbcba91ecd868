"""What Ctrl-C, SIGTERM and a closed terminal do to a command: they cancel it, and blocks end."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def stop_on_signals() -> None:
    """Lets signals cancel the task that calls this, so that every block ends what it started."""
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, task.cancel)


@contextmanager
def at_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Lets Ctrl-C and SIGTERM do something gentler than cancelling until the block ends."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, act)
    try:
        yield
    finally:
        stop_on_signals()
