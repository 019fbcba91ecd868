"""`arena report`: writes an event as one HTML page."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import note
from arena.defaults import RESULTS

Target = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="By default `report.html` in the event's folder."
    ),
]
Matches = Annotated[
    str,
    typer.Option(
        metavar="all|top|faults|N",
        help="Which matches can be replayed in the page: all, those among the first three bots,"
        " the forfeited ones, or so many from the first pairs. The others are listed.",
    ),
]


def report(
    event: EventArgument = None,
    target: Target = None,
    matches: Matches = "2000",
    results: ResultsOption = RESULTS,
) -> None:
    """Write an event as one page with replays."""
    from arena.report.page import REPORT, write_report

    place = found_event(event, results)
    page = target or (place / REPORT if place.is_dir() else Path(REPORT))
    count = write_report(place, page, matches)
    note(f"{page}: {count} matches can be replayed in it")
