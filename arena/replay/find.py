"""Finding a match: one of an event by name, or one in a file of records."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.event.jsonl import file_records
from arena.event.locate import opened_results
from arena.store.legs import parse_match_name
from referee.rules.record import MatchRecord


class NoSuchRecord(ArenaError):
    """A file of records has no such match, or has several and none was named."""


def find_match(match: str, which: str | None, event: Callable[[], Path]) -> MatchRecord:
    """Return the record of a match of `event()`, or of the file that `match` names.

    `which` is the name of a record of the file, or its number from 1; a lone one needs none.
    Raises NoSuchRecord, and what opening and reading raise.
    """
    path = Path(match)
    if parse_match_name(match) is None and path.is_file():
        return _of_file(path, which)
    if which is not None:
        raise NoSuchRecord("--match is for a file of records", "name the match itself")
    with opened_results(event()) as store:
        return store.record(match)


def _of_file(path: Path, which: str | None) -> MatchRecord:
    records = file_records(path)
    if which is None:
        return _lone(path, list(islice(records, 2)))
    found = next(_named(records, which), None)
    if found is None:
        raise NoSuchRecord(f"{shown(path)}: there is no match `{shown(which)}`")
    return found


def _lone(path: Path, records: list[MatchRecord]) -> MatchRecord:
    if len(records) == 1:
        return records[0]
    if not records:
        raise NoSuchRecord(f"{shown(path)} holds no record")
    raise NoSuchRecord(
        f"{shown(path)} holds more than one match",
        f"choose one by name or number: --match {shown(records[0].match or 1)}",
    )


def _named(records: Iterator[MatchRecord], which: str) -> Iterator[MatchRecord]:
    for number, record in enumerate(records, start=1):
        if which in (record.match, str(number)):
            yield record
