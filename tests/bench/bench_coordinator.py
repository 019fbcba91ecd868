"""The arena's own process: 100,000 legs between 1,000 bots, whose matches cost nothing.

Whatever grows with the event shows in memory and in the time for the last legs. Rates are by CPU,
since that is what one process has at most.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.coordinator import BOTS, CHALLENGERS, JOBS, Measured
from tests.bench.timing import Row

PAIRS, FEW_PAIRS = 10, 1
# Legs that come in at a time: a phase of a chunk, as from a cluster, or one, as from a pipe.
TOGETHER, ALONE = 20, 1
MEBIBYTE = 2**20


def measured(batch: int, pairs: int) -> Measured:
    """An event that is played from the first leg to the last."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.coordinator", folder, str(batch), str(pairs)]
        root = Path(__file__).parents[2]
        done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
        return Measured(**json.loads(done.stdout))


def rate(one: Measured) -> float:
    """Legs for each second of CPU."""
    return one.legs / one.cpu[-1]


def measure() -> Iterator[Row]:
    """Return what grows, and how fast it is."""
    many = measured(TOGETHER, PAIRS)
    what = f"{many.legs:,} legs, {len(BOTS):,} bots, {CHALLENGERS} of them play all; {JOBS} workers"
    first, last = many.memory[0] / MEBIBYTE, many.memory[-1] / MEBIBYTE
    figures = f"{last:.1f} MiB, {first:.1f} MiB; {what}"
    yield Row("arena's memory at 100 % / at 10 %", last / first, "≤", 1.1, figures)
    each = many.legs / 10 / 1000
    tenths = [(end - start) / each for start, end in pairwise([0.0, *many.cpu])]
    early, late = median(tenths[:3]), median(tenths[-3:])
    figures = f"{late:.2f} ms, {early:.2f} ms of CPU; medians of three tenths"
    yield Row("a leg at the end / at the beginning", late / early, "≤", 1.2, figures)
    figures = f"KiB; {many.database / MEBIBYTE:.0f} MiB in all"
    yield Row("a leg in the store", many.database / many.legs / 1024, "≤", None, figures)
    figures = f"seconds of CPU; {len(BOTS):,} bots, {many.legs:,} legs"
    yield Row("the final ranking", many.ranking, "≤", None, figures)
    together, alone = (measured(batch, FEW_PAIRS) for batch in (TOGETHER, ALONE))
    figures = f"{rate(together):,.0f}, {rate(alone):,.0f} legs/s of CPU"
    ratio = rate(together) / rate(alone)
    yield Row(f"legs stored {TOGETHER} at a time / one by one", ratio, "≥", None, figures)
