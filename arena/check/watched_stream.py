"""The stream of a bot that is being checked: what is sent can be changed, what comes is timed."""

from collections.abc import Callable
from typing import TypeAlias

from koikoi.v1 import referee_pb2 as pb

from referee.server.clock import Timekeeper
from referee.server.stream import BotStream
from referee.server.time_control import TimeControl
from referee.wire.requests import decoded

Bend: TypeAlias = Callable[[pb.PlayResponse], pb.PlayResponse]


def as_it_is(batch: pb.PlayResponse) -> pb.PlayResponse:
    """Return the batch unchanged."""
    return batch


class WatchedStream(BotStream):
    """A stream that records its questions, the time of each answer, and ignored answers."""

    bend: Bend = staticmethod(as_it_is)

    def __init__(
        self, token: str, welcome: pb.Welcome, time_control: TimeControl, keeper: Timekeeper
    ) -> None:
        super().__init__(token, welcome, time_control, keeper)
        self.begun_at = keeper.now()
        self.joined_at: float | None = None
        self.questions: dict[int, pb.Question] = {}  # in the order in which they were sent
        self.answered: dict[int, int] = {}  # the first action for each of them
        self.seconds: list[tuple[pb.Phase.ValueType, float]] = []  # for each answer
        self.stray: list[int] = []  # the numbers in answers to questions that were not open
        self.largest = 0  # the bytes of the largest message sent
        self._sent_at: dict[int, float] = {}

    def admit(self, join: pb.Join) -> bool:
        """Record when the bot joined."""
        admitted = super().admit(join)
        if self.joined.is_set() and self.joined_at is None:
            self.joined_at = self.keeper.now()
        return admitted

    def take_batch(self) -> pb.PlayResponse:
        """Record every question, and change the batch."""
        batch = super().take_batch()
        now = self.keeper.now()
        for notice in batch.notices:
            if notice.HasField("question"):
                self.questions[notice.question.question_id] = notice.question
                self._sent_at[notice.question.question_id] = now
        bent = type(self).bend(batch)
        self.largest = max(self.largest, bent.ByteSize())
        return bent

    def receive(self, data: bytes) -> None:
        """Record the time of each answer, and answers to no open question."""
        request, _ = decoded(data)
        for answer in request.answers:
            self._note(answer)
        super().receive(data)

    def _note(self, answer: pb.Answer) -> None:
        number = answer.question_id
        sent_at = self._sent_at.pop(number, None)
        if sent_at is None:
            self.stray.append(number)
            return
        self.answered[number] = answer.action
        phase = self.questions[number].observation.phase
        self.seconds.append((phase, self.keeper.now() - sent_at))

    @property
    def last_question(self) -> pb.Question | None:
        """The first question that is still unanswered, else the last one."""
        left = [one for number, one in self.questions.items() if number not in self.answered]
        return next(iter(left or list(self.questions.values())[-1:]), None)
