"""The order-free fit beside one inversion of a matrix of its size, on one core."""

from collections.abc import Iterator

import numpy as np

from arena.rating.certainty import likely_ranks
from arena.rating.expectation import OrderFree
from arena.rating.results import Results
from tests.bench.simulated import tournament
from tests.bench.timing import Row, cpu_seconds, interleaved

# Bots, pairs for each pairing, inversions to time, and how many of them the fit may cost: it takes
# about 20 passes, and small matrices are inverted in no time.
FIELDS = ((100, 10, 50, 1000), (1000, 1, 3, 100))
ROUNDS = 2


def measure() -> Iterator[Row]:
    """Seconds of CPU for the whole belief, error bars included."""
    for bots, pairs, inversions, target in FIELDS:
        results = tournament(
            np.random.default_rng(bots), bots, pairs, skill=0.25, cards=0.45
        ).results()
        yield _fitted(results, inversions, target)
        yield _drawn_ranks(results)


def _fitted(results: Results, inversions: int, target: int) -> Row:
    bots, legs = len(results.table.names), int(results.table.legs.sum())
    matrix = np.eye(bots) + 1
    fit, inversion, ratio = interleaved(
        lambda: cpu_seconds(lambda: OrderFree().rate(results)),
        lambda: (
            cpu_seconds(lambda: [np.linalg.inv(matrix) for _ in range(inversions)]) / inversions
        ),
        ROUNDS,
    )
    figures = f"{fit:.2f} s, an inversion {1000 * inversion:.2f} ms"
    return Row(f"fit of {bots} bots, {legs:,} legs / numpy.linalg.inv", ratio, "≤", target, figures)


def _drawn_ranks(results: Results) -> Row:
    belief = OrderFree().rate(results)
    seconds = cpu_seconds(lambda: likely_ranks(belief.mean, belief.covariance))
    figures = "seconds; 2,000 draws of all skills"
    return Row(f"rank intervals of {len(results.table.names)} bots", seconds, "≤", 2.0, figures)
