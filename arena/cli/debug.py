"""`arena debug`: what a bot answers to a question of a match that was played."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.event_argument import RESULTS, ResultsOption, found_event
from arena.cli.output import note, write
from arena.cli.replay import EventOption, MatchName, Which, parse_place
from arena.cli.run import MoveTime, StartTime
from arena.cli.sandbox_options import DEFAULT_MEMORY, Sandbox, SandboxOption, wish
from arena.errors import INTERRUPTED
from arena.sandbox.levels import Level

WITHOUT_A_LEGAL_ANSWER = 3
DEBUG_SECONDS = 60.0

BotFolder = Annotated[Path, typer.Option("--bot", metavar="DIR", help="The bot's folder.")]
At = Annotated[str, typer.Option(metavar="ROUND.ACTION", help="The question before this action.")]


def debug(
    match: MatchName,
    bot: BotFolder,
    at: At,
    event: EventOption = None,
    which: Which = None,
    sandbox: SandboxOption = Sandbox.AUTO,
    move_time: MoveTime = DEBUG_SECONDS,
    start_time: StartTime = 10.0,
    results: ResultsOption = RESULTS,
) -> None:
    """Ask a bot a question of a match again."""
    import asyncio

    from arena.asking_again import ask_again
    from arena.errors import shown
    from arena.meant_match import meant_match
    from arena.own_bot import Order
    from arena.positions import done_text, position_lines
    from referee.rules.record import replay
    from referee.server.clock import TimeControl

    place = parse_place(at)
    record = meant_match(match, which, partial(found_event, event, results))
    played = replay(record)
    order = Order(
        folder=bot,
        time_control=TimeControl(move_time, 0.0),
        start_seconds=start_time,
        wish=wish(sandbox, Level.NONE, DEFAULT_MEMORY),
        ruleset=record.ruleset,
    )
    lines = list(position_lines(record, played, place))
    try:
        answer = asyncio.run(ask_again(order, record, played, place, note))
    except (asyncio.CancelledError, KeyboardInterrupt):
        raise typer.Exit(INTERRUPTED) from None
    for line in (*lines, f"recorded    {done_text(played, place)}", f"answer      {answer.said}"):
        write(f"{shown(line)}\n")
    if answer.printed:
        note(answer.printed.rstrip("\n"))
    if not answer.is_legal:
        raise typer.Exit(WITHOUT_A_LEGAL_ANSWER)
