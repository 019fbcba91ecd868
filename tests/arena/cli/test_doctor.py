"""`arena doctor` tells what is there, what is missing, and what that costs."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Findings = dict[str, dict[str, object]]


@pytest.fixture(scope="module")
def cache() -> Iterator[str]:
    """A cache that these tests share, since making the Python of bots takes seconds.

    Folders of pytest's are closed to the users that root gives to bots.
    """
    with TemporaryDirectory(prefix="koikoi-doctor-") as folder:
        Path(folder).chmod(0o755)
        yield folder


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder to stand for the whole PATH, with no tools in it."""
    folder = tmp_path / "tools"
    folder.mkdir()
    return folder


def add(tools: Path, name: str, script: str) -> None:
    program = tools / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def findings(result: subprocess.CompletedProcess[str]) -> Findings:
    return {finding["what"]: finding for finding in json.loads(result.stdout)}


def test_this_machine_can_play(arena: Run, cache: str) -> None:
    result = arena("doctor", XDG_CACHE_HOME=cache)

    assert (result.returncode, result.stderr) == (0, "")
    assert "matches can be played here" in result.stdout
    for what in ("python", "grpcio", "protobuf", "numpy", "cache", "cores", "memory"):
        assert f"\n{what} " in result.stdout


def test_without_tools_it_says_what_is_lost_and_goes_on(
    arena: Run, tools: Path, cache: str
) -> None:
    result = arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache)

    found = findings(result)
    assert result.returncode == 0
    for what in ("setpriv", "node", "npm", "go", "cargo", "java", "c++", "sandbox bwrap"):
        assert found[what]["state"] == "missing"
        assert found[what]["lost"]
        assert str(found[what]["remedy"]).startswith("install ")
    assert found["setpriv"]["lost"] == "bots may live on when the arena is killed"
    assert found["node"]["lost"] == "bots that need Node.js are skipped"


def test_a_tool_is_shown_with_what_it_says_of_itself(arena: Run, tools: Path, cache: str) -> None:
    add(tools, "node", 'test "$1" = --version && echo v99.1')
    add(tools, "java", "echo 'openjdk 42' >&2")

    found = findings(arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache))

    assert (found["node"]["state"], found["node"]["found"]) == ("ok", "v99.1")
    assert (found["java"]["state"], found["java"]["found"]) == ("ok", "openjdk 42")


def test_a_tool_that_does_not_run_is_broken_but_no_disaster(
    arena: Run, tools: Path, cache: str
) -> None:
    add(tools, "node", "echo 'no such library' >&2; exit 127")

    result = arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache)

    node = findings(result)["node"]
    assert result.returncode == 0
    assert (node["state"], node["found"]) == ("broken", "no such library")


def test_a_setpriv_that_does_not_know_the_option_is_a_disaster(
    arena: Run, tools: Path, cache: str
) -> None:
    add(tools, "setpriv", "echo 'unrecognized option: pdeathsig' >&2; exit 1")

    result = arena("doctor", PATH=str(tools), XDG_CACHE_HOME=cache)

    assert result.returncode == 2
    assert "no match can be played before this is fixed: setpriv" in result.stdout


def test_a_cache_that_cannot_be_written_is_a_disaster(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    result = arena("doctor", "--format", "json", XDG_CACHE_HOME=str(tmp_path / "file"))

    cache = findings(result)["cache"]
    assert result.returncode == 2
    assert (cache["state"], cache["essential"]) == ("broken", True)
    assert "XDG_CACHE_HOME" in str(cache["remedy"])


def test_what_a_program_says_cannot_drive_the_terminal(arena: Run, tools: Path, cache: str) -> None:
    add(tools, "node", "printf '\\033[2Jv1\\n'")

    result = arena("doctor", PATH=str(tools), XDG_CACHE_HOME=cache)

    assert "\x1b" not in result.stdout
    assert "\\x1b[2Jv1" in result.stdout


def test_setpriv_is_tried_and_not_only_found(
    arena: Run, tools: Path, cache: str, require: Callable[[str], str]
) -> None:
    for name in ("setpriv", "true"):
        (tools / name).symlink_to(require(name))

    found = findings(arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache))

    assert (found["setpriv"]["state"], found["setpriv"]["found"]) == ("ok", "works")


def test_the_cores_are_those_the_arena_may_use(arena: Run, tools: Path, cache: str) -> None:
    found = findings(arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache))

    assert found["cores"]["found"] == str(len(os.sched_getaffinity(0)))


def test_a_sandbox_is_tried_with_attacks_and_not_only_found(
    arena: Run, tools: Path, cache: str, require: Callable[[str], str]
) -> None:
    for name in ("setpriv", "prlimit", "taskset"):
        (tools / name).symlink_to(require(name))
    add(tools, "bwrap", "echo 0.9.0; echo 'bwrap: setting up uid map: Permission denied' >&2")

    found = findings(arena("doctor", "--format", "json", PATH=str(tools), XDG_CACHE_HOME=cache))

    assert found["sandbox bwrap"]["state"] == "broken"
    assert "AppArmor" in str(found["sandbox bwrap"]["remedy"])
    assert found["sandbox limits"]["state"] == "ok"
    assert "trusted bots" in str(found["sandbox limits"]["found"])


def test_scripts_are_told_which_sandbox_to_ask_for(arena: Run, tools: Path, cache: str) -> None:
    """On the bare machine no level holds, so it is said why and what is left."""
    result = arena("doctor", "--sandbox", PATH=str(tools), XDG_CACHE_HOME=cache)

    assert (result.returncode, result.stdout) == (0, "none\n")
    assert "no sandbox holds here: bwrap: `bwrap` is not found" in result.stderr
