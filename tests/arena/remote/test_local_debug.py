"""`arena serve --local`: one bot at its author's hands, for as long as that takes."""

import os
import re
import subprocess
import sys

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

from tests.arena.remote.conftest import ARENA, BOT, SECONDS, services_of


def test_a_bot_that_stops_to_think_plays_on_and_the_results_are_told() -> None:
    with subprocess.Popen(
        [*ARENA, "serve", "--local", "mine"], stderr=subprocess.PIPE, text=True
    ) as arena:
        assert arena.stderr is not None
        found = re.search(r"KOIKOI_ADDRESS=(\S+) KOIKOI_TOKEN=(\S+)", arena.stderr.readline())
        assert found
        with grpc.insecure_channel(found[1]) as channel:
            health = HealthStub(channel).Check(HealthCheckRequest(), timeout=SECONDS)
            served = services_of(channel)
        bot = subprocess.Popen(
            [sys.executable, str(BOT), found[1], "-", "1.5", "1"],
            env=os.environ | {"KOIKOI_TOKEN": found[2]},
            stdout=subprocess.DEVNULL,
        )
        told = next(line for line in arena.stderr if line.startswith("match 2:"))
        bot.kill()
        bot.wait()
        rest = arena.communicate(timeout=SECONDS)[1]

    # The seat's token has nothing to do with it, and is not used up.
    assert health.status == HealthCheckResponse.SERVING
    assert {"koikoi.v1.RefereeService", "grpc.health.v1.Health"} <= served
    assert re.fullmatch(r"match 2: \d+ to \d+ points\n", told)
    assert "disconnect: ended its stream" in rest
    assert arena.returncode == 0
