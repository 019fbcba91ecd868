"""`arena play`: a person against a bot, in the terminal."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.check import Bot
from arena.cli.options.event import RulesetOption
from arena.cli.options.run import Sandbox, SandboxOption, Seed, sandbox_request
from arena.cli.terminal.output import note
from arena.defaults import RULESET
from arena.errors import INTERRUPTED, ArenaError
from arena.sandbox.levels import USUAL_MEMORY, Level

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from arena.cli.terminal.card_rows import Easel
    from arena.play.match import Played
    from referee.rules.cards import CardSet

WITH_A_FAILED_BOT = 3
ENOUGH = (1_000, 1_000)  # columns and lines of what is no window
Record = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where the match goes; by default play-BOT-TIME.jsonl."),
]


def play(
    bot: Bot,
    ruleset: RulesetOption = RULESET,
    seed: Seed = None,
    record: Record = None,
    sandbox: SandboxOption = Sandbox.AUTO,
) -> None:
    """Play a match against a bot yourself, here in the terminal."""
    import asyncio

    from arena.play.match import Game
    from arena.play.match import play as play_match
    from arena.play.prompt import Keyboard
    from arena.rulebook.load import load_ruleset
    from arena.runner.single_bot import SingleBotRequest
    from referee.server.time_control import TimeControl

    if not sys.stdin.isatty():
        raise ArenaError("arena play needs a terminal", "for programs there is `arena bridge`")
    request = SingleBotRequest(
        folder=bot,
        time_control=TimeControl(),
        start_seconds=10.0,
        sandbox_request=sandbox_request(sandbox, Level.NONE, USUAL_MEMORY),
        ruleset=load_ruleset(ruleset),
    )
    game = Game(request=request, record=record, seed=seed)
    window = _Window()
    keyboard = Keyboard(sys.stdin.fileno(), window.ask_for_pictures())
    try:
        played = asyncio.run(play_match(game, window, keyboard, note))
    except (asyncio.CancelledError, KeyboardInterrupt):
        note("interrupted")
        raise typer.Exit(INTERRUPTED) from None
    _tell(played)


def _tell(played: "Played") -> None:
    """Print how the match ended, if unusually, and where the record is."""
    if played.is_left:
        note("\nyou left the match; the bot was stopped")
    if played.is_forfeited:
        note(f"\nthe match is yours: {played.record.result.detail}")
    note(f"record: {played.file} (`arena verify {played.file}` verifies it)")
    if played.is_interrupted or played.is_forfeited:
        raise typer.Exit(INTERRUPTED if played.is_interrupted else WITH_A_FAILED_BOT)


class _Window:
    """The terminal as a screen; plain text if it is none."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(
            highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto"
        )
        self._easel: Easel | None = None

    def ask_for_pictures(self) -> bytes:
        """Ask the terminal whether it shows pictures; return the keys typed meanwhile."""
        from arena.cards.terminal import ask
        from arena.cli.terminal.card_rows import Easel
        from arena.cli.terminal.stepper import single_keys

        if not self._console.is_terminal:
            return b""
        with single_keys() as terminal:
            asked = ask(terminal, self.ask)
        self._easel = Easel(self._console) if asked.shows_pictures else None
        return asked.typed

    def show_cards(self, rows: "Iterable[tuple[str, CardSet]]", lines: int) -> None:
        """Draw rows of cards with labels as pictures, if there is room beside other lines."""
        from arena.cli.terminal.card_rows import CardRow, size_beside
        from referee.rules.cards import indexes_of

        if self._easel is None:
            return
        drawn = [CardRow(label, indexes_of(cards)) for label, cards in rows if cards]
        if size := size_beside(lines, drawn, *self.room()):
            for row in drawn:
                self._easel.draw(row, size)

    def show(self, line: "Text") -> None:
        """Print a line."""
        self._console.print(line, soft_wrap=not self._console.is_terminal)

    def ask(self, text: str) -> None:
        """Print a prompt."""
        self._console.print(text, end="", markup=False)
        self._console.file.flush()

    def room(self) -> tuple[int, int]:
        """Return columns and lines."""
        size = self._console.size
        return (size.width, size.height) if self._console.is_terminal else ENOUGH
