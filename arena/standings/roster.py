"""The roster: every version that ever took part, and retiring or reinstating a bot.

Facts are never deleted: a retired bot's matches stay in the store and count again when it is taken
back.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arena.errors import ArenaError, UnknownChoice, shown
from arena.event.access import held
from arena.event.event_toml import write_event_file
from arena.standings.ranking_columns import VERSION_SHOWN
from arena.standings.ranking_table import NO_PAIR, RETIRED, benched_reason, write_ranking
from arena.standings.standings import Standings, standings
from arena.store.entries import Version
from arena.store.store import Store
from arena.tables.table import Align, Cell, Column, Row, Table

COLUMNS = (
    *(Column("bot"), Column("version", spare=3), Column("label", spare=5)),
    *(Column("language", spare=4), Column("first_seen", spare=2), Column("legs", Align.RIGHT)),
    Column("status"),
)
TIME_SHOWN = 16  # to the minute
RANKED, REPLACED = "in the table", "replaced"


class NotRetired(ArenaError):
    """A bot to reinstate was not retired."""


def roster_list(store: Store) -> Table:
    """Make the roster for programs: version, first seen, matches, and state."""
    found = standings(store)
    reasons = dict(_reasons(found))
    return Table(COLUMNS, tuple(_row(one, reasons) for one in store.roster()))


def roster_table(store: Store) -> Table:
    """Make the roster for people, with versions and times shortened to what tells them apart."""
    table = roster_list(store)
    return replace(table, rows=tuple(map(_shortened, table.rows)))


def _shortened(row: Row) -> Row:
    bot, version, label, language, first_seen, *rest = row
    seen = None if first_seen is None else str(first_seen)[:TIME_SHOWN].replace("T", " ")
    return (bot, str(version)[:VERSION_SHOWN], label, language, seen, *rest)


def _reasons(found: Standings) -> Iterator[tuple[str, str]]:
    """Yield the reason for each bot that is not in the table."""
    yield from ((entry.name, NO_PAIR) for entry in found.unranked)
    yield from ((one.entry.name, benched_reason(found)) for one in found.benched)


def _row(one: Version, reasons: dict[str, str]) -> Row:
    entry = one.entry
    facts: tuple[Cell, ...] = entry.name, entry.version, entry.label or None, entry.language or None
    return (*facts, one.first_seen or None, one.legs, _status(one, reasons))


def _status(one: Version, reasons: dict[str, str]) -> str:
    if one.is_current:
        return reasons.get(one.entry.name, RANKED)
    return RETIRED if one.is_retired else REPLACED


def retire(folder: Path, name: str) -> str:
    """Retire a bot from an event's ranking, and return a line about it. Raises UnknownChoice."""
    with held(folder) as store:
        if name in {one.name for one in store.retired()}:
            return f"{name} is retired already"
        known = sorted(one.name for one in store.entrants())
        if name not in known:
            raise UnknownChoice("bot in the table", name, known)
        store.retire(name)
        _write_anew(folder, store)
    return f"{name} is out of the ranking; undo with --reinstate"


def reinstate(folder: Path, name: str) -> str:
    """Reinstate a retired bot with all its matches. Raises NotRetired, EventBusy."""
    with held(folder) as store:
        known = [one.name for one in store.retired()]
        if name not in known:
            raise NotRetired(
                f"`{shown(name)}` is not retired (retired: {', '.join(known) or 'nobody'})"
            )
        store.reinstate(name)
        _write_anew(folder, store)
    return f"{name} is in the ranking again"


def _write_anew(folder: Path, store: Store) -> None:
    write_ranking(folder, standings(store))
    write_event_file(folder, store)
