"""The command `arena`, also `python -m arena.cli`: an interrupt ends it quietly, at any moment."""

import signal

# `arena.errors.INTERRUPTED`, which may be what is just being loaded.
INTERRUPTED = 130


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit(INTERRUPTED)


# Before anything else is loaded: that takes long enough for somebody to change their mind.
if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
    signal.signal(signal.SIGINT, _leave)


def main() -> None:
    """Run the command line."""
    from arena.cli.app import main as command_line

    command_line()


if __name__ == "__main__":
    main()
