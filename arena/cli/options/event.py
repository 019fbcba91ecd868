"""EVENT and `--results`, which every command that reads an event has."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.terminal.output import note

RESULTS = Path("results")


def complete_event(context: typer.Context, begun: str) -> list[str]:
    """The events whose names begin like this, for the shell."""
    from arena.event.locate import events

    results = Path(context.params.get("results") or RESULTS)
    return [event.name for event in events(results) if event.name.startswith(begun)]


EventArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="EVENT",
        autocompletion=complete_event,
        help="An event by name or folder, or a file of exported records; by default the newest.",
    ),
]
ResultsOption = Annotated[
    Path, typer.Option("--results", metavar="DIR", help="The folder that holds events.")
]


def found_event(event: str | None, results: Path) -> Path:
    """The folder of the event that is meant, or the file; says which if nobody named it."""
    from arena.event.locate import find_event

    place = find_event(event, results)
    if event is None:
        note(f"event {place.name}")
    return place
