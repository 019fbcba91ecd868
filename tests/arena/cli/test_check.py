"""`arena check` as a person runs it: formats, exit codes, and what it says of bad input."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from arena.check.kit import STAGES
from tests.arena.cli.conftest import Run
from tests.arena.conftest import MakeBot

QUICK = ("--move-time", "1", "--time-bank", "0", "--start-time", "5")
FINE, USAGE, FAILED = 0, 2, 3
NAMES = [stage.name for stage in STAGES]


def test_a_failed_stage_is_exit_code_3_and_stands_in_every_format(
    arena: Run, make_bot: MakeBot
) -> None:
    bot = str(make_bot("bad", "illegal"))

    table, data, junit = (
        arena("check", bot, "--format", kind, *QUICK) for kind in ("table", "json", "junit")
    )

    assert {table.returncode, data.returncode, junit.returncode} == {FAILED}
    assert "FAIL: answers" in table.stdout
    assert "rule:   The action of an answer is one of the question's" in table.stdout
    report = json.loads(data.stdout)
    assert [stage["stage"] for stage in report["stages"]] == NAMES
    assert report["passed"] is False
    suite = Xml.fromstring(junit.stdout)
    assert [case.get("name") for case in suite] == NAMES
    assert suite.get("failures") == "1"
    failure = suite.find("testcase[@name='answers']/failure")
    assert failure is not None
    assert "illegal_move" in failure.get("message", "")
    assert "advice: Choose from `legal_actions`" in (failure.text or "")


def test_a_good_bot_passes_with_a_table_of_its_think_times(arena: Run, make_bot: MakeBot) -> None:
    done = arena("check", str(make_bot("good", "good", matches=3)), "--cpus", "1")

    assert done.returncode == FINE, done.stdout
    assert "1 core each" in done.stderr
    assert "good passes." in done.stdout
    assert "p50 ms  p99 ms  max ms" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no-such-folder",), "no such folder"),
        (("a-file",), "is a file, and a bot is a folder"),
        (("empty",), "no bot.toml and no executable"),
        (("empty", "--format", "csv"), "--format"),
        (("lacking",), "needs `no-such-tool`"),
    ],
)
def test_what_is_no_bot_is_exit_code_2(
    arguments: tuple[str, ...], words: str, arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "a-file").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "lacking").mkdir()
    (tmp_path / "lacking" / "bot.toml").write_text(
        'name = "lacking"\ncommand = ["python", "bot.py"]\nrequires = ["no-such-tool"]\n'
    )

    done = arena("check", *arguments)

    assert done.returncode == USAGE
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_build_that_fails_is_a_bot_that_does_not_start(arena: Run, make_bot: MakeBot) -> None:
    folder = make_bot("unbuilt")
    with (folder / "bot.toml").open("a") as manifest:
        manifest.write('build = ["python", "-c", "raise SystemExit(\'no compiler\')"]\n')

    done = arena("check", str(folder), "--format", "json")

    assert done.returncode == FAILED
    first, *rest = json.loads(done.stdout)["stages"]
    assert (first["stage"], first["outcome"]) == ("starts", "fail")
    assert "no compiler" in first["came"]
    assert {stage["outcome"] for stage in rest} == {"not applicable"}


def test_without_a_sandbox_ones_own_bot_is_checked_within_limits_and_it_is_said(
    arena: Run, make_bot: MakeBot, tmp_path: Path
) -> None:
    """A PATH without `bwrap` stands for a machine without it."""
    bot = str(make_bot("own", "exits"))
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("setpriv", "prlimit", "taskset"):
        (tools / name).symlink_to(f"/usr/bin/{name}")

    done = arena("check", bot, "--format", "json", PATH=str(tools), ARENA_SANDBOX="auto")

    assert done.returncode == FAILED
    assert "a bot of one's own" in done.stderr or "landlock" in done.stderr
    asked = arena("check", bot, "--min-sandbox", "bwrap", PATH=str(tools), ARENA_SANDBOX="auto")
    assert asked.returncode == USAGE
    assert "no sandbox holds here" in asked.stderr
