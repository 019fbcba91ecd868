"""`arena verify`: checks that records keep the rules, and cards follow from the commitment."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import EventArgument, ResultsOption, found_event
from arena.cli.terminal.output import Format, OutputFormat, show
from arena.defaults import RESULTS
from arena.errors import USAGE

if TYPE_CHECKING:
    from arena.event.deals.evidence import Evidence

Deals = Annotated[bool, typer.Option("--deals", help="Check all that the deals follow from.")]
Published = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The deals.json to check by, for exported records."),
]
Secret = Annotated[
    str | None, typer.Option(metavar="HEX", help="A secret, where deals.json has none yet.")
]
Commitment = Annotated[
    str | None, typer.Option(metavar="HEX", help="The commitment that you noted before play.")
]


def verify(
    event: EventArgument = None,
    results: ResultsOption = RESULTS,
    deals: Deals = False,
    published: Published = None,
    secret: Secret = None,
    commitment: Commitment = None,
    output_format: Format = OutputFormat.TABLE,
) -> None:
    """Play every record again and name those that disagree."""
    from arena.event import verify as verification

    deals = deals or any((published, secret, commitment))
    evidence = _evidence(published, secret, commitment) if deals else None
    found = verification.verify(found_event(event, results), evidence)
    table = verification.disagreements(found)
    if found.wrong or output_format is not OutputFormat.TABLE:
        show(table, output_format)
    else:
        typer.echo("\n".join(table.footer))
    if found.wrong or (deals and found.undealt):
        raise typer.Exit(USAGE)


def _evidence(published: Path | None, secret: str | None, commitment: str | None) -> "Evidence":
    from arena.event.deals.evidence import Evidence
    from arena.event.deals.statement import parse_hash

    return Evidence(
        published,
        None if secret is None else parse_hash(secret, "--secret"),
        None if commitment is None else parse_hash(commitment, "--commitment"),
    )
