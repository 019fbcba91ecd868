"""A person at the terminal, who is shown what a bot would be told and types an answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from koikoi.v1 import referee_pb2 as pb
from rich.text import Text

from arena.errors import shown
from arena.play.prompt import Keyboard, by_words
from arena.play.short_rules import rule_lines
from arena.play.table_view import table_lines
from arena.play.words import (
    CELL_WIDTH,
    GAP,
    INDENT,
    cards_on_wire,
    event_line,
    match_line,
    round_lines,
)
from referee.rules.cards import CardSet
from referee.rules.ruleset import Ruleset
from referee.server.inner_seat import NO_ACTION

COLUMNS, LINES = 2 * (CELL_WIDTH + GAP) + INDENT, 24
QUIT = "q"
RULES, LEAVE = {"?", "help"}, {QUIT, "quit", "exit"}
SHOWN = 40


class Screen(Protocol):
    """The place where the table is drawn."""

    def show(self, line: Text) -> None:
        """Print a line."""

    def ask(self, text: str) -> None:
        """Print a prompt."""

    def show_cards(self, rows: Iterable[tuple[str, CardSet]], lines: int) -> None:
        """Draw rows of cards with labels as pictures, if there is room beside other lines."""

    def room(self) -> tuple[int, int]:
        """Return the columns and lines of the window; large numbers if there is none."""


class Person:
    """A person in a seat; `leave` is called when the person wants to go."""

    def __init__(self, ruleset: Ruleset, rival: str, screen: Screen, keyboard: Keyboard) -> None:
        self._ruleset, self._rival = ruleset, rival
        self._screen, self._keyboard = screen, keyboard
        self._seat = 0
        self._news: list[Text] = []  # what is not shown yet
        self.leave: Callable[[], None] = lambda: None

    async def hear(self, notice: pb.Notice) -> int:
        """Take a notice; return the chosen action if it is a question."""
        match notice.WhichOneof("kind"):
            case "match_start":
                self._seat = notice.match_start.seat
            case "round_start":
                self._keep(notice.round_start.events)
            case "round_over":
                self._keep(notice.round_over.events)
                self._news += round_lines(notice.round_over, self._seat, self._rival)
            case "match_over":
                if notice.match_over.verdict == pb.VERDICT_NORMAL:
                    self._news.append(match_line(notice.match_over))
                self._show(())
            case "question":
                self._keep(notice.question.events)
                return await self._decide(notice.question)
            case _:  # what a person need not hear
                pass
        return NO_ACTION

    def _keep(self, events: Iterable[pb.Event]) -> None:
        self._news += (event_line(event, self._seat, self._rival) for event in events)

    async def _decide(self, question: pb.Question) -> int:
        """Return the wire number of the person's choice."""
        words = by_words(question)
        is_drawn = False
        while True:
            is_drawn = is_drawn or self._draw(question)
            word = await self._word(len(question.legal_actions) if is_drawn else 0)
            if word in LEAVE:
                self.leave()
                return NO_ACTION
            if is_drawn and word in words:
                return words[word] + 1
            is_drawn = is_drawn and self._bear(word, len(question.legal_actions))

    async def _word(self, choices: int) -> str:
        """Read a word; the end of the input means to leave."""
        self._screen.ask(f"1-{choices}, ? or q: " if choices else "Enter when it is, or q: ")
        line = await self._keyboard.line()
        return QUIT if line is None else " ".join(line.casefold().split())

    def _bear(self, word: str, choices: int) -> bool:
        """Answer an input that is no choice; return whether the table can stay."""
        if word in RULES:
            self._show(map(Text, rule_lines(self._ruleset)))
        elif word:
            known = f"a number from 1 to {choices}, ? for the rules, q to leave"
            self._show([Text(f"there is no choice `{shown(word[:SHOWN])}`: type {known}")])
        return bool(word)

    def _draw(self, question: pb.Question) -> bool:
        """Draw the table, if the window is large enough."""
        columns, lines = self._screen.room()
        if columns < COLUMNS or lines < LINES:
            has = f"the window has {columns} columns and {lines} lines"
            needs = f"the table needs {COLUMNS} and {LINES}: make it larger"
            self._screen.show(Text(f"{has}, {needs}"))
            return False
        self._show(())
        self._screen.show_cards(_rows(question.observation), LINES)
        self._show(table_lines(self._ruleset, self._rival, question, columns))
        return True

    def _show(self, lines: Iterable[Text]) -> None:
        for line in (*self._news, *lines):
            self._screen.show(line)
        self._news.clear()


def _rows(seen: pb.Observation) -> Iterator[tuple[str, CardSet]]:
    """Yield the rows of cards that matter most to a person."""
    yield "field", cards_on_wire(seen.field)
    yield "your pile", cards_on_wire(seen.own_pile)
    yield "your hand", cards_on_wire(seen.hand)
