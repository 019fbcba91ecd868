"""Scripts of a referee: what it sends, message by message."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from koikoi.v1.referee_pb2 import MatchStart, Notice, PlayResponse, Question

Script: TypeAlias = Sequence[PlayResponse]


def start(match_id: int, *, bot_seed: int) -> Notice:
    return Notice(
        match_id=match_id, match_start=MatchStart(seat=1, first_dealer=1, bot_seed=bot_seed)
    )


def ask(match_id: int, question: Question) -> Notice:
    return Notice(match_id=match_id, question=question)


def asked(response: PlayResponse) -> list[Question]:
    return [notice.question for notice in response.notices if notice.HasField("question")]


def in_batches(questions: Sequence[Question], *, size: int) -> Script:
    """The questions in batches, as of `size` matches that go on side by side."""
    starts = [start(match_id, bot_seed=match_id) for match_id in range(1, size + 1)]
    batches = [questions[i : i + size] for i in range(0, len(questions), size)]
    return [
        PlayResponse(notices=starts),
        *(
            PlayResponse(notices=[ask(match_id, q) for match_id, q in enumerate(batch, start=1)])
            for batch in batches
        ),
    ]


def one_by_one(match_id: int, bot_seed: int, asked: Iterable[Question]) -> Script:
    first = PlayResponse(notices=[start(match_id, bot_seed=bot_seed)])
    return [first, *(PlayResponse(notices=[ask(match_id, question)]) for question in asked)]


def side_by_side(*matches: Script) -> Script:
    """Scripts of equal length merged, so that what was sent at the same step is one batch."""
    steps = zip(*matches, strict=True)
    return [PlayResponse(notices=[n for part in step for n in part.notices]) for step in steps]
