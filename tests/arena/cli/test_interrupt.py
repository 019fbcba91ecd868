"""Ctrl-C outside of a run: no traceback, and the exit code that says so."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SLOW = "import time\nprint('loading', flush=True)\ntime.sleep(60)\n"


@pytest.mark.parametrize("module", ["typer", "referee"])
def test_an_interrupt_while_the_command_line_is_loaded_leaves_no_traceback(
    module: str, tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text(SLOW)
    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "rules"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()

    assert (process.returncode, errors) == (130, "")
