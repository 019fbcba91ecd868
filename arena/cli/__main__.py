"""The command `arena`, also `python -m arena.cli`: an interrupt ends it quietly, at any moment."""

import signal
from types import FrameType

from arena.errors import INTERRUPTED


def main() -> None:
    """Runs the command line. Loading it takes long enough for somebody to change their mind."""
    signal.signal(signal.SIGINT, _leave)

    from arena.cli.app import main as command_line

    command_line()


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(INTERRUPTED)


if __name__ == "__main__":
    main()
