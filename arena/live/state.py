"""The content of the live page, made from the files of the event alone.

It shows no cards of unfinished pairs: a match can be replayed once both matches of its pair are
over, since the same cards are still to be played until then.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.event.locate import STORE_FILE
from arena.live.run_status import RunStatus, run_status
from arena.report.page import REPORT
from arena.report.replays import Json, replays
from arena.report.sections import faults_table
from arena.standings.ranking_table import TRUSTED, ranking_table
from arena.standings.standings import standings
from arena.store.legs import LEGS, Leg, parse_match_name
from arena.store.store import Store
from arena.tables.table import Align, Column, Table
from arena.web.inlining import inert

LATEST = 20  # legs that were stored last


class NothingToWatch(ArenaError):
    """A file of records cannot be watched."""


def live_state(folder: Path) -> Json:
    """Return the page's content without cards, as JSON. A new event has little to show."""
    if not (folder / STORE_FILE).exists():
        return {"event": inert(folder.name), "status": "not begun yet", "banner": [], "tables": []}
    now = run_status(folder)
    with Store.open(folder / STORE_FILE, read_only=True) as store:
        found = standings(store)
        legs = sum(1 for _ in store.legs())
        tables = {
            "ranking": ranking_table(found),
            "under way": _under_way(store.half_played()) if now else None,
            "faults": faults_table(found),
        }
        return {
            "event": inert(store.settings.event),
            "status": _status(now, legs),
            "banner": [inert(f"Sandbox: {found.settings.banner or TRUSTED}"), *found.fairness],
            "done": now.done if now else legs,
            "total": now.total if now else legs,
            "tables": [
                _json(name, table) for name, table in tables.items() if table and table.rows
            ],
            "latest": [_match(leg) for leg in store.latest(LATEST)],
            "has_report": now is None and (folder / REPORT).is_file(),
        }


def _status(now: RunStatus | None, legs: int) -> str:
    if now is None:
        return f"not running, {legs} matches played"
    left = "" if now.seconds_left is None else f", about {now.seconds_left / 60:.0f} minutes left"
    return f"{now.done} of {now.total} matches played, {now.rate:.1f} a second{left}"


def _under_way(legs: Iterable[Leg]) -> Table:
    """Return the pairings with pairs of which one match is over.

    Who won that is told with the other leg.
    """
    pairings = Counter(f"{leg.name.a}~{leg.name.b}" for leg in legs)
    columns = Column("pairing"), Column("pairs under way", Align.RIGHT)
    return Table(columns, tuple(sorted(pairings.items())))


def _json(name: str, table: Table) -> Json:
    return {
        "name": name,
        "columns": [column.name for column in table.columns],
        "right": [column.align is Align.RIGHT for column in table.columns],
        "rows": [[inert(text) for text in row] for row in table.texts()],
        "footer": [inert(line) for line in table.footer],
    }


def _match(leg: Leg) -> Json:
    north, south = (player.name for player in leg.seats)
    points, verdict = leg.result.points, leg.result.verdict.value
    said = f"{inert(north)} {points[0]}, {inert(south)} {points[1]}, {verdict}"
    return {"match": inert(leg.name), "said": said}


def replay_of(folder: Path, match: str) -> Json | None:
    """Return the pair of a match for the viewer; None until both matches are over."""
    name = parse_match_name(match)
    if name is None or not (folder / STORE_FILE).exists():
        return None
    with Store.open(folder / STORE_FILE, read_only=True) as store:
        records = list(store.pair_records(name))
        return replays(records, store.settings.ruleset) if len(records) == len(LEGS) else None


def require_folder(place: Path) -> Path:
    """Return the folder of an event. Raises NothingToWatch for a file of records."""
    if not place.is_dir():
        raise NothingToWatch(
            f"{shown(place)} is a file: it is not an event being played",
            "`arena report` makes a page of it",
        )
    return place
