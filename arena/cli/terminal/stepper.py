"""Stepping through a match on a terminal by single keys."""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from arena.cards.terminal import Asked, ask
from arena.cli.terminal.card_rows import Easel, card_row, size_of_cards
from arena.errors import shown
from arena.replay.positions import WAYS, Position, positions_of
from arena.replay.transcript import scene_lines
from referee.rules.match import Match
from referee.rules.record import MatchRecord
from referee.rules.seats import LABELS, NORTH, SOUTH, Seat

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

# An answer of the terminal that came too late counts as a key, too, which does nothing.
ONE_KEY = re.compile(r"\x1b[\[O][?>0-9;]*[A-Za-z~]|\x1b_[^\x1b]*\x1b\\|.", re.DOTALL)
MOST_BYTES = 1024
KEYS = {
    **dict.fromkeys(("\x1b[C", "\x1bOC", " ", "\r", "\n"), "next"),
    **dict.fromkeys(("\x1b[D", "\x1bOD", "\x7f", "\b"), "back"),
    **dict.fromkeys(("\x1b[B", "\x1bOB", "n"), "round"),
    **dict.fromkeys(("\x1b[A", "\x1bOA", "p"), "back-round"),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~"), "first"),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), "last"),
}
ROUNDS = {digit: number for number, digit in enumerate("1234567890", start=1)}
VIEW, LEAVE = "v", ("q", "\x1b", "\x04")
VIEWS: dict[Seat | None, Seat | None] = {None: NORTH, NORTH: SOUTH, SOUTH: None}
HELP = "→ ← step · n p round · 1…0 rounds 1 to 10 · Home End · v view · q leave"
# Two colours for each kind of card: what is drawn on it is in its letter as well.
STYLES = {
    r"\b\d\dL\b": "bold black on bright_yellow",
    r"\b\d\dA\b": "bold white on blue",
    r"\b\d\dR\b": "bold white on red",
    r"\b\d\dP\d?\b": "black on white",
}


@contextmanager
def single_keys() -> Iterator[int]:
    """Provide a terminal that hands over single keys without echo.

    Ctrl-C is still an interrupt. At the end the terminal is as it was.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def keys(terminal: int, typed: bytes = b"") -> Iterator[str]:
    """Yield the keys that are pressed until the input ends, an arrow as its whole escape sequence.

    `typed` has been read already.
    """
    yield from ONE_KEY.findall(typed.decode(errors="replace"))
    while typed := os.read(terminal, MOST_BYTES):
        yield from ONE_KEY.findall(typed.decode(errors="replace"))


def step_through(record: MatchRecord, match: Match, seat: Seat | None) -> None:
    """Show the match until the person leaves it."""
    from rich.console import Console

    console = Console(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")
    if ways := positions_of(match):
        # Ctrl-C is one way to leave.
        with suppress(KeyboardInterrupt), single_keys() as terminal:
            asked = ask(terminal, partial(_write, console))
            with console.screen(hide_cursor=True), _window(console, asked) as window:
                _step(window, record, match, ways, seat, keys(terminal, asked.typed))


def _step(
    window: "_Window",
    record: MatchRecord,
    match: Match,
    ways: Sequence[Position],
    seat: Seat | None,
    pressed: Iterator[str],
) -> None:
    here = ways[0]
    window.draw(_scene(record, match, here, seat, ways))
    for key in takewhile(lambda key: key not in LEAVE, pressed):
        seat = VIEWS[seat] if key == VIEW else seat
        here = _moved(ways, here, key)
        window.draw(_scene(record, match, here, seat, ways))


def _moved(ways: Sequence[Position], here: Position, key: str) -> Position:
    if key in ROUNDS:
        return min(Position(ROUNDS[key], 1), Position(ways[-1].round, 1))
    return WAYS[KEYS[key]](ways, here) if key in KEYS else here


def _scene(
    record: MatchRecord, match: Match, here: Position, seat: Seat | None, ways: Sequence[Position]
) -> Iterable[str]:
    view = LABELS[seat] if seat is not None else "all cards"
    yield f"{here}, position {ways.index(here) + 1} of {len(ways)}, {view}"
    yield from scene_lines(record, match, here, seat)
    yield ""
    yield HELP


@contextmanager
def _window(console: "Console", asked: Asked) -> Iterator["_Window"]:
    """Open a window in which scenes are drawn, with card pictures if the terminal shows them."""
    easel = Easel(console) if asked.shows_pictures else None
    try:
        yield _Window(console, easel)
    finally:
        if easel:
            easel.close()


class _Window:
    """A terminal on which one scene after the other is drawn."""

    def __init__(self, console: "Console", easel: Easel | None) -> None:
        self._console, self._easel = console, easel

    def draw(self, scene: Iterable[str]) -> None:
        """Draw a scene in place of the one before."""
        lines = list(map(shown, scene))
        self._console.clear()
        if self._easel is None:
            self._print(lines)
            return
        self._easel.clear()
        size = size_of_cards(lines, self._console.width, self._console.height)
        for line in lines:
            row = card_row(line)
            if size and row:
                self._easel.draw(row, size)
            else:
                self._print([line])

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.print(_text(line))


def _write(console: "Console", escapes: str) -> None:
    console.file.write(escapes)
    console.file.flush()


def _text(line: str) -> "Text":
    from rich.text import Text

    text = Text(line)
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    return text
