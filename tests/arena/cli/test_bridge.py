"""Programs that speak lines of JSON play through the bridge, and fail as other bots do."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.manifest import parse_manifest
from arena.bots.runtime import resolve_command, runtime_python
from arena.errors import BadManifest, NoProgram
from tests.arena.cli.conftest import Run
from tests.arena.conftest import SAMPLES, MakeBot

QUICK = ("--seed", "1", "--start-time", "10", "--pairs", "1", "--no-check")
WITH_CASUALTIES = 3
JOIN = """echo '{"join": {"protocolVersion": 1}}'"""


@pytest.fixture
def make_script(bots: Path) -> Callable[[str, str], Path]:
    """A function that adds a bot in Bash that plays through the bridge."""

    def make(name: str, script: str) -> Path:
        folder = bots / name
        folder.mkdir()
        (folder / "bot.sh").write_text(script)
        command = '["arena", "bridge", "--", "bash", "bot.sh"]'
        (folder / "bot.toml").write_text(f'name = "{name}"\ncommand = {command}\n')
        return folder

    return make


def test_a_bot_of_twenty_lines_of_bash_finishes_an_event(
    arena: Run, bots: Path, require: Callable[[str], str]
) -> None:
    require("bash")
    for name in ("first-sh", "first"):
        shutil.copytree(SAMPLES / name, bots / name, ignore=shutil.ignore_patterns("__pycache__"))

    done = arena("run", "--bots", "bots", *QUICK)

    assert done.returncode == 0, done.stderr
    assert len((bots / "first-sh" / "bot.sh").read_text().splitlines()) <= 20
    listed = arena("matches", "--format", "json")
    assert [one["verdict"] for one in json.loads(listed.stdout)] == ["normal", "normal"]


# The rest of a script after its join, and what the match's detail says of it.
FAULTS = {
    "ends": ("exit 5", "crash", "exit code 5"),
    "chatters": ("echo hello; sleep 60", "crash", "line 2 is no PlayRequest: 'hello'"),
    "invents": ("echo '{\"moves\": 1}'; sleep 60", "crash", 'no field named "moves"'),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_program_does_wrong_is_told_as_of_any_bot(
    name: str, arena: Run, make_bot: MakeBot, make_script: Callable[[str, str], Path]
) -> None:
    rest, verdict, words = FAULTS[name]
    make_script("script", f"{JOIN}; read -r welcome; read -r line; {rest}")
    make_bot("good")

    done = arena("run", "--bots", "bots", "--max-faults", "1", *QUICK)

    assert done.returncode == WITH_CASUALTIES, done.stderr
    with sqlite3.connect(next(Path(make_bot("other")).parents[1].rglob("arena.sqlite"))) as store:
        rows = store.execute("SELECT verdict, detail FROM leg WHERE fault IS NOT NULL").fetchall()
    assert rows[0][0] == verdict
    assert words in rows[0][1]


COMMANDS = [
    ["arena"],
    ["arena", "run", "--bots", "."],
    ["arena", "bridge"],
    ["arena", "bridge", "--"],
    ["arena", "bridge", "./bot"],
    ["arena", "bridge", "--", "/bin/sh"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_arena_as_a_first_word_means_the_bridge_and_a_program_of_the_folder(
    words: list[str],
) -> None:
    with pytest.raises(BadManifest, match="`command` must be"):
        parse_manifest(f'name = "a"\ncommand = {json.dumps(words)}\n', Path("bot.toml"))


def test_the_bridge_runs_in_the_bot_runtime_and_python_means_that_too(tmp_path: Path) -> None:
    python = str(runtime_python())

    words = resolve_command(("arena", "bridge", "--", "python", "bot.py"), tmp_path, tmp_path)

    assert words == (python, "-m", "koikoi_bridge", "--", python, "bot.py")
    with pytest.raises(NoProgram, match="there is no file"):
        resolve_command(("arena", "bridge", "--", "./bot"), tmp_path, tmp_path)
