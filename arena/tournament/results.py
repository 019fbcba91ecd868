"""The files that a run leaves in its event's folder: ranking, event file and report.

All of them rest on one fit of the ratings, since a fit of a thousand bots takes seconds.
"""

from dataclasses import dataclass
from pathlib import Path

from arena.event.event_toml import write_event_file
from arena.rating.belief import Anchor
from arena.report.page import refresh_report
from arena.standings.ranking_table import write_ranking
from arena.standings.standings import Standings, standings
from arena.store.store import Store


@dataclass(frozen=True, slots=True)
class FinalRanking:
    """The ranking as it was asked for, and without an anchor, as the report shows it."""

    shown: Standings
    plain: Standings


def final_ranking(store: Store, anchor: Anchor | None) -> FinalRanking:
    """Fit the ratings of an event once. Raises UnknownChoice for an unknown anchor."""
    plain = standings(store)
    if anchor is None:
        return FinalRanking(plain, plain)
    return FinalRanking(standings(store, anchor=anchor, fitted=plain.fitted), plain)


def write_results(folder: Path, store: Store, ranking: FinalRanking) -> Path | None:
    """Write all files; return the report's, or None where it would take long. Raises NotWritten."""
    write_ranking(folder, ranking.shown)
    write_event_file(folder, store)
    return refresh_report(folder, store, ranking.plain)
