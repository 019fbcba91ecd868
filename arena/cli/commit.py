"""`arena commit`: publishes a commitment to an event's deals before entries close."""

from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption, complete_ruleset
from arena.cli.terminal.output import Format, OutputFormat, note, show
from arena.defaults import RESULTS, RULESET, in_commands

PUBLISH = """
Publish this while entries are open, and say which beacon you are going to use: a public
value that nobody can know yet, such as the next draw of a lottery. Entrants may put a
`nonce` into their bot.toml as well. When entries have closed and the beacon is known:

  arena run --bots FOLDER --event {words} --beacon TEXT

Nobody may see {secret}: it tells every deal. `arena reveal {words}` publishes it."""

EventName = Annotated[str, typer.Argument(metavar="EVENT", help="The event's name.")]
Ruleset = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        metavar="NAME|FILE.toml",
        autocompletion=complete_ruleset,
        help=f"What will be played; {RULESET} if the event is new.",
    ),
]


def commit(
    event: EventName,
    results: ResultsOption = RESULTS,
    ruleset: Ruleset = None,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Publish a commitment to the deals before entries close."""
    from arena.event.commit_reveal import commit_event
    from arena.event.deals.secret import SECRET_FILE
    from arena.event.locate import event_folder
    from arena.rulebook.load import load_ruleset

    folder = event_folder(results, event)
    said = commit_event(folder, None if ruleset is None else load_ruleset(ruleset))
    show(said.table(), output_format, said.data())
    note(PUBLISH.format(words=in_commands(folder), secret=folder / SECRET_FILE))
