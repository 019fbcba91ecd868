"""`arena reveal`: publishes the secret of an event's deals, and ends them."""

from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption, complete_event
from arena.cli.terminal.output import Format, OutputFormat, note, show
from arena.defaults import RESULTS, in_commands

CHECK = """
{deals} holds all that is needed to deal the cards again. To publish it with the matches:

  arena export {words} -o {event}.jsonl
  arena verify {event}.jsonl --deals --published {deals}

Pairs that are still to come get a new secret; `arena commit {words}` before they are played."""

EventName = Annotated[
    str,
    typer.Argument(
        metavar="EVENT", autocompletion=complete_event, help="An event by name or folder."
    ),
]


def reveal(
    event: EventName,
    results: ResultsOption = RESULTS,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Publish the secret so that anyone can check the deals."""
    from arena.event.commit_reveal import reveal_event
    from arena.event.deals.statement import DEALS_FILE
    from arena.event.locate import find_event

    folder = find_event(event, results)
    said = reveal_event(folder)
    show(said.table(), output_format, said.data())
    note(
        CHECK.format(
            deals=folder / DEALS_FILE, event=said.settings.event, words=in_commands(folder)
        )
    )
    if said.half_played:
        note(
            f"pairs with one match played: {said.half_played}; `arena run` finishes them on"
            " cards that are public now"
        )
