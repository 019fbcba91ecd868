"""The command line: the CPU time of `arena --help` against an empty Typer app."""

import resource
import subprocess
import sys

from tests.bench.timing import Row, interleaved

EMPTY = "import typer; app = typer.Typer(); app.command()(lambda: None); app()"
REPEATS = 15


def _child_cpu(*argv: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *argv], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure() -> list[Row]:
    """One row."""
    ours, empty, ratio = interleaved(
        lambda: _child_cpu("-m", "arena.cli.app", "--help"),
        lambda: _child_cpu("-c", EMPTY, "--help"),
        rounds=REPEATS,
    )
    figures = f"arena {ours * 1000:.0f} ms, empty app {empty * 1000:.0f} ms of CPU"
    return [Row("`arena --help` / empty Typer app", ratio, "≤", 1.5, figures)]
