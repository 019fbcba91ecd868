"""Actions: the 98 choices of a seat in one numbering, shared by engine, records and search bots.

Play the card with index c: c. Take the field card with index c: 48 + c. Stop: 96. Koi-koi: 97. The
number on the wire is one more, since 0 is unset there.
"""

from typing import TypeAlias

from referee.rules.cards import CARDS, DECK_SIZE, Card

Action: TypeAlias = int

TAKE_OFFSET = DECK_SIZE
STOP: Action = 96
KOI_KOI: Action = 97
ACTION_COUNT = 98


def play(card: Card) -> Action:
    """Return the action of playing a card from the hand."""
    return card.index


def take(card: Card) -> Action:
    """Return the action of taking a field card, where the card in play matches two."""
    return TAKE_OFFSET + card.index


def action_text(action: Action) -> str:
    """Return the words for an action in records.

    >>> action_text(0), action_text(48), action_text(97)
    ('play 01L', 'take 01L', 'koi-koi')
    """
    if action == STOP:
        return "stop"
    if action == KOI_KOI:
        return "koi-koi"
    verb, index = ("take", action - TAKE_OFFSET) if action >= TAKE_OFFSET else ("play", action)
    return f"{verb} {CARDS[index].code}"


TEXTS: tuple[str, ...] = tuple(action_text(action) for action in range(ACTION_COUNT))
_BY_TEXT = {text: action for action, text in enumerate(TEXTS)}


def find_action(text: str) -> Action | None:
    """Return the action with these words; None if there is none."""
    return _BY_TEXT.get(text)
