"""`python -m arena.live FOLDER PORT`: serves the live page of an event and prints its address."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from arena.live.server import PortTaken, serve


def main() -> None:
    """Serve until a signal arrives."""
    folder, port = sys.argv[1:]
    with suppress(asyncio.CancelledError):
        try:
            asyncio.run(serve(Path(folder), int(port), _say))
        except PortTaken as error:
            _say(str(error))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
