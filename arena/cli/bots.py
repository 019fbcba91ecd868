"""`arena bots`: lists the versions of an event, and retires bots."""

from typing import Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import Format, OutputFormat, note, show
from arena.defaults import RESULTS

Retire = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Remove a bot from the ranking. Its matches are kept."),
]
Reinstate = Annotated[
    str | None, typer.Option(metavar="NAME", help="Put a retired bot back into the ranking.")
]


def bots(
    event: EventArgument = None,
    retire: Retire = None,
    reinstate: Reinstate = None,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """List the bots of an event with their versions, or retire one."""
    from arena.event.locate import opened_results
    from arena.standings import roster

    place = found_event(event, results)
    if retire is not None:
        note(roster.retire(place, retire))
    if reinstate is not None:
        note(roster.reinstate(place, reinstate))
    with opened_results(place) as store:
        is_list = output_format in (OutputFormat.CSV, OutputFormat.JSON)
        table = roster.roster_list(store) if is_list else roster.roster_table(store)
    show(table, output_format)
