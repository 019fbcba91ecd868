"""Every bot of the chaos kit against two honest ones: what comes of it, and what does not."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.event.verify import verify
from arena.sandbox.landlock import OLDEST_ABI, abi
from arena.sandbox.levels import Level
from tests.arena.chaos_kit.conftest import CleanAt, Ground
from tests.arena.chaos_kit.events import KIT, RIVALS, Case, Watched, bare, cases, names, records_of
from tests.lacking import lacking

WITH_CASUALTIES, NO_SUCH_LEVEL = 3, 2
# Where no level is named, the case is held to the same at whatever the arena chooses.
ALL = [
    pytest.param(case, level, id=f"{case.name} {level}".strip())
    for case in cases()
    for level in case.levels or ("", *case.also_at)
]
PLAYED = [one for one in ALL if not one.values[0].is_rejected]
REJECTED = [one for one in ALL if one.values[0].is_rejected]


def test_every_bot_of_the_kit_has_its_row_and_every_row_its_bot() -> None:
    folders = {path.parent.name for path in KIT.glob("*/bot.toml")}

    assert folders == {case.name for case in cases()} | set(RIVALS)


@pytest.mark.parametrize(("case", "level"), PLAYED)
def test_a_bad_bot_costs_itself_and_nobody_else(
    case: Case, level: str, ground: Ground, clean_at: CleanAt, require: Callable[[str], str]
) -> None:
    for tool in case.requires:
        require(tool)
    event = f"{case.name}-{level}".strip("-")
    run = _played(ground, case, event, level)
    clean = clean_at(level if level == Level.LANDLOCK.value else "")

    assert "Traceback" not in run.errors
    assert run.code == (WITH_CASUALTIES if case.is_at_fault else 0), run.errors
    records = records_of(ground.place(event))
    own = {match for match, record in records.items() if case.name in names(record).values()}
    assert len(own) == case.pairs * 2 * len(RIVALS)
    _have_the_verdict(case, [records[match] for match in own])
    others = {match: bare(record) for match, record in records.items() if match not in own}
    assert len(others) == case.pairs * 2
    assert others == {match: bare(clean.records[match]) for match in others}
    assert verify(ground.place(event)).wrong == ()
    log = ground.log(event, case.name)
    assert case.log in log
    assert "reached" not in log
    assert ".cc:" not in run.errors  # a line of gRPC's own
    assert max(run.gaps) < case.seconds
    assert run.peak_kib < clean.peak_kib + case.more_mib * 1024
    assert _unprintable(run.errors + run.table) == set()


@pytest.mark.parametrize(("case", "level"), REJECTED)
def test_a_bad_build_is_rejected_and_costs_nobody_else(
    case: Case, level: str, ground: Ground, clean_at: CleanAt
) -> None:
    run = _played(ground, case, f"{case.name}-{level}", level)
    clean = clean_at(level if level == Level.LANDLOCK.value else "")

    assert "Traceback" not in run.errors
    assert run.code == WITH_CASUALTIES, run.errors
    assert case.reason in run.errors
    records = records_of(ground.place(f"{case.name}-{level}"))
    assert len(records) == case.pairs * 2
    assert {match: bare(record) for match, record in records.items()} == {
        match: bare(clean.records[match]) for match in records
    }
    shelves = (ground.cache / "koikoi-arena" / "builds").iterdir()
    left = [sorted(path.name for path in shelf.iterdir()) for shelf in shelves]
    assert ["build.log"] in left
    assert [one for one in left if "finished" not in one and one != ["build.log"]] == []
    assert _unprintable(run.errors + run.table) == set()


def _played(ground: Ground, case: Case, event: str, level: str) -> Watched:
    options = ("--sandbox", level) if level else ()
    run = ground.play(event, (case.name, *RIVALS), case.pairs, *options)
    if level and run.code == NO_SUCH_LEVEL:
        if level == Level.LANDLOCK and abi() < OLDEST_ABI:
            pytest.skip(run.errors)  # nothing that can be installed brings it
        lacking(run.errors)
    return run


def _have_the_verdict(case: Case, records: list[dict[str, Any]]) -> None:
    for record in records:
        result, seats = record["result"], names(record)
        assert result["verdict"] == case.verdict, result
        assert case.reason in result["detail"]
        if case.is_at_fault:
            assert seats[result["fault"]] == case.name
            assert seats[result["winner"]] in RIVALS
        else:
            assert result["fault"] is None


def test_what_a_bot_prints_drives_no_terminal(ground: Ground) -> None:
    bots = ("f13-garbage", "a16-shout")
    run = ground.play("printed", bots, 1)

    listed = [ground.arena("matches", "printed", "--format", kind) for kind in ("table", "csv")]

    shown = "".join(done.stdout + done.stderr for done in listed)
    assert "script" in shown
    assert _unprintable(run.errors + run.table + shown.replace("\r\n", "\n")) == set()


def _unprintable(text: str) -> set[str]:
    """Marks that could move the cursor of a terminal, or turn its text around."""
    return {mark for mark in text if not mark.isprintable()} - {"\n"}
