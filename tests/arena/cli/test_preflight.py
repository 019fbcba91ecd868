"""New bots are looked over before an event: a printed warning, once looked for, and no more."""

from tests.arena.cli.conftest import Run
from tests.arena.conftest import MakeBot

QUICK = ("--seed", "1", "--move-time", "1", "--time-bank", "0", "--start-time", "3", "--pairs", "1")
WARNING = "warning: bad fails at `answers`: illegal_move"
FINE = 0


def test_a_bot_that_will_hardly_play_is_warned_of_and_plays_all_the_same(
    arena: Run, make_bot: MakeBot
) -> None:
    make_bot("bad", "illegal")
    make_bot("good")

    first = arena("run", "--bots", "bots", *QUICK)
    unlooked = arena("run", "--bots", "bots", "--event", "unlooked", "--no-check", *QUICK)

    assert WARNING in first.stderr
    assert "warning: good" not in first.stderr
    assert "warning" not in unlooked.stderr
    assert first.returncode == unlooked.returncode == FINE
    assert first.stdout == unlooked.stdout


def test_a_version_is_looked_at_once_and_what_was_found_is_said_again(
    arena: Run, make_bot: MakeBot, tmp_path: object
) -> None:
    mark = "import sys; print('started', file=sys.stderr)"
    folder = make_bot("bad", "illegal")
    (folder / "note.txt").write_text(f"{mark} {tmp_path}")  # a version that nobody has looked at
    make_bot("good")

    first = arena("run", "--bots", "bots", "-v", *QUICK)
    again = arena("run", "--bots", "bots", "-v", *QUICK)

    assert first.stderr.count(WARNING) == again.stderr.count(WARNING) == 1
    assert "is complete" in again.stderr
