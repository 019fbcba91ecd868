"""The levels of confinement, and the limits of one bot process with its children."""

import os
from dataclasses import dataclass
from enum import Enum

MEBIBYTE = 1 << 20
# Messages waiting for a signal and locked memory are counted for the whole user: a bot that could
# use them up would be felt by the user's other bots.
SIGNALS, LOCKED_BYTES = 256, 64 << 10
# Runtimes such as Java's and Go's start threads for every core that they see.
MOST_PROCESSES = max(64, 32 + 2 * (os.cpu_count() or 1))


class Level(Enum):
    """A level of confinement, the strongest first."""

    BWRAP = "bwrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"
    NONE = "none"

    def is_below(self, other: "Level") -> bool:
        """Return whether the other level is stronger."""
        order = list(Level)
        return order.index(self) > order.index(other)

    @property
    def is_for_strangers(self) -> bool:
        """True if a bot that nobody trusts may be played at this level."""
        return not self.is_below(Level.LANDLOCK)

    @property
    def hides_reads(self) -> bool:
        """False if a later process can see which files an earlier one has read.

        Where that is so, and bots may be strangers, no card is dealt in both matches of a pair.
        """
        return self is not Level.LANDLOCK

    @property
    def title(self) -> str:
        """The level's name, with a warning that belongs to a ranking played at it."""
        return self.value if self.is_for_strangers else f"{self.value}: trusted bots"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one bot with its children; a thread counts as a process.

    `cpus` is the number of cores; 0 is all that there are.
    """

    memory: int = 1024 * MEBIBYTE
    processes: int = MOST_PROCESSES
    files: int = 256
    file_bytes: int = 16 * MEBIBYTE
    cpus: int = 0

    def words(self, processes: int) -> tuple[str, ...]:
        """Return the options of prlimit; all children inherit the limits."""
        return (
            f"--nproc={processes}",
            f"--nofile={self.files}",
            f"--fsize={self.file_bytes}",
            f"--data={self.memory}",
            f"--sigpending={SIGNALS}",
            f"--memlock={LOCKED_BYTES}",
            "--msgqueue=0",
            "--core=0",
        )


USUAL_LIMITS = Limits()
USUAL_MEMORY = USUAL_LIMITS.memory // MEBIBYTE  # MiB, as flags and settings say it
