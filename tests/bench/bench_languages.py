"""The six greedy bots: how many decisions a second each makes, asked one by one and 32 at a time.

A referee that only asks sends the recorded questions as bytes made beforehand, so that nearly all
the time is the bot's and its gRPC library's. Each rate is the best of some rounds.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import grpc
from koikoi.v1 import referee_pb2 as pb

from arena.bots.runtime import is_there
from tests.bench.timing import Row
from tests.sample_bots.greedies import GREEDIES
from tests.sample_bots.ready import Bot, made_ready, needs
from tests.vectors.files import read_questions

SIZES = (1, 32)
DECISIONS = {1: 1000, 32: 16_000}  # in a round
ROUNDS = 4  # the first one warms up
TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Asker:
    """Asks until all rounds are over. Rates are in decisions/s, the CPU in seconds a decision."""

    process: "subprocess.Popen[bytes] | None" = None
    joined: float = 0.0
    rates: dict[int, float] = field(default_factory=dict)
    cpu: float = 0.0

    def play(self, requests: Iterator[bytes], _: grpc.ServicerContext) -> Iterator[bytes]:
        """The contract's `Play`, without decoding what need not be read."""
        next(requests)
        self.joined = time.perf_counter()
        yield _welcome()
        for size in SIZES:
            batches = _batches(size)
            for _round in range(ROUNDS):
                cpu, start = self._cpu(), time.perf_counter()
                for batch in batches:
                    yield batch
                    _wait(requests, size)
                seconds = time.perf_counter() - start
                self.rates[size] = max(self.rates.get(size, 0.0), len(batches) * size / seconds)
                self.cpu = (self._cpu() - cpu) / (len(batches) * size)

    def _cpu(self) -> float:
        assert self.process is not None
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) * TICK


def measure() -> Iterator[Row]:
    """One row for each language whose tools are here; `greedy` in Python is what they are against.

    A ratio is of the rates at 32 questions at a time.
    """
    rates: dict[str, float] = {}
    for name in GREEDIES:
        if not all(map(is_there, needs(name))):
            print(f"{name}: its tools are not here", file=sys.stderr)
            continue
        asker, start = _asked(made_ready(name))
        rates[name] = asker.rates[32]
        figures = (
            f"{asker.rates[1]:,.0f} decisions/s one by one, {asker.rates[32]:,.0f} by 32;"
            f" {asker.cpu * 1e6:.0f} µs of CPU a decision by 32; joins after {start * 1000:.0f} ms"
        )
        yield Row(f"{name} / greedy", rates[name] / rates["greedy"], "≥", None, figures)


def _asked(bot: Bot) -> tuple[Asker, float]:
    """A bot that has answered everything, and the seconds from its start to its join."""
    asker = Asker()
    with ThreadPoolExecutor(max_workers=1) as pool, tempfile.TemporaryDirectory() as folder:
        server = grpc.server(pool)
        handler = grpc.stream_stream_rpc_method_handler(asker.play)
        service = grpc.method_handlers_generic_handler(
            "koikoi.v1.RefereeService", {"Play": handler}
        )
        server.add_generic_rpc_handlers((service,))
        address = f"unix:{folder}/s"
        if bot.transport == "tcp":
            address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        else:
            server.add_insecure_port(address)
        server.start()
        environment = os.environ | {"KOIKOI_ADDRESS": address, "KOIKOI_TOKEN": "t"}
        start = time.perf_counter()
        with subprocess.Popen(bot.command, cwd=bot.folder, env=environment) as process:
            asker.process = process
        server.stop(grace=None).wait()
    assert process.returncode == 0, bot.command
    return asker, asker.joined - start


def _welcome() -> bytes:
    welcome = pb.Welcome(protocol_version=1, move_time_ms=1000)
    return pb.PlayResponse(notices=[pb.Notice(welcome=welcome)]).SerializeToString()


def _batches(size: int) -> list[bytes]:
    """The recorded questions over and over, as often as a round wants, `size` in a message."""
    questions = read_questions()
    wanted = [questions[n % len(questions)] for n in range(DECISIONS[size])]
    return [
        pb.PlayResponse(
            notices=[
                pb.Notice(match_id=match, question=question)
                for match, question in enumerate(wanted[first : first + size], start=1)
            ]
        ).SerializeToString()
        for first in range(0, len(wanted), size)
    ]


def _wait(requests: Iterator[bytes], due: int) -> None:
    while due > 0:
        due -= len(pb.PlayRequest.FromString(next(requests)).answers)
