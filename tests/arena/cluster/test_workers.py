"""Workers that lack something are told apart by name, and the event goes on where it can."""

import shutil
import sys
from asyncio import create_subprocess_exec, run
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.cluster.address import BadCluster, cluster_address
from arena.cluster.connect import connected
from tests.arena.cluster.conftest import Play
from tests.arena.cluster.dask import Program, running, start_scheduler, start_worker

ROOT = Path(__file__).parents[3]
FLAGS = ("--pairs", "1", "--move-time", "5", "--start-time", "30", "--sandbox", "bwrap")
STOPPED = 4
PLAIN = "--cluster-plain-text"


def test_who_lacks_something_is_named_and_others_play(
    play: Play,
    outcome: Callable[[str], tuple[bytes, list[object]]],
    enter_first: Callable[[int], None],
    copy_sample: Callable[[str, str], Path],
    require: Callable[[str], str],
    without: Callable[..., str],
    tmp_path: Path,
) -> None:
    require("bwrap")
    require("node")
    enter_first(2)
    wants_node = copy_sample("first", "noded") / "bot.toml"
    wants_node.write_text(wants_node.read_text() + 'requires = ["node"]\n')

    with ExitStack() as stack:
        scheduler, address = start_scheduler(tmp_path)
        stack.enter_context(running(scheduler))

        def enter(name: str, **environment: str) -> None:
            worker = start_worker(address, tmp_path, "--name", name, **environment)
            stack.enter_context(running(worker))

        enter("nodeless", PATH=without(tmp_path / "path1", "node", "nodejs"))
        enter("boxless", PATH=without(tmp_path / "path2", "bwrap"))
        enter("old", PYTHONPATH=_older_arena(tmp_path / "older"))
        code, said = play("spring", *FLAGS, "--cluster", address, PLAIN)

        assert code == STOPPED, said
        assert "worker nodeless does not play noded: it needs `node`, not found on the PATH" in said
        assert "worker boxless is rejected: --sandbox bwrap" in said
        assert "worker old is rejected: koikoi-arena 0.0.9 (code " in said
        assert "no worker plays what is left: noded: nodeless: it needs `node`" in said
        assert "hint: `arena worker-env`" in said

        enter("whole")
        code, said = play("spring", *FLAGS, "--cluster", address, PLAIN)

    assert code == 0, said
    assert "4 of 6 matches to play" in said  # the others were played by the one without Node
    assert len(outcome("spring")[1]) == 6


def _older_arena(folder: Path) -> str:
    """A PYTHONPATH on which an older arena comes before the one that is installed."""
    for package in ("arena", "referee"):
        shutil.copytree(ROOT / package, folder / package)
    about = folder / "koikoi_arena-0.0.9.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text("Metadata-Version: 2.1\nName: koikoi-arena\nVersion: 0.0.9\n")
    shots = folder / "referee" / "rules" / "verdicts.py"
    shots.write_text(shots.read_text() + "# as it was\n")
    return str(folder)


OPEN = "an open scheduler port runs anybody's code"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("tcp://10.0.0.7:8786", OPEN),
        ("tcp://[2001:db8::1]:8786", OPEN),
        ("tcp://scheduler.example.org:8786", OPEN),
        ("local:0", "not the address of a cluster"),
        ("8786", "not the address of a cluster"),
    ],
)
def test_an_address_that_is_open_or_none_is_refused(address: str, words: str) -> None:
    with pytest.raises(BadCluster, match=words):
        cluster_address(address)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://localhost:1", "tls://10.0.0.7:1"]
)
def test_an_address_that_is_closed_to_strangers_is_taken(address: str) -> None:
    assert cluster_address(address, allows_plain_text=True).url == address


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://localhost:1"])
def test_plain_text_is_refused_even_on_loopback_unless_it_is_asked_for(address: str) -> None:
    with pytest.raises(BadCluster, match="is plain text") as caught:
        cluster_address(address)

    assert PLAIN in caught.value.hint


def test_plain_text_is_refused_beside_a_bot_with_a_build_and_nothing_is_made(
    play: Play, enter_first: Callable[[int], None], make_bot: Callable[..., Path], tmp_path: Path
) -> None:
    enter_first(2)
    manifest = make_bot("builder") / "bot.toml"
    manifest.write_text(manifest.read_text() + f'build = ["touch", "{tmp_path}/built"]\n')

    for more in ((), ("--dry-run",), ("--sandbox", "none")):
        code, said = play("spring", "--cluster", "tcp://127.0.0.1:1", PLAIN, *more)

        assert code == 2
        assert "is plain text, and builder has a `build`" in said
        assert "--exclude builder" in said
    assert not (tmp_path / "results").exists()
    assert not (tmp_path / "built").exists()


def test_the_flag_for_plain_text_goes_with_plain_text_alone(
    play: Play, enter_first: Callable[[int], None]
) -> None:
    enter_first(2)

    for address in (("--cluster", "local:2"), ("--cluster", "tls://127.0.0.1:1"), ()):
        code, said = play("spring", *address, PLAIN)
        assert code == 2
        assert "--cluster-plain-text belongs to" in said


SPEAKS = """
import asyncio, sys
from distributed import Client, Security
from distributed.core import rpc
async def speak(url, security):
    async with asyncio.timeout(10):
        arguments = security.get_connection_args("client") if security else {}
        async with rpc(url, connection_args=arguments) as remote:
            await remote.identity()
    print("heard", url)
for port in sys.argv[1:]:
    for scheme, security in (("tcp", None), ("tls", Security.temporary())):
        try:
            asyncio.run(speak(f"{scheme}://127.0.0.1:{port}", security))
        except BaseException as error:
            print("refused", port, type(error).__name__)
"""


def test_the_ports_of_a_cluster_of_this_machine_take_no_call_without_its_certificate() -> None:
    async def tried() -> str:
        before = _listening_ports()
        async with connected(cluster_address("local:1")) as client:
            await client.wait_for_workers(1)
            addresses = [*client.scheduler_info()["workers"], client.scheduler_info()["address"]]
            assert {address.partition(":")[0] for address in addresses} == {"tls"}
            command = (sys.executable, "-c", SPEAKS, *map(str, _listening_ports() - before))
            process = await create_subprocess_exec(*command, stdout=PIPE, stderr=DEVNULL)
            return (await process.communicate())[0].decode()

    said = run(tried())

    assert said.count("refused") >= 3 * 2  # scheduler, nanny and worker, each in two ways
    assert "heard" not in said


def _listening_ports() -> set[int]:
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    sockets = [line.split() for line in lines]
    return {int(one[1].rpartition(":")[2], 16) for one in sockets if one[3] == "0A"}


def test_a_worker_in_plain_text_behind_a_scheduler_with_tls_is_refused(
    play: Play, enter_first: Callable[[int], None], certificates: dict[str, str], tmp_path: Path
) -> None:
    enter_first(2)
    with ExitStack() as stack:
        flags = ("--protocol", "tls", "--host", "127.0.0.1")
        scheduler, address = start_scheduler(tmp_path, *flags, **certificates)
        stack.enter_context(running(scheduler))
        plain = ("--name", "plain", "--protocol", "tcp")
        stack.enter_context(running(start_worker(address, tmp_path, *plain, **certificates)))
        code, said = play("spring", *FLAGS, "--cluster", address, **certificates)

    assert code == STOPPED
    assert "worker plain is rejected: it listens in plain text" in said, said


LISTENS_TWICE = """
import asyncio, sys
from distributed import Scheduler, Security
async def main():
    places = dict(protocol=["tls", "tcp"], host="127.0.0.1", port=[0, 0])
    async with Scheduler(**places, security=Security(), dashboard=False) as scheduler:
        print(scheduler.address, file=sys.stderr, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""


def test_a_scheduler_that_listens_in_plain_text_beside_tls_is_refused(
    play: Play, enter_first: Callable[[int], None], certificates: dict[str, str], tmp_path: Path
) -> None:
    enter_first(2)
    scheduler = Program((sys.executable, "-c", LISTENS_TWICE), tmp_path, **certificates)
    address = scheduler.hear(r"(tls://\S+)")
    with running(scheduler):
        code, said = play("spring", *FLAGS, "--cluster", address, **certificates)

    assert code == 2
    assert "in plain text" in said


def test_without_certificates_it_is_said_how_dask_wants_them_named(
    play: Play, enter_first: Callable[[int], None]
) -> None:
    enter_first(2)

    code, said = play("spring", "--cluster", "tls://127.0.0.1:1")

    assert code == 2
    assert "DASK_DISTRIBUTED__COMM__TLS__CA_FILE" in said


def test_flags_that_speak_of_this_machine_do_not_go_with_a_cluster(
    play: Play, enter_first: Callable[[int], None]
) -> None:
    enter_first(2)

    assert play("spring", "--cluster", "local:2", "--jobs", "2")[0] == 2
    assert play("spring", "--cluster", "local:2", "--remote", "ann")[0] == 2


def test_a_scheduler_that_others_can_reach_is_refused(
    play: Play, enter_first: Callable[[int], None], tmp_path: Path
) -> None:
    """Also where it is spoken to by loopback."""
    enter_first(2)
    scheduler, address = start_scheduler(tmp_path, "--host", "tcp://0.0.0.0")
    with running(scheduler):
        port = address.rpartition(":")[2]
        code, said = play("spring", "--cluster", f"tcp://127.0.0.1:{port}", PLAIN)

    assert code == 2
    assert "plain text that others can reach" in said
