"""Tests that a value sent to a worker is decoded from its line as an equal value."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.discovery import Playable
from arena.runner.bot_process import Conditions
from arena.runner.chunk import Chunk
from arena.runner.protocol import (
    Done,
    chunk_line,
    chunk_of,
    conditions_line,
    conditions_of,
    done_line,
    done_of,
)
from arena.sandbox.confinement import NO_TOOLS, UNCONFINED, Bubblewrap, Confinement, Trial
from arena.sandbox.decoys import Decoys
from arena.sandbox.levels import Level, Limits
from arena.sandbox.views import View
from referee.rules.house_rules import ruleset_from_mapping
from referee.rules.ruleset import RULESETS, Ruleset
from referee.server.time_control import TimeControl

HOUSE = ruleset_from_mapping({"base": "nintendo", "months": 3, "yaku": {"tane": {"points": 2}}})
STRONG = Confinement(
    Level.BWRAP,
    Limits(memory=512 << 20, cpus=1),
    python=Path("/c/日本 語/bin/python"),
    tools=NO_TOOLS,
    view=View((Path("/usr"),), ((Path("/bin"), "usr/bin"),)),
    has_uids=True,
    bwrap=Bubblewrap("/usr/bin/bwrap", "0.8.0", as_root=True, disables_namespaces=True),
    trial=Trial(21, 0.34),
)
ANN = Playable("ann", "sha256:00", "a1", Path("/c/日本 語"), ("/bin/sh", "-c", ""), "unix")
BEN = replace(ANN, name="ben", nonce="", transport="tcp")


def conditions(ruleset: Ruleset, confinement: Confinement) -> Conditions:
    control = TimeControl(0.5, 3.0)
    return Conditions(ruleset, control, 2.5, Path("/e/logs"), confinement)


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), HOUSE], ids=lambda one: one.name)
@pytest.mark.parametrize("confinement", [STRONG, UNCONFINED, replace(STRONG, trial=None)])
def test_conditions_reach_a_worker_unchanged(ruleset: Ruleset, confinement: Confinement) -> None:
    sent = conditions(ruleset, confinement)

    assert conditions_of(conditions_line(sent)) == sent


def test_decoys_are_never_handed_to_a_worker() -> None:
    plain = conditions(RULESETS["lemme"], STRONG)
    decoys = Decoys(("tracing",), report=3, decoy=4)
    watched = replace(plain, confinement=replace(STRONG, decoys=decoys))

    assert conditions_line(watched) == conditions_line(plain)


def test_a_chunk_reaches_a_worker_unchanged() -> None:
    chunk = Chunk("spring", ANN, BEN, bytes(range(32)), ((1, 2), (2,)), fresh=True, faults=(0, 3))

    assert chunk_of(chunk_line(chunk)) == chunk


def test_the_end_of_a_chunk_is_told_from_a_record() -> None:
    assert done_of(done_line(Done(0.25))) == Done(0.25)
    assert done_of(b'{"format":"koikoi-record"}\n') is None


def test_every_line_is_one_line() -> None:
    chunk = Chunk("spring\n", ANN, BEN, b"k", ((1,), ()))

    for line in (chunk_line(chunk), conditions_line(conditions(HOUSE, STRONG))):
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
