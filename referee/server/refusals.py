"""Refused answers, as they were sent, with the questions that they answered.

Bot and referee may disagree about the rules. The request, the legal list and the raw answer show
who is right.
"""

from dataclasses import dataclass

from koikoi.v1 import referee_pb2 as pb

from referee.rules.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that ended a match, or a message that ended a stream.

    `match` is empty if none was under way; `question`, `round_number` and `action_number` (both
    from 1) are there for an illegal answer.
    """

    match: str
    verdict: Verdict
    detail: str
    sent: bytes = b""
    question: pb.Question | None = None
    round_number: int = 0
    action_number: int = 0
