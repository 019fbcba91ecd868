"""What is to be started in a box, and what came of it: the words between `boxes` and the levels."""

import inspect
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from arena.sandbox.confinement import Confinement

# bwrap says so that a signal has ended its program.
SIGNALLED, LAST_SIGNAL = 128, 64


@dataclass(frozen=True, slots=True)
class Program:
    """A bot: `folder` holds its files and is its working folder."""

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
    """What to start, and the address at which the program in it finds its referee."""

    argv: tuple[str, ...]
    folder: Path
    address: str
    pass_fds: tuple[int, ...] = ()
    reports_signals: bool = False

    def exit_code(self, code: int) -> int:
        """How the program ended, from how the command ended; a signal is a negative number."""
        if self.reports_signals and SIGNALLED < code <= SIGNALLED + LAST_SIGNAL:
            return SIGNALLED - code
        return code


def script(python: Path, module: ModuleType) -> tuple[str, ...]:
    """The words that run one of our modules where none of our files can be seen."""
    return (str(python), "-I", "-S", "-c", inspect.getsource(module))
