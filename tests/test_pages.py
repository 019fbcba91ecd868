"""The pages: what they show works as it is written, and what they link to is there."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from arena.cli.app import EXIT_CODES, app
from arena.standings.ranking_columns import RANKING_COLUMNS
from referee.rules.verdicts import UNSCORED, Verdict
from tests.pages import (
    SPAN,
    anchors,
    arena_commands,
    blocks,
    flags_in,
    links,
    name_of,
    pages,
    prose,
    run_beside_the_samples,
    section,
    text_of,
)
from tests.source_tree import ROOT
from tests.test_floors import LEVELS

PAGES = {name_of(page): page.read_text(encoding="utf-8") for page in pages()}
every_page = pytest.mark.parametrize("name", PAGES)
KINDS = ("Tutorial", "How-to guide", "Reference", "Explanation")
# Python that is run as it stands; what other pages show needs more than this machine has.
RUN = ("README.md", "referee/README.md")
# Flags of other programs that pages name.
OTHERS = {"--nthreads", "--no-dashboard", "--locked", "--loglevel"}


def test_readme_fits_on_a_page() -> None:
    text = PAGES["README.md"]

    assert len(text.splitlines()) <= 150
    assert len(text.split()) <= 950


def test_every_page_can_be_reached_from_readme() -> None:
    found, left = set(), ["README.md"]
    while left:
        name = left.pop()
        found.add(name)
        left += {_target(name, link) for link in links(PAGES[name])} & PAGES.keys() - found

    assert PAGES.keys() - found == set()


def _target(name: str, link: str) -> str:
    path = (ROOT / name).parent / link.partition("#")[0] if link[0] != "#" else ROOT / name
    return path.resolve().relative_to(ROOT).as_posix()


@every_page
def test_every_link_leads_to_a_file_and_every_anchor_to_a_heading(name: str) -> None:
    broken = []
    for link in links(PAGES[name]):
        target, anchor = _target(name, link), link.partition("#")[2]
        if not (ROOT / target).exists() or (anchor and anchor not in anchors(text_of(target))):
            broken.append(link)

    assert broken == []


@every_page
def test_a_page_says_of_what_kind_it_is(name: str) -> None:
    if name in {"README.md", "CHANGELOG.md"} or re.fullmatch(r"sample_bots/.+/README.md", name):
        return  # the front page, a list, and what a new bot gets a copy of
    _, _, *head = PAGES[name].splitlines()[:4]

    assert head[0].startswith(tuple(f"*{kind}" for kind in KINDS))


@every_page
def test_every_command_shown_exists_with_its_flags(name: str) -> None:
    for command in arena_commands(PAGES[name]):
        assert flags_in(command) <= _flags(command), command


@every_page
def test_every_flag_that_is_named_exists(name: str) -> None:
    named = {flag for span in SPAN.findall(prose(PAGES[name])) for flag in _leading_flags(span)}

    assert named <= ALL_FLAGS | OTHERS


def _leading_flags(span: str) -> set[str]:
    return set(re.findall(r"^--[a-z][a-z-]*", span))


def _flags(command: str) -> set[str]:
    """The flags that the command in a line takes."""
    found: typer.core.TyperCommand | typer.core.TyperGroup = typer.main.get_group(app)
    for word in command.split()[1:]:
        if not isinstance(found, typer.core.TyperGroup) or word.startswith("-"):
            break
        assert word in found.commands, command
        found = found.commands[word]
    flags = (flag for one in found.params for flag in (*one.opts, *one.secondary_opts))
    return {"--help", "-h", *flags}


ALL_FLAGS = {
    flag
    for group in (typer.main.get_group(app),)
    for name, command in group.commands.items()
    for flag in _flags(f"arena {name}")
}


@every_page
def test_every_target_of_make_that_is_named_exists(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|\$ )make ([a-z-]+)", PAGES[name]))
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))

    assert named <= targets


def test_readme_names_the_ways_to_run_and_test() -> None:
    assert {"run", "test", "test-all"} <= set(re.findall(r"make ([a-z-]+)", PAGES["README.md"]))


@pytest.mark.process
@pytest.mark.parametrize("code", [code for name in RUN for code in blocks(PAGES[name], "python")])
def test_the_python_examples_run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout


@every_page
def test_python_that_is_shown_compiles(name: str) -> None:
    for code in blocks(PAGES[name], "python"):
        compile(code, name, "exec")


@every_page
def test_toml_that_is_shown_is_a_manifest_or_house_rules(name: str) -> None:
    from arena.bots.manifest import parse_manifest
    from referee.rules.house_rules import parse_house_rules

    for text in blocks(PAGES[name], "toml"):
        if "base" in tomllib.loads(text):
            assert parse_house_rules(text, "rules.toml")
        else:
            assert parse_manifest(text, Path("bot.toml")).name == tomllib.loads(text)["name"]


@pytest.mark.process
def test_the_commands_that_enter_a_bot_work(tmp_path: Path, require: Callable[[str], str]) -> None:
    require("bash")
    (block,) = blocks(section(PAGES["README.md"], "## Enter a bot"), "console")
    commands = re.findall(r"^\$ (.*)$", block, flags=re.MULTILINE)

    done = run_beside_the_samples(tmp_path, "\n".join(commands))

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^ +[12]  (\w+)", done.stdout, flags=re.MULTILINE)[0] in {"mine", "greedy"}


def test_the_table_of_flags_holds_every_flag_of_run() -> None:
    table = section(PAGES["arena/README.md"], "## All flags of `arena run`")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]

    assert {flag for row in rows for flag in flags_in(row.replace("`", " "))} == (
        _flags("arena run") - {"--help", "-h"}
    )


def test_the_table_of_exit_codes_is_that_of_help() -> None:
    table = section(PAGES["arena/README.md"], "## Exit codes")

    assert re.findall(r"^\| (\d+) \|", table, flags=re.MULTILINE) == re.findall(
        r"(?:: |; )(\d+) ", EXIT_CODES
    )


def test_the_table_of_columns_has_all_of_the_ranking() -> None:
    table = section(PAGES["arena/rating/README.md"], "## Columns")
    rows = [line.split("|")[1:3] for line in table.splitlines()[3:] if line.startswith("| ")]
    told = {
        key: title.strip()
        for titles, keys in rows
        for title, key in zip(titles.split(","), SPAN.findall(keys), strict=True)
    }

    assert told == {
        one.key: one.column.name
        for one in RANKING_COLUMNS
        if one.key not in {"rank", "bot", "version"}
    }


def test_the_table_of_attacks_says_what_the_chaos_kit_is_held_to() -> None:
    rows = re.findall(
        r"^\| (A\d+) .*?\| (\w+) \| (\w+) \| (\w+) \|$",
        PAGES["arena/sandbox/README.md"],
        flags=re.MULTILINE,
    )
    levels = ("bwrap", "landlock", "limits")
    told = {
        attack: [level for level, word in zip(levels, words, strict=True) if word == "held"]
        for attack, *words in rows
    }

    kit = tomllib.loads((ROOT / "tests" / "chaos" / "expected.toml").read_text())
    held = {row["attack"].split()[0]: row["levels"] for row in kit.values() if "levels" in row}

    assert told == held


def test_the_table_of_the_chaos_kit_has_every_bot() -> None:
    kit = ROOT / "tests" / "chaos"
    rows = re.findall(r"^\| (`.*?`) \|", PAGES["tests/chaos/README.md"], flags=re.MULTILINE)

    assert {name for row in rows for name in SPAN.findall(row)} == {
        path.parent.name for path in kit.glob("*/bot.toml")
    }


def test_the_table_of_verdicts_has_every_fault_of_a_bot() -> None:
    table = section(PAGES["sample_bots/README.md"], "## Verdicts")
    rows = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")]
    others = {Verdict.NORMAL, Verdict.DISK, *UNSCORED}  # no bot is given `disk`, so far

    assert {word for row in rows for word in SPAN.findall(row)} == {
        one.value for one in set(Verdict) - others
    }


def test_the_table_of_levels_is_the_one_that_is_held() -> None:
    table = section(PAGES["CONTRIBUTING.md"], "## Imports point down")
    rows = re.findall(r"^\| \d+ \| (.*?) \|", table, flags=re.MULTILINE)
    arena = [level for level in LEVELS if level[0].startswith("arena.")]

    assert [set(SPAN.findall(row)) for row in reversed(rows[:-1])] == [
        {package.removeprefix("arena.") for package in level} for level in arena
    ]
    assert SPAN.findall(rows[-1]) == [
        package for level in reversed(LEVELS) for package in level if package.startswith("referee")
    ]


def test_the_tree_shows_every_folder() -> None:
    (tree,) = (code for code in blocks(PAGES["CONTRIBUTING.md"], "text") if "arena/" in code)
    shown, above = set(), {0: ""}
    for space, name in re.findall(r"^( *)([\w/]+)/ ", f"{tree}".replace("/\n", "/ \n"), re.M):
        above[len(space) + 2] = f"{above[len(space)]}{name}/"
        shown.add(above[len(space) + 2])
    there = {
        f"{path.parent.relative_to(ROOT).as_posix()}/"
        for top in ("arena", "referee")
        for path in (ROOT / top).rglob("__init__.py")
    }

    assert there - shown == set()
    assert [one for one in shown if not (ROOT / one).is_dir()] == []


def test_every_decision_has_its_parts_and_a_number_of_its_own() -> None:
    parts = ("Context", "Decision", "Cost", "Instead of")
    bullets = "".join(rf"- \*\*{part}:\*\* \S[^\n]*\n" for part in parts)
    entry = r"^### (\d+) · \S[^\n]*\n\n\*(?:Accepted|Superseded|Open)[^\n]* \d{4}-\d\d-\d\d"
    text = PAGES["DECISIONS.md"]
    found = re.findall(rf"{entry}[^\n]*\*\n\n{bullets}", text, flags=re.MULTILINE)
    numbers = [int(number) for number in found]

    assert len(numbers) == len(re.findall(r"^### ", text, flags=re.MULTILINE))
    assert sorted(numbers) == sorted(set(range(1, max(numbers) + 1)) - {84})


def test_decisions_are_grouped_by_folder() -> None:
    groups = re.findall(r"^## (.*)$", PAGES["DECISIONS.md"], flags=re.MULTILINE)

    assert [group for group in groups if not (ROOT / group).is_dir()] == []
