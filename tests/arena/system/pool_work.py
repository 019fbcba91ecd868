"""Work for processes that a test looks at; as a program, an arena that spreads it."""

import os
import signal
import sys
from pathlib import Path

from arena.system.process_pool import spread


def stay(pipe: Path) -> None:
    """Says in a named pipe which process this is, and stays until somebody ends it."""
    with pipe.open("w", encoding="ascii") as told:
        told.write(f"{os.getpid()}\n")
    signal.pause()


def halved(number: int) -> int:
    """The half of an even number. Raises ValueError."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


if __name__ == "__main__":
    spread(stay, [Path(sys.argv[1])] * 2)
