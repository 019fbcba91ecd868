"""The rounds of a record as JSON: what was dealt, what was done, what came of it.

Where the decks are kept apart, as in a store, `play_json` and `read_play` are the round without
them.
"""

from collections.abc import Sequence
from types import MappingProxyType

from referee.rules.actions import TEXTS
from referee.rules.cards import CARDS, DECK_SIZE
from referee.rules.deal_check import Deck
from referee.rules.errors import BadRecord
from referee.rules.record import RoundRecord
from referee.rules.round import RoundEnd, RoundResult
from referee.rules.scoring import Made
from referee.rules.seats import LABELS, SEATS, Seat
from referee.rules.yaku import KUTTSUKI, TESHI, YAKU_IDS
from referee.wire.json_fields import (
    MOST_OF_A_ROUND,
    Fields,
    count,
    fields,
    items,
    optional_amounts,
    optional_items,
    optional_word,
    pair,
    word,
    words,
)

SEAT_WORDS = dict(zip(LABELS, SEATS, strict=True))

_CODES = [card.code for card in CARDS]
_INDEXES = {code: index for index, code in enumerate(_CODES)}
_ACTIONS = {text: action for action, text in enumerate(TEXTS)}
_YAKU = {id: id for id in (*YAKU_IDS, TESHI, KUTTSUKI)}
_ENDS = {end.value: end for end in RoundEnd}


def seat_word(seat: Seat | None) -> str | None:
    """Return the word for a seat, or for nobody."""
    return None if seat is None else LABELS[seat]


def round_json(written: RoundRecord) -> dict[str, object]:
    """Return a round, its decks included."""
    dealt = {
        "void_decks": [_deck_json(deck) for deck in written.void_decks],
        "deck": _deck_json(written.deck),
    }
    return play_json(written, dealt)


def play_json(written: RoundRecord, dealt: Fields = MappingProxyType({})) -> dict[str, object]:
    """Return the actions of a round as JSON, to follow what was `dealt`."""
    thought = written.think_ms
    return {
        "dealer": LABELS[written.dealer],
        **dealt,
        "actions": [TEXTS[action] for action in written.actions],
        **({} if thought is None else {"think_ms": thought}),
        "result": _result_json(written.result, written.dealer),
    }


def _deck_json(deck: Deck) -> list[str]:
    return [_CODES[index] for index in deck]


def _result_json(result: RoundResult | None, dealer: Seat) -> dict[str, object] | None:
    if result is None:
        return None
    return {
        "winner": seat_word(result.winner),
        "points": result.points[dealer if result.winner is None else result.winner],
        "yaku": [[made.id, made.points] for made in result.yaku],
        "reason": result.reason.value,
    }


_PLAY = ("dealer", "actions", "result")


def read_round(value: object, where: str) -> RoundRecord:
    """Return the round in a JSON value, which stands at `where` in its record."""
    data = fields(value, where, (*_PLAY, "deck"), ("void_decks", "think_ms"))
    listed = optional_items(data.get("void_decks"), f"{where}.void_decks", MOST_OF_A_ROUND)
    voided = enumerate(listed)
    void_decks = [_deck(deck, f"{where}.void_decks[{index}]") for index, deck in voided]
    deck = _deck(data["deck"], f"{where}.deck")
    return _play(data, where, (*void_decks, deck))


def read_play(value: object, where: str, decks: Sequence[Deck]) -> RoundRecord:
    """Return the round in a JSON value without decks; `decks` are the void ones and its own."""
    return _play(fields(value, where, _PLAY, ("think_ms",)), where, decks)


def _play(data: Fields, where: str, decks: Sequence[Deck]) -> RoundRecord:
    dealer = word(data["dealer"], f"{where}.dealer", SEAT_WORDS)
    return RoundRecord(
        dealer=dealer,
        deck=decks[-1],
        actions=tuple(words(data["actions"], f"{where}.actions", _ACTIONS)),
        result=_result(data["result"], f"{where}.result", dealer),
        void_decks=tuple(decks[:-1]),
        think_ms=optional_amounts(data.get("think_ms"), f"{where}.think_ms"),
    )


def _deck(value: object, where: str) -> Deck:
    deck = bytes(words(value, where, _INDEXES))
    if len(deck) != DECK_SIZE or len(set(deck)) != DECK_SIZE:
        doubled = [f"`{code}`" for index, code in enumerate(_CODES) if deck.count(index) > 1]
        twice = f", {' and '.join(doubled)} more than once" if doubled else ""
        raise BadRecord(f"{where}: each of 48 cards is needed once, not {len(deck)} cards{twice}")
    return deck


def _result(value: object, where: str, dealer: Seat) -> RoundResult | None:
    if value is None:
        return None
    data = fields(value, where, ("winner", "points", "yaku", "reason"))
    winner = optional_word(data["winner"], f"{where}.winner", SEAT_WORDS)
    points = count(data["points"], f"{where}.points")
    gained = dealer if winner is None else winner
    yaku = enumerate(items(data["yaku"], f"{where}.yaku", MOST_OF_A_ROUND))
    return RoundResult(
        reason=word(data["reason"], f"{where}.reason", _ENDS),
        winner=winner,
        points=(0, points) if gained else (points, 0),
        yaku=tuple([_made(one, f"{where}.yaku[{index}]") for index, one in yaku]),
    )


def _made(value: object, where: str) -> Made:
    id, points = pair(value, where, "an id and its points")
    return Made(word(id, f"{where}[0]", _YAKU), count(points, f"{where}[1]"))
