"""Rounds as they are stored: decks once for the pair, all else as deflated JSON."""

import zlib
from collections.abc import Iterator

from referee.rules.cards import DECK_SIZE
from referee.rules.deal_check import Deck, check_deck, is_void
from referee.rules.errors import BadCards, BadRecord
from referee.rules.record import MatchRecord, RoundRecord
from referee.rules.ruleset import Ruleset
from referee.wire.json_fields import items
from referee.wire.record_json import from_line, to_line
from referee.wire.round_json import play_json, read_play

# A leg is packed while others are played: the best level saves an eighth and takes half as long
# again.
QUICKLY = 1


def packed_decks(record: MatchRecord) -> bytes:
    """Return every deck of a match in the order of the deal, as bytes."""
    decks = [deck for one in record.rounds for deck in (*one.void_decks, one.deck)]
    voided = [deck for one in record.rounds for deck in one.void_decks]
    if [deck for deck in decks if is_void(record.ruleset, deck)] != voided:
        raise BadRecord("other decks are void by the rules than it says")
    return b"".join(decks)


def packed_rounds(record: MatchRecord) -> bytes:
    """Return every round of a match without its decks, as bytes."""
    text = to_line([play_json(one) for one in record.rounds])
    return zlib.compress(text.encode(), QUICKLY)


def unpacked_rounds(packed: bytes, decks: bytes, ruleset: Ruleset) -> tuple[RoundRecord, ...]:
    """Return the rounds of a match. Raises BadRecord if the stored bytes cannot be read."""
    deals = _deals(decks, ruleset)
    return tuple(
        read_play(play, f"rounds[{index}]", _next(deals, index))
        for index, play in enumerate(items(from_line(_text(packed)), "rounds"))
    )


def _text(packed: bytes) -> str:
    try:
        return unpacked_text(packed).decode()
    except UnicodeDecodeError as error:
        raise BadRecord(f"rounds: the stored bytes cannot be read: {error}") from None


def unpacked_text(packed: bytes) -> bytes:
    """Return the rounds of a match as JSON. Raises BadRecord if the stored bytes cannot be read.

    Raises BadRecord where the stored bytes make no sense.
    """
    try:
        return zlib.decompress(packed)
    except zlib.error as error:
        raise BadRecord(f"rounds: the stored bytes cannot be read: {error}") from None


def _next(deals: Iterator[list[Deck]], index: int) -> list[Deck]:
    if (decks := next(deals, None)) is None:
        raise BadRecord(f"rounds[{index}].deck: no deck is stored for it")
    return decks


def _deals(packed: bytes, ruleset: Ruleset) -> Iterator[list[Deck]]:
    """Yield the decks of one round after the other: the void ones and its own."""
    dealt: list[Deck] = []
    for start in range(0, len(packed), DECK_SIZE):
        dealt.append(_checked(packed[start : start + DECK_SIZE], start // DECK_SIZE))
        if not is_void(ruleset, dealt[-1]):
            yield dealt
            dealt = []


def _checked(deck: Deck, number: int) -> Deck:
    try:
        check_deck(deck)
    except BadCards as error:
        raise BadRecord(f"deck {number + 1} of the pair: {error}") from None
    return deck
