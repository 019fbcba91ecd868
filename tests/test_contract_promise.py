"""A published contract is kept to: `make proto-breaking` compares with its image or its tag."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
Make = Callable[..., "subprocess.CompletedProcess[str]"]
# What bots rely on. A line is added with each published contract, and never changed.
PUBLISHED = {"v1.0": "f357f2fa197fe39cfb69ec730eb343a903552690428e994b7aebda1d727a4470"}


@pytest.fixture
def make(tmp_path: Path, require: Callable[[str], str]) -> Make:
    """A function that runs the target in a repository of its own."""
    require("git")
    require("make")
    shutil.copytree(ROOT / "proto", tmp_path / "proto")
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    _link_tools(tmp_path / ".venv")

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        command = ["make", *(words or ("proto-breaking",))]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def _link_tools(venv: Path) -> None:
    venv.mkdir()
    (venv / "bin").symlink_to(Path(sys.executable).parent)
    for stamp in ("run", "ready"):
        (venv / stamp).touch()


def _git(folder: Path, *words: str) -> None:
    settings = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True)


def _publish(folder: Path, tag: str) -> None:
    _git(folder, "init", "-q")
    _git(folder, "add", "proto")
    _git(folder, "commit", "-qm", tag)
    _git(folder, "tag", tag)


def _change(folder: Path, old: str, new: str) -> None:
    file = folder / "proto/koikoi/v1/referee.proto"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_no_published_contract_has_been_changed() -> None:
    images = {path.stem: path.read_bytes() for path in (ROOT / "proto/published").iterdir()}

    assert {name: hashlib.sha256(image).hexdigest() for name, image in images.items()} == PUBLISHED


CHANGES = {
    "nothing": ("", "", True),
    "a new field": ("uint32 left = 3;", "uint32 left = 3;\n  uint32 more = 4;", True),
    "a new notice": ("Warning warning = 8;", "Warning warning = 8;\n    Answer echo = 9;", True),
    "a number used again": ("uint32 left = 3;", "string why = 3;", False),
    "a name gone": ("VERDICT_DISK = 9;", "VERDICT_ROOM = 9;", False),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_added_may_be_and_what_breaks_bots_may_not(
    name: str, make: Make, tmp_path: Path
) -> None:
    old, new, is_kept = CHANGES[name]
    _change(tmp_path, old, new)

    done = make()

    assert (done.returncode == 0) is is_kept, done.stdout + done.stderr
    assert ("keeps what was promised: v1.0" in done.stdout) is is_kept


def test_what_is_published_is_kept_from_then_on_and_never_replaced(
    make: Make, tmp_path: Path
) -> None:
    _change(tmp_path, "uint32 left = 3;", "uint32 left = 3;\n  uint32 more = 4;")

    published, again = (make("proto-publish", "VERSION=1.1") for _ in range(2))
    _change(tmp_path, "\n  uint32 more = 4;", "")

    assert (published.returncode, again.returncode) == (0, 2)
    assert "v1.1 is published" in again.stdout
    broken = make()
    assert broken.returncode != 0
    assert 'field "4" with name "more"' in broken.stdout


def test_the_newest_tag_counts(make: Make, tmp_path: Path) -> None:
    _publish(tmp_path, "contract-v1.9")
    _change(tmp_path, "uint32 left = 3;", "uint32 left = 3;\n  uint32 more = 4;")
    _publish(tmp_path, "contract-v1.10")
    _change(tmp_path, "\n  uint32 more = 4;", "")

    assert make().returncode != 0
