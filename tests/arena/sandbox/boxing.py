"""Programs in boxes, as tests start them."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.box import boxed, needs_tcp
from arena.sandbox.command import Command, Program, Start
from arena.sandbox.confinement import Confinement
from arena.system.processes import running

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


@dataclass(frozen=True, slots=True)
class Started:
    """A program that runs in a box."""

    process: asyncio.subprocess.Process
    command: Command

    async def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode().strip()

    async def rest(self) -> str:
        """All it prints until every process of its has closed its output."""
        assert self.process.stdout is not None
        return (await self.process.stdout.read()).decode()

    async def code(self) -> int:
        """How it ended."""
        return self.command.exit_code(await self.process.wait())


def python(confinement: Confinement, code: str, *arguments: str) -> tuple[str, ...]:
    """The words that run some Python code in a box."""
    return (str(confinement.python), "-I", "-S", "-c", code, *arguments)


@asynccontextmanager
async def started(
    confinement: Confinement, program: Program, serve: Serve = hang_up, **environment: str
) -> AsyncIterator[Started]:
    """A program in a box, whose referee is `serve`."""
    with tempfile.TemporaryDirectory(prefix="koikoi-") as folder:
        async with _referee(Path(folder), serve, tcp=needs_tcp(confinement, program)) as address:
            async with boxed(Start(confinement, program, Path(folder), address)) as command:
                words = {"PATH": os.environ["PATH"], "KOIKOI_ADDRESS": command.address}
                async with running(
                    command.argv,
                    folder=command.folder,
                    environment=words | environment,
                    pass_fds=command.pass_fds,
                ) as process:
                    one = Started(process, command)
                    yield one
            await one.rest()


@asynccontextmanager
async def _referee(folder: Path, serve: Serve, *, tcp: bool) -> AsyncIterator[str]:
    if tcp:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    else:
        server = await asyncio.start_unix_server(serve, folder / "s")
        address = f"unix:{folder / 's'}"
    async with server:
        yield address


async def ended(
    confinement: Confinement, program: Program, serve: Serve = hang_up, **environment: str
) -> tuple[int, str]:
    """How a program ended by itself, and what it printed."""
    async with started(confinement, program, serve, **environment) as one:
        output = await one.rest()
        return await one.code(), output.strip()
