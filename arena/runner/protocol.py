"""The protocol between the arena and its workers: one JSON object a line."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.bots.discovery import Playable
from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk
from arena.sandbox.confinement import Confinement
from referee.rules.house_rules import ruleset_from_mapping, ruleset_to_mapping
from referee.rules.record import MatchRecord
from referee.server.time_control import TimeControl
from referee.wire.record_json import read_record, write_record


@dataclass(frozen=True, slots=True)
class Done:
    """A chunk is played; `forgiven` seconds so far were not charged to the bots, by this worker."""

    forgiven: float


def conditions_line(conditions: Conditions) -> bytes:
    """Return the first line a worker reads."""
    control = conditions.time_control
    return _line(
        {
            "ruleset": ruleset_to_mapping(conditions.ruleset),
            "move_time": control.move_time,
            "time_bank": control.time_bank,
            "start_seconds": conditions.start_seconds,
            "logs": str(conditions.logs),
            "confinement": conditions.confinement.to_json(),
        }
    )


def conditions_of(line: bytes) -> Conditions:
    """Return the conditions that `conditions_line` wrote."""
    data = json.loads(line)
    return Conditions(
        ruleset=ruleset_from_mapping(data["ruleset"]),
        time_control=TimeControl(data["move_time"], data["time_bank"]),
        start_seconds=data["start_seconds"],
        logs=Path(data["logs"]),
        confinement=Confinement.from_json(data["confinement"]),
    )


def chunk_line(chunk: Chunk) -> bytes:
    """Return a chunk to play."""
    return _line(
        {
            "event": chunk.event,
            "a": chunk.a.to_json(),
            "b": chunk.b.to_json(),
            "key": chunk.key.hex(),
            "pairs": chunk.pairs,
            "fresh": chunk.fresh,
            "max_faults": chunk.max_faults,
            "faults": chunk.faults,
        }
    )


def chunk_of(line: bytes) -> Chunk:
    """Return the chunk that `chunk_line` wrote."""
    data = json.loads(line)
    first, second = data["pairs"]
    return Chunk(
        event=data["event"],
        a=Playable.from_json(data["a"]),
        b=Playable.from_json(data["b"]),
        key=bytes.fromhex(data["key"]),
        pairs=(tuple(first), tuple(second)),
        fresh=data["fresh"],
        max_faults=data["max_faults"],
        faults=tuple(data["faults"]),
    )


def record_line(record: MatchRecord) -> bytes:
    """Return a finished match."""
    return write_record(record).encode() + b"\n"


def done_line(done: Done) -> bytes:
    """Return the end of a chunk."""
    return _line({"forgiven": done.forgiven})


def done_of(line: bytes) -> Done | None:
    """Return the end of a chunk, if a worker's line says so; else it is a record."""
    return Done(json.loads(line)["forgiven"]) if line.startswith(_DONE) else None


def record_of(line: bytes) -> MatchRecord:
    """Return the finished match of a worker's line."""
    return read_record(line.decode())


_DONE = b'{"forgiven":'


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
