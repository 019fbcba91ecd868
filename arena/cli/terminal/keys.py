"""Single keys from a terminal.

The terminal is changed once for all keys: a reader that changes it for each one loses what is
typed in between.
"""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

# An answer of the terminal that came too late counts as a key, too, which does nothing.
ONE_KEY = re.compile(r"\x1b[\[O][?>0-9;]*[A-Za-z~]|\x1b_[^\x1b]*\x1b\\|.", re.DOTALL)
MOST_BYTES = 1024


@contextmanager
def single_keys() -> Iterator[int]:
    """The terminal that is typed at, which hands over every key at once and repeats none.

    Ctrl-C is still an interrupt. At the end the terminal is as it was.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def keys(terminal: int, typed: bytes = b"") -> Iterator[str]:
    """The keys that are pressed, an arrow as its whole escape sequence, until there are no more.

    `typed` has been read already.
    """
    yield from ONE_KEY.findall(typed.decode(errors="replace"))
    while typed := os.read(terminal, MOST_BYTES):
        yield from ONE_KEY.findall(typed.decode(errors="replace"))
