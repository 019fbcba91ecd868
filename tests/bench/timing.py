"""How the benchmarks time: side by side in one run, interleaved, medians of ratios."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result: a measured ratio, its target, and the plain figures behind it.

    `sign` is ≥ where the ratio should reach the target, ≤ where it should stay below. Without a
    target the row is for comparison.
    """

    what: str
    measured: float
    sign: Literal["≥", "≤"]
    target: float | None
    figures: str

    @property
    def is_met(self) -> bool:
        """True if the target is reached, if there is one."""
        if self.target is None:
            return True
        reach = self.measured - self.target
        return reach >= 0 if self.sign == "≥" else reach <= 0

    def text(self) -> str:
        """The row as a line of a Markdown table."""
        target, verdict = "", ""
        if self.target is not None:
            target = f"{self.sign} {self.target:g}"
            verdict = "met" if self.is_met else "MISSED"
        return f"| {self.what} | {self.measured:.2f} | {target} | {verdict} | {self.figures} |"


HEADER = "| what | ratio | target | | figures |\n|---|---|---|---|---|"


def cpu_seconds(work: Callable[[], object]) -> float:
    """Seconds of this process's CPU that the work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def wall_seconds(work: Callable[[], object]) -> float:
    """Seconds on the clock that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(
    first: Callable[[], float], second: Callable[[], float], rounds: int
) -> tuple[float, float, float]:
    """Measures both in turn: the medians of both, and the median of first / second."""
    pairs = [(first(), second()) for _ in range(rounds)]
    return (
        statistics.median(one for one, _ in pairs),
        statistics.median(two for _, two in pairs),
        statistics.median(one / two for one, two in pairs),
    )
