"""What README shows works as it is written."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from arena.cli.app import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SAMPLES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("sample_bots/*/README.md"))
PAGES = ("README.md", "proto/README.md", "sample_bots/README.md", *SAMPLES)


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("code", _blocks("python"))
def test_the_python_examples_run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_toml_examples_are_a_manifest_and_house_rules() -> None:
    from arena.bots.manifest import parse_manifest
    from referee.rules.house_rules import parse_house_rules

    manifest, rules = _blocks("toml")

    assert parse_manifest(manifest, Path("bot.toml")).name == tomllib.loads(manifest)["name"]
    assert parse_house_rules(rules, "rules.toml").double_from == 7


@pytest.mark.parametrize("page", PAGES)
def test_every_command_shown_exists_with_its_flags(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = set(re.findall(r"^(?:    |\$ )(arena [a-z][^#\n]*)", text, flags=re.MULTILINE))
    inline = set(re.findall(r"`(arena [a-z]+[^`]*)`", text))

    assert shown | inline
    for command in shown | inline:
        _, name, *arguments = shlex.split(command)
        flags = {word for word in arguments if word.startswith("--") and word != "--"}
        assert flags <= _flags(name), command


def _flags(command: str) -> set[str]:
    """The flags that a command takes."""
    commands = typer.main.get_group(app).commands
    return {flag for option in commands[command].params for flag in option.opts}


def test_every_flag_of_the_table_is_a_flag_of_run() -> None:
    table = README.split("| flag | default | |")[1].split("\n\n")[0]

    assert set(re.findall(r"--[a-z][a-z-]*", table)) <= _flags("run")


def test_every_file_that_is_linked_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", README)

    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_the_test_command_is_a_target_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    for target in re.findall(r"`make ([a-z-]+)`", README):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_the_table_of_attacks_says_what_the_chaos_kit_is_held_to() -> None:
    rows = re.findall(r"^\| (A\d+) .*?\| (\w+) \| (\w+) \| (\w+) \|$", README, flags=re.MULTILINE)
    levels = ("bwrap", "landlock", "limits")
    told = {
        attack: [level for level, word in zip(levels, words, strict=True) if word == "held"]
        for attack, *words in rows
    }

    kit = tomllib.loads((ROOT / "tests" / "chaos" / "expected.toml").read_text())
    held = {row["attack"].split()[0]: row["levels"] for row in kit.values() if "levels" in row}

    assert told == held
