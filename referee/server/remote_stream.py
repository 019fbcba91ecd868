"""A bot on another machine: its stream outlives its connection, for as long as its clock allows.

Who comes back with the resume token finds its open questions again, with the same numbers and
what is left of their time: a broken connection stops no clock.
"""

import asyncio
import hmac
from dataclasses import dataclass, field

from koikoi.v1 import referee_pb2 as pb

from referee.rules.verdicts import Verdict
from referee.server.clock import GRACE_SECONDS, Timekeeper
from referee.server.stream import BotStream, OpenQuestion
from referee.server.time_control import TimeControl
from referee.server.tokens import Gate, digest_of, new_token

# What nobody guesses; the bot has made it up.
SHORTEST_RESUME_TOKEN = 32
HUNG_UP = "ended its stream"


@dataclass(eq=False, slots=True)
class Link:
    """One connection of a stream."""

    wake: asyncio.Event = field(default_factory=asyncio.Event)
    is_cut: bool = False

    def cut(self) -> None:
        """End what is sent over it."""
        self.is_cut = True
        self.wake.set()


class RemoteStream(BotStream):
    """The referee's side of one remote bot, from its token to the end of the event."""

    def __init__(
        self, gate: Gate, welcome: pb.Welcome, time_control: TimeControl, keeper: Timekeeper
    ) -> None:
        super().__init__(new_token(), welcome, time_control, keeper)
        self._gate = gate
        self._resume = b""  # the hash of the token to come back with; empty: it cannot
        self._link: Link | None = None
        self._away_since = 0.0
        self._heard: list[pb.Notice] = []  # sent, and perhaps lost on the way

    # What the gateway calls.

    def admit(self, join: pb.Join) -> bool:
        """Return whether the token is right; the stream keeps the resume token's hash."""
        if not super().admit(join):
            return False
        if 0 < len(join.resume_token) < SHORTEST_RESUME_TOKEN and self.end is None:
            self.refused = f"a resume token has {SHORTEST_RESUME_TOKEN} characters or more"
            self.close(Verdict.FAILED_TO_START, self.refused)
        elif join.resume_token:
            self._resume = digest_of(join.resume_token)
        return True

    def resumes(self, join: pb.Join) -> bool:
        """Return whether this is the bot that comes back; the stream must go on."""
        right = hmac.compare_digest(digest_of(join.resume_token), self._resume)
        return right and self.end is None

    def attach(self) -> Link:
        """Return a connection for the stream; an older one, which may be half dead, is cut."""
        if self._link is not None:
            self._link.cut()
        if self.end is None:
            self._say_again()
        self._link = Link()
        self.wake = self._link.wake
        self.wake.set()
        return self._link

    def detach(self, link: Link) -> None:
        """Take note that a connection is lost: without a resume token the bot is, too."""
        link.cut()
        if link is not self._link:
            return
        self._link = None
        self._away_since = self.keeper.now()
        if not self._resume:
            self.close(Verdict.DISCONNECT, HUNG_UP)

    def take_batch(self) -> pb.PlayResponse:
        """Return what is due to the bot; it is kept until an answer shows that it arrived."""
        batch = super().take_batch()
        self._heard.extend(batch.notices)
        return batch

    # The rest is the stream's own.

    def _say_again(self) -> None:
        """Put what may be lost before what is new. No clock begins anew."""
        self._open.update(self._unsent)
        self._unsent = {}
        again = [one for one in (*self._heard, *self.batch.notices) if self._is_to_be_heard(one)]
        self._heard = []
        now = self.keeper.now()
        for notice in again:
            if notice.HasField("question"):
                question = self._open[notice.question.question_id]
                notice.question.bank_left_ms = self._bank_left(question, now)
        self.batch = pb.PlayResponse(notices=again)

    def _is_to_be_heard(self, notice: pb.Notice) -> bool:
        return not notice.HasField("question") or notice.question.question_id in self._open

    def _bank_left(self, question: OpenQuestion, now: float) -> int:
        """Return the bank as it was when the question was asked, less all the time since."""
        bank = question.seconds - self.time_control.move_time - GRACE_SECONDS
        return max(0, int((bank - (now - question.asked_at)) * 1000))

    def _answer(self, answer: pb.Answer, now: float) -> None:
        if answer.question_id in self._open:
            self._has_heard(answer.question_id)
        super()._answer(answer, now)

    def _has_heard(self, answered: int) -> None:
        """Forget what came before an answered question, since that has come; not what is open."""
        for place, notice in enumerate(self._heard):
            if notice.question.question_id == answered:
                before = (one for one in self._heard[:place] if one.HasField("question"))
                still = [one for one in before if self._is_to_be_heard(one)]
                self._heard = still + self._heard[place + 1 :]
                return

    def _watch(self, now: float) -> None:
        """Look at the deadlines: a bot that is away when one passes is lost."""
        if self._link is not None:
            super()._watch(now)
            return
        waiting = (*self._open.values(), *self._unsent.values())
        if now > self._away_since + self._longest_away or any(
            self._is_late(question, now) for question in waiting
        ):
            gone = now - self._away_since
            self.close(Verdict.DISCONNECT, f"lost its connection and was away for {gone:.1f} s")

    @property
    def _longest_away(self) -> float:
        """Seconds for a bot that is asked nothing: as long as it may think about one question."""
        return self.time_control.move_time + self.time_control.time_bank + GRACE_SECONDS
