"""Cards as a person reads them: a code and a name, in the colour of what is drawn on them."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from referee.rules.cards import CARDS, Card, CardSet, Kind, card_set, cards_of
from referee.rules.yaku import BLUES

STYLES = {
    Kind.LIGHT: "bold yellow",
    Kind.ANIMAL: "magenta",
    Kind.RIBBON: "red",
    Kind.PLAIN: "",
}
CODE_WIDTH = max(len(card.code) for card in Card)
CELL_WIDTH = CODE_WIDTH + 1 + max(len(card.english) for card in Card)
GAP = 2
INDENT = 2


def cards_on_wire(numbers: Iterable[int]) -> CardSet:
    """The set of the cards with these numbers, 1 to 48."""
    return card_set(CARDS[number - 1] for number in numbers)


def style_of(card: Card) -> str:
    """How a card is coloured."""
    return "blue" if card.bit & BLUES else STYLES[card.kind]


def cell(card: Card) -> Text:
    """Code and name, as wide as every other card."""
    text = f"{card.code:{CODE_WIDTH}} {card.english}"
    return Text.assemble((text.ljust(CELL_WIDTH), style_of(card)))


def named(card: Card) -> Text:
    """Code and name, as in a sentence."""
    return Text.assemble((f"{card.code} {card.english}", style_of(card)))


def codes(cards: CardSet, between: str = " ") -> Text:
    """The codes of a set."""
    return Text(between).join(Text(card.code, style_of(card)) for card in cards_of(cards))


def rows(cards: CardSet, width: int) -> Iterator[Text]:
    """The cells of a set, as many in a row as there is room for."""
    cells = [cell(card) for card in cards_of(cards)]
    across = max(1, (width - INDENT) // (CELL_WIDTH + GAP))
    for start in range(0, len(cells), across):
        row = Text(" " * GAP).join(cells[start : start + across])
        row.rstrip()
        yield Text(" " * INDENT) + row
