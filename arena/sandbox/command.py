"""A command to start in a box and its outcome: the types shared by `box` and the levels."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from arena.sandbox.confinement import Confinement

# bwrap says so that a signal has ended its program.
SIGNALLED, LAST_SIGNAL = 128, 64


@dataclass(frozen=True, slots=True)
class Program:
    """A bot's program; `folder` holds its files and is its working folder."""

    argv: tuple[str, ...]
    folder: Path
    speaks_tcp: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """A program about to start, whose referee listens at `address`.

    `private` is the folder of that referee's socket, and of nothing else.
    """

    confinement: Confinement
    program: Program
    private: Path
    address: str
    uid: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command to start, and the address at which its program finds the referee."""

    argv: tuple[str, ...]
    folder: Path
    address: str
    pass_fds: tuple[int, ...] = ()
    reports_signals: bool = False

    def exit_code(self, code: int) -> int:
        """Return the program's exit code from the command's; a signal is a negative number."""
        if self.reports_signals and SIGNALLED < code <= SIGNALLED + LAST_SIGNAL:
            return SIGNALLED - code
        return code


def script(python: Path, module: ModuleType) -> tuple[str, ...]:
    """Return the words that run one of our modules where none of our files are visible."""
    return (str(python), "-I", "-S", "-c", inspect.getsource(module))
