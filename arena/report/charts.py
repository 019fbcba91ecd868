"""Estimates with their errors as drawings: where the dots and lines are. Units are a drawing's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 300.0
MARGIN = 12.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A bot's value with the range in which the truth is, on the scale of all."""

    name: str
    text: str
    low: float
    value: float
    high: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Marks one below the other, and ticks as (place, label)."""

    marks: tuple[Mark, ...]
    ticks: tuple[tuple[float, str], ...]


def chart(values: Iterable[tuple[str, str, float, float, float]]) -> Chart:
    """A chart of (name, text, low, value, high)."""
    rows = list(values)
    steps = _steps([end for row in rows for end in (row[2], row[4])])
    low, high = steps[0], steps[-1]

    def place(value: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (value - low) / (high - low), 1)

    marks = (Mark(name, text, *map(place, ends)) for name, text, *ends in rows)
    return Chart(tuple(marks), tuple((place(step), f"{step:g}") for step in steps))


def _steps(ends: Sequence[float]) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    if not ends:
        return [0, 1]
    low, high = min(ends), max(ends)
    unit = 10.0
    wanted = max((high - low) / 6, 1e-3)
    sizes = [unit**power * times for power in range(-3, 6) for times in (1, 2, 5)]
    size = next(size for size in sizes if size >= wanted)
    first = int(low // size)
    count = int(-(-high // size)) - first
    return [round((first + i) * size, 6) for i in range(max(count, 1) + 1)]
