"""Logs of bots: the first and the last part of the output, marked by match and written at the end.

Nothing is decided by their content.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

KEPT_BYTES = 32 * 1024
_READ_BYTES = 64 * 1024


class CappedLog:
    """The first and the last 32 KiB of one process's output."""

    def __init__(self, playing: Callable[[], str]) -> None:
        self.printed = 0  # bytes, whether they are kept or not
        self._playing = playing
        self._mark = ""
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = 0

    async def drain(self, pipe: asyncio.StreamReader) -> None:
        """Read to the end, so that the bot never blocks on a full pipe."""
        while data := await pipe.read(_READ_BYTES):
            self.printed += len(data)
            self._add(self._marked(data))

    def _marked(self, data: bytes) -> bytes:
        """Return the data, after a line that names the match where that has changed."""
        if (playing := self._playing()) == self._mark:
            return data
        self._mark = playing
        return f"--- {playing or 'between matches'}\n".encode() + data

    def _add(self, data: bytes) -> None:
        room = KEPT_BYTES - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if (excess := len(self._tail) - KEPT_BYTES) > 0:
            del self._tail[:excess]
            self._dropped += excess

    def remark(self, text: str) -> None:
        """Add a line of the arena's own."""
        self._add(f"--- {text}\n".encode())

    def content(self) -> bytes:
        """Return everything kept, with a note where something was cut out."""
        cut = f"\n--- {self._dropped} bytes not kept\n".encode() if self._dropped else b""
        return bytes(self._head) + cut + bytes(self._tail)

    def last_line(self) -> str:
        """Return the last line printed, for people, at most 200 characters."""
        lines = (bytes(self._head) + bytes(self._tail)).decode(errors="replace").split("\n")
        printed = [line.strip() for line in lines if line.strip() and not line.startswith("---")]
        return printed[-1][:200] if printed else ""

    def write(self, path: Path) -> None:
        """Write the log, if there is anything in it."""
        if content := self.content():
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f".{path.name}.new")
            draft.write_bytes(content)
            draft.replace(path)  # whoever finds it finds all of it
