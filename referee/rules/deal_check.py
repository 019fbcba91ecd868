"""Checks before a card is played: void fields and dealt hands (M07 to M16)."""

from dataclasses import dataclass

from referee.rules.cards import BITS, DECK_SIZE, CardSet
from referee.rules.errors import BadCards
from referee.rules.ruleset import BothDealt, FieldFourPairs, Ruleset
from referee.rules.seats import NORTH, SOUTH, Seat
from referee.rules.yaku import KUTTSUKI, TESHI

HAND_SIZE = 8
# A deck is 48 card indexes in the order of the deal: NORTH's hand, SOUTH's hand, the field, and
# the stock in draw order. Cards belong to seats, not to the dealer, so that both legs of a pair
# give a seat the same cards whoever deals.
Deck = bytes
_NORTH, _SOUTH, _FIELD = slice(0, 8), slice(8, 16), slice(16, 24)
STOCK_START = 24

# One hexadecimal digit for each month.
_ODD_BITS, _LOW_TWO = 0x555555555555, 0x333333333333
_TWOS, _FOURS = 0x222222222222, 0x444444444444


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand that wins as it was dealt."""

    seat: Seat
    yaku: str


def check_deck(deck: Deck) -> None:
    """Check that a deck holds each of the 48 cards once. Raises BadCards."""
    if len(deck) != DECK_SIZE or set(deck) != set(range(DECK_SIZE)):
        raise BadCards(f"a deck is each of the 48 cards once, not {len(deck)} cards: {list(deck)}")


def hands_and_field(deck: Deck) -> tuple[CardSet, CardSet, CardSet]:
    """NORTH's hand, SOUTH's hand and the field."""
    return _cards(deck[_NORTH]), _cards(deck[_SOUTH]), _cards(deck[_FIELD])


def _cards(indexes: bytes) -> CardSet:
    cards = 0
    for index in indexes:
        cards |= BITS[index]
    return cards


def dealt_yaku(cards: CardSet) -> str | None:
    """`teshi` for four of a month among eight cards, `kuttsuki` for pairs of four months (M09)."""
    # Counts all twelve months at once: a month is four bits, and its count fits in them.
    pairs = cards - (cards >> 1 & _ODD_BITS)
    counts = (pairs & _LOW_TWO) + (pairs >> 2 & _LOW_TWO)
    if counts & _FOURS:
        return TESHI
    return KUTTSUKI if (counts & _TWOS).bit_count() == 4 else None


def field_is_void(ruleset: Ruleset, field: CardSet) -> bool:
    """Return whether a field voids the deal: looked at before the hands (U09)."""
    pattern = dealt_yaku(field)
    return pattern == TESHI or (
        pattern == KUTTSUKI and ruleset.field_four_pairs is FieldFourPairs.REDEAL
    )


def is_void(ruleset: Ruleset, deck: Deck) -> bool:
    """Return whether the deck has to be dealt again; the round, the dealer and the scores stay."""
    return field_is_void(ruleset, _cards(deck[_FIELD]))


def dealt_hands(north: CardSet, south: CardSet) -> list[DealtHand]:
    """Return the hands that win as dealt."""
    found = []
    if yaku := dealt_yaku(north):
        found.append(DealtHand(NORTH, yaku))
    if yaku := dealt_yaku(south):
        found.append(DealtHand(SOUTH, yaku))
    return found


def dealt_winner(ruleset: Ruleset, dealt: list[DealtHand], dealer: Seat) -> DealtHand | None:
    """Return the dealt hand that scores; None if none does."""
    if len(dealt) == 1:
        return dealt[0]
    if ruleset.both_dealt is BothDealt.DEALER_WINS:
        return next(hand for hand in dealt if hand.seat is dealer)
    return None
