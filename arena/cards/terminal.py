"""Card pictures on terminals by kitty's graphics protocol, and the question whether there is one."""

import base64
import os
import re
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from time import monotonic

from arena.cards.drawing import back_svg, card_svg
from referee.rules.cards import CARDS

CHUNK = 4096  # the most that one command may carry
#: Takes every picture away, those that were sent stay known; and forgets these, too.
CLEARED, FORGOTTEN = "\x1b_Ga=d,d=a,q=2\x1b\\", "\x1b_Ga=d,d=A,q=2\x1b\\"
#: A question that is answered with OK by whoever knows the protocol, and by nobody else.
QUESTION, YES = "\x1b_Gi=1801545577,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", "\x1b_Gi=1801545577;OK\x1b\\"
FIRST_NUMBER = 1801545600  # a terminal has pictures of other programs, which mostly count from 1
BACK = len(CARDS)
PIXELS = 120  # of width
LINES = (6, 5, 4, 3)  # heights of a card that are large enough to know it by
GAP = 1
EXTRA, RASTERIZER = "pictures", "resvg_py"
#: What every terminal answers, and the form of the answers. It comes first, since one that answers
#: this understands, and so swallows, what it does not know.
WHO, WHO_ANSWER = "\x1b[c", re.compile(rb"\x1b\[\?[0-9;]*c")
PATIENCE_SECONDS = 1.0
PLAIN_TERMINALS = ("", "dumb", "linux")
MOST_BYTES = 1024


def sent(number: int, png: bytes) -> str:
    """Return the bytes that send a picture under a number."""
    data = base64.b64encode(png).decode("ascii")
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    heads = [f"a=t,f=100,q=2,i={number},", *[""] * (len(chunks) - 1)]
    more = [1] * (len(chunks) - 1) + [0]
    parts = zip(heads, more, chunks, strict=True)
    return "".join(f"\x1b_G{head}m={is_more};{chunk}\x1b\\" for head, is_more, chunk in parts)


def placed(number: int, columns: int, lines: int, *, place: int, depth: int) -> str:
    """Return the bytes that draw a picture at the cursor, which stays; deeper pictures lie above.

    A picture that is drawn several times has a `place` for each.
    """
    size = f"c={columns},r={lines}"
    return f"\x1b_Ga=p,i={number},p={place},{size},z={depth},C=1,q=2\x1b\\"


def columns_of(count: int, room: int, lines: int) -> Iterator[int]:
    """Yield the columns at which cards start in `room` columns; they may overlap."""
    width = _width(lines)
    step = min(width + GAP, max(1, (room - width) // max(1, count - 1)))
    yield from range(0, count * step, step)


def _width(lines: int) -> int:
    return round(1.25 * lines)


class CardPictures:
    """The card pictures that one terminal holds, and how many of them are drawn."""

    def __init__(self) -> None:
        self._sent: set[int] = set()
        self._drawn = 0

    def cleared(self) -> str:
        """Return the bytes that remove all drawn pictures."""
        self._drawn = 0
        return CLEARED

    def row(self, cards: Sequence[int], start: int, room: int, lines: int) -> str:
        """Return the bytes that draw cards from a column on; a card `BACK` lies face down.

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


@dataclass(frozen=True, slots=True)
class Asked:
    """A terminal's answer to the question for pictures, with the keys typed meanwhile."""

    shows_pictures: bool = False
    typed: bytes = b""


def ask(terminal: int, write: Callable[[str], None]) -> Asked:
    """Ask the terminal for pictures. It has to be in a mode without echo and line editing.

    Nothing is asked without the extra, nor where colours are not wanted.
    """
    plain = os.environ.get("TERM", "") in PLAIN_TERMINALS or os.environ.get("NO_COLOR")
    if plain or find_spec(RASTERIZER) is None:
        return Asked()
    write(WHO)
    answers, typed = _until_who(terminal)
    if answers is None:
        return Asked(typed=typed)
    write(QUESTION + WHO)
    answers, more = _until_who(terminal)
    yes = YES.encode()
    return Asked(answers is not None and yes in more, typed + more.replace(yes, b""))


def _until_who(terminal: int) -> tuple[bytes | None, bytes]:
    """Read the answers until the terminal has identified itself, or time is up."""
    read, end = b"", monotonic() + PATIENCE_SECONDS
    while (found := WHO_ANSWER.search(read)) is None:
        left = max(0.0, end - monotonic())
        if not select.select([terminal], [], [], left)[0]:
            return None, read
        if not (new := os.read(terminal, MOST_BYTES)):
            return None, read
        read += new
    return found[0], read[: found.start()] + read[found.end() :]
