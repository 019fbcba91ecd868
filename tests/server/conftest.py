"""Fixtures of the server's tests: an event loop whose errors fail the test."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Iterator

import pytest

# Long enough for a busy machine; a scenario that takes it hangs.
PATIENCE_SECONDS = 60

Scenario = Callable[[], Awaitable[None]]
Run = Callable[[Scenario], None]


@pytest.fixture
def run(caplog: pytest.LogCaptureFixture) -> Iterator[Run]:
    """A function that runs a scenario to its end in an event loop of its own.

    It fails a test that leaves a task behind, and one after which asyncio or gRPC complain of a
    lost task or exception: both only log what a handler or a forgotten task has raised.
    """
    yield lambda scenario: asyncio.run(_patiently(scenario))
    gc.collect()
    errors = [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR]
    assert [one.getMessage() for one in errors] == []


async def _patiently(scenario: Scenario) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await scenario()
        # gRPC's own tasks end soon after their server.
        while left := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(left)
