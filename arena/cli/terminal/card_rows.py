"""Rows of cards as pictures within the scene of a match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from arena.cards.terminal import BACK, FORGOTTEN, LINES, CardPictures, columns_of
from arena.tables.table import width
from referee.rules.cards import CARDS

if TYPE_CHECKING:
    from rich.console import Console

LABEL_WIDTH = 12
CODE_WIDTH = 5  # with what stands between two
_ROW = re.compile(r"((?:north|south) (?:hand|pile)|field) +(.+)")
_CODE = re.compile(r"\b\d\d[LARP]\d?\b")
_HIDDEN = re.compile(r"(\d+) cards")
_INDEX = {card.code: index for index, card in enumerate(CARDS)}


class Size(NamedTuple):
    """A size of cards on a terminal: lines for each card, and whether its code is printed below."""

    lines: int
    with_codes: bool


SIZES = tuple(Size(lines, with_codes) for with_codes in (True, False) for lines in LINES)


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards by their indexes, with a label and a remark."""

    label: str
    cards: tuple[int, ...]
    remark: str = ""

    def below(self, room: int, size: Size) -> list[str]:
        """Return the lines below the cards: their codes, if there is room, and the remark."""
        columns = list(columns_of(len(self.cards), room, size.lines))
        has_room = size.with_codes and all(b - a >= CODE_WIDTH for a, b in pairwise(columns))
        codes = "" if BACK in self.cards or not has_room else self._codes(columns)
        return [line for line in (codes, self.remark) if line]

    def _codes(self, columns: Sequence[int]) -> str:
        line = ""
        for card, column in zip(self.cards, columns, strict=True):
            line = line.ljust(column) + CARDS[card].code
        return line


def card_row(line: str) -> CardRow | None:
    """Return the cards that a line of text is about; None if there are none."""
    if (found := _ROW.fullmatch(line)) is None:
        return None
    label, said = found.groups()
    if hidden := _HIDDEN.fullmatch(said):
        return CardRow(label, (BACK,) * int(hidden[1]))
    codes, _, remark = said.partition("  (")
    cards = tuple(_INDEX[code] for code in _CODE.findall(codes))
    return CardRow(label, cards, f"({remark}" if remark else "") if cards else None


def size_of_cards(lines: Sequence[str], columns: int, room: int) -> Size | None:
    """Return the best size of cards that fits into a window; None if none does."""
    rows = [row for line in lines if (row := card_row(line))]
    texts = [line for line in lines if not card_row(line)]
    others = sum(-(-width(line) // columns) or 1 for line in texts)
    return size_beside(others, rows, columns, room)


def size_beside(others: int, rows: Sequence[CardRow], columns: int, room: int) -> Size | None:
    """Return the largest size that fits beside `others` other lines; None if none does."""
    for size in SIZES:
        below = sum(len(row.below(columns - LABEL_WIDTH, size)) for row in rows)
        if others + below + size.lines * len(rows) < room:
            return size
    return None


class Easel:
    """A terminal that shows pictures."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._pictures = CardPictures()

    def clear(self) -> None:
        """Remove all pictures."""
        self._write(self._pictures.cleared())

    def close(self) -> None:
        """Remove all pictures, and draw no more."""
        self._write(FORGOTTEN)

    def draw(self, row: CardRow, size: Size) -> None:
        """Draw a row from the cursor's line on, and leave the cursor below it."""
        room = self._console.width - LABEL_WIDTH
        self._console.print(row.label, markup=False)
        cards = self._pictures.row(row.cards, LABEL_WIDTH, room, size.lines)
        # Down first, so that there is room below.
        below, up = "\n" * (size.lines - 1), f"\x1b[{size.lines}A"
        self._write(f"{below}{up}{cards}\x1b[{size.lines}B\r")
        for line in row.below(room, size):
            self._console.print(f"{'':{LABEL_WIDTH}}{line}", markup=False)

    def _write(self, escapes: str) -> None:
        self._console.file.write(escapes)
        self._console.file.flush()
