"""A referee that follows a script: it knows no rules, sends what it is told and notes what comes.

It plays the script to one real bot process over a real socket.
"""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

import grpc
from koikoi.v1.referee_pb2 import (
    Join,
    Notice,
    PlayRequest,
    PlayResponse,
    Question,
    Welcome,
)
from koikoi.v1.referee_pb2_grpc import (
    RefereeServiceServicer,
    add_RefereeServiceServicer_to_server,
)
from koikoi.v1.ruleset_pb2 import Ruleset

from tests.sample_bots.made_up import questions
from tests.sample_bots.ready import Bot
from tests.sample_bots.scripts import Script, asked, in_batches

# How the stream ends once the script is played; what it returns is sent, and nothing heard.
Ending: TypeAlias = Callable[[grpc.Server, grpc.ServicerContext], Script]

TOKEN = "a token that works once"
PATIENCE = 120.0  # seconds after which a bot that has not ended is called hung


@dataclass(frozen=True, slots=True)
class Played:
    """Record of a bot: the requests it sent, in order, what it printed and how it ended."""

    requests: Sequence[PlayRequest]
    output: str
    exit_code: int

    @property
    def join(self) -> Join:
        return self.requests[0].join

    @property
    def actions(self) -> dict[int, int]:
        """The answers, by question number."""
        return {a.question_id: a.action for request in self.requests for a in request.answers}


@dataclass(slots=True)
class ScriptedReferee(RefereeServiceServicer):
    """Sends the welcome and the script; goes on when all that was asked is answered."""

    server: grpc.Server
    script: Script
    end: Ending
    rules: Ruleset
    requests: list[PlayRequest] = field(default_factory=list)

    def Play(  # noqa: N802  the contract's name
        self, request_iterator: Iterator[PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[PlayResponse]:
        self.requests.append(next(request_iterator))
        welcome = Welcome(protocol_version=1, ruleset=self.rules, move_time_ms=1000)
        yield PlayResponse(notices=[Notice(welcome=welcome)])
        for response in self.script:
            yield response
            self._wait(request_iterator, {q.question_id for q in asked(response)})
        yield from self.end(self.server, context)

    def _wait(self, requests: Iterator[PlayRequest], due: set[int]) -> None:
        while due:
            request = next(requests)
            self.requests.append(request)
            due -= {answer.question_id for answer in request.answers}


class Choices(Protocol):
    """Answers of the sample bot of a name to each question."""

    def __call__(self, name: str, asked: Sequence[Question], rules: Ruleset = ...) -> list[int]: ...


class PlayTo(Protocol):
    """Plays a script to the sample bot of a name."""

    def __call__(
        self, name: str, script: Script, end: Ending = ..., rules: Ruleset = ...
    ) -> Played: ...


def with_ok(server: grpc.Server, context: grpc.ServicerContext) -> Script:
    """Ends the stream as the referee does when there is nothing more to play."""
    return []


def under_open_questions(server: grpc.Server, context: grpc.ServicerContext) -> Script:
    """Ends the stream in the same way, but hears no answer to what it asks last."""
    return in_batches(questions(32, seed=4), size=32)


def refused(server: grpc.Server, context: grpc.ServicerContext) -> Script:
    """Ends the stream as for a wrong token."""
    context.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")


def broken_off(server: grpc.Server, context: grpc.ServicerContext) -> Script:
    """Takes the whole referee away under the bot."""
    server.stop(grace=None)
    return []


def play(bot: Bot, script: Script, folder: Path, *, end: Ending, rules: Ruleset) -> Played:
    """Starts the bot, plays the script to it and waits until it has ended.

    A unix socket is made in `folder`.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        server = grpc.server(pool)
        referee = ScriptedReferee(server, script, end, rules)
        add_RefereeServiceServicer_to_server(referee, server)
        address = _listen(server, bot.transport, folder)
        server.start()
        try:
            ended = _run(bot, address)
        finally:
            server.stop(grace=None).wait()
    return Played(referee.requests, ended.stdout, ended.returncode)


def _listen(server: grpc.Server, transport: str, folder: Path) -> str:
    """Where the bot finds the server."""
    if transport == "tcp":
        return f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    address = f"unix:{folder / 's'}"
    server.add_insecure_port(address)
    return address


def _run(bot: Bot, address: str) -> subprocess.CompletedProcess[str]:
    environment = {"KOIKOI_ADDRESS": address, "KOIKOI_TOKEN": TOKEN, "PATH": os.environ["PATH"]}
    return subprocess.run(
        bot.command,
        cwd=bot.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
