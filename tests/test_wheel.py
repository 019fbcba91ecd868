"""The wheel: what is in it, and an event played from it outside the clone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from arena.bots.scaffold import LANGUAGES, Language, files_of, sample_folder

ROOT = Path(__file__).parents[1]
TREE = ("arena", "referee", "proto", "sample_bots")
FILES = ("pyproject.toml", "README.md", "LICENSE", ".gitignore")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tree, so that the tree stays clean."""
    tree = tmp_path_factory.mktemp("tree")
    for name in TREE:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, tree / name)
    built = tree / "sample_bots" / "greedy-go" / "build"
    built.mkdir(exist_ok=True)
    (built / "bot").write_text("what somebody has built in a clone")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tree / "dist")],
        cwd=tree,
        check=True,
        capture_output=True,
    )
    (built,) = (tree / "dist").glob("*.whl")
    return built


def test_the_wheel_holds_the_contract_and_its_stubs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())

    assert {
        "koikoi/py.typed",
        "koikoi/v1/cards.proto",
        "koikoi/v1/referee.proto",
        "koikoi/v1/referee_pb2.py",
        "koikoi/v1/referee_pb2.pyi",
        "koikoi/v1/referee_pb2_grpc.py",
        "koikoi/v1/referee_pb2_grpc.pyi",
        "koikoi/v1/ruleset.proto",
        "arena/store/schema.sql",
        "arena/store/epochs.sql",
        "arena/py.typed",
        "arena/report/scripts/main.js",
        "arena/web/scripts/viewer.js",
        "arena/web/styles/page.css",
        "arena/report/templates/report.html.j2",
    } <= names
    assert not [name for name in names if name.startswith(("tests", "sample_bots"))]


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_the_wheel_holds_what_new_bots_are_made_of(wheel: Path, language: Language) -> None:
    place = f"arena/sample_bots/{language.sample}/"
    names = zipfile.ZipFile(wheel).namelist()
    carried = {name.removeprefix(place) for name in names if name.startswith(place)}

    assert carried == {file.as_posix() for file in files_of(sample_folder(language))}


def test_an_event_is_played_from_the_wheel_outside_the_clone(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    program = tmp_path / "venv" / "bin"
    subprocess.run(
        [str(program / "python"), "-m", "pip", "install", "--quiet", str(wheel)], check=True
    )
    shutil.copytree(ROOT / "sample_bots" / "first", tmp_path / "bots" / "first")

    begun, played = (
        subprocess.run(
            [str(program / "arena"), *arguments],
            cwd=tmp_path,
            env={"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        for arguments in (
            ("new", "bots/mine", "--lang", "python"),
            ("run", "--bots", "bots", "--pairs", "1", "--start-time", "60"),
        )
    )

    assert begun.returncode == 0, begun.stderr
    assert played.returncode == 0, played.stderr
    assert "mine" in played.stdout
    assert (tmp_path / "results" / "bots" / "ranking.json").exists()
