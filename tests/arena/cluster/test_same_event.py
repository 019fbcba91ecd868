"""Tests that an event has equal results on a cluster and on one machine."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from arena.runner.local_workers import this_machine
from tests.arena.cluster.conftest import Play
from tests.arena.cluster.dask import arena, running, start_scheduler, start_worker

Outcome = Callable[[str], tuple[bytes, list[object]]]


def test_the_ranking_is_the_same_to_the_byte_here_and_on_two_kinds_of_cluster(
    play: Play, outcome: Outcome, copy_sample: Callable[[str, str], Path], tmp_path: Path
) -> None:
    for name in ("first", "random", "greedy"):
        copy_sample(name, name)
    flags = ("--pairs", "2", "--move-time", "5", "--start-time", "30")
    assert play("here", *flags, "--jobs", "2")[0] == 0
    assert play("local", *flags, "--cluster", "local:2")[0] == 0
    with ExitStack() as stack:
        scheduler, address = start_scheduler(tmp_path)
        stack.enter_context(running(scheduler))
        for name in ("ann", "ben"):
            worker = start_worker(address, tmp_path, "--name", name)
            stack.enter_context(running(worker))
        code, said = play("apart", *flags, "--cluster", address, "--cluster-plain-text")

    assert code == 0, said
    assert "worker ann plays" in said
    assert "worker ben plays" in said
    assert outcome("here") == outcome("local") == outcome("apart")
    assert _workers(tmp_path, "here") == {this_machine(): 12}
    apart = _workers(tmp_path, "apart")
    assert (apart.keys(), sum(apart.values())) == ({"ann", "ben"}, 12)


def _workers(folder: Path, event: str) -> dict[str, int]:
    """The legs that each worker played."""
    stats = arena(folder, "stats", event, "--by-worker", "--format", "json")
    code, said = stats.end()
    assert code == 0, said
    return {one["worker"]: one["legs"] for one in json.loads(stats.printed)["workers"]}


def test_a_chunk_ends_early_on_a_cluster_where_it_does_here(
    play: Play, outcome: Outcome, make_bot: Callable[..., Path], tmp_path: Path
) -> None:
    """Faults of both phases count together, though each phase is a task of its own."""
    make_bot("good")
    make_bot("illegal", "illegal")
    flags = ("--pairs", "4", "--move-time", "5", "--start-time", "30")

    assert play("here", *flags)[0] == play("there", *flags, "--cluster", "local:1")[0] == 3

    assert outcome("here") == outcome("there")
    assert 4 < len(outcome("there")[1]) < 8
    here, there = (_artifacts(tmp_path / "results" / event) for event in ("here", "there"))
    assert here.keys() == there.keys()
    assert {name: text.replace("there", "here") for name, text in there.items()} == here


def _artifacts(event: Path) -> dict[str, str]:
    """The dossiers of refused answers."""
    return {str(f.relative_to(event)): f.read_text() for f in event.glob("dossiers/*/*.txt")}
