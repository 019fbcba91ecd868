"""The sections of the report: ranking, charts, crosstables, statistics and faults.

Charts hold estimates with their errors in drawing units.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.standings.crosstable import Meeting, meetings
from arena.standings.ranking_table import ranking_table
from arena.standings.standings import Standings
from arena.stats.event_stats import event_stats
from arena.stats.event_tables import stats_tables
from arena.store.store import Store
from arena.tables.numbers import estimate_text, interval_text, likelihood_text
from arena.tables.table import Align, Column, Table

WIDTH = 300.0
MARGIN = 12.0
SHADES = 10  # a cell of a heat map has one of 11 shades, 5 is even


@dataclass(frozen=True, slots=True)
class Mark:
    """A bot's value with its interval, on the scale of all."""

    name: str
    text: str
    low: float
    value: float
    high: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: marks from top to bottom, and ticks as (place, label)."""

    marks: tuple[Mark, ...]
    ticks: tuple[tuple[float, str], ...]


def chart(values: Iterable[tuple[str, str, float, float, float]]) -> Chart:
    """Return a chart of (name, text, low, value, high)."""
    rows = list(values)
    steps = _steps([end for row in rows for end in (row[2], row[4])])
    low, high = steps[0], steps[-1]

    def place(value: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (value - low) / (high - low), 1)

    marks = (Mark(name, text, *map(place, ends)) for name, text, *ends in rows)
    return Chart(tuple(marks), tuple((place(step), f"{step:g}") for step in steps))


def _steps(ends: Sequence[float]) -> list[float]:
    """Return round numbers from below the lowest to above the highest."""
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


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell of a heat map: its shade from 0 to 10, its text, and remarks."""

    shade: int
    text: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map of every bot against every other one; None where two did not meet."""

    names: tuple[str, ...]
    cells: tuple[tuple[HeatCell | None, ...], ...]

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not any(cell for row in self.cells for cell in row)


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a report. `stats` are luck, play, dealers and yaku."""

    ranking: Table
    ratings: Chart
    points: Chart
    crosstable: HeatMap
    likelihoods: HeatMap
    stats: tuple[Table, ...]
    faults: Table
    benched: tuple[str, ...]


def sections(store: Store, found: Standings) -> Sections:
    """Return all sections, bots in the order of the ranking."""
    met = {(one.bot, one.rival): one for one in meetings(found)}
    return Sections(
        ranking=ranking_table(found),
        ratings=chart(_ratings(found)),
        points=chart(_points(found)),
        crosstable=_heat_map(found, {key: _score(one) for key, one in met.items()}),
        likelihoods=_heat_map(found, {key: _likelihood(one) for key, one in met.items()}),
        stats=stats_tables(event_stats(store)),
        faults=faults_table(found),
        benched=tuple(one.entry.name for one in found.benched),
    )


def _ratings(found: Standings) -> Iterator[tuple[str, str, float, float, float]]:
    for one in found.ranked:
        low, high = one.certainty.interval
        mu = one.rating.mu
        yield one.entry.name, f"{mu:.2f} ({interval_text((low, high))})", low, mu, high


def _points(found: Standings) -> Iterator[tuple[str, str, float, float, float]]:
    for one in found.ranked:
        if points := one.points_per_month:
            error, text = points.error or 0.0, estimate_text(points, 3) or ""
            yield one.entry.name, text, points.value - error, points.value, points.value + error


def _heat_map(found: Standings, cells: Mapping[tuple[str, str], HeatCell | None]) -> HeatMap:
    names = tuple(one.entry.name for one in found.ranked)
    return HeatMap(names, tuple(tuple(cells.get((a, b)) for b in names) for a in names))


def _score(one: Meeting) -> HeatCell:
    shade = round(SHADES * one.tally.match_percent / 100)
    pairs = f"{one.tally.pairs} pair{'' if one.tally.pairs == 1 else 's'}"
    return HeatCell(shade, one.score_text, (pairs, one.tally.record))


def _likelihood(one: Meeting) -> HeatCell | None:
    text = likelihood_text(one.superiority)
    if one.superiority is None or text is None:
        return None
    return HeatCell(round(SHADES * one.superiority), text)


def faults_table(found: Standings) -> Table:
    """Make a table of faults by bot and verdict."""
    columns = (Column("bot"), Column("verdict"), Column("faults", Align.RIGHT))
    verdicts = [
        *found.verdicts.items(),
        *((one.entry.name, one.verdicts) for one in found.benched),
    ]
    rows = ((bot, verdict, count) for bot, of in verdicts for verdict, count in of.items())
    return Table(columns, tuple(sorted(rows)))
