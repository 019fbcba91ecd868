"""A terminal that tests can read."""

import os
import pty
import select
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from termios import TIOCSWINSZ


def on_a_terminal(*command: str, columns: int, **environment: str) -> str:
    """Return what a program writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {"TERM": "xterm-256color"} | environment
    clean = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
    with subprocess.Popen(command, stdout=theirs, env=clean | environment) as process:
        os.close(theirs)
        text = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    assert process.returncode == 0
    return text.decode()


class Terminal:
    """A program on a terminal, with a person's hands on it."""

    def __init__(self, ours: int) -> None:
        self._ours = ours
        self._text = ""

    def press(self, keys: str) -> None:
        """Types something."""
        os.write(self._ours, keys.encode())

    def until(self, text: str) -> str:
        """Return what is written up to and with `text`, which has to come within a minute."""
        while text not in self._text:
            assert select.select([self._ours], [], [], 60)[0], f"no {text!r} in {self._text!r}"
            new = _read(self._ours).decode(errors="replace")
            assert new, f"it ended without {text!r}: {self._text!r}"
            self._text += new
        before, _, self._text = self._text.partition(text)
        return before + text


@contextmanager
def at_a_terminal(
    *command: str, lines: int = 40, columns: int = 120, **more: str
) -> Iterator[Terminal]:
    """A program with a terminal for all three streams; it has to end well by itself."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    environment = clean | {"TERM": "xterm-256color", "NO_COLOR": "1"} | more
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    # The terminal controls the program, so that Ctrl-C is a signal.
    command = ("setsid", "--ctty", *command)
    with subprocess.Popen(command, env=environment, **streams) as process:
        os.close(theirs)
        try:
            yield Terminal(ours)
            while select.select([ours], [], [], 60)[0] and _read(ours):  # what it still has to say
                pass
            assert process.wait(60) == 0
        finally:
            process.kill()
            os.close(ours)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how a terminal says that nobody writes any more
        return b""
