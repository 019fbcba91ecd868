"""Cost of a chunk on a cluster: one Dask worker against one local worker, on real bots.

Two lengths of the same event are played each way. What the longer one takes more is its chunks
alone: how long a cluster takes to start is left out, as are builds and the ranking.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.timing import Row, interleaved

SAMPLES = Path(__file__).parents[2] / "sample_bots"
BOTS = ("--bots", str(SAMPLES), "--only", "first,greedy,yaku", "--seed", "1", "--no-check")
PAIRINGS = 3
SHORT, LONG = 20, 80  # pairs: chunks of 20
CHUNKS = PAIRINGS * (LONG - SHORT) // 20
ROUNDS = 3


def measure() -> list[Row]:
    """One row: the seconds of a chunk here and there."""
    cluster, local, ratio = interleaved(
        lambda: _chunk_seconds("--cluster", "local:1"),
        lambda: _chunk_seconds("--jobs", "1"),
        rounds=ROUNDS,
    )
    figures = f"{cluster:.2f} s, {local:.2f} s for each of {CHUNKS} chunks of 40 legs"
    return [Row("a chunk on a Dask worker / on a local worker", ratio, "≤", 1.05, figures)]


def _chunk_seconds(*where: str) -> float:
    return (_run_seconds(LONG, *where) - _run_seconds(SHORT, *where)) / CHUNKS


def _run_seconds(pairs: int, *where: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [
                *(sys.executable, "-m", "arena.cli.app", "run", *BOTS, "--results", folder),
                *("--pairs", str(pairs), "--quiet", *where),
            ],
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - start
