"""`arena crosstable`: shows every bot against every other one."""

from typing import Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import Format, OutputFormat, show
from arena.defaults import RESULTS

Los = Annotated[
    bool,
    typer.Option("--los", help="Show how likely the row is better. JSON and CSV have it anyway."),
]


def crosstable(
    event: EventArgument = None,
    los: Los = False,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Show how every bot did against every other one."""
    from arena.event.locate import opened_results
    from arena.standings import crosstable as tables
    from arena.standings.standings import standings

    with opened_results(found_event(event, results)) as store:
        found = standings(store)
    if output_format in (OutputFormat.CSV, OutputFormat.JSON):
        table = tables.crosstable_list(found)
    else:
        table = tables.likelihood_table(found) if los else tables.crosstable(found)
    show(table, output_format)
