"""From a folder to a process that runs: scanning, copying, building and starting for real."""

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.bots.discovery import Playable, scan
from arena.bots.prepare import Prepared, prepare
from arena.bots.snapshot import version_of

Bot = Callable[[str, str, dict[str, str]], Path]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    """Makes a bot's folder from the keys of a manifest and executable files."""

    def make(folder: str, manifest: str, files: dict[str, str]) -> Path:
        place = tmp_path / "bots" / folder
        place.mkdir(parents=True)
        if manifest:
            (place / "bot.toml").write_text(manifest)
        for name, text in files.items():
            (place / name).write_text(text)
            (place / name).chmod(0o755)
        return place

    return make


def prepared(bots: Path, said: list[str] | None = None) -> Prepared:
    report = [].append if said is None else said.append
    return asyncio.run(prepare(scan(bots).entrants, report))


def output(one: Playable) -> str:
    return subprocess.check_output(one.argv, cwd=one.folder, env={}, text=True)


def test_a_python_bot_runs_on_the_bot_runtime_in_its_snapshot(bot: Bot, tmp_path: Path) -> None:
    program = "import os, grpc, koikoi.v1.cards_pb2; print(os.getcwd())"
    bot("日本語 bot", 'name = "jp"\ncommand = ["python", "bot.py"]\n', {"bot.py": program})

    (one,) = prepared(tmp_path / "bots").playable

    assert output(one) == f"{one.folder}\n"
    assert one.version == version_of(one.folder)
    assert one.folder.is_relative_to(tmp_path / "bots") is False
    assert list(one.folder.glob("__pycache__/bot.*.pyc"))


def test_a_lone_executable_runs(bot: Bot, tmp_path: Path) -> None:
    bot("lone", "", {"bot": "#!/bin/sh\necho I am $0\n"})

    (one,) = prepared(tmp_path / "bots").playable

    assert output(one) == f"I am {one.folder}/bot\n"


def test_a_program_on_the_path_runs(bot: Bot, tmp_path: Path) -> None:
    bot("shell", 'name = "shell"\ncommand = ["sh", "-c", "echo $0 $1", "a b", "$(id)"]\n', {})

    (one,) = prepared(tmp_path / "bots").playable

    assert Path(one.argv[0]).is_absolute()
    assert output(one) == "a b $(id)\n"


def test_a_built_bot_runs_where_it_was_built_and_the_build_is_told_once(
    bot: Bot, tmp_path: Path
) -> None:
    manifest = 'name = "made"\ncommand = ["./target/run"]\nbuild = ["sh", "make.sh"]\n'
    bot("made", manifest, {"make.sh": "mkdir target; ln -s /bin/pwd target/run"})
    first: list[str] = []
    again: list[str] = []

    (one,) = prepared(tmp_path / "bots", first).playable
    (same,) = prepared(tmp_path / "bots", again).playable

    assert output(one) == f"{one.folder}\n"
    assert one == same
    assert (first, again) == (["building made: sh make.sh"], [])


def test_a_bot_that_cannot_be_made_ready_is_refused_and_the_others_are_not(
    bot: Bot, tmp_path: Path
) -> None:
    shell = 'command = ["sh"]\n'
    bot("a", f'name = "a"\n{shell}', {})
    bot("b", f'name = "b"\n{shell}build = ["sh", "-c", "echo no luck; exit 3"]\n', {})
    bot("c", f'name = "c"\n{shell}', {})
    (bot("d", f'name = "d"\n{shell}', {}) / "link").symlink_to("/etc/passwd")
    bot("e", 'name = "e"\ncommand = ["./bin/e"]\nbuild = ["true"]\n', {})

    made = prepared(tmp_path / "bots")

    assert [one.name for one in made.playable] == ["a", "c"]
    assert {one.name: one.reason.removeprefix(f"{one.folder}") for one in made.refused} == {
        "b": ": build `sh -c 'echo no luck; exit 3'` failed: exit code 3\n    no luck",
        "d": "/link is a symbolic link; a bot's folder holds regular files and folders only",
        "e": ": there is no file `./bin/e`",
    }


def test_a_bot_that_changes_between_scan_and_copy_is_refused(bot: Bot, tmp_path: Path) -> None:
    folder = bot("crane", 'name = "crane"\ncommand = ["sh"]\n', {})
    entrants = scan(tmp_path / "bots").entrants
    (folder / "bot.toml").write_text('name = "crane"\ncommand = ["env"]\n')

    made = asyncio.run(prepare(entrants, print))

    assert [one.reason for one in made.refused] == [f"{folder} changed while it was copied"]
    assert made.playable == ()


def test_a_new_nonce_keeps_the_version_and_the_build(bot: Bot, tmp_path: Path) -> None:
    manifest = 'name = "crane"\ncommand = ["sh"]\nbuild = ["touch", "made"]\n'
    folder = bot("crane", manifest, {})
    (before,) = prepared(tmp_path / "bots").playable
    (folder / "bot.toml").write_text(f'{manifest}nonce = "a1"\n')

    (after,) = prepared(tmp_path / "bots").playable

    assert (before.nonce, after.nonce) == ("", "a1")
    assert (after.version, after.folder) == (before.version, before.folder)
