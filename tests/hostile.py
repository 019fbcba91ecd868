"""Hostile texts: names and reasons that would do something where they are shown."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from referee.rules.record import MatchRecord, Player
from referee.rules.seats import Seat
from referee.rules.verdicts import Verdict
from referee.wire.record_json import write_record
from tests.records import forfeited, random_pairs

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
TURNED = "\u202eevil\u2066\x1b[31m\x9b2J\x07\u0085"
LONG = "</script>{{ 7 * 7 }}" + "x" * 10_000
NAMES = {"a": SCRIPT, "b": f"{TURNED}{LONG}"}
REASON = f"{SCRIPT}{TURNED}{LONG}"
#: What moves a cursor, colours a terminal or turns a line around.
MARKS = frozenset("\u202e\u2066\x1b\x9b\x07\u0085")


def hostile(record: MatchRecord) -> MatchRecord:
    """Return a match as one between bots with hostile names, in an event with one."""
    seats = tuple(Player(NAMES[one.name], one.version) for one in record.seats)
    match = str(record.match).replace("a~b", "~".join(NAMES.values()))
    result = replace(record.result, detail=REASON if record.result.fault else "")
    return replace(record, seats=seats, match=match, event=SCRIPT, result=result)  # type: ignore[arg-type]


def hostile_records() -> Iterator[MatchRecord]:
    """Three pairs of such matches, of which two were forfeited."""
    records = list(random_pairs("a", "b", 3))
    records[0] = forfeited(records[0], by=Seat.NORTH, finished=2, actions=3)
    records[3] = forfeited(records[3], by=Seat.SOUTH, finished=0, verdict=Verdict.CRASH)
    return map(hostile, records)


def hostile_file(folder: Path) -> Path:
    """A file of such records."""
    file = folder / "hostile.jsonl"
    lines = [write_record(one) + "\n" for one in hostile_records()]
    file.write_text("".join(lines), encoding="utf-8")
    return file
