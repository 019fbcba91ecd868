"""`arena matches`: lists the matches of an event."""

from typing import Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import Format, OutputFormat, show
from arena.defaults import RESULTS

Bot = Annotated[str | None, typer.Option(metavar="NAME", help="Only matches of this bot.")]
Verdict = Annotated[
    str | None, typer.Option(metavar="VERDICT", help="Only matches that ended so, as in timeout.")
]
Faults = Annotated[
    bool, typer.Option("--faults", help="Only forfeited matches; with --bot, those it forfeited.")
]


def matches(
    event: EventArgument = None,
    bot: Bot = None,
    verdict: Verdict = None,
    faults: Faults = False,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """List the matches of an event and how they ended."""
    from arena.event.locate import opened_results
    from arena.standings.matches import Choice, match_list

    with opened_results(found_event(event, results)) as store:
        table = match_list(store, Choice(bot, verdict, faults))
    show(table, output_format)
