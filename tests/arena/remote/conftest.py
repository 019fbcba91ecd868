"""An event that is served, and bots that reach it over TCP."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from grpc_reflection.v1alpha.reflection_pb2 import ServerReflectionRequest
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub

from tests.arena.remote.proxy import Proxy

BOT = Path(__file__).parents[2] / "bots" / "remote_bot.py"
ARENA = (sys.executable, "-m", "arena.cli")
SECONDS = 120
# The server's loopback address, and the one at which bots find what stands between.
SERVER, BETWEEN = "127.0.0.2", "127.0.0.3"


def services_of(channel: grpc.Channel) -> set[str]:
    """Return what a server says that it serves."""
    asked = iter([ServerReflectionRequest(list_services="")])
    listed = next(ServerReflectionStub(channel).ServerReflectionInfo(asked, timeout=SECONDS))
    return {one.name for one in listed.list_services_response.service}


@dataclass
class Served:
    """`arena serve`, or `arena run --remote`, that waits in its lobby."""

    process: "subprocess.Popen[str]"
    address: str

    def hear(self, words: str) -> None:
        """Waits until it has said so."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if words in line:
                return
        pytest.fail(f"the arena has ended, and never said: {words}")

    def end(self) -> tuple[int, str, str]:
        """Its exit code, and what it has printed since."""
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err


@dataclass
class Event:
    """An event in a folder of the test's own."""

    folder: Path
    stack: ExitStack

    def arena(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Any command of the arena, from start to end."""
        return subprocess.run(
            [*ARENA, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def token(self, name: str, event: str = "spring") -> str:
        """A new token."""
        made = self.arena("token", name, "--event", event)
        assert made.returncode == 0, made.stderr
        return made.stdout.strip()

    def tls(self, name: str, event: str = "spring") -> Path:
        """The files that an entrant takes along."""
        return self.folder / "results" / event / "remote" / name

    def serve(self, *arguments: str, command: str = "serve") -> Served:
        """The arena, once it listens."""
        process = subprocess.Popen(
            [*ARENA, command, "--event", "spring", "--seed", "1", "--plain", *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.stack.callback(_finish, process)
        assert process.stderr is not None
        heard = ""
        for line in process.stderr:
            heard += line
            if found := re.search(r"listening on (\S+)", line):
                return Served(process, found[1])
        pytest.fail(f"the arena does not listen: {heard}")

    def join(
        self, name: str, token: str, address: str, thinks: float = 0
    ) -> "subprocess.Popen[str]":
        """A remote bot that plays."""
        process = subprocess.Popen(
            [sys.executable, str(BOT), address, str(self.tls(name)), str(thinks), "4"],
            env=os.environ | {"KOIKOI_TOKEN": token},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.stack.callback(_finish, process)
        return process

    def between(self, address: str) -> Proxy:
        """Return a connection between bots and the server that can be cut."""
        return self.stack.enter_context(Proxy(BETWEEN, address))


def _finish(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate()


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """An event of which nothing is left running."""
    with ExitStack() as stack:
        yield Event(tmp_path, stack)
