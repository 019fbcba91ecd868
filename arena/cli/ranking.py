"""`arena ranking`: shows the ranking of an event."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.options.run import AnchorOption, anchor_of
from arena.cli.terminal.output import Format, OutputFormat, show
from arena.defaults import RESULTS

if TYPE_CHECKING:
    from arena.rating.belief import Anchor
    from arena.standings.standings import Standings

ORDER_FREE = "order-free"
FOR_PROGRAMS = (OutputFormat.CSV, OutputFormat.JSON)


def complete_ratings(begun: str) -> list[str]:
    """Return the rating systems whose names begin like this, for the shell."""
    from arena.rating.systems import RATING_SYSTEMS

    return [name for name in RATING_SYSTEMS if name.startswith(begun)]


Ratings = Annotated[
    str,
    typer.Option(
        metavar="SYSTEM",
        autocompletion=complete_ratings,
        help="order-free fits all results at once, sequential follows them one by one;"
        " bradley-terry is another model, for comparison.",
    ),
]
Columns = Annotated[
    str,
    typer.Option(
        metavar="A,B", help="The columns of the table, or all. JSON and CSV have everything."
    ),
]


def ranking(
    event: EventArgument = None,
    columns: Columns = "",
    results: ResultsOption = RESULTS,
    ratings: Ratings = ORDER_FREE,
    anchor: AnchorOption = None,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Show the ranking of an event."""
    if columns and output_format in FOR_PROGRAMS:
        raise typer.BadParameter(
            "they are for table and md; json and csv have everything", param_hint="--columns"
        )
    fixed = anchor_of(anchor)
    show_ranking(found_event(event, results), output_format, ratings, columns, fixed)


def show_ranking(
    source: Path,
    output_format: OutputFormat = OutputFormat.TABLE,
    ratings: str = ORDER_FREE,
    columns: str = "",
    anchor: "Anchor | None" = None,
) -> None:
    """Print the ranking of the event in a folder or a file."""
    from arena.event.locate import opened_results
    from arena.standings.standings import standings

    with opened_results(source) as store:
        found = standings(store, ratings, anchor=anchor)
    print_ranking(found, output_format, columns)


def print_ranking(
    found: "Standings",
    output_format: OutputFormat = OutputFormat.TABLE,
    columns: str = "",
) -> None:
    """Print a ranking with the chosen columns."""
    from arena.standings.ranking_table import ranking_data, ranking_list, ranking_table

    is_list = output_format is OutputFormat.CSV
    table = ranking_list(found) if is_list else ranking_table(found, columns)
    show(table, output_format, ranking_data(found))
