"""Made-up questions: plausible positions, alike for the same seed. No rules engine is asked."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from koikoi.v1.referee_pb2 import PHASE_CALL, PHASE_PLAY, PHASE_TAKE, Observation, Question

from tests.sample_bots.positions import KOI_KOI, STOP


def questions(count: int, *, seed: int) -> list[Question]:
    """`count` questions of all three phases, numbered from 1."""
    made = list(islice(_questions(Random(seed)), count))
    for number, question in enumerate(made, start=1):
        question.question_id = number
    return made


def _questions(dice: Random) -> Iterator[Question]:
    while True:
        seen = _observation(dice)
        if _most_of_a_month(seen) < 4:  # four would have voided the deal
            yield _PHASES[dice.randrange(3)](dice, seen)


def _observation(dice: Random) -> Observation:
    """A table with cards captured in pairs and the others spread over hand, field and unseen."""
    months = [dice.sample(range(4 * month + 1, 4 * month + 5), 4) for month in range(12)]
    pairs = [half for month in months for half in (month[:2], month[2:])]
    dice.shuffle(pairs)
    own, rival = dice.randrange(8), dice.randrange(8)
    rest = [card for pair in pairs[own + rival :] for card in pair]
    dice.shuffle(rest)
    hand, field = dice.randint(2, 8), dice.randint(2, 10)
    return Observation(
        seat=dice.randint(1, 2),
        dealer=dice.randint(1, 2),
        round=dice.randint(1, 12),
        hand=sorted(rest[:hand]),
        field=sorted(rest[hand : hand + field]),
        own_pile=sorted(card for pair in pairs[:own] for card in pair),
        rival_pile=sorted(card for pair in pairs[own : own + rival] for card in pair),
        rival_hand_size=hand - dice.randrange(2),
        stock_size=8 + 2 * hand,
        own_score=dice.randrange(60),
        rival_score=dice.randrange(60),
        own_calls=dice.randrange(3),
        rival_calls=dice.randrange(3),
    )


def _play(dice: Random, seen: Observation) -> Question:
    seen.phase = PHASE_PLAY
    return Question(observation=seen, legal_actions=seen.hand)


def _take(dice: Random, seen: Observation) -> Question:
    """Two cards of a month join the field, a third is in play; wherever they were, they leave."""
    seen.phase = PHASE_TAKE
    month = dice.randrange(12)
    of_month = dice.sample(range(4 * month + 1, 4 * month + 5), 4)
    for place in (seen.hand, seen.field, seen.own_pile, seen.rival_pile):
        place[:] = [card for card in place if card not in of_month]
    seen.card_in_play, first, second, _ = of_month
    seen.card_was_drawn = dice.random() < 0.5
    seen.field[:] = sorted([*seen.field, first, second])
    return Question(observation=seen, legal_actions=sorted((48 + first, 48 + second)))


def _call(dice: Random, seen: Observation) -> Question:
    seen.phase = PHASE_CALL
    seen.points_at_stake = dice.randint(1, 30)
    return Question(observation=seen, legal_actions=[STOP, KOI_KOI])


_PHASES = (_play, _take, _call)


def _most_of_a_month(seen: Observation) -> int:
    return max(Counter((card - 1) // 4 for card in seen.field).values())
