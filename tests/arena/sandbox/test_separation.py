"""Two processes of one bot, with the same files, cannot pass each other a byte.

First legs know the cards of second legs: that is why it matters.
"""

import asyncio
import inspect
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.command import Program
from arena.sandbox.confinement import Confinement
from arena.sandbox.levels import Level
from arena.system.process_tree import tree
from tests.arena.sandbox import channels
from tests.arena.sandbox.boxing import python, started
from tests.arena.sandbox.conftest import Confined

PASSED = f"received {channels.BYTE!r}"
EVERY = pytest.mark.parametrize("medium", sorted(channels.MEDIA))
ROOT_ALONE = {"file among devices"}
STRONG = pytest.mark.parametrize("level", [one for one in Level if one.is_for_strangers])


class Line:
    """The connection to one process, over which the test says what is next."""

    def __init__(self) -> None:
        self._open = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._open.set()
        await reader.read()
        writer.close()

    async def say(self, text: str) -> None:
        await self._open.wait()
        self._writer.write(f"{text}\n".encode())
        await self._writer.drain()


@pytest.fixture
def bot(open_folder: Path) -> Path:
    folder = open_folder / "bot"
    folder.mkdir()
    (folder / channels.SHARED_FILE).write_text("openings")
    return folder


@pytest.fixture
def name() -> Iterator[str]:
    """A name that nothing else has, short enough for a process."""
    name = f"koikoi-{secrets.token_hex(3)}"
    yield name
    for folder in ("/tmp", "/dev/shm", "/dev"):
        for left in Path(folder).glob(f"{name}*"):
            left.unlink()


async def passed(confinement: Confinement, bot: Path, medium: str, name: str) -> tuple[str, str]:
    """Return what the sender and the receiver say about a byte that went this way."""
    to_receiver, to_sender = Line(), Line()

    def program(end: str) -> Program:
        source = inspect.getsource(channels)
        return Program(python(confinement, source, medium, end, name), bot)

    async with (
        asyncio.timeout(30),
        started(confinement, program("receive"), to_receiver.serve) as receiver,
    ):
        said = await receiver.line()
        async with started(confinement, program("send"), to_sender.serve) as sender:
            *_, pid = tree(receiver.process.pid)
            await to_sender.say(f"{pid} {said}")
            sent = await sender.line()
            await to_receiver.say("look")
            return sent, await receiver.line()


@STRONG
@EVERY
def test_no_byte_passes_between_two_boxes(
    confined: Confined, bot: Path, level: Level, medium: str, name: str
) -> None:
    sent, received = asyncio.run(passed(confined(level), bot, medium, name))

    assert sent.startswith(("sent", "not sent")), sent
    assert received.startswith(("received", "not received")), received
    assert received != PASSED


@EVERY
def test_without_boxes_it_would_have_passed(
    confined: Confined, bot: Path, medium: str, name: str
) -> None:
    if medium in ROOT_ALONE and os.geteuid() != 0:
        pytest.skip("only root could do this without a box")

    ends = asyncio.run(passed(confined(Level.NONE), bot, medium, name))

    assert ends == ("sent", PASSED)
