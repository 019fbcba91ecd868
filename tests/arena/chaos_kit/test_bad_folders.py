"""A bots folder full of what no arena should take in, and three good bots among it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.arena.chaos_kit.bad_folders import BAD_FOLDERS, SECRET
from tests.arena.chaos_kit.conftest import Ground
from tests.arena.chaos_kit.events import CLOCK, KIT, RIVALS, records_of

WITH_CASUALTIES = 3
# A good bot in a folder, and with arguments, that would hurt whoever gave them to a shell.
ODD_FOLDER = "-rf $(touch pwned) \x1b[2J\u202e\n'\""
ODD_MANIFEST = """\
name = "odd"
command = ["python", "bot.py", ";touch pwned", "$(touch pwned)", "`touch pwned`", "\\n'\\""]
author = "<script>alert(1)</script>"
description = "=1+1 | `x` </script> javascript:alert(1)"
"""


@dataclass(frozen=True, slots=True)
class Done:
    """How the run went."""

    code: int
    errors: str
    shown: str


@pytest.fixture(scope="module")
def done(ground: Ground) -> Done:
    """The run on all of them."""
    bots = ground.folder / "bad"
    for rival in RIVALS:
        shutil.copytree(KIT / rival, bots / rival)
    odd = shutil.copytree(KIT / "honest", bots / ODD_FOLDER)
    (odd / "bot.toml").write_text(ODD_MANIFEST)
    (ground.folder / "secret").write_text(SECRET)
    for folder, (make, _) in BAD_FOLDERS.items():
        (bots / folder).mkdir()
        make(bots / folder)
    (bots / "linked").symlink_to(ground.folder)
    run = ground.arena("run", "--bots", str(bots), "--pairs", "1", "--seed", "1", *CLOCK)
    return Done(run.returncode, run.stderr, run.stdout)


@pytest.mark.parametrize("folder", [*BAD_FOLDERS, "linked"])
def test_a_bad_folder_is_refused_by_name_and_reason(done: Done, folder: str) -> None:
    reason = BAD_FOLDERS[folder][1] if folder in BAD_FOLDERS else "is a symbolic link"

    assert [line for line in done.errors.splitlines() if folder in line and reason in line]


def test_the_good_bots_among_them_play_and_the_exit_code_says_what_was(
    done: Done, ground: Ground
) -> None:
    assert done.code == WITH_CASUALTIES
    records = records_of(ground.place("bad"))
    assert {one["result"]["verdict"] for one in records.values()} == {"normal"}
    assert {name.rsplit(".", 2)[0] for name in records} == {
        "honest~modest",
        "honest~odd",
        "modest~odd",
    }


def test_nothing_that_a_folder_says_reaches_a_terminal_or_a_shell(
    done: Done, ground: Ground
) -> None:
    lines = (done.errors + done.shown).splitlines()

    assert "Traceback" not in done.errors
    assert [line for line in lines if not line.isprintable()] == []
    assert list(ground.folder.rglob("pwned")) + list(ground.cache.rglob("pwned")) == []


def test_no_secret_of_the_organiser_is_copied(done: Done, ground: Ground) -> None:
    copied = [path for path in (ground.cache / "koikoi-arena").rglob("extra") if path.is_file()]

    assert done.code == WITH_CASUALTIES
    assert [path for path in copied if SECRET.encode() in _start(path)] == []


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(SECRET))
