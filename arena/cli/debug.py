"""`arena debug`: re-asks a bot a question from a recorded match."""

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import ResultsOption, found_event
from arena.cli.options.run import MoveTime, Sandbox, SandboxOption, StartTime, sandbox_request
from arena.cli.replay import EventOption, MatchName, Which, parse_place
from arena.cli.terminal.output import note, write
from arena.defaults import RESULTS, START_SECONDS
from arena.errors import INTERRUPTED
from arena.sandbox.levels import USUAL_MEMORY, Level

if TYPE_CHECKING:
    from arena.replay.positions import Position
    from referee.rules.match import Match
    from referee.rules.record import MatchRecord

WITHOUT_A_LEGAL_ANSWER = 3
DEBUG_SECONDS = 60.0
NO_SEED = 0  # what a bot is told where its seed is not known

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
    start_time: StartTime = START_SECONDS,
    results: ResultsOption = RESULTS,
) -> None:
    """Re-ask a bot a question from a recorded match."""
    import asyncio

    from arena.errors import shown
    from arena.replay.ask import ask_question
    from arena.replay.find import find_match
    from arena.replay.positions import done_text, position_lines
    from arena.runner.single_bot import SingleBotRequest
    from arena.store.legs import parse_match_name
    from referee.rules.record import replay
    from referee.server.time_control import TimeControl

    position = parse_place(at)
    event_place = cache(partial(found_event, event, results))
    record = find_match(match, which, event_place)
    played = replay(record)
    request = SingleBotRequest(
        folder=bot,
        time_control=TimeControl(move_time, 0.0),
        start_seconds=start_time,
        sandbox_request=sandbox_request(sandbox, Level.NONE, USUAL_MEMORY),
        ruleset=record.ruleset,
    )
    lines = list(position_lines(record, played, position))
    home = event_place() if parse_match_name(match) else Path(match)
    seed, remark = _bot_seed(home, record, played, position)
    try:
        answer = asyncio.run(ask_question(request, record, played, position, seed, note))
    except (asyncio.CancelledError, KeyboardInterrupt):
        raise typer.Exit(INTERRUPTED) from None
    lines.append(f"bot_seed    {seed}{remark}")
    for line in (
        *lines,
        f"recorded    {done_text(played, position)}",
        f"answer      {answer.said}",
    ):
        write(f"{shown(line)}\n")
    if answer.printed:
        note(answer.printed.rstrip("\n"))
    if not answer.is_legal:
        raise typer.Exit(WITHOUT_A_LEGAL_ANSWER)


def _bot_seed(
    home: Path, record: "MatchRecord", played: "Match", position: "Position"
) -> tuple[int, str]:
    """Return the bot seed of a match, or a stand-in and the reason."""
    from arena.errors import ArenaError
    from arena.replay.ask import deals_again
    from arena.replay.positions import round_at
    from referee.rules.errors import BadRecord
    from referee.rules.seats import SEATS

    mover = SEATS[round_at(played, position).mover]
    try:
        return deals_again(home, record).bot_seed(mover), ""
    except (ArenaError, BadRecord) as error:
        return NO_SEED, f", and not that of the match: {error}"
