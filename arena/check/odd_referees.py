"""Referees that keep to the contract and behave unusually."""

from collections.abc import Iterator
from dataclasses import replace

from google.protobuf.message import Message
from koikoi.v1 import referee_pb2 as pb

from arena.check.exam import Exam, short
from arena.check.findings import Judgement
from arena.check.judging import passed, trouble
from arena.check.sitting import Sitting, shuffled
from arena.check.watched_stream import Bend, as_it_is
from referee.rules.ruleset import DEFAULT

PAUSE_SECONDS = 1.0
# A field that no version of the contract has: number 1000, with three letters in it.
UNKNOWN_FIELD = bytes([0xC2, 0x3E, 3]) + b"new"
DUPLICATE_RULE = "A question may be sent again with the same number; its first answer counts."
UNKNOWN_RULE = "What a bot does not know it ignores: later versions add fields and notices."


async def slow(exam: Exam) -> Judgement:
    """Check that the bot waits while nothing is sent, before the first match and during it."""
    played = await exam.sit(_sitting("slow", pause=PAUSE_SECONDS))
    return trouble(played) or passed(played, f", after {PAUSE_SECONDS:g} s of silence twice")


async def duplicates(exam: Exam) -> Judgement:
    """Check that the bot answers repeated questions: each comes twice, as after a reconnection."""
    played = await exam.sit(_sitting("twice", every_question_twice))
    found = trouble(played, borne=len(played.stream.questions))
    return replace(found, rule=DUPLICATE_RULE) if found else passed(played, ", each sent twice")


async def unknown_fields(exam: Exam) -> Judgement:
    """Check that the bot ignores fields and notices that its version does not know."""
    played = await exam.sit(_sitting("news", with_news))
    found = trouble(played)
    return replace(found, rule=UNKNOWN_RULE) if found else passed(played, " with unknown fields")


def _sitting(name: str, bend: Bend = as_it_is, *, pause: float = 0.0) -> Sitting:
    groups = ((shuffled(name),),)
    return Sitting(name=name, ruleset=short(DEFAULT, 2), groups=groups, bend=bend, pause=pause)


def every_question_twice(batch: pb.PlayResponse) -> pb.PlayResponse:
    """Return the batch with each question twice, one after the other."""
    bent = pb.PlayResponse()
    for notice in batch.notices:
        bent.notices.append(notice)
        if notice.HasField("question"):
            bent.notices.append(notice)
    return bent


def with_news(batch: pb.PlayResponse) -> pb.PlayResponse:
    """Return the batch with an unknown notice first, and an unknown field in every message."""
    bent = pb.PlayResponse(notices=[pb.Notice.FromString(UNKNOWN_FIELD)])
    for notice in batch.notices:
        bent.notices.append(notice)
        for message in _messages(bent.notices[-1]):
            message.MergeFromString(UNKNOWN_FIELD)
    return bent


def _messages(notice: pb.Notice) -> Iterator[Message]:
    yield notice
    if kind := notice.WhichOneof("kind"):
        yield getattr(notice, kind)
    if notice.HasField("question"):
        yield notice.question.observation
