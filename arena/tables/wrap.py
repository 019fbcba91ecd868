"""Tables on narrow terminals: the width of every column, and where its texts are wrapped.

Between words, if that is enough; else after a mark within them, as in `koikoi-` `arena`; and in the
middle of a word only where the window has no room for it at all.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from arena.errors import shown
from arena.tables.table import Table, width

_WORD = re.compile(r"\S+")
_PART = re.compile(r"[^\s_/\\,;:.+=-]*[_/\\,;:.+=-]+|[^\s_/\\,;:.+=-]+")


def column_widths(table: Table, room: int) -> list[int]:
    """Return the width of each column of a table that has `room` columns of a terminal.

    The first column, which names its rows, is folded last of all.
    """
    columns = list(zip((shown(one.name) for one in table.columns), *table.texts(), strict=True))
    wanted = [max(map(width, texts)) for texts in columns]
    others = [1] * (len(wanted) - 1)
    ways = (
        [wanted[0], *(_longest(_WORD, texts) for texts in columns[1:])],
        [wanted[0], *(_longest(_PART, texts) for texts in columns[1:])],
        [wanted[0], *others],
        [1, *others],
    )
    least = next((way for way in ways if sum(way) <= room), ways[-1])
    return _widest(least, wanted, room)


def _longest(pattern: re.Pattern[str], texts: Iterable[str]) -> int:
    return max((width(part) for text in texts for part in pattern.findall(text)), default=1)


def _widest(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Return the widest widths between `least` and `wanted` that fit; the excess has one bound."""
    for bound in range(room, 0, -1):
        widths = [max(low, min(high, bound)) for low, high in zip(least, wanted, strict=True)]
        if sum(widths) <= room:
            return widths
    return list(least)


def folded(text: str, room: int) -> str:
    """Return a text in lines that are no wider than this.

    >>> folded("~/.cache/koikoi-arena, free", 13)
    '~/.cache/\\nkoikoi-arena,\\nfree'
    """
    lines = [""]
    for word in _WORD.findall(text):
        for part, gap in _parts(word, room):
            longer = f"{lines[-1]}{gap if lines[-1] else ''}{part}"
            if width(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(part)
    return "\n".join(lines if lines[0] else lines[1:])


def _parts(word: str, room: int) -> Iterator[tuple[str, str]]:
    """Yield the parts into which a word can be broken, each with what precedes it on the line."""
    parts = [word] if width(word) <= room else _PART.findall(word)
    pieces = (piece for part in parts for piece in _pieces(part, room))
    for number, piece in enumerate(pieces):
        yield piece, "" if number else " "


def _pieces(part: str, room: int) -> Iterator[str]:
    """Yield a part, cut wherever it must be."""
    piece = ""
    for mark in part:
        if piece and width(piece + mark) > room:
            yield piece
            piece = ""
        piece += mark
    yield piece
