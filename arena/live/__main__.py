"""`python -m arena.live FOLDER PORT`: serves an event's page, and says its address in a line."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from arena.live.server import PortTaken, serve


def main() -> None:
    """Serve until a signal comes."""
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
