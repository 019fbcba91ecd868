"""`python -m arena.runner.worker`: plays chunks that it reads from standard input.

One JSON object a line: first the conditions, then chunks. Out come records, and a line that says
that a chunk is done. At the end of its input it stops at once, whatever it is doing, and its bots
go with it.
"""

import asyncio
import gc
import os
import sys

from arena.runner.bot_process import BotPool, Conditions
from arena.runner.chunk import play_chunk
from arena.runner.protocol import Done, chunk_of, conditions_of, done_line, record_line
from arena.system.processes import close_to_others, keep_files_private, raise_file_limit
from arena.system.subreaper import adopt_orphans

NO_MORE = b""


async def serve() -> None:
    """Play until there is no more input."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    out = await _writer(loop)
    conditions = conditions_of(await reader.readline())
    # Not before: until then the arena knows its workers by a word in their environment.
    close_to_others()
    keep_files_private()
    work = _Work(conditions, out)
    async with asyncio.TaskGroup() as tasks:
        playing = tasks.create_task(work.play())
        while line := await reader.readline():
            work.lines.put_nowait(line)
        if work.is_idle:
            work.lines.put_nowait(NO_MORE)
        else:
            playing.cancel()


async def _writer(loop: asyncio.AbstractEventLoop) -> asyncio.StreamWriter:
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(sys.stdout.fileno(), "wb", closefd=False)
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


class _Work:
    """The chunks of one worker."""

    def __init__(self, conditions: Conditions, out: asyncio.StreamWriter) -> None:
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_idle = True
        self._conditions = conditions
        self._out = out

    async def play(self) -> None:
        """Play one chunk after the other; bots that wait at the end leave by themselves."""
        async with BotPool.opened(self._conditions) as pool:
            while (line := await self.lines.get()) != NO_MORE:
                self.is_idle = False
                async for record in play_chunk(chunk_of(line), pool):
                    await self._say(record_line(record))
                await self._say(done_line(Done(forgiven=pool.keeper.forgiven)))
                self.is_idle = True

    async def _say(self, line: bytes) -> None:
        self._out.write(line)
        await self._out.drain()


def main() -> None:
    """Run the worker; `arena` stops it by closing its input."""
    adopt_orphans()
    raise_file_limit()
    # What is imported by now stays for good, and a match makes few cycles: collecting less often
    # is worth a tenth of the time.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    asyncio.run(serve())


if __name__ == "__main__":
    main()
