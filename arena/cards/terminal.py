"""The cards as pictures of a terminal: each is drawn when it is first wanted, and sent once."""

from collections.abc import Iterator, Sequence

from arena.cards.drawing import back_svg, card_svg
from arena.cards.kitty import CLEARED, placed, sent
from referee.rules.cards import CARDS

FIRST_NUMBER = 1801545600  # a terminal has pictures of other programs, which mostly count from 1
BACK = len(CARDS)
PIXELS = 120  # of width
LINES = (6, 5, 4, 3)  # heights of a card that are large enough to know it by
GAP = 1


def columns_of(count: int, room: int, lines: int) -> Iterator[int]:
    """Where cards of so many lines begin in `room` columns; where these are few they overlap."""
    width = _width(lines)
    step = min(width + GAP, max(1, (room - width) // max(1, count - 1)))
    yield from range(0, count * step, step)


def _width(lines: int) -> int:
    return round(1.25 * lines)


class CardPictures:
    """What has been sent to one terminal, and how many are drawn on it."""

    def __init__(self) -> None:
        self._sent: set[int] = set()
        self._drawn = 0

    def cleared(self) -> str:
        """Takes away all that is drawn."""
        self._drawn = 0
        return CLEARED

    def row(self, cards: Sequence[int], start: int, room: int, lines: int) -> str:
        """Cards from a column on, in `room` columns; `BACK` is one that is face down.

        The cursor stays in its line.
        """
        columns = columns_of(len(cards), room, lines)
        return "".join(
            f"\x1b[{start + column + 1}G{self._card(card, lines, depth)}"
            for depth, (card, column) in enumerate(zip(cards, columns, strict=True))
        )

    def _card(self, card: int, lines: int, depth: int) -> str:
        number = FIRST_NUMBER + card
        news = "" if card in self._sent else sent(number, _png(card))
        self._sent.add(card)
        self._drawn += 1
        return news + placed(number, _width(lines), lines, place=self._drawn, depth=depth + 1)


def _png(card: int) -> bytes:
    from resvg_py import svg_to_bytes

    text = back_svg() if card == BACK else card_svg(CARDS[card])
    return bytes(svg_to_bytes(svg_string=text, width=PIXELS, skip_system_fonts=True))
