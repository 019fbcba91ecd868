"""Events of the chaos kit, run as a person runs them, and what can be seen of them from outside."""

import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.event.jsonl import exported_lines
from arena.event.locate import opened_results
from tests.arena.living import children, command_line

KIT = Path(__file__).parents[2] / "chaos"
RIVALS = ("honest", "modest")
CLOCK = ("--move-time", "1", "--time-bank", "0", "--start-time", "3", "--no-check")
# Whoever is at fault in every match against both rivals is benched, and not before the last one.
MATCHES_A_PAIR = 4


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the kit's table."""

    name: str
    attack: str
    verdict: str
    reason: str = ""
    log: str = ""
    seconds: float = 6.0
    more_mib: int = 20  # by how much the referee may grow over a clean run
    pairs: int = 1
    levels: tuple[str, ...] = ()
    also_at: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()

    @property
    def is_at_fault(self) -> bool:
        """True if the bot loses its matches for what it does."""
        return self.verdict != "normal"

    @property
    def is_rejected(self) -> bool:
        """True if the bot plays no match, because its build fails."""
        return self.verdict == "rejected"


def cases() -> list[Case]:
    """The kit's table."""
    table = tomllib.loads((KIT / "expected.toml").read_text())
    return [Case(name, **row) for name, row in table.items()]


@dataclass(slots=True)
class Watched:
    """How a run went: its exit code, its words, the gaps between matches, its workers' memory."""

    code: int = -1
    errors: str = ""
    table: str = ""
    gaps: list[float] = field(default_factory=list)
    peak_kib: int = 0


def watched_run(folder: Path, environment: dict[str, str], *arguments: str) -> Watched:
    """Runs `arena run`, and looks at the clock and at the workers whenever a match is over."""
    seen = Watched()
    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli.app", "run", "--plain", "-v", *arguments],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k != "ARENA_PAIRS_APART"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        for line in process.stderr:
            seen.errors += line
            if line.startswith("Finished match"):
                seen.gaps.append(time.monotonic())
                seen.peak_kib = max(seen.peak_kib, *_peaks(process.pid), 0)
        seen.table = process.stdout.read()
    seen.gaps = [late - early for early, late in zip(seen.gaps, seen.gaps[1:], strict=False)]
    seen.code = process.returncode
    return seen


def _peaks(arena: int) -> Iterator[int]:
    """The most memory that each worker of an arena has ever held."""
    for pid in children(arena):
        if "arena.runner.worker" in command_line(pid):
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except OSError:
                continue
            yield int(status.split("VmHWM:")[1].split()[0]) if "VmHWM:" in status else 0


def records_of(place: Path) -> dict[str, dict[str, Any]]:
    """Every record of an event by its match, as `arena export` writes it."""
    with opened_results(place) as store:
        records = [json.loads(line) for line in exported_lines(store)]
    return {one["match"]: one for one in records}


def names(record: dict[str, Any]) -> dict[str, str]:
    """Return who sat where."""
    return {seat: player["name"] for seat, player in record["seats"].items()}


def bare(record: dict[str, Any]) -> str:
    """A record less what may differ from event to event."""
    rounds = [{k: v for k, v in one.items() if k != "think_ms"} for one in record["rounds"]]
    return json.dumps({k: v for k, v in record.items() if k != "event"} | {"rounds": rounds})
