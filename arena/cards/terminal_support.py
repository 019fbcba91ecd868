"""Asking a terminal whether it shows pictures, without a mark on one that does not."""

import os
import re
import select
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic

from arena.cards.kitty import QUESTION, YES

EXTRA, RASTERIZER = "pictures", "resvg_py"
#: What every terminal answers, and the form of the answers. It comes first, since one that answers
#: this understands, and so swallows, what it does not know.
WHO, WHO_ANSWER = "\x1b[c", re.compile(rb"\x1b\[\?[0-9;]*c")
PATIENCE_SECONDS = 1.0
PLAIN_TERMINALS = ("", "dumb", "linux")
MOST_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether there may be pictures, and what somebody typed meanwhile."""

    shows_pictures: bool = False
    typed: bytes = b""


def ask(terminal: int, write: Callable[[str], None]) -> Asked:
    """Asks the terminal, which has to hand over single keys and repeat none.

    Nothing is asked without the extra, nor where colours are not wanted.
    """
    plain = os.environ.get("TERM", "") in PLAIN_TERMINALS or os.environ.get("NO_COLOR")
    if plain or find_spec(RASTERIZER) is None:
        return Asked()
    write(WHO)
    answers, typed = _until_who(terminal)
    if answers is None:
        return Asked(typed=typed)
    write(QUESTION + WHO)
    answers, more = _until_who(terminal)
    yes = YES.encode()
    return Asked(answers is not None and yes in more, typed + more.replace(yes, b""))


def _until_who(terminal: int) -> tuple[bytes | None, bytes]:
    """The answer to who it is, None if it does not come, and everything else that did."""
    read, end = b"", monotonic() + PATIENCE_SECONDS
    while (found := WHO_ANSWER.search(read)) is None:
        left = max(0.0, end - monotonic())
        if not select.select([terminal], [], [], left)[0]:
            return None, read
        if not (new := os.read(terminal, MOST_BYTES)):
            return None, read
        read += new
    return found[0], read[: found.start()] + read[found.end() :]
