"""`arena export`: the records of an event as JSON Lines."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import write
from arena.defaults import RESULTS

Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write there instead of to stdout."),
]


def export(
    event: EventArgument = None, output: Output = None, results: ResultsOption = RESULTS
) -> None:
    """Write the records of an event, one JSON object a line."""
    from arena.event.jsonl import exported_lines
    from arena.event.locate import opened_results
    from arena.system.files import write_whole

    with opened_results(found_event(event, results)) as store:
        lines = exported_lines(store)
        if output is not None:
            write_whole(output, lines)
        else:
            for line in lines:
                write(line)
