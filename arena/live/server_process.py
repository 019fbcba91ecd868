"""The live page beside a run, in a process of its own, so that no clock waits for a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError
from arena.runner.local_workers import WORKER_MARK
from arena.system.extras import require_extra
from arena.system.processes import tie_to_parent

MODULES = ("starlette", "uvicorn")
LAST_NEWS_SECONDS = 10.0


class NoPage(ArenaError):
    """The live page cannot be served."""


@contextmanager
def page_beside(folder: Path, port: int) -> Iterator[str]:
    """Serve the page of an event until the block ends, and provide its address.

    Raises MissingExtra, and NoPage where the port is taken.
    """
    require_extra("web", *MODULES)
    command = (sys.executable, "-P", "-m", "arena.live", str(folder.absolute()), str(port))
    with subprocess.Popen(
        (*tie_to_parent(), *command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # What has no such word is taken for something that a bot left behind.
        env=os.environ | {WORKER_MARK: "1"},
    ) as process:
        try:
            yield _address(process)
        finally:
            _end(process)


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if not line.startswith("http://"):
        raise NoPage(line or "the live page cannot be served", "leave out --web-port")
    return line


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.wait(LAST_NEWS_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
