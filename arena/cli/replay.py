"""`arena replay`: shows a match step by step, as text, or one position of it."""

import re
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import ResultsOption, found_event
from arena.cli.terminal.output import note, write
from arena.defaults import RESULTS

if TYPE_CHECKING:
    from arena.replay.positions import Position
    from referee.rules.seats import Seat

MatchName = Annotated[
    str,
    typer.Argument(
        metavar="MATCH", help="A match by name, such as greedy~yaku.9.1, or a file of records."
    ),
]
EventOption = Annotated[
    str | None, typer.Option("--event", metavar="EVENT", help="Its event; by default the newest.")
]
Which = Annotated[
    str | None,
    typer.Option("--match", metavar="NAME|N", help="Which match of a file, by name or number."),
]
At = Annotated[
    str | None,
    typer.Option(metavar="ROUND.ACTION", help="Show the position before this action alone."),
]
SeatOption = Annotated[
    str | None, typer.Option("--seat", metavar="north|south", help="Show what this seat knew.")
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Print the whole match, as without a terminal.")
]


def replay(
    match: MatchName,
    event: EventOption = None,
    which: Which = None,
    at: At = None,
    seat: SeatOption = None,
    plain: Plain = False,
    results: ResultsOption = RESULTS,
) -> None:
    """Show a match step by step, or as text."""
    from arena.errors import shown
    from arena.replay.find import find_match
    from arena.replay.positions import position_lines
    from arena.replay.transcript import match_lines
    from referee.rules.record import replay as played_again

    viewer = _seat(seat) if seat else None
    position = parse_place(at) if at else None
    record = find_match(match, which, partial(found_event, event, results))
    if position is None and not plain and sys.stdin.isatty() and sys.stdout.isatty():
        from arena.cli.terminal.stepper import step_through

        step_through(record, played_again(record), viewer)
        return
    lines = (
        position_lines(record, played_again(record), position, viewer)
        if position
        else match_lines(record, viewer)
    )
    for line in lines:
        write(f"{shown(line)}\n")
    if not position:
        note(f"one position: {_command(match, event, which, results)} --at ROUND.ACTION")


def _command(match: str, event: str | None, which: str | None, results: Path) -> str:
    """Return the command that shows the same match."""
    options = {
        "--event": event,
        "--match": which,
        "--results": None if results == RESULTS else str(results),
    }
    words = (word for flag, value in options.items() if value for word in (flag, value))
    return shlex.join(("arena", "replay", match, *words))


def _seat(text: str) -> "Seat":
    from referee.rules.seats import find_seat

    seat = find_seat(text)
    if seat is None:
        raise typer.BadParameter("a seat is north or south", param_hint="--seat")
    return seat


def parse_place(at: str) -> "Position":
    """Return the position that a person names."""
    from arena.replay.positions import Position

    found = re.fullmatch(r"(\d{1,9})\.(\d{1,9})", at)
    if not found:
        raise typer.BadParameter("a position is ROUND.ACTION, such as 3.7", param_hint="--at")
    return Position(int(found[1]), int(found[2]))
