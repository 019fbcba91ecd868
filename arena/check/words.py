"""The words of a finding: questions and answers as people read them."""

from collections.abc import Iterable

from koikoi.v1 import referee_pb2 as pb

from arena.check.sitting import Played
from referee.rules.actions import ACTION_COUNT, TEXTS
from referee.rules.cards import CARDS

PHASES = {pb.PHASE_PLAY: "play", pb.PHASE_TAKE: "take", pb.PHASE_CALL: "call"}


def asked(played: Played) -> str:
    """What a bot was sent last, in a line."""
    question = played.stream.last_question
    if question is not None:
        return question_text(question)
    return "welcome" if played.stream.joined.is_set() else "the address and the token"


def question_text(question: pb.Question) -> str:
    """A question: what is to be decided, what lies there, and what may be answered."""
    seen = question.observation
    legal = ", ".join(action_text(action) for action in question.legal_actions)
    return (
        f"question {question.question_id} ({PHASES[seen.phase]}, round {seen.round}):"
        f" hand {_cards(seen.hand)}; field {_cards(seen.field)}; legal: {legal}"
    )


def action_text(action: int) -> str:
    """An action on the wire, in the words of records."""
    return TEXTS[action - 1] if 1 <= action <= ACTION_COUNT else f"no action ({action})"


def _cards(numbers: Iterable[int]) -> str:
    return " ".join(CARDS[number - 1].code for number in numbers) or "none"


def came(played: Played) -> str:
    """What came of it: how a match was lost, or how the stream ended; empty if all went well."""
    if played.forfeits:
        first = played.forfeits[0]
        return f"{first.result.verdict.value} in `{first.match}`: {first.result.detail}"
    end = played.end
    return f"{end.verdict.value}: {end.detail}" if end and end.verdict else ""


def count(number: int, noun: str, plural: str = "") -> str:
    """A number of things.

    >>> count(1, "match", "matches"), count(2, "answer")
    ('1 match', '2 answers')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
