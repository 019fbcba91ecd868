"""Two network namespaces as two machines, with TLS between them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.arena.cluster.dask import arena, running, start_scheduler, start_worker
from tests.lacking import lacking

SPEAKS_PLAINLY = """
import sys
from distributed import Client
Client(sys.argv[1], timeout=5).run_on_scheduler(print, "heard")
"""
SCHEDULER, WORKER = "10.213.7.1", "10.213.7.2"
CUT_SECONDS = 2.0


@dataclass(frozen=True)
class Machine:
    """A network namespace with one link, to the other one."""

    name: str
    link: str

    @property
    def prefix(self) -> tuple[str, ...]:
        return ("ip", "netns", "exec", self.name)


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        lacking(f"no network namespaces here: {done.stderr.strip()}")


@pytest.fixture
def machines(require: Callable[[str], str]) -> Iterator[tuple[Machine, Machine]]:
    """Two of them, linked."""
    require("ip")
    here, there = (Machine(f"koikoi{os.getpid()}{end}", f"kk{end}") for end in "ab")
    with ExitStack() as stack:
        for one in (here, there):
            _ip("netns", "add", one.name)
            stack.callback(_ip, "netns", "del", one.name)
        _ip("-n", here.name, "link", "add", here.link, "type", "veth", "peer", there.link)
        _ip("-n", here.name, "link", "set", there.link, "netns", there.name)
        for one, address in ((here, SCHEDULER), (there, WORKER)):
            _ip("-n", one.name, "address", "add", f"{address}/24", "dev", one.link)
            _ip("-n", one.name, "link", "set", one.link, "up")
            _ip("-n", one.name, "link", "set", "lo", "up")
        yield here, there


def test_an_event_is_played_over_tls_and_outlives_a_cut_link(
    machines: tuple[Machine, Machine],
    certificates: dict[str, str],
    enter_first: Callable[[int], None],
    tmp_path: Path,
) -> None:
    enter_first(4)
    here, there = machines
    with ExitStack() as stack:
        flags = ("--protocol", "tls", "--host", SCHEDULER)
        scheduler, address = start_scheduler(tmp_path, *flags, prefix=here.prefix, **certificates)
        stack.enter_context(running(scheduler))
        worker = start_worker(
            address, tmp_path, "--host", WORKER, prefix=there.prefix, **certificates
        )
        stack.enter_context(running(worker))

        plain = address.replace("tls:", "tcp:")
        command = (*there.prefix, sys.executable, "-c", SPEAKS_PLAINLY, plain)
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
        assert refused.returncode, refused
        assert "heard" not in "".join(scheduler.said)

        command = ("run", "--bots", "bots", "--seed", "7", "--no-check", "--pairs", "3")
        clocks = ("--move-time", "5", "--start-time", "30", "--verbose")
        client = arena(
            *(tmp_path, *command, *clocks, "--cluster", address),
            prefix=here.prefix,
            **certificates,
        )
        stack.enter_context(running(client))
        client.hear("Finished match", 3)
        _ip("-n", there.name, "link", "set", there.link, "down")
        time.sleep(CUT_SECONDS)  # the length of the cut
        _ip("-n", there.name, "link", "set", there.link, "up")
        code, said = client.end()

    assert code == 0, said
    assert "36 matches played" in said
    assert "is lost" not in said
