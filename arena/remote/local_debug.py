"""Debugging: a bot that its author starts, against a rival in this process, without a clock.

The bot can be stopped in a debugger for any length of time. Nothing is stored.
"""

import asyncio
from collections import deque
from itertools import count
from pathlib import Path

from koikoi.v1 import referee_pb2 as pb

from arena.errors import Notify, shown
from arena.remote.config import require_name
from referee.rules.record import MatchRecord, Player
from referee.rules.ruleset import Ruleset
from referee.rules.seats import NORTH, SEATS, Seat
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.health import add_services
from referee.server.inner_seat import NO_ACTION, NO_CLOCK, inner_seat
from referee.server.service import serving
from referee.server.session import Session
from referee.server.stream import BotStream
from referee.server.table import MatchPlan
from referee.server.tokens import new_token
from referee.wire.notices import PROTOCOL_VERSION
from referee.wire.ruleset_message import ruleset_message

RIVAL = Player("first-legal")
# The same cards every time: what was seen once can be seen again.
KEY = b"arena serve"


async def debug(name: str, ruleset: Ruleset, notify: Notify) -> None:
    """Wait for the bot, and play matches with it until it leaves."""
    require_name(name)
    token, welcome = new_token(), _welcome(ruleset)
    keeper = Timekeeper()
    stream = BotStream(token, welcome, NO_CLOCK, keeper)
    async with serving(stream, Path(), tcp=True, beside=add_services) as address:
        notify(f"KOIKOI_ADDRESS={address} KOIKOI_TOKEN={token}")
        notify(f"waiting for {name}: plain text, no clock, until it ends its stream")
        await stream.joined.wait()
        async with inner_seat(welcome, keeper, first_legal) as rival:
            await _play(name, stream, rival, ruleset, notify)
    if stream.refused:
        notify(f"refused: {stream.refused}")


async def first_legal(notice: pb.Notice) -> int:
    """Play the first legal action, as the sample bot `first` does."""
    legal = notice.question.legal_actions
    return legal[0] if legal else NO_ACTION


def _welcome(ruleset: Ruleset) -> pb.Welcome:
    return pb.Welcome(protocol_version=PROTOCOL_VERSION, ruleset=ruleset_message(ruleset))


async def _play(
    name: str, stream: BotStream, rival: BotStream, ruleset: Ruleset, notify: Notify
) -> None:
    """Play matches with alternating seats until the bot leaves."""
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(_close_at_eof(stream))
        for number in count(1):
            if stream.end is not None:
                break
            seat = SEATS[(number - 1) % 2]
            streams = (stream, rival) if seat is NORTH else (rival, stream)
            plan = _plan(name, number, seat, ruleset)
            async for record in Session(streams, deque([plan])).play():
                notify(_result(record, seat))
        watching.cancel()


async def _close_at_eof(stream: BotStream) -> None:
    await stream.at_eof.wait()
    stream.close(Verdict.DISCONNECT, "ended its stream")


def _plan(name: str, number: int, seat: Seat, ruleset: Ruleset) -> MatchPlan:
    own = Player(name)
    seats = (own, RIVAL) if seat is NORTH else (RIVAL, own)
    return MatchPlan(None, f"match {number}", ruleset, seats, Deals(KEY, str(number)))


def _result(record: MatchRecord, seat: Seat) -> str:
    result = record.result
    points = f"{result.points[seat]} to {result.points[seat.other]} points"
    if result.verdict is Verdict.NORMAL:
        return f"{record.match}: {points}"
    return f"{record.match}: {points}, {result.verdict.value}: {shown(result.detail)}"
