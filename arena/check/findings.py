"""Findings of the stages: an outcome, and in words what was sent, what came back and what to do."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import Enum

from koikoi.v1 import referee_pb2 as pb

from arena.check.sitting import Played
from referee.rules.actions import ACTION_COUNT, TEXTS
from referee.rules.cards import CARDS

PHASES = {pb.PHASE_PLAY: "play", pb.PHASE_TAKE: "take", pb.PHASE_CALL: "call"}


class Outcome(Enum):
    """The outcome of a stage."""

    PASS = "pass"
    FAIL = "fail"
    WARNING = "warning"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The finding of a stage. Texts may be empty; text that the bot chose is not escaped."""

    stage: str
    outcome: Outcome
    sent: str = ""
    came: str = ""
    rule: str = ""
    advice: str = ""
    seconds: float = 0.0

    def to_json(self) -> dict[str, object]:
        """Return the finding as plain data."""
        return asdict(self) | {"outcome": self.outcome.value, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Judgement:
    """An outcome and the reason, before the duration of the stage is known."""

    outcome: Outcome
    sent: str = ""
    came: str = ""
    rule: str = ""
    advice: str = ""

    def of(self, stage: str, seconds: float) -> Finding:
        """Return the judgement as the finding of a stage."""
        return Finding(
            stage=stage,
            outcome=self.outcome,
            sent=self.sent,
            came=self.came,
            rule=self.rule,
            advice=self.advice,
            seconds=seconds,
        )


def asked(played: Played) -> str:
    """Describe the last question to a bot in one line."""
    question = played.stream.last_question
    if question is not None:
        return question_text(question)
    return "welcome" if played.stream.joined.is_set() else "the address and the token"


def question_text(question: pb.Question) -> str:
    """Describe a question: the decision, the cards, and the legal answers."""
    seen = question.observation
    legal = ", ".join(action_text(action) for action in question.legal_actions)
    return (
        f"question {question.question_id} ({PHASES[seen.phase]}, round {seen.round}):"
        f" hand {_cards(seen.hand)}; field {_cards(seen.field)}; legal: {legal}"
    )


def action_text(action: int) -> str:
    """Describe an action on the wire, in the words of records."""
    return TEXTS[action - 1] if 1 <= action <= ACTION_COUNT else f"no action ({action})"


def _cards(numbers: Iterable[int]) -> str:
    return " ".join(CARDS[number - 1].code for number in numbers) or "none"


def came(played: Played) -> str:
    """Describe how a match was lost or how the stream ended; empty if nothing went wrong."""
    if played.forfeits:
        first = played.forfeits[0]
        return f"{first.result.verdict.value} in `{first.match}`: {first.result.detail}"
    end = played.end
    return f"{end.verdict.value}: {end.detail}" if end and end.verdict else ""


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> count(1, "match", "matches"), count(2, "answer")
    ('1 match', '2 answers')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
