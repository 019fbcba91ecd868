"""The cards a person names, by code (`01L`) or by name (`pine_crane`)."""

import re
from typing import NoReturn

from referee.rules.cards import Card, CardSet, find_card
from referee.rules.errors import BadCards, nearest
from referee.rules.house_rules import shown

SEPARATORS = re.compile(r"[\s,]+")
CODES = tuple(card.code for card in Card)
NAMES = tuple(card.name.lower() for card in Card)
FORM = "a card is a code such as `01L` (month, then L, A, R or P) or a name such as `pine_crane`"


def cards_from_text(text: str) -> CardSet:
    """The cards of a text, with blanks or commas between them; upper or lower case.

    Raises BadCards for a card that does not exist or is there twice.
    """
    cards = 0
    for word in filter(None, SEPARATORS.split(text)):
        card = _card(word)
        if cards & card.bit:
            raise BadCards(
                f"{shown(word)} is there twice ({card.code}, {card.english})",
                "the deck has each card once: leave one out",
            )
        cards |= card.bit
    return cards


def _card(word: str) -> Card:
    return find_card(word.upper()) or Card.__members__.get(word.upper()) or _unknown(word)


def _unknown(word: str) -> NoReturn:
    hint = nearest(word.upper(), CODES) or nearest(word.lower(), NAMES) or FORM
    raise BadCards(f"there is no card {shown(word)}", hint)
