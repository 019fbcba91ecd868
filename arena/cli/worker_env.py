"""`arena worker-env`: lists what a cluster worker needs, and what this machine has."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from arena.cli.terminal.output import Format, OutputFormat, show
from arena.errors import USAGE
from arena.tables.table import Column, Table

if TYPE_CHECKING:
    from arena.cluster.environment import Need

COLUMNS = tuple(map(Column, ("what", "needed", "state", "here", "what to do")))


def worker_env(output_format: Format = OutputFormat.TABLE) -> None:
    """Say what a worker of a cluster needs."""
    from arena.cluster.environment import needs
    from arena.doctor import State

    found = tuple(needs())
    show(_table(found), output_format, [asdict(one) | {"state": one.state.value} for one in found])
    if any(one.is_essential and one.state is not State.OK for one in found):
        raise typer.Exit(USAGE)


def _table(found: "tuple[Need, ...]") -> Table:
    return Table(
        COLUMNS, tuple((one.what, one.why, one.state.value, one.found, one.remedy) for one in found)
    )
