"""The protocol between the arena and its workers: one JSON object a line."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import msgspec

from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk
from referee.rules.record import MatchRecord
from referee.wire.record_json import read_record, write_record

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a chunk. `forgiven` counts seconds not charged to bots by this worker so far."""

    forgiven: float


def encode(value: object) -> bytes:
    """Return a value of our own types as one line of JSON, from which `decode` makes an equal one.

    Both ends run the same code, so the format follows from the types and is not published.
    """
    return msgspec.json.encode(value, enc_hook=_plain)


def decode(kind: type[Value], line: bytes) -> Value:
    """Return the value of this type that a line holds."""
    return msgspec.json.decode(line, type=kind, dec_hook=_typed)


def _plain(value: object) -> str:
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"no JSON for {type(value)}")


def _typed(kind: type, value: object) -> object:
    return kind(value)


def conditions_line(conditions: Conditions) -> bytes:
    """Return the first line that a worker reads; decoys stay behind, they are open files."""
    confinement = replace(conditions.confinement, decoys=None)
    return encode(replace(conditions, confinement=confinement)) + b"\n"


def conditions_of(line: bytes) -> Conditions:
    """Return the conditions that `conditions_line` wrote."""
    return decode(Conditions, line)


def chunk_line(chunk: Chunk) -> bytes:
    """Return a chunk to play."""
    return encode(chunk) + b"\n"


def chunk_of(line: bytes) -> Chunk:
    """Return the chunk that `chunk_line` wrote."""
    return decode(Chunk, line)


def record_line(record: MatchRecord) -> bytes:
    """Return a finished match."""
    return write_record(record).encode() + b"\n"


def done_line(done: Done) -> bytes:
    """Return the end of a chunk."""
    return encode(done) + b"\n"


def done_of(line: bytes) -> Done | None:
    """Return the end of a chunk, if a worker's line says so; else it is a record."""
    return decode(Done, line) if line.startswith(_DONE) else None


def record_of(line: bytes) -> MatchRecord:
    """Return the finished match of a worker's line."""
    return read_record(line.decode())


_DONE = b'{"forgiven":'
