"""A match between a person and a bot, from the bot's start to the record on disk."""

import secrets
from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from arena.bots.discovery import Entrant, Playable, entrant_in
from arena.bots.prepare import prepare
from arena.errors import ArenaError, EntryRefused, Notify, shown
from arena.event.locate import PLAY_EVENT
from arena.play.person import Person, Screen
from arena.play.prompt import Keyboard
from arena.runner.bot_process import BotPool, Conditions
from arena.runner.chunk import match_name
from arena.runner.single_bot import SingleBotRequest, own_conditions
from arena.system.files import write_whole
from arena.system.processes import at_interrupt, own_bots
from referee.rules.record import MatchRecord, Player
from referee.rules.seats import NORTH
from referee.rules.shuffle import Deals, seeded_secret
from referee.rules.verdicts import Verdict
from referee.server.inner_seat import inner_seat
from referee.server.session import Session
from referee.server.stream import BotStream
from referee.server.table import MatchPlan
from referee.wire.record_json import write_record

PERSON, ANOTHER = "person", "somebody"  # whom we call so if the bot has the first name


class BotAbsent(ArenaError):
    """The bot that a person wants to play against did not join."""


class RecordExists(ArenaError):
    """A match would be written over another file, or into no folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game to play: the bot, the file for its record, and a seed for predictable cards."""

    request: SingleBotRequest
    record: Path | None = None
    seed: int | None = None


@dataclass(slots=True)
class Played:
    """The result of a game; `is_interrupted` is set after a Ctrl-C."""

    record: MatchRecord
    file: Path
    is_interrupted: bool = False

    @property
    def is_left(self) -> bool:
        """True if the person left before the end."""
        return self.record.result.verdict is Verdict.CANCELLED

    @property
    def is_forfeited(self) -> bool:
        """True if the bot failed."""
        return self.record.result.fault is not None


async def play(game: Game, screen: Screen, keyboard: Keyboard, notify: Notify) -> Played:
    """Play one match and write its record, also of one that was left.

    Raises EntryRefused, NoSandbox, BotAbsent, RecordExists, NotWritten, and CancelledError at a
    signal before the match.
    """
    with own_bots():
        entrant = entrant_in(game.request.folder)
        file = _file_for(game, entrant)
        async with own_conditions(game.request, notify) as conditions:
            playable = await _ready(entrant, conditions, notify)
            meeting = _Meeting(game, playable, screen, keyboard)
            async with BotPool.opened(conditions) as pool:
                record = await meeting.play(pool)
            if record is None:
                raise meeting.absent()
        record = replace(record, is_paired=False)  # nobody plays the other leg
        write_whole(file, [write_record(record) + "\n"])
        return Played(record, file, meeting.is_interrupted)


def _file_for(game: Game, entrant: Entrant) -> Path:
    moment = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    file = game.record or Path(f"play-{entrant.name}-{moment}.jsonl")
    if file.exists():
        raise RecordExists(f"{shown(file)} exists already", "name another file, or remove it")
    if not file.absolute().parent.is_dir():
        raise RecordExists(f"{shown(file)}: there is no such folder", "create it first")
    return file


async def _ready(entrant: Entrant, conditions: Conditions, notify: Notify) -> Playable:
    prepared = await prepare([entrant], notify, conditions.confinement)
    for refused in prepared.refused:
        raise EntryRefused(refused.reason, refused.hint)
    return prepared.playable[0]


class _Meeting:
    """A person and a bot at a table."""

    def __init__(self, game: Game, playable: Playable, screen: Screen, keyboard: Keyboard) -> None:
        self.is_interrupted = False
        self._why_absent = ""
        self._game, self._playable = game, playable
        self._person = Person(game.request.ruleset, playable.name, screen, keyboard)

    async def play(self, pool: BotPool) -> MatchRecord | None:
        """Return the record of the match, finished or left; None if the bot did not join."""
        plan = self._plan()
        bot = await pool.ready(self._playable, 1, plan.match)
        if end := bot.stream.end:
            self._why_absent = end.detail
            return None
        welcome, hear = pool.conditions.welcome(), self._person.hear
        async with inner_seat(welcome, pool.keeper, hear, want_events=True) as own:
            self._person.leave = lambda: own.close(None, "the person has left")
            with at_interrupt(self._interrupt):
                return await _record((own, bot.stream), plan)

    def absent(self) -> BotAbsent:
        """Make the error for a bot that did not join."""
        hint = f"`arena check {shown(self._game.request.folder)}` says more"
        return BotAbsent(f"{self._playable.name}: {self._why_absent}", hint)

    def _interrupt(self) -> None:
        self.is_interrupted = True
        self._person.leave()

    def _plan(self) -> MatchPlan:
        seed, bot = self._game.seed, self._playable
        key = secrets.token_bytes(32) if seed is None else seeded_secret(seed)
        person = PERSON if bot.name != PERSON else ANOTHER
        # The person is NORTH, which in a pair's second leg is the seat of the second name.
        a, b = sorted((person, bot.name))
        name = match_name(a, b, 1, 1 if a == person else 2)
        seats = Player(person), Player(bot.name, bot.version)
        assert seats[NORTH].name == person
        return MatchPlan(PLAY_EVENT, name, self._game.request.ruleset, seats, Deals(key, "1"))


async def _record(streams: tuple[BotStream, BotStream], plan: MatchPlan) -> MatchRecord:
    records = [record async for record in Session(streams, deque([plan])).play()]
    return records[0]
