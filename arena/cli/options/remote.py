"""Options for remote bots and for clusters."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import not_empty

if TYPE_CHECKING:
    from arena.cluster.address import ClusterAddress
    from arena.remote.config import Invitation

Listen = Annotated[
    str,
    typer.Option(metavar="HOST[:PORT]", help="Address for remote bots; by default any free port."),
]
LobbyTime = Annotated[
    float, typer.Option(min=0.1, help="Seconds to wait until all remote bots have joined.")
]
NoTls = Annotated[bool, typer.Option("--no-tls", help="Use plain text; this machine only.")]
TlsName = Annotated[
    str, typer.Option(metavar="A,B", help="Additional names of this machine in its certificate.")
]
TlsFile = Path | None
TlsCert = Annotated[
    TlsFile, typer.Option(help="The server's certificate; by default the event makes its own.")
]
TlsKey = Annotated[TlsFile, typer.Option(help="The key of --tls-cert.")]
TlsCa = Annotated[TlsFile, typer.Option(help="The authority that certified the remote bots.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Dask cluster (extra `cluster`): tls://…, tcp://…, or local:N to try it.",
        callback=not_empty,
    ),
]
ClusterPlainText = Annotated[
    bool,
    typer.Option(
        "--cluster-plain-text",
        help="Allow tcp:// for --cluster, on this machine only and for bots without `build`.",
    ),
]


def invitation(
    names: tuple[str, ...],
    listen: str,
    lobby_time: float,
    known_as: tuple[str, ...],
    tls: Sequence[Path | None],
    *,
    no_tls: bool,
) -> "Invitation | None":
    """Make the invitation of remote bots from the flags; None if no bot is remote."""
    from arena.remote.config import Invitation, certificates_of, place_of

    if not names:
        return None
    host, port = place_of(listen)
    return Invitation(
        names=names,
        host=host,
        port=port,
        lobby_seconds=lobby_time,
        is_encrypted=not no_tls,
        given=certificates_of(tls),
        known_as=known_as,
    )


def cluster_of(
    text: str | None, jobs: int | None, *, plain_text: bool = False
) -> "ClusterAddress | None":
    """Make the cluster's address from the flags; None if this machine plays."""
    from arena.cluster.address import cluster_address
    from arena.system.extras import require_extra
    from arena.tournament.plan import BadPlan

    if plain_text and not (text or "").startswith("tcp://"):
        raise BadPlan("--cluster-plain-text belongs to `--cluster tcp://…`", "leave it out")
    if text is None:
        return None
    if jobs is not None:
        raise BadPlan(
            "--jobs counts workers of this machine, and --cluster plays on others",
            "leave out --jobs: a cluster's worker plays as many chunks as it has threads",
        )
    address = cluster_address(text, allows_plain_text=plain_text)
    require_extra("cluster", "distributed", *(["cryptography"] if address.workers else []))
    return address
