"""Bots folders full of real bots that behave as a test wants."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.system.subreaper import Exempt, children, exempting

SCRIPTED = Path(__file__).parents[1] / "bots" / "scripted_bot.py"
SAMPLES = Path(__file__).parents[2] / "sample_bots"

MakeBot = Callable[..., Path]


@pytest.fixture(autouse=True)
def _spare_the_suite_s_own_processes() -> Iterator[None]:
    """A sweep in this process is for bots: what helps the tests themselves lives on."""
    before = Exempt(pids=children())
    with exempting(lambda: before):
        yield


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """An empty bots folder."""
    folder = tmp_path / "bots"
    folder.mkdir()
    return folder


@pytest.fixture
def make_bot(bots: Path) -> MakeBot:
    """A function that adds a scripted bot: `make_bot(name, behaviour, matches=1)`."""

    def make(name: str, behaviour: str = "good", matches: int = 1, folder: str = "") -> Path:
        place = bots / (folder or name)
        place.mkdir()
        shutil.copy(SCRIPTED, place / "bot.py")
        command = f'["python", "bot.py", "{behaviour}", "{matches}"]'
        (place / "bot.toml").write_text(f'name = "{name}"\ncommand = {command}\n')
        return place

    return make


@pytest.fixture
def copy_sample(bots: Path) -> Callable[[str, str], Path]:
    """A function that enters a sample bot under a name of the test's."""

    def copy(sample: str, name: str) -> Path:
        place = bots / name
        shutil.copytree(SAMPLES / sample, place, ignore=shutil.ignore_patterns("__pycache__"))
        manifest = place / "bot.toml"
        manifest.write_text(manifest.read_text().replace(f'"{sample}"', f'"{name}"', 1))
        return place

    return copy
