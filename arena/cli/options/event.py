"""Options for events and rulesets, which several commands share."""

import re
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.terminal.output import note
from arena.defaults import RESULTS


def complete_event(context: typer.Context, begun: str) -> list[str]:
    """Return the events whose names begin like this, for the shell."""
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
    """Return the folder or file of the event; print which one if nobody named it."""
    from arena.event.locate import find_event

    place = find_event(event, results)
    if event is None:
        note(f"event {place.name}")
    return place


def not_empty(text: str | None) -> str | None:
    """Return the value of a flag. Raises BadParameter if it was given empty."""
    if text is not None and not text.strip(" ,"):
        raise typer.BadParameter("it is empty; leave out the flag instead")
    return text


def names_in(text: str | None) -> tuple[str, ...]:
    """Return the names in a list with commas."""
    return tuple(name for name in re.split(r"[,\s]+", text or "") if name)


def complete_ruleset(begun: str) -> list[str]:
    """Return the presets whose names begin like this, for the shell."""
    from referee.rules.ruleset import RULESETS

    return [name for name in RULESETS if name.startswith(begun)]


RulesetOption = Annotated[
    str,
    typer.Option(
        "--ruleset",
        metavar="NAME|FILE.toml",
        autocompletion=complete_ruleset,
        help="A preset, or a file of house rules.",
    ),
]
