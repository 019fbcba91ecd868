"""Levels have an order, limits are words of a command, and a confinement travels as data."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.confinement import (
    Bubblewrap,
    Confinement,
    Tools,
    Trial,
)
from arena.sandbox.levels import Level, Limits
from arena.sandbox.views import View

STRONG = Confinement(
    level=Level.BWRAP,
    limits=Limits(memory=512 << 20),
    python=Path("/runtime/bin/python"),
    tools=Tools("/usr/bin/setpriv", "/usr/bin/prlimit"),
    view=View((Path("/usr"), Path("/runtime")), ((Path("/bin"), "usr/bin"),)),
    has_uids=True,
    bwrap=Bubblewrap("/usr/bin/bwrap", "0.8.0", as_root=True, disables_namespaces=False),
    trial=Trial(21, 0.31),
)


def test_levels_are_ordered_from_the_strongest() -> None:
    names = ["bwrap", "landlock", "limits", "none"]

    assert [level.value for level in Level] == names
    assert [level.is_below(Level.LANDLOCK) for level in Level] == [False, False, True, True]
    assert [level.is_for_strangers for level in Level] == [True, True, False, False]


def test_the_banner_says_what_it_is_and_what_was_tried() -> None:
    assert STRONG.banner == (
        "sandbox: bwrap 0.8.0, uid per bot 60801-61180, seccomp,"
        " memory 512 MiB by rlimit and watchdog; self-test 21/21 in 0.3 s"
    )


def test_the_summary_has_nothing_that_differs_from_run_to_run() -> None:
    again = replace(STRONG, trial=Trial(21, 9.87))

    assert again.summary == STRONG.summary
    assert "self-test" not in STRONG.summary


@pytest.mark.parametrize("level", [Level.LIMITS, Level.NONE])
def test_a_level_without_walls_says_that_its_bots_are_trusted(level: Level) -> None:
    assert "trusted bots" in Confinement(level).summary
    assert "trusted bots" not in STRONG.summary


def test_limits_are_the_words_of_prlimit() -> None:
    words = Limits(memory=5, processes=6, files=7, file_bytes=8).words(processes=9)

    assert {"--data=5", "--nproc=9", "--nofile=7", "--fsize=8", "--core=0"} <= set(words)
