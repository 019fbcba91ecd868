"""`arena new` as a person runs it: what it writes, what it says, and what it leaves alone."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.bots.manifest import read_manifest
from arena.bots.scaffold import LANGUAGES, needs
from arena.doctor import TOOLS
from tests.arena.conftest import SAMPLES

Run = Callable[..., subprocess.CompletedProcess[str]]
USAGE = 2
every_language = pytest.mark.parametrize("word", LANGUAGES)


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


@every_language
def test_a_new_bot_has_its_own_name_and_all_its_parts(
    word: str, arena: Run, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for program in needs(LANGUAGES[word]):
        (tools / program).touch(0o755)

    done = arena("new", "my_bots/nine-9", "--lang", word, PATH=str(tools))

    assert (done.returncode, done.stderr) == (0, "")
    assert "the bot `nine-9`" in done.stdout
    folder = tmp_path / "my_bots" / "nine-9"
    written = files(folder)
    manifest = read_manifest(folder, folder.name)
    assert manifest is not None
    assert manifest.name == "nine-9"
    assert written["README.md"].startswith("# nine-9\n")
    assert [text for text in written.values() if f'"{LANGUAGES[word].sample}"' in text] == []
    assert sum('"nine-9"' in text for text in written.values()) == 2  # the manifest, and the join
    assert LANGUAGES[word].strategy in written
    assert len([name for name in written if name.endswith(".proto")]) == 3


@every_language
def test_its_readme_has_the_commands_and_fits_a_page(word: str) -> None:
    readme = (SAMPLES / LANGUAGES[word].sample / "README.md").read_text(encoding="utf-8")

    for command in (*LANGUAGES[word].test, "arena check ."):
        assert f"\n    {command} " in readme
    assert f"`{LANGUAGES[word].strategy}`" in readme
    assert len(readme.splitlines()) < 60


@pytest.mark.parametrize(
    ("folder", "options", "name"),
    [("mine", (), "mine"), ("My Bot", ("--name", "mine"), "mine"), ("empty", (), "empty")],
)
def test_a_name_is_given_or_that_of_the_folder(
    folder: str, options: tuple[str, ...], name: str, arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()

    done = arena("new", folder, "--lang", "python", *options)

    assert done.returncode == 0, done.stderr
    assert f'name = "{name}"\n' in (tmp_path / folder / "bot.toml").read_text()


def test_a_bot_can_be_begun_where_one_stands(arena: Run, tmp_path: Path) -> None:
    done = arena("new", ".", "--lang", "go", "--name", "here")

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "go.mod").is_file()


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ((), "a folder and a language are needed", "arena new my_bots/mine --lang python"),
        (("new",), "a folder and a language are needed", "`arena new --list`"),
        (("new", "--lang", "pyhton"), "no language `pyhton` (known: python,", "`python`"),
        (("new", "--lang", "ocaml"), "no language `ocaml`", "arena bridge"),
        (("full", "--lang", "go"), "full is not empty", "name a new folder, or an empty one"),
        (("full/file", "--lang", "go"), "full/file: Not a directory", "name a new folder"),
        (
            ("full/file/x", "--lang", "go"),
            "full/file cannot be made: File exists",
            "name a new folder",
        ),
        (("lost", "--lang", "go"), "lost", "name a new folder"),
        (("My Bot", "--lang", "go"), "`My Bot` cannot be a bot's name (1 to 32", "--name my-bot"),
        (("a", "--lang", "go", "--name", "Ü"), "--name Ü: `Ü` cannot be", "--name my-bot"),
        (("a", "--lang", "go", "--name", "\x1b[2J"), r"`\x1b[2J` cannot be", "--name 2j"),
    ],
)
def test_what_cannot_be_begun_is_told_with_a_hint_and_changes_nothing(
    arguments: tuple[str, ...], message: str, hint: str, arena: Run, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    (tmp_path / "lost").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))

    done = arena("new", *arguments)

    assert (done.returncode, done.stdout) == (USAGE, "")
    said, _, advice = done.stderr.partition("hint:")
    assert message in said
    assert hint in advice
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "full" / "file").read_text() == "mine"


def test_of_a_bot_that_cannot_be_written_whole_nothing_stays(arena: Run, tmp_path: Path) -> None:
    """The name is too long for a path, which shows only in the deepest of the folders."""
    deep = tmp_path
    while len(str(deep)) < 4060:
        deep /= "d" * min(200, 4070 - len(str(deep)))

    done = arena("new", str(deep), "--lang", "java", "--name", "mine")

    assert done.returncode == USAGE
    assert "File name too long" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_its_tools_a_bot_is_begun_and_it_is_said_what_is_lacking(
    arena: Run, tmp_path: Path
) -> None:
    done = arena("new", "mine", "--lang", "typescript", PATH=str(tmp_path))

    assert done.returncode == 0
    assert (tmp_path / "mine" / "package.json").is_file()
    assert "`node` and `npm` not found here" in done.stderr


@pytest.mark.process
def test_the_list_says_what_this_machine_has_for_each_language(arena: Run, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, script in (("go", "echo go1.99"), ("node", "echo v99"), ("javac", "exit 1")):
        (tools / name).write_text(f"#!/bin/sh\n{script}\n")
        (tools / name).chmod(0o755)

    done = arena("new", "--list", "--format", "json", PATH=str(tools))

    rows = {row["--lang"]: row for row in json.loads(done.stdout)}
    assert list(rows) == list(LANGUAGES)
    assert {word: row["state"] for word, row in rows.items()} == {
        "python": "ok",
        "typescript": "missing",
        "go": "ok",
        "rust": "missing",
        "java": "missing",
        "cpp": "missing",
    }
    assert rows["go"]["found"] == "go: go1.99"
    assert rows["typescript"]["found"] == "node: v99; npm: missing"
    assert rows["typescript"]["what to do"] == "install Node.js' npm"
    assert "javac: exit code 1" in rows["java"]["found"]


def test_doctor_knows_how_to_try_every_program_that_a_sample_bot_needs() -> None:
    needed = {program for language in LANGUAGES.values() for program in needs(language)}

    assert needed <= {trial.what for trial in TOOLS}
