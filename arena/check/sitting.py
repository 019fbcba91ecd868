"""A sitting: one process of a bot and the matches that it plays from start to end.

The opponent always answers equal questions alike.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace
from random import Random

from koikoi.v1 import referee_pb2 as pb

from arena.bots.discovery import Playable
from arena.check.watched_stream import Bend, WatchedStream, as_it_is
from arena.runner.bot_process import Bot, BotPool, Conditions
from referee.rules.record import MatchRecord, Player
from referee.rules.ruleset import Ruleset
from referee.rules.seats import NORTH, SEATS, Seat
from referee.rules.shuffle import Deals as ShuffledDeals
from referee.rules.verdicts import Verdict
from referee.server.inner_seat import NO_ACTION, Sitter, inner_seat
from referee.server.session import Session
from referee.server.stream import BotStream, StreamEnd
from referee.server.table import Deals, MatchPlan

# Nothing is hidden from anybody: the same cards are dealt in every check.
KEY = b"arena check"
RIVAL = Player("rival")


def rival(pause: float = 0.0) -> Sitter:
    """Return a player that chooses by the question alone.

    Its first choice takes `pause` seconds.
    """
    left = [pause]

    async def choose(notice: pb.Notice) -> int:
        if not notice.HasField("question"):
            return NO_ACTION
        if pause and left:
            await asyncio.sleep(left.pop())
        seen = notice.question.observation.SerializeToString(deterministic=True)
        return int(Random(seen).choice(notice.question.legal_actions))

    return choose


@dataclass(frozen=True, slots=True)
class Given:
    """A match to play: its name, the bot's seat, and its deals."""

    name: str
    seat: Seat
    deals: Deals


def shuffled(name: str, seat: Seat = NORTH) -> Given:
    """Return a match whose cards follow from its name."""
    return Given(name, seat, ShuffledDeals(KEY, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """The program of a sitting.

    The matches of a group are played side by side, as far as the bot offers that; one group
    comes after the other. `pause` seconds pass before the first match, and again in it.
    """

    name: str
    ruleset: Ruleset
    groups: tuple[tuple[Given, ...], ...]
    bend: Bend = as_it_is
    pause: float = 0.0


@dataclass(slots=True)
class Played:
    """The result of a sitting."""

    sitting: Sitting
    bot: Bot
    stream: WatchedStream
    records: list[MatchRecord] = field(default_factory=list)

    @property
    def end(self) -> StreamEnd | None:
        """The end of the stream, if the bot caused it."""
        end = self.stream.end
        return end if end is not None and end.verdict is not None else None

    @property
    def forfeits(self) -> list[MatchRecord]:
        """The matches that did not end as matches should."""
        return [one for one in self.records if one.result.verdict is not Verdict.NORMAL]


async def sit(playable: Playable, conditions: Conditions, sitting: Sitting) -> Played:
    """Start the bot, let it play, and wait until it has ended."""
    watched = type("Watched", (WatchedStream,), {"bend": staticmethod(sitting.bend)})
    ruled = replace(conditions, ruleset=sitting.ruleset)
    async with BotPool.opened(ruled, watched) as pool:
        return await sit_in(pool, playable, sitting)


async def sit_in(pool: BotPool, playable: Playable, sitting: Sitting) -> Played:
    """Start the bot in a pool of watched streams, and let it play.

    How the process goes is known when the pool is closed.
    """
    bot = await pool.ready(playable, 1, sitting.name)
    assert isinstance(bot.stream, WatchedStream)
    played = Played(sitting, bot, bot.stream)
    if bot.stream.joined.is_set():
        await _play(played, pool)
    return played


async def _play(played: Played, pool: BotPool) -> None:
    pause = played.sitting.pause
    welcome = pool.conditions.welcome()
    async with inner_seat(welcome, pool.keeper, rival(pause)) as other:
        await asyncio.sleep(pause)
        for group in played.sitting.groups:
            for seat in SEATS:
                await _play_group(played, other, [one for one in group if one.seat is seat])


async def _play_group(played: Played, other: BotStream, group: list[Given]) -> None:
    """Play the matches of a group in which the bot has the same seat."""
    if not group or played.stream.end is not None:
        return
    is_north = group[0].seat is NORTH
    streams = (played.stream, other) if is_north else (other, played.stream)
    pending = deque(_plan(played, one) for one in group)
    async for record in Session(streams, pending).play():
        played.records.append(record)


def _plan(played: Played, given: Given) -> MatchPlan:
    own = Player(played.bot.playable.name, played.bot.playable.version)
    seats = (own, RIVAL) if given.seat is NORTH else (RIVAL, own)
    return MatchPlan(None, given.name, played.sitting.ruleset, seats, given.deals)
