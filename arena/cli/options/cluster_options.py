"""The flag that says on which cluster an event is played."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.not_empty import not_empty

if TYPE_CHECKING:
    from arena.cluster.address import ClusterAddress

Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Dask cluster (extra `cluster`): tcp://…, tls://…, or local:N to try it.",
        callback=not_empty,
    ),
]


def cluster_of(text: str | None, jobs: int | None) -> "ClusterAddress | None":
    """What the flags say; None where this machine plays."""
    from arena.cluster.address import cluster_address
    from arena.system.extras import require_extra
    from arena.tournament.plan import BadPlan

    if text is None:
        return None
    if jobs is not None:
        raise BadPlan(
            "--jobs counts workers of this machine, and --cluster plays on others",
            "leave out --jobs: a cluster's worker plays as many chunks as it has threads",
        )
    address = cluster_address(text)
    require_extra("cluster", "distributed")
    return address
