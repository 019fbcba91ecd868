"""Two clients, two streams and a session between them, on a clock that the test moves."""

import asyncio
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from koikoi.v1 import referee_pb2 as pb

from referee.rules.deal_check import is_void
from referee.rules.record import MatchRecord, Player, replay
from referee.rules.round import deal
from referee.rules.ruleset import LEMME, Ruleset
from referee.rules.seats import NORTH, SEATS, SOUTH, Seat
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Verdict
from referee.server.clock import TICK_SECONDS, Timekeeper
from referee.server.service import serving
from referee.server.session import Session
from referee.server.stream import BotStream
from referee.server.table import MatchPlan
from referee.server.time_control import TimeControl
from referee.wire.notices import PROTOCOL_VERSION
from referee.wire.record_json import read_record, write_record
from referee.wire.ruleset_message import ruleset_message
from tests.server.clients import Choice, Client, calling, first_legal, join_request

# Move time, bank and grace of the default time control.
DEADLINE = 1 + 60 + 0.05
MOMENT = 0.02  # two ticks: enough to be past a deadline
KEY = b"the key of a pairing in a test!!"
TOKENS = ("north's token", "south's token")
PLAYERS = Player("north"), Player("south")


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


def plans(count: int, ruleset: Ruleset = LEMME) -> list[MatchPlan]:
    """Matches on real deals, named as first legs."""
    return [
        MatchPlan("test", f"north~south.{pair}.1", ruleset, PLAYERS, Deals(KEY, str(pair)))
        for pair in range(1, count + 1)
    ]


def plans_led_by(seat: Seat, count: int, ruleset: Ruleset = LEMME) -> list[MatchPlan]:
    """Matches in which this seat is asked first."""
    return [one for one in plans(4 * count, ruleset) if _leader(one) is seat][:count]


def _leader(plan: MatchPlan) -> Seat | None:
    deck = next(plan.deals.decks(1))
    if is_void(plan.ruleset, deck):
        return None
    first = deal(plan.ruleset, deck, plan.deals.first_dealer())
    return None if first.is_over else plan.deals.first_dealer()


def stream_for(seat: Seat, keeper: Timekeeper, control: TimeControl) -> BotStream:
    """A stream that waits for its bot."""
    welcome = pb.Welcome(protocol_version=PROTOCOL_VERSION, ruleset=ruleset_message(LEMME))
    return BotStream(TOKENS[seat], welcome, control, keeper)


@dataclass
class Game:
    """A session under way; clients are there by seat."""

    clock: Clock
    keeper: Timekeeper
    streams: tuple[BotStream, BotStream]
    clients: tuple[Client, Client]
    pending: deque[MatchPlan]
    _records: asyncio.Queue[MatchRecord] = field(default_factory=asyncio.Queue)

    async def record(self) -> MatchRecord:
        """The next match that is over."""
        return await self._records.get()

    async def records(self, count: int) -> list[MatchRecord]:
        """The next few matches that are over."""
        return [await self.record() for _ in range(count)]

    def records_so_far(self) -> list[MatchRecord]:
        """The matches that are over and have not been asked for."""
        return [self._records.get_nowait() for _ in range(self._records.qsize())]

    def pass_seconds(self, seconds: float) -> None:
        """Lets time pass in which the referee is on time: the bots think."""
        start = self.clock.now
        for tick in range(1, round(seconds / TICK_SECONDS) + 1):
            self.clock.now = start + tick * TICK_SECONDS
            self.keeper.tick()

    def lag(self, seconds: float) -> None:
        """Lets time pass in which the referee looks at nothing."""
        self.clock.now += seconds
        self.keeper.tick()

    async def play(self, session: Session) -> None:
        """Collects the records of the session."""
        async for record in session.play():
            self._records.put_nowait(record)

    async def watch(self, seat: Seat) -> None:
        """Return what the arena does with a bot that sends nothing more."""
        await self.streams[seat].at_eof.wait()
        self.streams[seat].close(Verdict.DISCONNECT, "ended its stream")


@asynccontextmanager
async def seated(
    matches: Iterable[MatchPlan],
    *,
    offers: tuple[int, int] = (1, 1),
    want_events: tuple[bool, bool] = (False, False),
    control: TimeControl | None = None,
) -> AsyncIterator[Game]:
    """A game whose two clients have joined; everything of it is gone when the block ends."""
    clock = Clock()
    keeper = Timekeeper(now=clock)
    control = control or TimeControl()
    north, south = (stream_for(seat, keeper, control) for seat in SEATS)
    async with AsyncExitStack() as stack:
        joins = (
            join_request(token, max_matches=offer, want_events=wants)
            for token, offer, wants in zip(TOKENS, offers, want_events, strict=True)
        )
        first, second = [
            await _client(stack, stream, join)
            for stream, join in zip((north, south), joins, strict=True)
        ]
        game = Game(clock, keeper, (north, south), (first, second), deque(matches))
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        watching = [tasks.create_task(game.watch(seat)) for seat in SEATS]
        watching.append(tasks.create_task(game.play(Session(game.streams, game.pending))))
        try:
            yield game
        finally:
            for task in watching:
                task.cancel()
            for stream in game.streams:
                stream.close(None, "nothing more to play")


async def _client(stack: AsyncExitStack, stream: BotStream, join: pb.PlayRequest) -> Client:
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    address = await stack.enter_async_context(serving(stream, Path(folder)))
    client = await stack.enter_async_context(calling(address))
    await client.send(join)
    await client.next("welcome")
    await stream.joined.wait()
    return client


@asynccontextmanager
async def playing(*clients: Client, choose: Choice = first_legal) -> AsyncIterator[None]:
    """Clients that answer by themselves until the block ends."""
    async with asyncio.TaskGroup() as tasks:
        bots = [tasks.create_task(client.play(choose)) for client in clients]
        try:
            yield
        finally:
            for bot in bots:
                bot.cancel()


@asynccontextmanager
async def against_a_quick_bot(control: TimeControl | None = None) -> AsyncIterator[Game]:
    """A match in which NORTH is asked first, and SOUTH takes no time."""
    async with seated(plans_led_by(NORTH, 3), control=control) as game:
        game.keeper.tick()
        async with playing(game.clients[SOUTH]):
            yield game


def is_sound(record: MatchRecord) -> bool:
    """Return whether the rules bear a record out, also after it has been written and read."""
    read = read_record(write_record(record))
    replay(read)
    return replay(record).scores == record.result.points == read.result.points
