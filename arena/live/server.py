"""The server of the live page on loopback: page, events, finished pairs, report."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from arena.errors import ArenaError, Notify
from arena.live.page import live_page
from arena.live.state import live_state, replay_of
from arena.report.page import REPORT
from arena.system.processes import cancel_on_signals

HOST = "127.0.0.1"
LOOK_SECONDS = 0.5  # between two looks at the event
REST = 4  # times as long as a look took, it then rests
ALIVE_SECONDS = 10.0  # after so much silence a line says that somebody is there
GOODBYE_SECONDS = 1  # for pages to hear the last news
NOT_KEPT = {"Cache-Control": "no-store"}


class PortTaken(ArenaError):
    """The requested port is not available."""


class News:
    """The state of an event as it is shown, and a wait for the next change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._changed = asyncio.Condition()
        self.number = 0
        self.is_over = False
        self.text = ""

    async def look(self) -> None:
        """Look for changes once."""
        text = json.dumps(await asyncio.to_thread(live_state, self._folder))
        if text != self.text:
            async with self._changed:
                self.text, self.number = text, self.number + 1
                self._changed.notify_all()

    async def keep_looking(self) -> None:
        """Look for changes until cancelled; a large event is looked at less often."""
        while True:
            began = monotonic()
            await self.look()
            await asyncio.sleep(max(LOOK_SECONDS, REST * (monotonic() - began)))

    async def close(self) -> None:
        """Look for the last time, and let all waiting pages go."""
        await self.look()
        async with self._changed:
            self.is_over = True
            self._changed.notify_all()

    async def after(self, number: int) -> AsyncIterator[str]:
        """Yield server-sent events: every state after this number, until the end."""
        while not (self.is_over and self.number <= number):
            if await self._wait_for_more_than(number):
                number = self.number
                yield f"data: {self.text}\n\n"
            else:
                yield ": still here\n\n"

    async def _wait_for_more_than(self, number: int) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(ALIVE_SECONDS), self._changed:
                await self._changed.wait_for(lambda: self.is_over or self.number > number)
        return self.number > number


def application(news: News, folder: Path) -> Starlette:
    """Return the pages.

    A name that is not this machine's own is rejected: another site's page could otherwise read
    them through a name of its own.
    """
    page = live_page()

    async def home(_: Request) -> Response:
        return HTMLResponse(page)

    async def events(_: Request) -> Response:
        return StreamingResponse(news.after(0), media_type="text/event-stream", headers=NOT_KEPT)

    async def replay(request: Request) -> Response:
        match = request.query_params.get("match", "")
        return JSONResponse(await asyncio.to_thread(replay_of, folder, match))

    async def report(_: Request) -> Response:
        file = folder / REPORT
        return FileResponse(file) if file.is_file() else PlainTextResponse("No report yet", 404)

    pages = {"/": home, "/events": events, "/replay": replay, "/report": report}
    return Starlette(
        routes=[Route(path, page) for path, page in pages.items()],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])],
    )


async def serve(folder: Path, port: int, notify: Notify) -> None:
    """Serve an event's page until a signal arrives, and print its address. Port 0 is any free one.

    Pages are told the last news before it ends. Raises PortTaken, and CancelledError at the
    end.
    """
    cancel_on_signals()
    news = News(folder)
    with _listening(port) as listener:
        server = _Server(_config(application(news, folder)))
        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(server.serve(sockets=[listener]))
            looking = tasks.create_task(news.keep_looking())
            notify(f"http://{HOST}:{listener.getsockname()[1]}/")
            try:
                await asyncio.shield(serving)
            finally:
                looking.cancel()
                await news.close()
                server.should_exit = True


class _Server(uvicorn.Server):
    """A server that leaves signals to its caller."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="critical",
        lifespan="off",
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except (OSError, OverflowError) as error:
        raise PortTaken(
            f"port {port} is not available: {getattr(error, 'strerror', None) or error}",
            "leave out the port to use any free one",
        ) from error
