"""A table: one match between two streams. It asks the seat that has a choice and writes the record.

Everything here is synchronous: an answer comes in, the rules move on, the next questions are
written into the streams' batches. Opening matches one after the other is `session`'s business.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import TEXTS, Action
from referee.rules.deal_check import Deck, hands_and_field
from referee.rules.errors import IllegalAction
from referee.rules.match import Match
from referee.rules.observation import observe
from referee.rules.record import MatchRecord, MatchResult, Player, RoundRecord
from referee.rules.round import (
    DEAL_VOIDED,
    Event,
    Round,
    apply,
    legal_actions,
)
from referee.rules.ruleset import Ruleset
from referee.rules.seats import SEATS, Seat
from referee.rules.verdicts import Verdict, fault_of
from referee.server.refusals import Refusal
from referee.server.stream import BotStream
from referee.wire.notices import (
    write_match_over,
    write_match_start,
    write_question,
    write_round_over,
    write_round_start,
)


class Deals(Protocol):
    """The deals of a match: its decks, its first dealer, and the seeds for dice."""

    def decks(self, number: int) -> Iterator[Deck]:
        """Yield the decks of a round, counted from 1: the next is for when one is void."""

    def first_dealer(self) -> Seat:
        """Return the seat that moves first in the first round."""

    def bot_seed(self, seat: Seat) -> int:
        """Return the 32-bit seed for the bot in a seat."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to play: its name, who sits where, and what will be dealt."""

    event: str | None
    match: str
    ruleset: Ruleset
    seats: tuple[Player, Player]
    deals: Deals


class Table:
    """A match being played."""

    def __init__(
        self,
        plan: MatchPlan,
        streams: tuple[BotStream, BotStream],
        on_over: Callable[["Table", MatchRecord], None],
    ) -> None:
        self.plan = plan
        self._streams = streams
        self._on_over = on_over
        self._match = Match(plan.ruleset, plan.deals.first_dealer())
        self._ids = tuple(stream.next_match_id() for stream in streams)
        self._bank = [stream.time_control.time_bank for stream in streams]
        self._told = [0, 0]  # how many events of the round each seat has been told
        self._think_ms: list[list[float]] = []
        self._asked: tuple[Seat, int] | None = None
        self._record: MatchRecord | None = None

    @property
    def _round(self) -> Round:
        return self._match.rounds[-1].round

    def start(self) -> None:
        """Seats both bots and deals."""
        dealer = self._match.dealer
        for seat, stream in zip(SEATS, self._streams, strict=True):
            stream.matches.append(self.plan.match)
            seed = self.plan.deals.bot_seed(seat)
            write_match_start(stream.batch, self._ids[seat], seat, dealer, seed)
        self._go_on()

    def answered(self, seat: Seat, action: Action | None, seconds: float) -> None:
        """Carry out a bot's choice, or ends the match if it is none."""
        self._asked = None
        self._charge(seat, seconds)
        try:
            if action is None:
                raise IllegalAction(-1, legal_actions(self._round))
            apply(self._round, action)
        except IllegalAction as refused:
            self._refuse(seat, refused)
            return
        self._go_on()

    def _refuse(self, seat: Seat, refused: IllegalAction) -> None:
        """End the match for an illegal answer, and keep what was asked and what came."""
        detail = self._illegal_text(refused)
        asked = pb.PlayResponse()
        bank = int(self._bank[seat] * 1000)
        seen = observe(self._round, seat)
        write_question(asked, self._ids[seat], 0, seen, refused.legal, (), bank)
        self._streams[seat].refuse(
            Refusal(
                self.plan.match,
                Verdict.ILLEGAL_MOVE,
                detail,
                question=asked.notices[0].question,
                round_number=self._round.number,
                action_number=len(self._round.actions) + 1,
            )
        )
        self.forfeit((seat,), Verdict.ILLEGAL_MOVE, detail)

    def timed_out(self, seat: Seat, seconds: float) -> None:
        """End the match because a bot's time is up."""
        self._asked = None
        control = self._streams[seat].time_control
        detail = (
            f"{self._where()}: no answer for {seconds:.2f} s"
            f" (move time {control.move_time:g} s, bank {self._bank[seat]:.2f} s left)"
        )
        self.forfeit((seat,), Verdict.TIMEOUT, detail)

    def forfeit(
        self, seats: tuple[Seat, ...], verdict: Verdict, detail: str, incident: str | None = None
    ) -> None:
        """End the match by somebody's fault, or nobody's; the other seat wins, if there is one."""
        if self._asked is not None:
            seat, question = self._asked
            self._streams[seat].withdraw(question)
        winner = seats[0].other if len(seats) == 1 else None
        fault = fault_of(seats) if seats else None
        self._end(MatchResult(self._match.scores, winner, verdict, fault, detail, incident))

    def _charge(self, seat: Seat, seconds: float) -> None:
        self._think_ms[-1].append(int(seconds * 10_000) / 10)
        over = seconds - self._streams[seat].time_control.move_time
        if over > 0:
            self._bank[seat] = max(0.0, self._bank[seat] - over)

    def _go_on(self) -> None:
        """Play on to the next choice, through forced moves and end of rounds."""
        while not self._match.is_over:
            if self._match.finished == len(self._match.rounds):
                self._deal()
            if legal := self._play_forced():
                self._ask(legal)
                return
            self._end_round()
        self._end(MatchResult(self._match.scores, self._match.winner))

    def _play_forced(self) -> tuple[Action, ...]:
        """Make the moves that leave no choice; the legal actions of the first that does."""
        legal = legal_actions(self._round)
        while len(legal) == 1:
            apply(self._round, legal[0])
            legal = legal_actions(self._round)
        return legal

    def _deal(self) -> None:
        decks = self.plan.deals.decks(self._match.number)
        while (round_ := self._match.deal(next(decks))) is None:
            pass
        self._told = [0, 0]
        self._think_ms.append([])
        voided = [_voided(deck) for deck in self._match.rounds[-1].void_decks]
        for seat, stream in zip(SEATS, self._streams, strict=True):
            events = voided if stream.wants_events else ()
            write_round_start(stream.batch, self._ids[seat], observe(round_, seat), events)

    def _ask(self, legal: tuple[Action, ...]) -> None:
        round_ = self._round
        seat = SEATS[round_.mover]
        stream = self._streams[seat]
        bank = self._bank[seat]
        question = stream.open_question(self, seat, bank)
        self._asked = seat, question
        write_question(
            stream.batch,
            self._ids[seat],
            question,
            observe(round_, seat),
            legal,
            self._news(seat),
            int(bank * 1000),
        )
        stream.flush()

    def _news(self, seat: Seat) -> list[Event]:
        """Return the events that a seat has not been told yet, if it wants them."""
        if not self._streams[seat].wants_events:
            return []
        told, self._told[seat] = self._told[seat], self._round.event_count
        return self._round.events_since(told)

    def _end_round(self) -> None:
        result = self._match.end_round()
        number, scores = self._round.number, self._match.scores
        for seat, stream in zip(SEATS, self._streams, strict=True):
            news = self._news(seat)
            write_round_over(stream.batch, self._ids[seat], seat, number, result, scores, news)
            stream.flush()

    def _end(self, result: MatchResult) -> None:
        if self._record is not None:
            return
        plan = self.plan
        for seat, stream in zip(SEATS, self._streams, strict=True):
            stream.matches.remove(plan.match)
            write_match_over(
                stream.batch,
                self._ids[seat],
                seat,
                result.points,
                result.winner,
                result.verdict,
                result.fault,
            )
            stream.flush()
        rounds = self._round_records()
        self._record = MatchRecord(plan.ruleset, plan.seats, rounds, result, plan.event, plan.match)
        self._on_over(self, self._record)

    def _round_records(self) -> tuple[RoundRecord, ...]:
        played = zip(self._match.rounds, self._think_ms, strict=True)
        return tuple(
            RoundRecord(
                dealer=one.dealer,
                deck=one.deck,
                actions=tuple(one.round.actions),
                result=one.round.result,
                void_decks=tuple(one.void_decks),
                think_ms=tuple(think_ms),
            )
            for one, think_ms in played
        )

    def _where(self) -> str:
        phase = self._round.phase.name.lower()
        return f"round {self._round.number}, action {len(self._round.actions) + 1}, {phase}"

    def _illegal_text(self, refused: IllegalAction) -> str:
        known = 0 <= refused.action < len(TEXTS)
        answer = f"`{TEXTS[refused.action]}`" if known else "an unset or unknown action"
        legal = ", ".join(TEXTS[action] for action in refused.legal)
        return f"{self._where()}: answered {answer} (legal: {legal})"


def _voided(deck: bytes) -> Event:
    return Event(DEAL_VOIDED, None, None, hands_and_field(deck)[2])
