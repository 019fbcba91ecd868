"""Tests that a bot in a watched box may do ordinary things without a finding."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

BOT = Path(__file__).parents[2] / "bots" / "homely_bot.py"
# What a busy machine costs must not decide anything here.
PATIENT = ("--move-time", "10", "--start-time", "60")


def test_what_a_runtime_does_is_no_fault(tmp_path: Path, require: Callable[[str], str]) -> None:
    require("bwrap")
    shutil.copy(BOT, tmp_path / "bot.py")
    (tmp_path / "bot.toml").write_text('name = "homely"\ncommand = ["python", "bot.py"]\n')

    command = (sys.executable, "-m", "arena.cli.app", "check", str(tmp_path), "--format", "json")
    done = subprocess.run([*command, *PATIENT], capture_output=True, text=True, check=False)

    report = json.loads(done.stdout)
    outcomes = {stage["stage"]: (stage["outcome"], stage["came"]) for stage in report["stages"]}
    seen = "pass" if report["sandbox"].startswith("bwrap") else "not applicable"
    assert outcomes["keeps to itself"][0] == seen, outcomes
    assert outcomes["leaves nothing"][0] == "pass", outcomes
    assert done.returncode == 0, outcomes
