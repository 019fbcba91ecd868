"""A card as SVG text: whole, or as a symbol for a page that shows many."""

from collections.abc import Iterator

from arena.cards.designs import DESIGNS
from arena.cards.palette import INK, PAPER, TAN, WINE
from arena.cards.shapes import Stamp, line, moved
from referee.rules.cards import Card

WIDTH, HEIGHT, CORNER = 100, 160, 9
VIEW = f"0 0 {WIDTH} {HEIGHT}"


def card_svg(card: Card) -> str:
    """The drawing of a card as a file of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW}" role="img">'
        f"<title>{card.english}</title>{_inside(card)}</svg>\n"
    )


def card_symbol(card: Card) -> str:
    """The drawing for a page: `<use href="#card-01L"/>` shows it. Ids begin with the card's code."""
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
    """The back of every card as a symbol, `card-back`."""
    return f'<symbol id="card-back" viewBox="{VIEW}">{_back()}</symbol>'


def back_svg() -> str:
    """The back of every card as a file of its own."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW}">{_back()}</svg>\n'


def _back() -> str:
    edge = f'x="1.5" y="1.5" width="97" height="157" rx="{CORNER}"'
    waves = "".join(f"M8 {y}q7-8 14 0t14 0 14 0 14 0 14 0 14 0" for y in range(18, 158, 12))
    return (
        f'<rect {edge} fill="{WINE}"/>'
        f"{line(waves, TAN, 1.4)}"
        f'<rect {edge} fill="none" stroke="{INK}" stroke-width="3"/>'
    )
