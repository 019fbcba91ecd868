"""A chunk: the 20 consecutive pairs of a pairing that one job plays, in two phases.

First legs and second legs are played one after the other by different processes, since first legs
know the cards of second legs. A chunk is a pure function of its inputs: it knows nothing of the
store, and its records stream out as matches finish.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Protocol

from arena.bots.discovery import Playable
from arena.defaults import MAX_FAULTS
from arena.runner.bot_process import Conditions
from arena.store.legs import LEGS
from referee.rules.record import MatchRecord, MatchResult, Player
from referee.rules.seats import SEATS, Seat
from referee.rules.shuffle import Deals, deal_name
from referee.rules.verdicts import Verdict, fault_of
from referee.server.session import Session
from referee.server.stream import BotStream, StreamEnd
from referee.server.table import MatchPlan


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk as it is still to play: `a` comes before `b`; pair numbers by leg, in order.

    `key` is the pairing's deal key: a worker can deal its own pairing and no other.
    """

    event: str
    a: Playable
    b: Playable
    key: bytes
    pairs: tuple[tuple[int, ...], tuple[int, ...]]
    fresh: bool = False
    max_faults: int = MAX_FAULTS
    faults: tuple[int, int] = (0, 0)  # of `a` and `b` in what of it was played elsewhere before
    pairs_apart: bool = False

    @property
    def is_paired(self) -> bool:
        """True if both legs of a pair are played on the same cards.

        Whoever runs a remote bot sees both legs, so its pairings never repeat a deal.
        """
        return not (self.pairs_apart or self.a.is_remote or self.b.is_remote)

    @property
    def legs(self) -> int:
        """The number of matches left to play."""
        return sum(map(len, self.pairs))

    @property
    def names(self) -> tuple[str, str]:
        """The names of both bots."""
        return self.a.name, self.b.name


@dataclass(frozen=True, slots=True)
class Played:
    """Matches of a chunk that came in together. `worker` played them; empty: this machine.

    `forgiven`: the seconds that it has not charged to bots, where it has told of some.
    """

    records: tuple[MatchRecord, ...]
    worker: str = ""
    forgiven: float = 0.0


class Seated(Protocol):
    """A bot that is ready to play, or whose stream has ended."""

    @property
    def stream(self) -> BotStream:
        """The bot's stream."""


class Seating(Protocol):
    """A source of bots: brings the bots of a chunk to the table."""

    @property
    def conditions(self) -> Conditions:
        """The conditions that are equal for every bot."""

    async def ready(self, playable: Playable, leg: int, match: str) -> Seated:
        """Return this bot, ready to play this leg; `match` is the first to play."""

    async def end_phase(self) -> None:
        """End the phase: all matches of this leg are over."""

    def release_all(self) -> None:
        """Let every process go."""


@dataclass(slots=True)
class FaultCount:
    """The faults of each bot in a run of records; one fault may forfeit many matches."""

    _before: dict[str, int] = field(default_factory=dict)
    _incidents: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def in_chunk(cls, chunk: Chunk) -> "FaultCount":
        """Return the faults that the bots of a chunk come with."""
        return cls(dict(zip(chunk.names, chunk.faults, strict=True)))

    def add(self, record: MatchRecord) -> None:
        """Count a record."""
        result = record.result
        for seat in result.fault.seats if result.fault else ():
            self.note(record.seats[seat].name, result.incident or record.match or "")

    def note(self, name: str, incident: str) -> None:
        """Count what happened to a bot, once."""
        self._incidents.setdefault(name, set()).add(incident)

    def reached(self, most: int) -> set[str]:
        """Return the bots with at least this many faults."""
        return {name for name in self._incidents if self.of(name) >= most}

    @property
    def most(self) -> int:
        """The number of faults of the bot that has most."""
        return max(map(self.of, self._before.keys() | self._incidents.keys()), default=0)

    def of(self, name: str) -> int:
        """Return the faults of one bot."""
        return self._before.get(name, 0) + len(self._incidents.get(name, ()))


def match_name(a: str, b: str, pair: int, leg: int) -> str:
    """Return the name of a match. Names do not shift when bots are added.

    >>> match_name("greedy", "random", 9, 1)
    'greedy~random.9.1'
    """
    return f"{a}~{b}.{pair}.{leg}"


def seated(chunk: Chunk, leg: int) -> tuple[Playable, Playable]:
    """Return the bots as NORTH and SOUTH: `a` is NORTH in leg 1, `b` in leg 2."""
    return (chunk.a, chunk.b) if leg == 1 else (chunk.b, chunk.a)


async def play_chunk(chunk: Chunk, pool: Seating) -> AsyncGenerator[MatchRecord, None]:
    """Yield the records of every match of a chunk, each as soon as it is over.

    A chunk ends early when one of its bots has so many faults in it that it will be
    disqualified: its remaining matches could not count, and a bot that never joins costs time.
    """
    faults = FaultCount.in_chunk(chunk)
    for leg in LEGS:
        pending = deque(_plans(chunk, leg, pool))
        while pending and faults.most < chunk.max_faults:
            batch = deque([pending.popleft()]) if chunk.fresh else pending
            async for record in _play(chunk, leg, batch, pool):
                faults.add(record)
                yield record
                if faults.most >= chunk.max_faults:
                    pending.clear()
            if chunk.fresh:
                pool.release_all()
        await pool.end_phase()


def _plans(chunk: Chunk, leg: int, pool: Seating) -> list[MatchPlan]:
    north, south = seated(chunk, leg)
    seats = Player(north.name, north.version), Player(south.name, south.version)
    return [
        MatchPlan(
            event=chunk.event,
            match=match_name(chunk.a.name, chunk.b.name, pair, leg),
            ruleset=pool.conditions.ruleset,
            seats=seats,
            deals=Deals(chunk.key, deal_name(pair, leg, is_paired=chunk.is_paired)),
        )
        for pair in chunk.pairs[leg - 1]
    ]


async def _play(
    chunk: Chunk, leg: int, pending: deque[MatchPlan], pool: Seating
) -> AsyncGenerator[MatchRecord, None]:
    """Play from the front of `pending`, with new processes in place of those that have ended."""
    while pending:
        bots = await _ready(chunk, leg, pending[0].match, pool)
        absent = tuple(seat for seat in SEATS if bots[seat].stream.end is not None)
        if absent:
            yield _not_started(pending.popleft(), absent, bots)
            continue
        async for record in Session((bots[0].stream, bots[1].stream), pending).play():
            yield record


async def _ready(chunk: Chunk, leg: int, match: str, pool: Seating) -> tuple[Seated, Seated]:
    async with asyncio.TaskGroup() as tasks:
        north, south = (
            tasks.create_task(pool.ready(playable, leg, match)) for playable in seated(chunk, leg)
        )
    return north.result(), south.result()


def _not_started(
    plan: MatchPlan, absent: tuple[Seat, ...], bots: tuple[Seated, Seated]
) -> MatchRecord:
    """Return the record of a match that one or both bots did not join, or left before it began."""
    ends = [_end(bots[seat]) for seat in absent]
    names = [plan.seats[seat].name for seat in absent]
    result = MatchResult(
        (0, 0),
        absent[0].other if len(absent) == 1 else None,
        _verdict(ends),
        fault_of(absent),
        "; ".join(f"{name}: {end.detail}" for name, end in zip(names, ends, strict=True)),
    )
    return MatchRecord(plan.ruleset, plan.seats, (), result, plan.event, plan.match)


def _verdict(ends: list[StreamEnd]) -> Verdict:
    """Return the verdict that both ends have in common."""
    verdict, *others = {end.verdict for end in ends}
    return Verdict.FAILED_TO_START if others or verdict is None else verdict


def _end(bot: Seated) -> StreamEnd:
    assert bot.stream.end is not None
    return bot.stream.end
