"""Match records as JSON: one object a match, one line each where there are many.

Reading is strict, since a record may come from another program; whether the rules bear it out is
for `replay`. What replay gives anyway is not written: a round read here has a result without
`base` and `factors`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, MatchResult, Player
from referee.rules.seats import LABELS, NORTH, SEATS, SOUTH, Seat
from referee.rules.verdicts import Fault, Verdict
from referee.wire.json_fields import (
    Fields,
    count,
    fields,
    flag,
    items,
    optional_text,
    optional_word,
    text,
    word,
)
from referee.wire.round_json import SEAT_WORDS, read_round, round_json, seat_word
from referee.wire.ruleset_json import read_ruleset, ruleset_json

FORMAT, VERSION = "koikoi-record", 1
FIRST_EPOCH = 1  # of which most records are, and need not say it

_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":")
)
_VERDICTS = {verdict.value: verdict for verdict in Verdict}
_FAULTS = {fault.value: fault for fault in Fault}


def write_record(record: MatchRecord) -> str:
    """Return the record as one line, without its end."""
    return to_line(_match_json(record))


def to_line(value: object) -> str:
    """Return a JSON value in one line, with nothing in it that is not needed."""
    return _ENCODER.encode(value)


def _match_json(record: MatchRecord) -> dict[str, object]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": ruleset_json(record.ruleset),
        **_known({"event": record.event, "match": record.match}),
        **({"epoch": record.epoch} if record.epoch != FIRST_EPOCH else {}),
        **({} if record.is_paired else {"paired": False}),
        "seats": {LABELS[seat]: _player_json(record.seats[seat]) for seat in SEATS},
        "rounds": [round_json(written) for written in record.rounds],
        "result": _result_json(record.result),
    }


def _known(texts: Mapping[str, str | None]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if text is not None}


def _player_json(player: Player) -> dict[str, str]:
    return {"name": player.name, **_known({"version": player.version})}


def _result_json(result: MatchResult) -> dict[str, object]:
    return {
        "points": {LABELS[seat]: result.points[seat] for seat in SEATS},
        "winner": seat_word(result.winner),
        "verdict": result.verdict.value,
        "fault": result.fault.value if result.fault else None,
        "detail": result.detail,
        **_known({"incident": result.incident}),
    }


def read_records(lines: Iterable[str]) -> Iterator[MatchRecord]:
    """Yield the records of JSON Lines; empty lines count for nothing but their number."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield read_record(line)
            except BadRecord as error:
                raise BadRecord(f"line {number}: {error}", error.hint) from None


def read_record(line: str) -> MatchRecord:
    """Return the record in a text. Raises BadRecord: where, what stands there, what is known."""
    data = from_line(line)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f'the record: an object with `"format": "{FORMAT}"` is needed')
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise BadRecord(f"version: {version!r} is not known (known: {VERSION})")
    return _match(data)


def from_line(line: str) -> object:
    """Return the JSON value in a text. Raises BadRecord for what is not JSON."""
    try:
        return json.loads(line, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        where = f"column {error.pos + 1}"
        raise BadRecord(f"the record is not JSON: {error.msg} at {where}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        raise BadRecord("the record is not JSON of a size that can be read") from None


def _refuse(constant: str) -> NoReturn:
    raise BadRecord(f"the record is not JSON: it holds {constant}")


# The most months that a ruleset can have.
MOST_ROUNDS = 120
_MATCH = ("format", "version", "ruleset", "seats", "rounds", "result")
_RESULT = ("points", "winner", "verdict", "fault", "detail")


def _match(value: Fields) -> MatchRecord:
    data = fields(value, "", _MATCH, ("event", "match", "epoch", "paired"))
    seats = fields(data["seats"], "seats", LABELS)
    rounds = enumerate(items(data["rounds"], "rounds", MOST_ROUNDS))
    return MatchRecord(
        ruleset=read_ruleset(data["ruleset"], "ruleset"),
        seats=(_player(seats, NORTH), _player(seats, SOUTH)),
        rounds=tuple([read_round(one, f"rounds[{index}]") for index, one in rounds]),
        result=_result(data["result"], "result"),
        event=optional_text(data.get("event"), "event"),
        match=optional_text(data.get("match"), "match"),
        epoch=count(data.get("epoch", FIRST_EPOCH), "epoch"),
        is_paired=flag(data.get("paired", True), "paired"),
    )


def _player(seats: Fields, seat: Seat) -> Player:
    where = f"seats.{LABELS[seat]}"
    data = fields(seats[LABELS[seat]], where, ("name",), ("version",))
    version = optional_text(data.get("version"), f"{where}.version")
    return Player(text(data["name"], f"{where}.name"), version)


def _result(value: object, where: str) -> MatchResult:
    data = fields(value, where, _RESULT, ("incident",))
    points = fields(data["points"], f"{where}.points", LABELS)
    north, south = (count(points[label], f"{where}.points.{label}") for label in LABELS)
    return MatchResult(
        points=(north, south),
        winner=optional_word(data["winner"], f"{where}.winner", SEAT_WORDS),
        verdict=word(data["verdict"], f"{where}.verdict", _VERDICTS),
        fault=optional_word(data["fault"], f"{where}.fault", _FAULTS),
        detail=text(data["detail"], f"{where}.detail"),
        incident=optional_text(data.get("incident"), f"{where}.incident"),
    )
