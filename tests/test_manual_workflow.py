"""The manual's CI workflow, step by step as a build server runs it: what `gh` is given to post."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "proto" / "README.md").read_text(encoding="utf-8")
(TEXT,) = re.findall(r"```yaml \S+gauntlet\.yml\n(.*?)```", MANUAL, flags=re.DOTALL)
WORKFLOW = yaml.safe_load(TEXT)
(JOB,) = WORKFLOW["jobs"].values()
STEPS: Mapping[str, Mapping[str, Any]] = {
    step["name"]: step for step in JOB["steps"] if "run" in step
}
# What a build server puts in place of `${{ … }}`.
VALUES = {"github.event.number": "17", "github.token": "no-secret"}
CHECKOUT = ("arena", "referee", "proto", "sample_bots", "pyproject.toml", "README.md", "LICENSE")
BUILT = shutil.ignore_patterns("__pycache__", "node_modules", "target", "build", "dist")
# What `gh pr comment` takes, and nothing else. It writes down what it was given.
GH = """
import argparse, json, os, pathlib, sys
parser = argparse.ArgumentParser(allow_abbrev=False)
parser.add_argument("words", nargs=2, choices=["pr", "comment"])
parser.add_argument("number", type=int)
parser.add_argument("--edit-last", action="store_true")
parser.add_argument("--create-if-none", action="store_true")
parser.add_argument("--body-file", "-F", required=True)
given = vars(parser.parse_args())
given["token"] = os.environ["GH_TOKEN"]
body = given["body_file"]
given["body"] = sys.stdin.read() if body == "-" else pathlib.Path(body).read_text()
pathlib.Path("posted.json").write_text(json.dumps(given))
"""
HONEST = 'name = "mybot"\ncommand = ["python", "bot.py"]\n'
QUITTER = 'name = "mybot"\ncommand = ["python", "-c", "raise SystemExit(4)"]\n'


@dataclass(frozen=True, slots=True)
class Server:
    """A folder in which steps are run, and the programs that it has to begin with."""

    workspace: Path
    environment: Mapping[str, str]

    def run(self, step: Mapping[str, Any]) -> "subprocess.CompletedProcess[str]":
        """Runs a step as a build server does: in its own shell, which stops at an error."""
        settings = {name: _filled_in(value) for name, value in step.get("env", {}).items()}
        return subprocess.run(
            ["bash", "-e", "-c", _filled_in(step["run"])],
            cwd=self.workspace,
            env={**self.environment, **settings},
            capture_output=True,
            text=True,
            check=False,
        )

    def enter(self, manifest: str) -> None:
        """Puts the bot of the pull request in its place, and takes away what is left of another."""
        for name in ("results", "entrants", "mybot"):
            shutil.rmtree(self.workspace / name, ignore_errors=True)
        bot = shutil.copytree(ROOT / "sample_bots/first", self.workspace / "mybot", ignore=BUILT)
        (bot / "bot.toml").write_text(manifest)

    def posted(self) -> dict[str, Any]:
        """Return what was given to `gh`."""
        given: dict[str, Any] = json.loads((self.workspace / "posted.json").read_text())
        return given


def _filled_in(text: str) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: VALUES[found[1]], text)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server on which the steps up to the first of the bot's own have been run."""
    # Open to the users that bots are given, as a folder of pytest's is not.
    with tempfile.TemporaryDirectory(prefix="koikoi-workflow-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = Server(_checked_out(folder), _environment(folder))
        installed = server.run(STEPS["install"])
        assert installed.returncode == 0, installed.stderr
        yield server


def _checked_out(folder: Path) -> Path:
    """Return what the steps before leave: the pull request's repository, and this one in it."""
    workspace = folder / "work"
    (workspace / "koikoi-arena").mkdir(parents=True)
    for name in CHECKOUT:
        source, target = ROOT / name, workspace / "koikoi-arena" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=BUILT)
        else:
            shutil.copy(source, target)
    return workspace


def _environment(folder: Path) -> dict[str, str]:
    """The variables of a step: a fresh Python comes first on the PATH, and with it `gh`."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / "python")], check=True)
    programs = folder / "python" / "bin"
    gh = programs / "gh"
    gh.write_text(f"#!{programs / 'python'}\n{GH}")
    gh.chmod(0o755)
    downloads = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pip"
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    return {
        "PIP_CACHE_DIR": str(downloads),
        **settings,
        **JOB["env"],
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }


def test_every_step_is_run_here() -> None:
    assert list(STEPS) == ["install", "check", "play", "table", "comment"]
    assert [step["uses"].partition("@")[0] for step in JOB["steps"] if "uses" in step] == [
        "actions/checkout",
        "actions/checkout",
        "actions/setup-python",
    ]


def test_a_good_bot_is_green_and_its_ranking_is_posted(
    server: Server, require: Callable[[str], str]
) -> None:
    require("bash")
    server.enter(HONEST)

    done = {name: server.run(STEPS[name]) for name in list(STEPS)[1:]}

    assert {name: one.returncode for name, one in done.items()} == dict.fromkeys(done, 0), [
        one.stderr for one in done.values()
    ]
    posted = server.posted()
    assert (posted["words"], posted["number"]) == (["pr", "comment"], 17)
    assert posted["token"] == "no-secret"
    # Three pairings of the challenger, of twenty pairs each, and none among the rest.
    pairs = dict(re.findall(r"^\| +(\S+) +\| +(\d+) \|", posted["body"], flags=re.MULTILINE))
    assert pairs == {"mybot": "60", "greedy": "20", "yaku": "20", "random": "20"}
    assert posted["body"] in Path(server.environment["GITHUB_STEP_SUMMARY"]).read_text()


def test_a_bad_bot_is_red_and_the_table_is_posted_all_the_same(server: Server) -> None:
    server.enter(QUITTER)

    done = {name: server.run(STEPS[name]) for name in list(STEPS)[1:]}

    codes = {name: one.returncode for name, one in done.items()}
    assert codes == {"check": 3, "play": 3, "table": 0, "comment": 0}
    assert "disqualified" in server.posted()["body"]
    # What failed before does not keep these from being run.
    later = [STEPS[name].get("if") for name in ("play", "table", "comment")]
    assert later == ["success() || failure()"] * 3
