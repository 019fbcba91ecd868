"""`arena watch`: serves a live page of an event."""

from contextlib import suppress
from typing import Annotated

import typer

from arena.cli.options.event import ResultsOption, complete_event, found_event
from arena.cli.terminal.output import note
from arena.defaults import RESULTS

Event = Annotated[
    str | None,
    typer.Argument(
        metavar="EVENT", autocompletion=complete_event, help="An event; by default the newest."
    ),
]
WebPort = Annotated[
    int | None,
    typer.Option(
        "--web-port", min=1, max=65535, help="Its port on this machine; by default any free one."
    ),
]


def watch(event: Event = None, web_port: WebPort = None, results: ResultsOption = RESULTS) -> None:
    """Serve a live page of an event until Ctrl-C."""
    import asyncio

    from arena.live.server_process import MODULES
    from arena.live.state import require_folder
    from arena.system.extras import require_extra

    require_extra("web", *MODULES)
    from arena.live.server import serve

    folder = require_folder(found_event(event, results))
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(serve(folder, web_port or 0, note))
