"""The prompt of a person's game: the choices of a question, and reading typed lines.

The terminal edits a line until Enter. No thread waits for it, so that leaving never hangs on a
person who types nothing.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from arena.play.words import cards_on_wire, cell, codes, points_text
from referee.rules.actions import KOI_KOI, STOP, TAKE_OFFSET, TEXTS, Action
from referee.rules.cards import CARDS, MONTH_OF, CardSet

ALL = 3  # on the field of one month: they are taken together
CHUNK = 4096


def actions(question: pb.Question) -> list[Action]:
    """Return the legal actions, in order."""
    return [number - 1 for number in question.legal_actions]


def by_words(question: pb.Question) -> Mapping[str, Action]:
    """Map every accepted word to its choice: a number, the code of a card, `stop`, `koi-koi`."""
    words: dict[str, Action] = {}
    for number, action in enumerate(actions(question), start=1):
        text = TEXTS[action].casefold()
        words |= {str(number): action, text: action, text.rpartition(" ")[2]: action}
    return words


def lines(question: pb.Question) -> Iterator[Text]:
    """Yield the choices, numbered."""
    for number, action in enumerate(actions(question), start=1):
        yield Text(f"  {number:2}  ") + _text(action, question.observation)


def _text(action: Action, seen: pb.Observation) -> Text:
    if action == STOP:
        return Text(f"stop: win this round with {points_text(seen.points_at_stake)}")
    if action == KOI_KOI:
        return Text("koi-koi: play on for more")
    if action >= TAKE_OFFSET:
        return Text("take ") + cell(CARDS[action - TAKE_OFFSET])
    field = cards_on_wire(seen.field)
    return cell(CARDS[action]) + Text("  ") + _prospect(field & MONTH_OF[action])


def _prospect(matches: CardSet) -> Text:
    """Say what becomes of a card when these cards of its month lie on the field."""
    if not matches:
        return Text("stays on the field", "dim")
    between = ", " if matches.bit_count() == ALL else " or "
    return Text("takes ") + codes(matches, between)


class Keyboard:
    """The lines that are typed at a terminal."""

    def __init__(self, terminal: int, typed: bytes = b"") -> None:
        self._terminal = terminal
        self._typed = typed  # what has been read already
        self._is_closed = False

    async def line(self) -> str | None:
        """Return the next line, without blanks around it; None when nothing more can come."""
        while b"\n" not in self._typed and not self._is_closed:
            await self._readable()
            self._read()
        line, newline, self._typed = self._typed.partition(b"\n")
        return line.decode(errors="replace").strip() if line or newline else None

    def _read(self) -> None:
        try:
            data = os.read(self._terminal, CHUNK)
        except OSError:  # how a terminal says that it is gone
            data = b""
        self._typed += data
        self._is_closed = not data

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        loop.add_reader(self._terminal, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._terminal)
