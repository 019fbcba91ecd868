"""Readers of bytes that somebody else wrote, each with valid input to begin with.

A target takes bytes and either succeeds or raises the error that tells a person, or the referee,
what is wrong with them. Whatever else it raises is a fault.
"""

import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from google.protobuf.json_format import ParseError
from koikoi.v1 import referee_pb2 as pb

from arena.bots.bridge import request_of
from arena.bots.manifest import parse_manifest
from arena.errors import ArenaError
from arena.event.deals.statement import read_statement, statement_of, write_statement
from arena.event.verify import verify
from arena.rulebook.load import load_ruleset
from referee.rules.errors import RulesError
from referee.rules.record import replay
from referee.rules.seats import NORTH
from referee.server.clock import Timekeeper
from referee.server.stream import BotStream
from referee.server.time_control import TimeControl
from referee.wire.record_json import read_record, write_record
from tests.records import random_pairs
from tests.server.clients import answers, join_request
from tests.server.games import TOKENS, stream_for
from tests.stores import new_store


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, and input that it accepts."""

    read: Callable[[bytes], object]
    seeds: Callable[[], tuple[bytes, ...]]


def record(data: bytes) -> None:
    """A record, played again as `arena verify` does."""
    with suppress(RulesError):
        replay(read_record(data.decode(errors="replace")))


def record_file(data: bytes) -> None:
    """A file of records, as `arena verify` reads it."""
    _of_a_file(data, "records.jsonl", verify)


def manifest(data: bytes) -> None:
    """A `bot.toml`."""
    with suppress(ArenaError):
        parse_manifest(data.decode(errors="replace"), Path("bot.toml"))


def house_rules(data: bytes) -> None:
    """A file of house rules."""
    _of_a_file(data, "rules.toml", lambda path: load_ruleset(str(path)))


def deals(data: bytes) -> None:
    """A published statement of deals."""
    _of_a_file(data, "deals.json", read_statement)


def stream(data: bytes) -> None:
    """Messages of a bot that has joined, whose lengths are the first byte of each."""
    one: BotStream = stream_for(NORTH, Timekeeper(), TimeControl())
    one.admit(join_request(TOKENS[NORTH]).join)
    while data and one.end is None:
        length = data[0]
        one.receive(data[1 : 1 + length])
        data = data[1 + length :]


def bridge_line(data: bytes) -> None:
    """A line that a program prints for `arena bridge`."""
    with suppress(ParseError):
        request_of(data.decode(errors="replace"))


def _of_a_file(data: bytes, name: str, read: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory() as folder, suppress(ArenaError, RulesError):
        path = Path(folder, name)
        path.write_bytes(data)
        read(path)


def _records() -> tuple[bytes, ...]:
    return tuple(write_record(one).encode() for one in random_pairs("a", "b", 2))


def _statement() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder, new_store(Path(folder)) as store:
        return (write_statement(Path(folder), statement_of(store)).read_bytes(),)


def _messages() -> tuple[bytes, ...]:
    messages = [pb.PlayRequest(), answers((1, 1)), answers((2, 3), (4, 5))]
    written = [one.SerializeToString() for one in messages]
    return (b"".join(bytes([len(one)]) + one for one in written),)


MANIFEST = b"""name = "ann"
command = ["python", "bot.py"]
build = ["make", "all"]
author = "Ann"
description = "counts cards"
nonce = "n1"
transport = "tcp"
"""
HOUSE_RULES = b"""name = "ours"
base = "lemme"
months = 6
[yaku.goko]
points = 12
[yaku.akatan_aotan]
void_if = ["akatan", "aotan"]
"""
LINES = (b'{"join": {"protocolVersion": 1}}', b'{"answers": [{"questionId": 1, "action": 2}]}')

TARGETS: Mapping[str, Target] = {
    "record": Target(record, _records),
    "record-file": Target(record_file, lambda: (b"\n".join(_records()),)),
    "manifest": Target(manifest, lambda: (MANIFEST,)),
    "house-rules": Target(house_rules, lambda: (HOUSE_RULES,)),
    "deals": Target(deals, _statement),
    "stream": Target(stream, _messages),
    "bridge-line": Target(bridge_line, lambda: LINES),
}
