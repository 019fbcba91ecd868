"""A level is chosen openly: what was asked for, or the best that holds, and never less unasked."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.runtime import runtime_python
from arena.sandbox.choose import LevelTrial, NoSandbox, SandboxRequest, choose, explain
from arena.sandbox.levels import Level
from arena.sandbox.views import TooMuchSeen
from tests.arena.sandbox.conftest import Confined

pytestmark = pytest.mark.usefixtures("sandbox_cache")


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, require: Callable[[str], str]) -> Path:
    """A folder to stand for the whole PATH, with util-linux in it and no bwrap."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("setpriv", "prlimit", "taskset"):
        (folder / name).symlink_to(require(name))
    monkeypatch.setenv("PATH", str(folder))
    return folder


def add_bwrap(tools: Path, script: str) -> None:
    program = tools / "bwrap"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def chosen(sandbox_request: SandboxRequest) -> tuple[Level, list[str]]:
    notes: list[str] = []
    return asyncio.run(choose(sandbox_request, runtime_python(), notes.append)).level, notes


def test_the_best_level_that_holds_is_chosen(confined: Confined) -> None:
    confined(Level.BWRAP)

    assert chosen(SandboxRequest()) == (Level.BWRAP, [])


@pytest.mark.parametrize("level", [Level.LIMITS, Level.NONE])
def test_a_weak_level_is_had_by_asking_for_it(confined: Confined, level: Level) -> None:
    confined(level)

    assert chosen(SandboxRequest(level))[0] is level


def test_without_tools_nothing_weak_is_chosen_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(NoSandbox, match="`bwrap` is not found") as caught:
        chosen(SandboxRequest())

    assert "install the package `bubblewrap`" in caught.value.hint
    assert "--sandbox limits" in caught.value.hint


@pytest.mark.usefixtures("tools")
def test_risk_is_not_proposed_to_one_who_wants_none() -> None:
    with pytest.raises(NoSandbox) as caught:
        chosen(SandboxRequest(minimum=Level.BWRAP))

    assert "--sandbox limits" not in caught.value.hint


@pytest.mark.usefixtures("tools")
def test_a_step_down_is_told_with_its_reason(confined: Confined) -> None:
    confined(Level.LANDLOCK)

    level, notes = chosen(SandboxRequest())

    assert level is Level.LANDLOCK
    assert [note.partition("; using")[0] for note in notes] == [
        "sandbox: bwrap: `bwrap` is not found on the PATH"
    ]


@pytest.mark.usefixtures("tools")
def test_a_level_asked_for_by_name_is_never_replaced() -> None:
    with pytest.raises(NoSandbox, match="`bwrap` is not found") as caught:
        chosen(SandboxRequest(Level.BWRAP))

    assert "install the package `bubblewrap`" in caught.value.hint


def test_a_level_below_the_minimum_is_an_error_that_names_both() -> None:
    with pytest.raises(NoSandbox, match="--sandbox limits is below --min-sandbox bwrap"):
        chosen(SandboxRequest(Level.LIMITS, minimum=Level.BWRAP))


@pytest.mark.parametrize(
    ("script", "reason", "remedy"),
    [
        pytest.param("echo bubblewrap 0.6.1", "bubblewrap 0.6.1 is too old", "0.8", id="old"),
        pytest.param("exit 1", "does not tell its version", "install", id="mute"),
        pytest.param(
            '[ "$1" = --version ] && echo bubblewrap 0.9.0 && exit\n'
            'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1',
            "setting up uid map: Permission denied",
            "AppArmor",
            id="forbidden by AppArmor",
        ),
        pytest.param(
            '[ "$1" = --version ] && echo bubblewrap 0.9.0 && exit\n'
            'echo "bwrap: No permissions to create new namespace" >&2; exit 1',
            "No permissions to create new namespace",
            "unprivileged_userns_clone",
            id="forbidden by the kernel",
        ),
    ],
)
def test_a_bwrap_that_does_not_do_is_told_with_what_helps(
    tools: Path, script: str, reason: str, remedy: str
) -> None:
    add_bwrap(tools, script)

    with pytest.raises(NoSandbox, match=reason) as caught:
        chosen(SandboxRequest(Level.BWRAP))

    assert remedy in caught.value.hint


def test_a_bwrap_that_confines_nothing_is_found_out(tools: Path) -> None:
    add_bwrap(
        tools,
        '[ "$1" = --version ] && echo bubblewrap 0.9.0 && exit\n'
        'until [ "${1##*/}" = prlimit ]; do shift; done\n'
        'exec "$@"',
    )

    with pytest.raises(NoSandbox, match="self-test failed"):
        chosen(SandboxRequest(Level.BWRAP))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give bots users of their own")
@pytest.mark.parametrize(
    "script",
    [
        'until [ "$1" = -- ]; do shift; done; shift; exec "$@"',
        "exit 1",
        'case "$*" in *--reuid*) exit 127; esac; until [ "$1" = -- ]; do shift; done; "$@"',
    ],
    ids=["changes no user", "starts nothing", "refuses a user"],
)
def test_no_level_falls_back_to_bots_that_run_as_root(tools: Path, script: str) -> None:
    (tools / "setpriv").unlink()
    (tools / "setpriv").write_text(f"#!/bin/sh\n{script}\n")
    (tools / "setpriv").chmod(0o755)

    for level in (None, Level.LANDLOCK, Level.LIMITS):
        with pytest.raises(NoSandbox) as caught:
            chosen(SandboxRequest(level))
        assert caught.value.exit_code == 2
    assert "run the arena as an ordinary user" in caught.value.hint


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give bots users of their own")
def test_files_that_the_bots_users_cannot_read_are_no_reason_to_run_them_as_root(
    tmp_path: Path,
) -> None:
    python = tmp_path / "closed" / "python"  # pytest's folders are closed to other users
    python.parent.mkdir(mode=0o700)
    python.symlink_to(runtime_python())

    with pytest.raises(NoSandbox, match="limits") as caught:
        asyncio.run(choose(SandboxRequest(Level.LIMITS), python, lambda _: None))

    assert "as root, keep the arena's Python and its cache" in caught.value.hint


def test_secrets_where_every_bot_can_read_are_refused() -> None:
    with pytest.raises(TooMuchSeen, match="/usr/share/results lies below /usr"):
        chosen(SandboxRequest(Level.BWRAP, hidden=[Path("/usr/share/results")]))


@pytest.mark.usefixtures("tools")
def test_every_level_is_explained() -> None:
    trials: list[LevelTrial] = asyncio.run(explain(SandboxRequest(), runtime_python()))

    assert [trial.level for trial in trials] == list(Level)
    assert all(trial.confinement or trial.reason for trial in trials)
    assert trials[0].remedy
