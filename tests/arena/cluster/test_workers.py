"""Workers that lack something are told apart by name, and the event goes on where it can."""

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.cluster.address import BadCluster, cluster_address
from tests.arena.cluster.conftest import Play
from tests.arena.cluster.dask import running, start_scheduler, start_worker

ROOT = Path(__file__).parents[3]
FLAGS = ("--pairs", "1", "--move-time", "5", "--start-time", "30", "--sandbox", "bwrap")
STOPPED = 4


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
        code, said = play("spring", *FLAGS, "--cluster", address)

        assert code == STOPPED, said
        assert "worker nodeless does not play noded: it needs `node`, not found on the PATH" in said
        assert "worker boxless is refused: --sandbox bwrap" in said
        assert "worker old is refused: koikoi-arena 0.0.9 (code " in said
        assert "no worker plays what is left: noded: nodeless: it needs `node`" in said
        assert "hint: `arena worker-env`" in said

        enter("whole")
        code, said = play("spring", *FLAGS, "--cluster", address)

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
    assert cluster_address(address).url == address


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
        code, said = play("spring", "--cluster", f"tcp://127.0.0.1:{port}")

    assert code == 2
    assert "plain text that others can reach" in said
