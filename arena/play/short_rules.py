"""The rules in short, for a person at the table."""

from collections.abc import Iterator
from textwrap import wrap

from arena.play.words import NAMES, counting, worth
from referee.rules.ruleset import OfferOn, OwnCalls, Ruleset

WIDTH = 70
TURN = (
    "In your turn you play a card from your hand: with a card of its month on the field it takes"
    " that card, with two you choose one, with three it takes all; with none it stays there. Then"
    " the top card of the stock does the same."
)
CALL = (
    "What you take lies in your pile, and some sets there are yaku. When {when}, you stop and win"
    " the round with their points, or call koi-koi and play on: if your rival stops first, yours"
    " are worth nothing."
)
KEYS = (
    "Type the number of a choice or the code of its card, then Enter. Enter alone draws the table"
    " again, ? shows this, q leaves the match. A move that was made stays made."
)
WHEN = {
    OfferOn.TOTAL_RISE: "the sum of your yaku has grown",
    OfferOn.NEW_YAKU: "you have a new yaku",
}


def rule_lines(ruleset: Ruleset) -> Iterator[str]:
    """Yield the short rules: a turn, the yaku with their points, and what can be typed."""
    call = CALL.format(when=WHEN[ruleset.offer_on])
    yaku = ", ".join(f"{NAMES[row.id]} {worth(row)}" for row in counting(ruleset))
    months = f"{ruleset.months} rounds ({ruleset.name}); most points win."
    for text in (months, TURN, call, f"Yaku: {yaku}.", *_payment(ruleset), KEYS):
        yield from wrap(text, WIDTH, subsequent_indent="  ")


def _payment(ruleset: Ruleset) -> Iterator[str]:
    """Yield what multiplies a win, and which moves do not exist."""
    if ruleset.double_from is not None:
        yield f"A win of {ruleset.double_from} or more counts double."
    if ruleset.rival_called_factor != 1:
        yield f"It counts x{ruleset.rival_called_factor} if the other one had called koi-koi."
    if ruleset.own_calls is OwnCalls.ONE_PLUS_CALLS:
        yield "Each call of your own adds the win once more."
    if ruleset.hand_match_required:
        yield "A card that takes something has to be played before one that does not."
