"""A remote bot whose connection breaks: what it is told again, and what the clock says to it."""

from dataclasses import dataclass, field

import pytest
from koikoi.v1 import referee_pb2 as pb

from referee.rules.actions import Action
from referee.rules.seats import NORTH, Seat
from referee.rules.verdicts import Verdict
from referee.server.clock import Timekeeper
from referee.server.remote_stream import RemoteStream
from referee.server.time_control import TimeControl
from referee.server.tokens import Gate, digest_of
from referee.wire.notices import PROTOCOL_VERSION
from tests.server.conftest import Run
from tests.server.games import Clock

TOKEN, RESUME = "the token of a remote bot", "what the bot has made up, 32 characters at least"
MOVE, BANK = 2.0, 10.0


@dataclass
class SlotQueue:
    """Waits for answers, as a table does."""

    said: list[object] = field(default_factory=list)

    def answered(self, seat: Seat, action: Action | None, seconds: float) -> None:
        self.said.append((action, seconds))

    def timed_out(self, seat: Seat, seconds: float) -> None:
        self.said.append("timed out")


class Bot:
    """A stream, and a connection of it that a test cuts."""

    def __init__(self, resume: str = RESUME) -> None:
        self.clock = Clock()
        self.keeper = Timekeeper(now=self.clock)
        gate = Gate.of_digest(digest_of(TOKEN))
        self.stream = RemoteStream(gate, pb.Welcome(), TimeControl(MOVE, BANK), self.keeper)
        self.table = SlotQueue()
        assert self.stream.admit(_join(token=TOKEN, resume_token=resume))
        self.link = self.stream.attach()

    def ask(self) -> int:
        """Asks something, and it is sent if there is a connection."""
        number = self.stream.open_question(self.table, NORTH, BANK)
        question = self.stream.batch.notices.add(match_id=1).question
        question.question_id, question.bank_left_ms = number, int(BANK * 1000)
        return number

    def hear(self) -> list[tuple[str, int, int]]:
        """Return what is sent now: kinds, and of questions number and bank."""
        notices = self.stream.take_batch().notices
        return [
            (str(one.WhichOneof("kind")), one.question.question_id, one.question.bank_left_ms)
            for one in notices
        ]

    def answer(self, number: int) -> None:
        """Answers with the first action there is."""
        request = pb.PlayRequest(answers=[pb.Answer(question_id=number, action=1)])
        self.stream.receive(request.SerializeToString())

    def pass_seconds(self, seconds: float) -> None:
        """Lets time pass, tick by tick."""
        for _ in range(round(seconds / 0.01)):
            self.clock.now += 0.01
            self.keeper.tick()

    def come_back(self) -> None:
        """Shows the resume token over a new connection."""
        assert self.stream.resumes(_join(resume_token=RESUME))
        self.link = self.stream.attach()


def _join(**tokens: str) -> pb.Join:
    return pb.Join(protocol_version=PROTOCOL_VERSION, **tokens)


def test_an_open_question_is_sent_again_with_its_number_and_less_time(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        number = bot.ask()
        assert bot.hear() == [("welcome", 0, 0), ("question", number, 10_000)]

        bot.stream.detach(bot.link)
        bot.pass_seconds(3)
        bot.come_back()

        assert bot.hear() == [("welcome", 0, 0), ("question", number, 7_000)]
        bot.answer(number)
        assert bot.table.said == [(0, pytest.approx(3))]

    run(scenario)


def test_what_an_answer_shows_to_have_come_is_not_said_again(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        first, second = bot.ask(), bot.ask()
        bot.hear()
        bot.answer(second)
        bot.stream.batch.notices.add(match_id=1).match_over.own_points = 1
        bot.hear()

        bot.stream.detach(bot.link)
        third = bot.ask()
        bot.come_back()

        kinds = [(kind, number) for kind, number, _ in bot.hear()]
        assert kinds == [("question", first), ("match_over", 0), ("question", third)]

    run(scenario)


def test_a_bot_that_is_away_when_its_time_is_up_is_lost(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        bot.ask()
        bot.hear()
        bot.pass_seconds(5)
        bot.stream.detach(bot.link)

        bot.pass_seconds(6.9)
        assert bot.stream.end is None
        bot.pass_seconds(0.4)

        assert bot.stream.end is not None
        assert bot.stream.end.verdict is Verdict.DISCONNECT
        assert not bot.stream.resumes(_join(resume_token=RESUME))

    run(scenario)


def test_a_question_that_is_asked_while_the_bot_is_away_costs_time_at_once(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        bot.hear()
        bot.stream.detach(bot.link)
        number = bot.ask()
        bot.pass_seconds(4)
        bot.come_back()

        assert ("question", number, 6_000) in bot.hear()
        bot.pass_seconds(8.2)
        assert bot.table.said == ["timed out"]

    run(scenario)


def test_a_bot_that_is_asked_nothing_may_be_away_as_long_as_it_might_think(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        bot.stream.detach(bot.link)
        bot.pass_seconds(11.9)
        assert bot.stream.end is None
        bot.pass_seconds(0.3)
        assert bot.stream.end is not None

    run(scenario)


def test_without_a_resume_token_a_lost_connection_is_the_end(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot(resume="")
        bot.stream.detach(bot.link)
        assert bot.stream.end is not None
        assert not bot.stream.resumes(_join(resume_token=""))

    run(scenario)


def test_a_resume_token_that_could_be_guessed_is_refused(run: Run) -> None:
    async def scenario() -> None:
        assert "32 characters" in Bot(resume="me again").stream.refused

    run(scenario)


def test_a_new_connection_takes_over_from_one_that_is_half_dead(run: Run) -> None:
    async def scenario() -> None:
        bot = Bot()
        number, old = bot.ask(), bot.link
        bot.hear()

        bot.come_back()
        bot.stream.detach(old)  # found out later: it is no loss any more

        assert old.is_cut
        bot.pass_seconds(1)
        assert ("question", number, 10_000) in bot.hear()
        assert bot.stream.end is None

    run(scenario)
