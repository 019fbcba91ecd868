"""Re-asking a bot a question from a recorded match, and the deals of such a match."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots.discovery import Playable, entrant_in
from arena.bots.prepare import prepare
from arena.errors import ArenaError, Notify
from arena.event.deals.audit import check_deals, seated
from arena.event.deals.epochs import dealing_of
from arena.event.deals.evidence import NoEvidence
from arena.event.locate import opened_results
from arena.replay.positions import Position, dealt, round_at
from arena.runner.bot_process import BotPool, Conditions
from arena.runner.single_bot import SingleBotRequest, own_conditions
from arena.store.legs import parse_match_name
from arena.system.processes import own_bots
from referee.rules.actions import TEXTS, Action
from referee.rules.errors import BadRecord
from referee.rules.match import Match
from referee.rules.observation import observe
from referee.rules.record import MatchRecord
from referee.rules.round import Round, legal_actions
from referee.rules.seats import SEATS, Seat
from referee.rules.shuffle import Deals
from referee.server.stream import BotStream, StreamEnd
from referee.wire.notices import write_match_start, write_question, write_round_start


class NothingAsked(ArenaError):
    """No seat was asked anything at this position."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A bot's answer: an action and the seconds it took, or the reason why there is none.

    `printed` is what the bot wrote meanwhile; `is_legal` whether the rules allow the action.
    """

    said: str
    is_legal: bool = False
    printed: str = ""


async def ask_question(
    request: SingleBotRequest,
    record: MatchRecord,
    match: Match,
    position: Position,
    bot_seed: int,
    notify: Notify,
) -> Answer:
    """Start a bot and ask it the question before an action of a match.

    `bot_seed` is what the match begins with, which a record does not hold. The order has the
    rules of the match. Raises NoSuchPosition, NothingAsked, EntryRefused, and CancelledError at
    a signal.
    """
    round_ = _asked(match, position)
    with own_bots():
        entrant = entrant_in(request.folder)
        async with own_conditions(request, notify) as conditions:
            prepared = await prepare([entrant], notify, conditions.confinement)
            for refused in prepared.refused:
                raise ArenaError(refused.reason, refused.hint)
            question = _Question(match, round_, bot_seed)
            answer = await _ask(prepared.playable[0], conditions, record.match, question)
            return replace(answer, printed=_printed(conditions))


def _asked(match: Match, position: Position) -> Round:
    round_ = round_at(match, position)
    legal = legal_actions(round_)
    if len(legal) < 2:
        only = f"`{TEXTS[legal[0]]}` alone was legal" if legal else "the round was over"
        raise NothingAsked(f"nobody was asked anything at {position}: {only}")
    return round_


async def _ask(
    playable: Playable, conditions: Conditions, match: str | None, question: "_Question"
) -> Answer:
    async with BotPool.opened(conditions) as pool:
        bot = await pool.ready(playable, 1, match or "debug")
        if bot.stream.end is not None:
            return _ended(bot.stream.end)
        return await question.answer(bot.stream)


def _ended(end: StreamEnd) -> Answer:
    return Answer(f"no answer: {end.verdict.value if end.verdict else 'closed'}, {end.detail}")


def _printed(conditions: Conditions) -> str:
    logs = sorted(conditions.logs.rglob("*.log"))
    return "".join(log.read_text(encoding="utf-8", errors="replace") for log in logs)


class _Question:
    """The question, asked in a match that begins with it."""

    def __init__(self, match: Match, round_: Round, bot_seed: int) -> None:
        self._bot_seed = bot_seed
        self._first_dealer = match.rounds[0].dealer
        self._start = dealt(match, match.rounds[round_.number - 1])
        self._round = round_
        self._answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    async def answer(self, stream: BotStream) -> Answer:
        """Ask, and wait for the answer or the end."""
        stream.on_end = self._end
        self._write(stream)
        stream.flush()
        return await self._answer

    def _write(self, stream: BotStream) -> None:
        round_ = self._round
        seat, match = SEATS[round_.mover], stream.next_match_id()
        seen, bank = observe(round_, seat), stream.time_control.time_bank
        write_match_start(stream.batch, match, seat, self._first_dealer, self._bot_seed)
        write_round_start(stream.batch, match, observe(self._start, seat), ())
        events = round_.events if stream.wants_events else ()
        number = stream.open_question(self, seat, bank)
        legal = legal_actions(round_)
        write_question(stream.batch, match, number, seen, legal, events, int(bank * 1000))

    def answered(self, seat: Seat, action: Action | None, seconds: float) -> None:
        """Record the bot's choice."""
        is_legal = action in legal_actions(self._round)
        known = action is not None and 0 <= action < len(TEXTS)
        text = TEXTS[action] if known and action is not None else "an unset or unknown action"
        note = "" if is_legal else ", which is illegal"
        self._end_with(Answer(f"{text}{note} ({1000 * seconds:.1f} ms)", is_legal))

    def timed_out(self, seat: Seat, seconds: float) -> None:
        """Record that the bot took too long."""
        self._end_with(Answer(f"no answer for {seconds:.2f} s"))

    def _end(self, end: StreamEnd) -> None:
        self._end_with(_ended(end))

    def _end_with(self, answer: Answer) -> None:
        if not self._answer.done():
            self._answer.set_result(answer)


def deals_again(position: Path, record: MatchRecord) -> Deals:
    """Work out the deals of a match from its seed, its secret, or a revealed one.

    Raises NoEvidence and LostSecret where that cannot be told, and BadRecord where the match
    was dealt otherwise.
    """
    name = parse_match_name(record.match or "")
    if not position.is_dir() or name is None:
        raise NoEvidence("a file of records does not hold the secret of its deals")
    with opened_results(position) as store:
        if record.epoch > len(store.epochs()):
            raise BadRecord(f"epoch: nothing is known of an epoch {record.epoch}")
        dealing = dealing_of(store, position, record.epoch)
    deals = dealing.deals(*seated(record, name, dealing), name, is_paired=record.is_paired)
    check_deals(record, deals)
    return deals
