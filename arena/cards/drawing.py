"""Cards as SVG: whole, as symbols for a page that shows many, and on a sheet."""

from collections.abc import Iterator, Mapping

from arena.cards.seasons.autumn import AUTUMN
from arena.cards.seasons.spring import SPRING
from arena.cards.seasons.summer import SUMMER
from arena.cards.seasons.winter import WINTER
from arena.cards.shapes import INK, PAPER, TAN, WINE, Layer, Stamp, line, moved
from referee.rules.cards import CARDS, Card

DESIGNS: Mapping[Card, tuple[Layer, ...]] = {**SPRING, **SUMMER, **AUTUMN, **WINTER}
WIDTH, HEIGHT, CORNER = 100, 160, 9
VIEW = f"0 0 {WIDTH} {HEIGHT}"
GAP = 8
MONTHS, CARDS_OF_MONTH = 12, 4


def card_svg(card: Card) -> str:
    """Draw a card as a file of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW}" role="img">'
        f"<title>{card.english}</title>{_inside(card)}</svg>\n"
    )


def card_symbol(card: Card) -> str:
    """Draw a card as a symbol for `<use href="#card-01L"/>`. Ids begin with the card's code.

    Ids begin with the card's code.
    """
    return f'<symbol id="card-{card.code}" viewBox="{VIEW}">{_inside(card)}</symbol>'


def _inside(card: Card) -> str:
    edge = f'x="1.5" y="1.5" width="97" height="157" rx="{CORNER}"'
    clip = f"{card.code}-edge"
    return (
        f'<clipPath id="{clip}"><rect {edge}/></clipPath><rect {edge} fill="{PAPER}"/>'
        f'<g clip-path="url(#{clip})">{"".join(_layers(card))}</g>'
        f'<rect {edge} fill="none" stroke="{INK}" stroke-width="3"/>'
    )


def _layers(card: Card) -> Iterator[str]:
    for number, layer in enumerate(DESIGNS[card]):
        yield layer if isinstance(layer, str) else _stamped(f"{card.code}-{number}", layer)


def _stamped(name: str, stamp: Stamp) -> str:
    first, *others = stamp.places
    uses = "".join(f'<use href="#{name}" transform="{moved(place)}"/>' for place in others)
    # The first print is wrapped, so that its own place is no part of what is printed again.
    return f'<g transform="{moved(first)}"><g id="{name}">{stamp.shapes}</g></g>{uses}'


def card_back() -> str:
    """Draw the back of every card as a symbol, `card-back`."""
    return f'<symbol id="card-back" viewBox="{VIEW}">{_back()}</symbol>'


def back_svg() -> str:
    """Draw the back of every card as a file of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW}">{_back()}</svg>\n'


def _back() -> str:
    edge = f'x="1.5" y="1.5" width="97" height="157" rx="{CORNER}"'
    waves = "".join(f"M8 {y}q7-8 14 0t14 0 14 0 14 0 14 0 14 0" for y in range(18, 158, 12))
    return (
        f'<rect {edge} fill="{WINE}"/>'
        f"{line(waves, TAN, 1.4)}"
        f'<rect {edge} fill="none" stroke="{INK}" stroke-width="3"/>'
    )


def contact_sheet() -> str:
    """Draw the sheet as SVG."""
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
