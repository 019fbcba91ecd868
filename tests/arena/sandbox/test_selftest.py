"""The self-test's attacks are real: they work where nothing stops them, and fail in a box."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.confinement import Confinement
from arena.sandbox.inside.probe import ATTACKS, REFUSED
from arena.sandbox.levels import Level, Limits
from arena.sandbox.selftest import SelfTestFailed, attacked, promises, tried
from arena.sandbox.uids import can_be_reserved
from tests.arena.sandbox.conftest import Confined
from tests.lacking import lacking

# What root alone can do, and what any user may.
ROOT_ALONE = {"setting", "powers", "namespace"}
EVERYBODY = {
    *("read", "environment", "memory", "signals", "tcp", "fast_open", "datagram"),
    *("other_socket", "abstract_socket", "many_processes", "much_memory", "shared_memory"),
    *("large_file", "writable_place", "date", "own_socket"),
}


class Generous(Limits):
    """Limits that nobody keeps."""

    def words(self, processes: int) -> tuple[str, ...]:
        return ("--core=0",)


EVERY = pytest.mark.parametrize("level", [one for one in Level if one is not Level.NONE])


@EVERY
def test_a_level_refuses_every_attack_that_it_promises_to(confined: Confined, level: Level) -> None:
    confinement = confined(level)
    promised = promises(confinement)

    outcomes = asyncio.run(attacked(confinement, promised))

    assert outcomes == dict.fromkeys(promised, REFUSED)


def test_the_strongest_level_promises_to_refuse_them_all() -> None:
    assert set(promises(Confinement(Level.BWRAP))) == set(ATTACKS)


def test_without_a_box_the_attacks_work(confined: Confined) -> None:
    names = tuple(EVERYBODY - {"own_socket"})

    outcomes = asyncio.run(attacked(confined(Level.NONE), names))

    assert [name for name, outcome in outcomes.items() if outcome == REFUSED] == []


def test_a_daemon_that_outlives_its_program_is_noticed(
    confined: Confined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.selftest.GONE_SECONDS", 0.2)

    outcomes = asyncio.run(attacked(confined(Level.NONE), ["daemon"]))

    assert outcomes["daemon"] == "it outlived its box"


def test_a_promise_that_does_not_hold_is_told_by_the_name_of_the_attack(
    confined: Confined,
) -> None:
    limited = confined(Level.LIMITS)
    # What the program is given is more than what the self-test looks for.
    pretended = replace(limited, limits=Generous(), has_uids=False)

    with pytest.raises(SelfTestFailed, match="much_memory: was given"):
        asyncio.run(tried(pretended))


def test_a_level_in_which_nothing_starts_is_told_by_what_was_said(confined: Confined) -> None:
    pretended = replace(confined(Level.LIMITS), python=Path("/nowhere/python"))

    with pytest.raises(SelfTestFailed, match=r"nothing can be started in it: .*/nowhere"):
        asyncio.run(tried(pretended))


def test_the_levels_promise_less_and_less(confined: Confined) -> None:
    counts = [len(promises(Confinement(level))) for level in Level]

    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0


@pytest.mark.skipif(not can_be_reserved(), reason="only root can give users away")
def test_with_a_user_of_its_own_a_bot_cannot_read_others_even_at_limits(
    confined: Confined,
) -> None:
    python = Path("/usr/bin/python3")
    if not python.exists():
        lacking("there is no Python that every user can come to")
    alone = replace(confined(Level.LIMITS), python=python, has_uids=True)

    held = asyncio.run(tried(alone))

    assert {"read", "environment", "memory", "signals"} <= set(promises(held))
