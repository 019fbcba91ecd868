"""One small event that never changes, and what every command that looks at it prints.

Scripts depend on these outputs. A change that shows here is a change that users notice.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from typer.testing import CliRunner

from arena.cli.app import app
from referee.rules.record import MatchRecord
from referee.rules.seats import NORTH, SOUTH
from referee.rules.verdicts import Verdict
from tests.stores import SEEN, entry, lost, new_store, scored, tournament

GOLDEN = Path(__file__).parent
SUFFIXES = {"table": "txt", "json": "json", "csv": "csv", "md": "md"}
COMMANDS = {
    "ranking": ("ranking", "golden"),
    "crosstable": ("crosstable", "golden"),
    "show": ("show", "bee", "--event", "golden"),
    "show-two": ("show", "bee", "=ant", "--event", "golden"),
    "stats": ("stats", "golden"),
    "bots": ("bots", "golden"),
}
SAMPLE = str(GOLDEN.parents[1] / "results" / "sample.jsonl")
REPLAYED = "greedy~yaku.1.1"
#: What is printed into each file.
OUTPUTS = {
    f"{name}.{suffix}": (*command, "--format", output_format)
    for name, command in COMMANDS.items()
    for output_format, suffix in SUFFIXES.items()
} | {
    "ranking-all.txt": ("ranking", "golden", "--columns", "all"),
    "ranking-chosen.md": (
        *("ranking", "golden", "--columns", "bot,los,more,elo", "--format", "md"),
    ),
    "ranking-bradley-terry.txt": ("ranking", "golden", "--ratings", "bradley-terry"),
    "ranking-sequential.txt": ("ranking", "golden", "--ratings", "sequential"),
    "ranking-anchor.txt": ("ranking", "golden", "--anchor", "bee=25"),
    "crosstable-los.txt": ("crosstable", "golden", "--los"),
    "replay.txt": ("replay", REPLAYED, "--event", SAMPLE, "--plain"),
    "replay-south.txt": ("replay", REPLAYED, "--event", SAMPLE, "--plain", "--seat", "south"),
    "replay-position.txt": ("replay", REPLAYED, "--event", SAMPLE, "--at", "2.11"),
}
PAIRS = 12


def fixed_event(folder: Path) -> None:
    """Three bots that play by chance, one of them named like a formula; 日本, which beats one of
    them always and the others never; one that crashes too often, one that never came, and one that
    was replaced and then retired."""
    names = ("=ant", "bee", "cat", "日本", "crasher", "late", "gone")
    with new_store(folder, names) as store:
        store.add([scored("cat~gone.1.1", 5, 6), scored("cat~gone.1.2", 5, 6)])
        store.enter([entry("gone", "sha256:another")], SEEN)
        store.retire("gone")
        store.add(tournament(("=ant", "bee", "cat"), PAIRS))
        store.add(_lopsided())
        store.add(_faulty())


def _lopsided() -> Iterator[MatchRecord]:
    dice = Random(1)
    for bot, wins in (("=ant", True), ("bee", True), ("cat", False)):
        for pair in range(1, PAIRS + 1):
            high, low = dice.randrange(20, 60), dice.randrange(5, 20)
            points = (high, low) if wins else (low, high)
            yield scored(f"{bot}~日本.{pair}.1", *points)
            yield scored(f"{bot}~日本.{pair}.2", *reversed(points))


def _faulty() -> Iterator[MatchRecord]:
    yield lost(f"bee~cat.{PAIRS + 1}.1", by=SOUTH, verdict=Verdict.TIMEOUT)
    yield scored(f"bee~cat.{PAIRS + 1}.2", 12, 12)
    yield from (lost(f"cat~crasher.{pair}.1", by=SOUTH) for pair in range(1, 6))
    yield lost("bee~late.1.1", by=NORTH)


def output(name: str, results: Path) -> bytes:
    """Return what the command of a file prints."""
    done = CliRunner().invoke(app, [*OUTPUTS[name], "--results", str(results)])
    assert done.exit_code == 0, done.output
    return done.stdout_bytes
