"""`arena proto export`: writes the contract for a bot author."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.terminal.output import write
from arena.errors import shown

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder to give to protoc with -I.")
]

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="The protocol between referee and bots."
)


@app.command()
def export(folder: Folder) -> None:
    """Write the .proto files below DIR and print their names."""
    from arena.bots.proto_files import export_contract

    for file in export_contract(folder):
        write(f"{shown(file)}\n")
