"""Exports: an event as JSON Lines, and reading such a file like an event."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.store.entries import Entry
from arena.store.settings import UNRECORDED, Settings
from arena.store.store import Store
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord
from referee.rules.verdicts import UNSCORED
from referee.wire.record_json import read_records, write_record


class BadExport(ArenaError):
    """A file that is no list of records of one event."""


def exported_lines(store: Store) -> Iterator[str]:
    """Yield the records of the current versions, a line each, in canonical order."""
    for record in store.records():
        yield write_record(record) + "\n"


@contextmanager
def opened_export(path: Path) -> Iterator[Iterator[str]]:
    """Open the lines of a file. Raises BadExport if it cannot be read."""
    try:
        with path.open(encoding="utf-8") as lines:
            yield lines
    except UnicodeDecodeError as error:
        raise BadExport(f"{shown(path)} is not UTF-8 (byte {error.start})") from error
    except OSError as error:
        raise BadExport(f"{shown(path)}: {error.strerror or error}") from error


def no_record(path: Path) -> BadExport:
    """Make the error for a file without records."""
    return BadExport(f"{shown(path)} holds no record", "`arena export` writes such files")


@contextmanager
def loaded(path: Path) -> Iterator[Store]:
    """Provide a store with a file's records, which is gone when the block ends. Raises BadExport.

    Raises BadExport.
    """
    records = file_records(path)
    first = next(records, None)
    if first is None:
        raise no_record(path)
    settings = Settings(
        event=first.event or shown(path.stem),
        ruleset=first.ruleset,
        sandbox=UNRECORDED,
        banner=UNRECORDED,
    )
    with Store.in_memory(path, settings) as store:
        versions: dict[str, str] = {}
        for record in chain((first,), records):
            _take_in(store, record, versions)
        yield store


def file_records(path: Path) -> Iterator[MatchRecord]:
    """Yield the records of a file, of any matches. Raises BadExport."""
    try:
        with opened_export(path) as lines:
            yield from read_records(lines)
    except BadRecord as error:
        raise BadExport(f"{shown(path)}: {error}", error.hint) from error


def _take_in(store: Store, record: MatchRecord, versions: dict[str, str]) -> None:
    where = f"{shown(store.path)}: match `{shown(record.match or '')}`"
    if record.ruleset != store.settings.ruleset:
        raise BadExport(f"{where} has other rules than the records before it")
    for player in record.seats:
        version = player.version or ""
        if player.name not in versions:
            store.enter([Entry(player.name, version)], seen=None)
        if versions.setdefault(player.name, version) != version:
            raise BadExport(f"{where}: `{shown(player.name)}` had another version before")
    if not store.add([record]) and record.result.verdict not in UNSCORED:
        raise BadExport(f"{where} is there twice")
