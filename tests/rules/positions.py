"""Rounds and decks with chosen cards in chosen places. The cards nobody asks about go elsewhere."""

from collections.abc import Iterable

from referee.rules.actions import action_text, find_action
from referee.rules.cards import DECK, MONTH_OF, CardSet, find_card, indexes_of
from referee.rules.deal_check import Deck
from referee.rules.round import Round, apply, deal, legal_actions
from referee.rules.ruleset import LEMME, Ruleset
from referee.rules.seats import NORTH, Seat

# All of one kind before any of the next: eight in a row are never two of a month.
SPREAD = tuple(sorted(range(48), key=lambda index: (index % 4, index // 4)))


def indexes(codes: str | Iterable[str]) -> tuple[int, ...]:
    """The indexes of cards by their codes: `indexes("01L 09A")`."""
    words = codes.split() if isinstance(codes, str) else codes
    cards = [find_card(code) for code in words]
    assert None not in cards, f"no such card in {codes}"
    return tuple(card.index for card in cards if card)


def cards(codes: str | Iterable[str]) -> CardSet:
    """The set of cards with these codes: `cards("01L 09A")`."""
    return sum(1 << index for index in indexes(codes))


def deck_of(
    north: str | Iterable[str] = "",
    south: str | Iterable[str] = "",
    field: str | Iterable[str] = "",
    stock: str | Iterable[str] = "",
) -> Deck:
    """A deck with these cards first in each part; the others fill it up, spread over the months."""
    parts = [(indexes(codes), size) for codes, size in ((north, 8), (south, 8), (field, 8))]
    parts.append((indexes(stock), 24))
    chosen = {index for part, _ in parts for index in part}
    spare = [index for index in SPREAD if index not in chosen]
    deck: list[int] = []
    for part, size in parts:
        missing = size - len(part)
        deck += [*part, *spare[:missing]]
        del spare[:missing]
    return bytes(deck)


def position(
    hand: str | Iterable[str],
    *,
    field: str | Iterable[str] = "",
    draws: str | Iterable[str] = "",
    pile: str | Iterable[str] = "",
    rival_pile: str | Iterable[str] = "",
    rival_hand: str | Iterable[str] | None = None,
    calls: tuple[int, int] = (0, 0),
    ruleset: Ruleset = LEMME,
    mover: Seat = NORTH,
    dealer: Seat = NORTH,
    number: int = 1,
) -> Round:
    """A round in which `mover` is to play: `calls` are its own and its rival's.

    Without `draws` the first card of the stock matches nothing in sight, and without `rival_hand`
    the rival holds four cards.
    """
    round_ = deal(ruleset, deck_of(), dealer, number=number)
    held, shown, owned, theirs = (cards(codes) for codes in (hand, field, pile, rival_pile))
    drawn = indexes(draws) or _quiet(held | shown, DECK & ~(held | shown | owned | theirs))
    left = DECK & ~(held | shown | owned | theirs | card_set_of(drawn))
    hidden = cards(rival_hand) if rival_hand is not None else card_set_of(indexes_of(left)[:4])
    round_.hands[mover], round_.hands[mover.other] = held, hidden
    round_.piles[mover], round_.piles[mover.other] = owned, theirs
    round_.field = shown
    round_.stock = bytes(drawn) + bytes(indexes_of(left & ~hidden))
    round_.mover = int(mover)
    round_.calls = list(calls if mover is NORTH else reversed(calls))
    round_.tallies = [round_.tally(owned, round_.month, shown) for owned in round_.piles]
    return round_


def card_set_of(numbers: Iterable[int]) -> CardSet:
    """The set of the cards with these indexes."""
    return sum(1 << index for index in numbers)


def _quiet(in_sight: CardSet, spare: CardSet) -> tuple[int, ...]:
    return next((index,) for index in indexes_of(spare) if not MONTH_OF[index] & in_sight)


def after(round_: Round, *texts: str) -> Round:
    """The round after these actions: `after(round_, "play 01L", "take 01R")`."""
    for text in texts:
        action = find_action(text)
        assert action is not None, f"no such action: {text}"
        apply(round_, action)
    return round_


def legal_texts(round_: Round) -> list[str]:
    """The legal actions in words."""
    return [action_text(action) for action in legal_actions(round_)]
