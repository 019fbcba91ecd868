"""`arena plot`: draws a picture of an event."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption, complete_event, found_event
from arena.cli.terminal.output import note
from arena.defaults import RESULTS

Event = Annotated[
    str,
    typer.Argument(
        metavar="EVENT", autocompletion=complete_event, help="An event, or a file of records."
    ),
]
Picture = Annotated[str, typer.Argument(metavar="ranking|crosstable|points")]
Target = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="It ends in .svg or .png.")
]


def plot(event: Event, picture: Picture, target: Target, results: ResultsOption = RESULTS) -> None:
    """Draw an event as a picture."""
    from arena.report.plots import write_plot

    write_plot(found_event(event, results), picture, target)
    note(f"{target}: {picture}")
