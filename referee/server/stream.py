"""Streams: one bot process as the referee knows it, its open questions and its behaviour.

A stream lives as long as the process. It carries any number of matches, one after the other or side
by side; the matches themselves are `table`'s business, the gRPC call is `service`'s.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import Action
from referee.rules.seats import Seat
from referee.rules.verdicts import Verdict
from referee.server.clock import GRACE_SECONDS, Timekeeper
from referee.server.refusals import Refusal
from referee.server.time_control import TimeControl
from referee.server.tokens import Gate
from referee.wire.notices import PROTOCOL_VERSION, write_warning
from referee.wire.requests import action_of, decoded

MOST_MATCHES = 32
# Answers that had to be ignored: this many, and a few more for each question, are borne.
IGNORED_ANSWERS, IGNORED_PER_QUESTION = 16, 2
# A bot that has lost a match on time and says nothing for this long is not coming back.
SILENCE_SECONDS = 2.0
# Its silence begins when it is asked: until then it has nothing to say.
NOT_ASKED = math.inf
# While a bot works on its last questions, new ones wait for their company at most this long: a
# message costs as much as ten questions.
HOLD_SECONDS = 0.005
# How old the last look at a bot's waiting may be. No more than its time for a question is forgiven
# for it, so that nobody waits without end on a machine that is far too busy.
SAMPLE_SECONDS = 0.05


# Tells the seconds since it was made.
Measure: TypeAlias = Callable[[], float]


def untouched() -> float:
    """Return 0: nothing is known of the time that others took from a bot."""
    return 0.0


class Asker(Protocol):
    """A receiver of the answer to a question."""

    def answered(self, seat: Seat, action: Action | None, seconds: float) -> None:
        """Take the bot's choice (None: left unset) and the time it is charged with."""

    def timed_out(self, seat: Seat, seconds: float) -> None:
        """Take note that the bot's time for this question is up."""


@dataclass(slots=True)
class OpenQuestion:
    """A question that waits for its answer."""

    asker: Asker
    seat: Seat
    asked_at: float
    seconds: float  # until the deadline, grace included
    owed: float  # what the referee owed when it was asked
    waited: Measure = untouched  # how long others have kept the bot from a core since then


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The end of a stream; `verdict` is None if the referee closed it."""

    verdict: Verdict | None
    detail: str


class BotStream:
    """The referee's side of one bot process."""

    def __init__(
        self, token: str, welcome: pb.Welcome, time_control: TimeControl, keeper: Timekeeper
    ) -> None:
        self.time_control = time_control
        self.keeper = keeper
        self.join: pb.Join | None = None
        self.joined = asyncio.Event()
        self.refused = ""  # why a bot with the right token was not let in
        self.at_eof = asyncio.Event()  # the bot will send nothing more
        self.ended = asyncio.Event()
        self.end: StreamEnd | None = None
        self.on_end: Callable[[StreamEnd], None] | None = None
        # Starts to measure how long others keep the bot from a core, where somebody can.
        self.waits: Callable[[], Measure] | None = None
        self.on_refusal: Callable[[Refusal], None] | None = None
        self.wake = asyncio.Event()  # set when the batch is to be sent
        self.batch = pb.PlayResponse()
        self.matches: list[str] = []  # the names of those under way
        self._gate = Gate(token)
        self._welcome = welcome
        self._open: dict[int, OpenQuestion] = {}  # sent, and not answered
        self._unsent: dict[int, OpenQuestion] = {}  # in the batch; nobody can answer them yet
        self._hold: asyncio.TimerHandle | None = None
        self._asked = 0
        self.ignored = 0  # answers to questions that were not open
        self.turned_away = 0  # calls that showed another token, or this one again
        self._matches = 0
        self._silent_since: float | None = None
        self._waited: tuple[float, Measure] = -math.inf, untouched
        self._received = b""  # the message that is being looked at

    # What the service calls.

    def admit(self, join: pb.Join) -> bool:
        """Return whether the token is right; a bot that is let in is welcomed."""
        if not self._gate.admit(join.token):
            self.turned_away += 1
            return False
        if join.protocol_version != PROTOCOL_VERSION:
            self.refused = (
                f"the bot speaks protocol version {join.protocol_version},"
                f" the referee version {PROTOCOL_VERSION}"
            )
            self.close(Verdict.FAILED_TO_START, self.refused)
            return True
        self.join = join
        self.batch.notices.add().welcome.MergeFrom(self._welcome)
        self.wake.set()
        self.joined.set()
        self.keeper.watchers.add(self._watch)
        return True

    def receive(self, data: bytes) -> None:
        """Take one message of the bot's."""
        now = self.keeper.now()
        self._silent_since = None
        self._received = data
        request, wrong = decoded(data)
        if wrong:
            self._break(wrong)
            return
        for answer in request.answers:
            self._answer(answer, now)
        if not self._open and self.batch.notices:
            self.wake.set()

    def take_batch(self) -> pb.PlayResponse:
        """Return everything due to the bot; the clocks of its questions start now."""
        now = self.keeper.now()
        owed, waited = self.keeper.owed(now), self._measure(now)
        for question in self._unsent.values():
            question.asked_at, question.owed, question.waited = now, owed, waited
        self._open.update(self._unsent)
        self._unsent = {}
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        batch, self.batch = self.batch, pb.PlayResponse()
        return batch

    def close(self, verdict: Verdict | None, detail: str) -> None:
        """End the stream, once: whoever plays on it is told."""
        if self.end is not None:
            return
        self.end = StreamEnd(verdict, detail)
        self._open.clear()
        self._unsent.clear()
        self.keeper.watchers.discard(self._watch)
        self.ended.set()
        self.wake.set()
        if self.on_end is not None:
            self.on_end(self.end)

    # What a table calls.

    @property
    def max_matches(self) -> int:
        """The number of matches that the bot plays at the same time."""
        offered = self.join.max_matches if self.join else 0
        return min(max(offered, 1), MOST_MATCHES)

    @property
    def wants_events(self) -> bool:
        """True if the bot reads events."""
        return self.join is not None and self.join.want_events

    def next_match_id(self) -> int:
        """Return a number for a match that begins on this stream."""
        self._matches += 1
        return self._matches

    def open_question(self, asker: Asker, seat: Seat, bank_left: float) -> int:
        """Open a question and return its number; its clock starts when the batch is sent."""
        self._asked += 1
        seconds = self.time_control.move_time + bank_left + GRACE_SECONDS
        self._unsent[self._asked] = OpenQuestion(asker, seat, self.keeper.now(), seconds, 0.0)
        return self._asked

    def withdraw(self, question_id: int) -> None:
        """Stop waiting for an answer, because the match is over."""
        self._open.pop(question_id, None)
        self._unsent.pop(question_id, None)
        if self._silent_since is not None:
            self._silent_since = NOT_ASKED

    def refuse(self, refusal: Refusal) -> None:
        """Tell whoever keeps refusals; `sent` is what was received last."""
        if self.on_refusal is not None:
            self.on_refusal(replace(refusal, sent=self._received))

    def flush(self) -> None:
        """Send the batch: now, or when the bot is done with the last one, but soon."""
        if not self._open:
            self.wake.set()
        elif self._hold is None:
            loop = asyncio.get_running_loop()
            self._hold = loop.call_later(HOLD_SECONDS, self.wake.set)

    # The rest is the stream's own.

    def _break(self, detail: str) -> None:
        match = self.matches[0] if self.matches else ""
        self.refuse(Refusal(match, Verdict.PROTOCOL_ERROR, detail))
        self.close(Verdict.PROTOCOL_ERROR, detail)

    def _answer(self, answer: pb.Answer, now: float) -> None:
        question = self._open.pop(answer.question_id, None)
        if question is None:
            self._ignore(answer.question_id)
            return
        seconds = now - question.asked_at
        forgiven = self._forgiven(question, now)
        if seconds > self.time_control.move_time:
            self.keeper.forgiven += forgiven
        charged = max(0.0, seconds - forgiven)
        if charged > question.seconds:
            question.asker.timed_out(question.seat, charged)
        else:
            action = action_of(answer)
            question.asker.answered(question.seat, action, charged)

    def _forgiven(self, question: OpenQuestion, now: float) -> float:
        """Return how much of a question's time was not the bot's own."""
        if self.ignored:  # no favours for a bot that keeps the referee busy
            return 0.0
        seconds = now - question.asked_at
        forgiven = self.keeper.forgives(question.owed, now)
        if seconds > self.time_control.move_time:
            forgiven += min(question.waited(), question.seconds)
        return min(forgiven, seconds)

    def _measure(self, now: float) -> Measure:
        """Return a measure that was started a moment ago; starting one is expensive."""
        at, measure = self._waited
        if self.waits is not None and now - at > SAMPLE_SECONDS:
            self._waited = now, (measure := self.waits())
        return measure

    def _ignore(self, question_id: int) -> None:
        self.ignored += 1
        left = IGNORED_ANSWERS + IGNORED_PER_QUESTION * self._asked - self.ignored
        if left < 0:
            detail = f"{self.ignored} answers ignored (questions asked: {self._asked})"
            self.close(Verdict.FLOOD, detail)
            return
        kind = pb.WARNING_KIND_NO_SUCH_QUESTION
        write_warning(self.batch, kind, question_id, left)
        self.flush()

    def _watch(self, now: float) -> None:
        """Look at the deadlines, once a tick."""
        if self._open:
            self._measure(now)
        if self.at_eof.is_set():  # what became of the bot is being found out
            return
        if self._silent_since == NOT_ASKED and (self._open or self._unsent):
            self._silent_since = now
        if self._silent_since is not None and now - self._silent_since > SILENCE_SECONDS:
            self.close(Verdict.TIMEOUT, f"silent for {SILENCE_SECONDS:g} s after a timeout")
            return
        for waiting in (self._open, self._unsent):  # a bot that does not read gets no more time
            self._time_out(waiting, now)

    def _time_out(self, waiting: dict[int, OpenQuestion], now: float) -> None:
        for number, question in tuple(waiting.items()):
            if number in waiting and self._is_late(question, now):
                del waiting[number]
                if self._silent_since is None:
                    self._silent_since = NOT_ASKED
                question.asker.timed_out(question.seat, now - question.asked_at)

    def _is_late(self, question: OpenQuestion, now: float) -> bool:
        late = now - question.asked_at - question.seconds
        return late > 0 and late > self._forgiven(question, now)
