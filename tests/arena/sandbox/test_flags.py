"""`arena run` under a sandbox: what it says, what it keeps, and when it stops."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.levels import Level
from tests.arena.sandbox.conftest import Confined

SCRIPTED = Path(__file__).parents[2] / "bots" / "scripted_bot.py"
QUICK = (
    *("--move-time", "5", "--time-bank", "60", "--start-time", "60"),
    *("--pairs", "1", "--seed", "1"),
)
FILL = """
import mmap, os
if os.fork():
    os.fork()
kept = []
while True:
    block = mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for place in range(0, 1 << 20, 4096):
        block[place] = 1
    kept.append(block)
"""
PRESET = ("ARENA_SANDBOX", "ARENA_PAIRS_APART")
Arena = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """Two bots."""
    for name in ("ann", "ben"):
        folder = tmp_path / "bots" / name
        folder.mkdir(parents=True)
        shutil.copy(SCRIPTED, folder / "bot.py")
        manifest = f'name = "{name}"\ncommand = ["python", "bot.py", "good", "4"]\n'
        (folder / "bot.toml").write_text(manifest)
    return tmp_path / "bots"


@pytest.fixture
def arena(tmp_path: Path, sandbox_cache: Path) -> Arena:
    """A function that runs `arena` with these arguments; keywords are its environment."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if key not in PRESET}
        return subprocess.run(
            [sys.executable, "-m", "arena.cli.app", *arguments],
            cwd=tmp_path,
            env=kept | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.usefixtures("bots")
def test_the_sandbox_is_told_kept_and_ranked_with(
    arena: Arena, confined: Confined, tmp_path: Path
) -> None:
    """Nothing is said of trust, since none is needed."""
    summary = confined(Level.BWRAP).summary

    done = arena("run", "--bots", "bots", *QUICK)

    assert done.returncode == 0, done.stderr
    assert f"sandbox: {summary}; self-test" in done.stderr
    assert f"sandbox: {summary}" in done.stdout
    assert "trusted" not in done.stdout
    assert f'sandbox = "{summary}"' in (tmp_path / "results/bots/event.toml").read_text()
    ranking = json.loads(arena("ranking", "--format", "json").stdout)
    assert "sandbox: bwrap" in ranking["footer"]["remarks"]


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("level", [Level.LIMITS, Level.NONE])
def test_a_ranking_without_walls_says_that_its_bots_are_trusted(
    arena: Arena, confined: Confined, level: Level
) -> None:
    confined(level)

    done = arena("run", "--bots", "bots", "--sandbox", level.value, *QUICK)

    ranking = json.loads(arena("ranking", "--format", "json").stdout)
    assert f"sandbox: {level.value}: trusted bots" in done.stdout
    assert f"sandbox: {level.value}: trusted bots" in ranking["footer"]["remarks"]


@pytest.mark.usefixtures("bots")
def test_the_same_event_is_never_played_under_two_sandboxes(arena: Arena) -> None:
    arena("run", "--bots", "bots", "--sandbox", "none", *QUICK)

    other = arena("run", "--bots", "bots", "--sandbox", "limits", *QUICK)
    more = arena("run", "--bots", "bots", "--sandbox", "none", "--memory", "100", *QUICK)

    assert (other.returncode, more.returncode) == (2, 2)
    assert "begun with --sandbox none, not limits" in other.stderr
    assert "begun with --memory 1024, not 100" in more.stderr


@pytest.mark.usefixtures("bots")
def test_where_nothing_strong_holds_it_stops_before_anything_is_made(
    arena: Arena, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()

    done = arena("run", "--bots", "bots", *QUICK, PATH=str(tmp_path / "empty"))

    assert done.returncode == 2
    assert "no sandbox holds here: bwrap: `bwrap` is not found" in done.stderr
    assert "install the package `bubblewrap`" in done.stderr
    assert "--sandbox limits" in done.stderr
    assert not (tmp_path / "results").exists()


@pytest.mark.usefixtures("bots")
def test_a_minimum_is_kept_to(arena: Arena) -> None:
    done = arena("run", "--bots", "bots", "--sandbox", "limits", "--min-sandbox", "landlock")

    assert done.returncode == 2
    assert "--sandbox limits is below --min-sandbox landlock" in done.stderr


@pytest.mark.usefixtures("bots")
def test_the_environment_can_name_the_level_and_a_flag_is_stronger(arena: Arena) -> None:
    named = arena("run", "--bots", "bots", *QUICK, ARENA_SANDBOX="none")
    other = arena("run", "--bots", "bots", "--sandbox", "limits", *QUICK, ARENA_SANDBOX="none")

    assert "sandbox: none: trusted bots" in named.stderr
    assert "not limits" in other.stderr


@pytest.mark.parametrize("level", [Level.BWRAP, Level.LIMITS])
def test_a_bot_that_takes_too_much_memory_with_its_children_forfeits(
    arena: Arena, bots: Path, confined: Confined, level: Level
) -> None:
    confined(level)
    program = (bots / "ben" / "bot.py").read_text()
    (bots / "ben" / "fill.py").write_text(FILL)
    (bots / "ben" / "bot.py").write_text(
        program.replace(
            "def first_legal(question: pb.Question, number: int) -> int:\n",
            "def first_legal(question: pb.Question, number: int) -> int:\n"
            "    if number == 3:\n"
            "        subprocess.run([sys.executable, 'fill.py'])\n",
        )
    )

    arena("run", "--bots", "bots", "--sandbox", level.value, "--memory", "128", *QUICK)

    rows = json.loads(arena("matches", "--format", "json").stdout)
    assert [row["verdict"] for row in rows] == ["memory"] * 2
    assert {row["winner"] for row in rows} == {"ann"}
    assert all("of 128 MiB" in row["detail"] for row in rows)


def _decks(arena: Arena) -> dict[tuple[int, int], object]:
    """Return the deck of the first month of every match, by pair and leg."""
    decks = {}
    for line in arena("export").stdout.splitlines():
        record = json.loads(line)
        if "match" in record:
            _, pair, leg = record["match"].rsplit(".", 2)
            decks[int(pair), int(leg)] = record["rounds"][0]["deck"]
    return decks


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("level", [Level.BWRAP, Level.LANDLOCK, Level.NONE])
@pytest.mark.parametrize("flags", [(), ("--pairs-apart",), ("--pairs-together",)])
def test_the_matches_of_a_pair_share_cards_unless_they_could_tell_each_other(
    arena: Arena, confined: Confined, level: Level, flags: tuple[str, ...], tmp_path: Path
) -> None:
    confined(level)
    is_apart = flags == ("--pairs-apart",) or (not flags and level is Level.LANDLOCK)

    done = arena("run", "--bots", "bots", "--sandbox", level.value, *QUICK, *flags)

    assert done.returncode == 0, done.stderr
    decks = _decks(arena)
    assert (decks[1, 1] != decks[1, 2]) == is_apart
    assert ("on different cards" in done.stdout) == is_apart
    assert ("on different cards" in (tmp_path / "results/bots/report.html").read_text()) == is_apart
    assert arena("verify").returncode == 0


@pytest.mark.usefixtures("bots")
def test_pairs_are_apart_in_a_whole_event_or_not_at_all(arena: Arena) -> None:
    begun = arena("run", "--bots", "bots", "--sandbox", "none", *QUICK, "--pairs-apart")
    assert begun.returncode == 0, begun.stderr

    done = arena("run", "--bots", "bots", "--sandbox", "none", *QUICK)

    assert done.returncode == 2
    assert "was begun with --pairs-apart set, not unset" in done.stderr
    assert "hint: run it with --pairs-apart, or" in done.stderr


@pytest.mark.usefixtures("bots")
def test_a_sequential_test_needs_pairs_on_the_same_cards(arena: Arena) -> None:
    flags = ("--pairs-apart", "--sprt", "elo0=0,elo1=5", "--sandbox", "none")

    done = arena("run", "--bots", "bots", *QUICK[:-4], *flags)

    assert done.returncode == 2
    assert "add `--pairs-together` if you trust the bots" in done.stderr
