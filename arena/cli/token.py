"""`arena token`: makes a token for a remote bot."""

from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption
from arena.cli.terminal.output import note, write
from arena.defaults import RESULTS

TAKE_ALONG = """
That is the token of `{name}`: it works once, is shown once, and is kept nowhere. To its
author, by a way that nobody else reads, with the files in
  {folder}"""
NO_FILES = """
That is the token of `{name}`: it works once, is shown once, and is kept nowhere. No
certificate was made, because the package `cryptography` is not installed
(pip install 'koikoi-arena[serve]'): bring your own, as `arena serve --help` says."""

REPLACED = """
`{name}` had a token that it had not used: it no longer works, save in a lobby that is open
already, which knows that one alone."""

Name = Annotated[str, typer.Argument(metavar="NAME", help="The entrant's name.")]
Event = Annotated[str, typer.Option(help="The event, which need not have begun.")]


def token(name: Name, event: Event, results: ResultsOption = RESULTS) -> None:
    """Make a token and a certificate for a remote entrant."""
    from arena.event.locate import event_folder
    from arena.remote.certificate_authority import can_certify, certify_entrant
    from arena.remote.tokens import make_token, waiting_names

    place = event_folder(results, event)
    had_one = name in waiting_names(place)
    made = make_token(place, name)
    folder = certify_entrant(place, name) if can_certify() else None
    write(f"{made}\n")
    if had_one:
        note(REPLACED.format(name=name))
    note((TAKE_ALONG if folder else NO_FILES).format(name=name, folder=folder))
