"""One strategy in six languages: what is left of an event when nobody is better than anybody."""

import json
import subprocess
from collections import defaultdict
from collections.abc import Callable

import pytest

from tests.arena.conftest import SAMPLES
from tests.sample_bots.greedies import GREEDIES
from tests.sample_bots.ready import needs

Arena = Callable[..., subprocess.CompletedProcess[str]]
PAIRS = 2
EVENT = ("--event", "six", "--pairs", str(PAIRS), "--seed", "6")
# What a busy machine costs must not decide anything here.
PATIENT = ("--move-time", "10", "--time-bank", "60", "--start-time", "60")


@pytest.fixture
def six(arena: Arena, require: Callable[[str], str]) -> Arena:
    """The command line in a folder where the six have played an event."""
    for name in GREEDIES:
        for tool in needs(name):
            require(tool)
    done = arena("run", "--bots", str(SAMPLES), "--only", ",".join(GREEDIES), *EVENT, *PATIENT)
    assert done.returncode == 0, done.stderr
    return arena


def test_six_bots_of_one_strategy_mirror_each_other_and_end_level(six: Arena) -> None:
    cells = json.loads(six("crosstable", "six", "--format", "json").stdout)
    assert [cell["match_percent"] for cell in cells] == [50.0] * 30

    rows = json.loads(six("ranking", "six", "--format", "json").stdout)["ranking"]
    assert {row["bot"] for row in rows} == set(GREEDIES)
    assert {(row["mu"], row["elo"]) for row in rows} == {(25.0, 0.0)}

    legs = defaultdict(list)
    for line in six("export", "six").stdout.splitlines():
        record = json.loads(line)
        pair, _ = record["match"].rsplit(".", 1)
        legs[pair].append([one["actions"] for one in record["rounds"]])
    assert len(legs) == 15 * PAIRS
    assert [pair for pair, (first, second) in legs.items() if first != second] == []
