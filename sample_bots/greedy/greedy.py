"""Takes the dearest capture and stops at once.

The rule, exactly. It is written to be ported: it takes whole numbers only, reads nothing but the
question's `legal_actions` and `field`, and every port gives the same answer to every question.

- WORTH gives what each card is worth. Two cards match if they are of one month.
- The value of playing card c (action c, 1 to 48): let `matches` be the field cards that match c.
  None: minus the worth of c. Two: the worth of c plus that of the dearer match. One or three: the
  worth of c plus that of all matches.
- The value of taking field card c (action 48 + c): the worth of c.
- The value of stopping (97) is 0, of calling koi-koi (98) -1.
- The answer is the legal action of the highest value; among equals the first, which is the one
  with the lowest number, since the referee lists them so.
"""

from collections.abc import Sequence

# Twelve rows of four, in the order of the card numbers. Dearer than others of their kind are the
# cards that more yaku need: the sake cup, boar, deer and butterflies, the red poems, the blues.
# The rain helps only four lights or five.
WORTH = (
    *(20, 7, 1, 1),  # pine: crane, red poem
    *(10, 7, 1, 1),  # plum: nightingale, red poem
    *(20, 7, 1, 1),  # cherry: curtain, red poem
    *(10, 5, 1, 1),  # wisteria: cuckoo, ribbon
    *(10, 5, 1, 1),  # iris: bridge, ribbon
    *(12, 7, 1, 1),  # peony: butterflies, blue
    *(12, 5, 1, 1),  # bush clover: boar, ribbon
    *(20, 10, 1, 1),  # pampas: moon, geese
    *(15, 7, 1, 1),  # chrysanthemum: sake cup, blue
    *(12, 7, 1, 1),  # maple: deer, blue
    *(14, 10, 5, 1),  # willow: rain, swallow, ribbon, lightning
    *(20, 1, 1, 1),  # paulownia: phoenix
)
STOP = 97


def worth(card: int) -> int:
    return WORTH[card - 1]


def month(card: int) -> int:
    return (card - 1) // 4


def value_of_playing(card: int, field: Sequence[int]) -> int:
    matches = [worth(other) for other in field if month(other) == month(card)]
    if not matches:
        return -worth(card)
    return worth(card) + (max(matches) if len(matches) == 2 else sum(matches))


def value(action: int, field: Sequence[int]) -> int:
    if action <= 48:
        return value_of_playing(action, field)
    if action <= 96:
        return worth(action - 48)
    return 0 if action == STOP else -1


def decide(legal_actions: Sequence[int], field: Sequence[int]) -> int:
    return max(legal_actions, key=lambda action: value(action, field))
