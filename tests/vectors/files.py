"""The recorded questions and what greedy answers, as the messages of the contract in two files."""

import runpy
from pathlib import Path

from google.protobuf.message import Message
from koikoi.v1.referee_pb2 import Answer, PlayRequest, PlayResponse, Question

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.binpb"
ANSWERS = FOLDER / "answers.binpb"
GREEDY = FOLDER.parents[1] / "sample_bots" / "greedy" / "greedy.py"


def asked(recorded: PlayResponse) -> list[Question]:
    """The questions of a recording, without the welcomes between them."""
    return [notice.question for notice in recorded.notices if notice.HasField("question")]


def answered(recorded: PlayResponse) -> PlayRequest:
    """Return what greedy answers to them: the one in Python, from which the others were ported."""
    decide = runpy.run_path(str(GREEDY))["decide"]
    return PlayRequest(
        answers=[
            Answer(question_id=q.question_id, action=decide(q.legal_actions, q.observation.field))
            for q in asked(recorded)
        ]
    )


def read_questions() -> list[Question]:
    """The questions in the file."""
    return asked(PlayResponse.FromString(QUESTIONS.read_bytes()))


def read_answers() -> dict[int, int]:
    """The answers in the file, by question number."""
    answers = PlayRequest.FromString(ANSWERS.read_bytes()).answers
    return {answer.question_id: answer.action for answer in answers}


def content(message: Message) -> bytes:
    """Return what stands in a file: the same bytes for the same message."""
    return message.SerializeToString(deterministic=True)
