"""The bits that the first match of a pair can leave for the second: `make soak` runs this.

A sender in a box leaves a one or nothing, and is gone before a receiver starts in another box. The
receiver is helped: it knows the number from before, and twenty numbers are split at their median.
"""

import asyncio
import inspect
import os
import random
from pathlib import Path

import pytest

from arena.sandbox.command import Program
from arena.sandbox.confinement import Confinement
from arena.sandbox.levels import Level
from tests.arena.sandbox import later_channels
from tests.arena.sandbox.boxing import ended, python
from tests.arena.sandbox.conftest import Confined

RUNS = 20
# So many of 20 are right by chance once in a thousand times, where nothing passes.
CHANCE = 17
# These pass something at every level: see `arena/sandbox/README.md`.
OPEN = {
    "blocks read from the disk",
    "time to read a file",
    "load, by sysinfo",
    "number of a new pipe",
    "number of a new socket",
}
# For these a look before would be a reading.
OF_A_READING = {"blocks read from the disk", "time to read a file"}
OPEN_AT_LANDLOCK = {"access time of a file", "pid of a new process"}
FILE_BYTES = 1 << 22


async def _told(confinement: Confinement, place: Path, medium: str, end: str) -> float:
    """Return what one end says; 0 if it was refused."""
    source = inspect.getsource(later_channels)
    program = Program(python(confinement, source, medium, end, str(place)), place.parent)
    _, said = await ended(confinement, program)
    try:
        return float(said)
    except ValueError:
        return 0.0


def _fresh(place: Path) -> None:
    """Make a file that nobody has read: its date is later than its last reading, it is on disk."""
    with place.open("wb") as file:
        file.write(os.urandom(FILE_BYTES))
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    os.utime(place, ns=(0, place.stat().st_mtime_ns))


def right(confinement: Confinement, folder: Path, medium: str) -> int:
    """Return how many of 20 bits arrive."""
    bits = [1] * (RUNS // 2) + [0] * (RUNS // 2)
    random.shuffle(bits)
    grown = []
    for number, bit in enumerate(bits):
        place = folder / str(number) / "place"
        place.parent.mkdir()
        _fresh(place)
        before = 0.0
        if medium not in OF_A_READING:
            before = asyncio.run(_told(confinement, place, medium, "receive"))
        if bit:
            asyncio.run(_told(confinement, place, medium, "send"))
        grown.append(asyncio.run(_told(confinement, place, medium, "receive")) - before)
    middle = sorted(grown)[RUNS // 2 - 1]
    return sum((value > middle) == bool(bit) for value, bit in zip(grown, bits, strict=True))


@pytest.mark.parametrize("level", [one for one in Level if one.is_for_strangers])
@pytest.mark.parametrize("medium", later_channels.MEDIA)
def test_a_match_tells_the_next_one_nothing(
    confined: Confined,
    open_folder: Path,
    level: Level,
    medium: str,
) -> None:
    count = right(confined(level), open_folder, medium)
    print(f"{level.value}: {medium}: {count} of {RUNS}")

    if medium not in OPEN | (OPEN_AT_LANDLOCK if level is Level.LANDLOCK else set()):
        assert count < CHANCE
