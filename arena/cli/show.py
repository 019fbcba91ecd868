"""`arena show`: shows one bot, or two against each other."""

from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption, complete_event, found_event
from arena.cli.terminal.output import Format, OutputFormat, show_all
from arena.defaults import RESULTS

BotArgument = Annotated[str, typer.Argument(metavar="BOT", help="A bot of the event.")]
RivalArgument = Annotated[
    str | None, typer.Argument(metavar="RIVAL", help="Another one, to see the two side by side.")
]
EventOption = Annotated[
    str | None,
    typer.Option(
        "--event",
        metavar="EVENT",
        autocompletion=complete_event,
        help="An event by name or folder, or a file of exported records; by default the newest.",
    ),
]


def show(
    bot: BotArgument,
    rival: RivalArgument = None,
    event: EventOption = None,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Show one bot, or how it did against another one."""
    from arena.event.locate import opened_results
    from arena.standings.profile import head_to_head, profile
    from arena.standings.standings import standings

    with opened_results(found_event(event, results)) as store:
        found = standings(store)
    shown = profile(found, bot) if rival is None else head_to_head(found, bot, rival)
    tables = (shown.as_list(),) if output_format is OutputFormat.CSV else shown.tables()
    show_all(tables, output_format, shown.as_data())
