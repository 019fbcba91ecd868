"""The columns of the ranking for people: heading, alignment and content."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.errors import ArenaError, UnknownChoice, shown
from arena.rating.certainty import Lead
from arena.standings.standings import Standing
from arena.tables.numbers import estimate_text, interval_text, likelihood_text, ranks_text
from arena.tables.table import Align, Cell, Column

TIE = "tie?"
FAR = ">10x"
VERSION_SHOWN = 15  # enough to tell versions apart: `sha256:` and eight digits
ALL = "all"


class NoColumn(ArenaError):
    """A list of columns that names none."""


@dataclass(frozen=True, slots=True)
class RankingColumn:
    """A column, the word that chooses it, and its content for a ranked bot.

    `is_default`: whether it is there when nobody chooses.
    """

    key: str
    column: Column
    cell: Callable[[Standing], Cell]
    is_default: bool = True


def _right(name: str, digits: int | None = None, spare: int = 0) -> Column:
    return Column(name, Align.RIGHT, digits, spare)


def verdicts_text(standing: Standing) -> str | None:
    """Return the faults of a bot by verdict, as text."""
    counts = sorted(standing.verdicts.items())
    return ", ".join(f"{count} {verdict}" for verdict, count in counts) or None


def _version(standing: Standing) -> str:
    return standing.entry.version[:VERSION_SHOWN]


def _first(standing: Standing) -> str | None:
    return likelihood_text(standing.certainty.first)


def _points(standing: Standing) -> str | None:
    return estimate_text(standing.points_per_month, 3)


def _superiority(standing: Standing) -> str | None:
    lead = standing.certainty.lead
    return None if lead is None else likelihood_text(lead.superiority)


def more_text(lead: Lead | None) -> str | None:
    """Return how many pairs are still needed, or why there is no number."""
    if lead is None:
        return None
    if lead.is_tie:
        return TIE
    return FAR if lead.more_pairs is None else str(lead.more_pairs)


# In the order of the table. `spare`: on a narrow terminal the highest goes first.
RANKING_COLUMNS: tuple[RankingColumn, ...] = (
    RankingColumn("rank", _right("rank"), lambda one: one.rank),
    RankingColumn("bot", Column("bot"), lambda one: one.entry.name),
    RankingColumn("version", Column("version"), _version, is_default=False),
    RankingColumn("mu", _right("mu", 2), lambda one: one.rating.mu),
    RankingColumn("sigma", _right("sigma", 2), lambda one: one.rating.sigma),
    RankingColumn("mu-3sigma", _right("mu-3sigma", 2), lambda one: one.conservative),
    RankingColumn(
        "interval", _right("95 %", spare=7), lambda one: interval_text(one.certainty.interval)
    ),
    RankingColumn("ranks", _right("ranks"), lambda one: ranks_text(one.certainty.ranks)),
    RankingColumn("first", _right("first"), _first, is_default=False),
    RankingColumn("pairs", _right("pairs", spare=6), lambda one: one.tally.pairs),
    RankingColumn("wdl", _right("W-D-L", spare=4), lambda one: one.tally.record),
    RankingColumn("match", _right("match %", 1, spare=3), lambda one: one.tally.match_percent),
    RankingColumn("points", _right("points/month", spare=5), _points),
    RankingColumn("elo", _right("Elo", spare=8), lambda one: estimate_text(one.certainty.elo, 0)),
    RankingColumn("los", _right("LOS", spare=1), _superiority),
    RankingColumn(
        "more", _right("pairs to go", spare=2), lambda one: more_text(one.certainty.lead)
    ),
    RankingColumn("faults", _right("faults", spare=9), lambda one: one.faults),
    RankingColumn("verdicts", Column("verdicts", spare=10, room=20), verdicts_text),
)
KEYS = tuple(one.key for one in RANKING_COLUMNS)


def chosen_columns(words: str = "") -> tuple[RankingColumn, ...]:
    """Return the columns of a comma-separated list in its order, all columns, or the usual ones.

    Raises UnknownChoice, NoColumn.
    """
    if not words:
        return tuple(one for one in RANKING_COLUMNS if one.is_default)
    if words == ALL:
        return RANKING_COLUMNS
    chosen = [word for word in words.split(",") if word.strip()]
    if not chosen:
        raise NoColumn(f"--columns: `{shown(words)}` names no column", f"known: {', '.join(KEYS)}")
    return tuple(map(_chosen, chosen))


def _chosen(word: str) -> RankingColumn:
    for one in RANKING_COLUMNS:
        if one.key == word.strip().lower():
            return one
    raise UnknownChoice("column", word.strip(), [*KEYS, ALL])
