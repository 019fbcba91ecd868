"""All cards on one sheet: a row for each kind of place in a month, a column for each month."""

from arena.cards.drawing import HEIGHT, WIDTH, card_symbol
from referee.rules.cards import CARDS

GAP = 8
MONTHS, CARDS_OF_MONTH = 12, 4


def contact_sheet() -> str:
    """The sheet as SVG."""
    width, height = MONTHS * (WIDTH + GAP) + GAP, CARDS_OF_MONTH * (HEIGHT + GAP) + GAP
    uses = "".join(
        f'<use href="#card-{card.code}" x="{GAP + (WIDTH + GAP) * (place // CARDS_OF_MONTH)}"'
        f' y="{GAP + (HEIGHT + GAP) * (place % CARDS_OF_MONTH)}" width="{WIDTH}" height="{HEIGHT}"/>\n'
        for place, card in enumerate(CARDS)
    )
    symbols = "\n".join(map(card_symbol, CARDS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n'
        f"<title>The 48 cards</title>\n{symbols}\n{uses}</svg>\n"
    )
