"""`arena bridge`: plays for a program that speaks lines of JSON."""

from typing import Annotated

import typer

Command = Annotated[list[str], typer.Argument(metavar="-- COMMAND...", help="The program.")]


def bridge(command: Command) -> None:
    """Let a program play by lines of JSON, without gRPC."""
    from arena.bots.bridge import main

    raise typer.Exit(main(command))
