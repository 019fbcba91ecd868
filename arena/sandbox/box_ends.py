"""The end of a box: a pipe that its first process holds open, and who is made to let it go.

The kernel ends a box with whoever has started it, unless that one was killed before the box had
asked for it: the box then lives on, and nobody waits for it. Whoever holds the pipe is of the box.
"""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
# All of a box dies at once, within milliseconds unless the machine is badly stuck.
PATIENCE_SECONDS, GONE_SECONDS = 1.0, 10.0


async def end_of(pipe: int) -> None:
    """Waits until nobody holds the other end of a pipe, and closes it. Raises TimeoutError."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(pipe, ended.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await ended.wait()
                return
        for pid in _holders(pipe):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(GONE_SECONDS):
            await ended.wait()
    finally:
        loop.remove_reader(pipe)
        os.close(pipe)


def _holders(pipe: int) -> Iterator[int]:
    """Every other process that has the pipe open."""
    name = f"pipe:[{os.fstat(pipe).st_ino}]"
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it may have ended
            links = [str(link.readlink()) for link in (folder / "fd").iterdir()]
            if name in links and int(folder.name) != os.getpid():
                yield int(folder.name)
