"""What is typed, line by line, while the referee's loop goes on.

The terminal edits the line until Enter, as it does for every program. No thread waits for it, so
that leaving never hangs on somebody who types nothing.
"""

import asyncio
import os

CHUNK = 4096


class Keyboard:
    """The lines that are typed at a terminal."""

    def __init__(self, terminal: int, typed: bytes = b"") -> None:
        self._terminal = terminal
        self._typed = typed  # what has been read already
        self._is_closed = False

    async def line(self) -> str | None:
        """The next line, without blanks around it; None when nothing more can come."""
        while b"\n" not in self._typed and not self._is_closed:
            await self._readable()
            self._read()
        line, newline, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip() if line or newline else None

    def _read(self) -> None:
        try:
            data = os.read(self._terminal, CHUNK)
        except OSError:  # how a terminal says that it is gone
            data = b""
        self._typed += data
        self._is_closed = not data

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self._terminal, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._terminal)
