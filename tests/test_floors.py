"""The architecture: imports point down, the rules are pure, files are small and named for a thing.

The levels are those of CONTRIBUTING.md. The sample bots stand outside and see the contract alone.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.source_tree import (
    BOTS,
    PYTHON,
    ROOT,
    SCRIPTS,
    WRITTEN,
    functions,
    imported_names,
    module_of,
    name_of,
    our_imports,
    sources,
    tree_of,
)

Imports = Mapping[str, Iterable[str]]

# From below. A module imports from its own package and from the levels below it.
LEVELS = (
    ("referee.rules",),
    ("referee.wire",),
    ("referee.server",),
    ("arena.cards", "arena.defaults", "arena.errors"),
    ("arena.rating", "arena.system"),
    ("arena.sandbox", "arena.tables"),
    ("arena.bots", "arena.rulebook", "arena.store"),
    ("arena.doctor", "arena.event"),
    ("arena.standings",),
    ("arena.schedule", "arena.stats", "arena.web"),
    ("arena.report", "arena.runner"),
    ("arena.check", "arena.cluster", "arena.live", "arena.play", "arena.remote", "arena.replay"),
    ("arena.tournament",),
    ("arena.cli",),
)
LEVEL_OF = {package: number for number, level in enumerate(LEVELS) for package in level}
# Packages beside the levels: what of ours they import. Nothing of ours imports them.
ASIDE = {"arena.envs": {"referee.rules"}, "referee.engine": {"referee.rules"}}
TO_COME = {"arena.envs", "referee.engine"}

MOST_LINES = 500
MOST_LINES_OF_A_FUNCTION = 25
MOST_PARAMETERS = 6
# Functions that are longer or take more, until somebody shortens them. None may be added.
LONGER = {
    "arena.sandbox.selftest.targets_for",
    "arena.standings.standings.standings",
    "referee.rules.round.Round.__init__",
    "referee.rules.scoring.offers_decision",
    "referee.server.stream.BotStream.__init__",
    "referee.wire.notices.write_match_over",
    "referee.wire.notices.write_question",
    "referee.wire.notices.write_round_over",
}
# A module under so many lines belongs beside its importer if it has but one. Commands aside.
FEW_LINES = 60
SMALL_FOR_A_REASON = {
    "arena.bots.proto_files": "a seam: the only module that knows where the contract's files lie",
    "arena.cards.__main__": "a program of its own",
    "arena.check.think_times": "a seam: a table that the kit fills and prints",
    "arena.cli.__main__": "a program of its own",
    "arena.live.__main__": "a program of its own",
    "arena.live.page": "a seam: the page as text, without its server",
    "arena.play.short_rules": "a table of rows: the rules in words",
    "referee.server.listening": "a seam to the operating system",
    "arena.system.process_pool": "a seam to the operating system",
    "arena.tournament.results": "a seam: the files of an event at its end",
}
VAGUE_NAMES = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}

# Nothing of this can tell the time, roll dice, log, or reach a file, a process or the network.
PURE = {
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "re",
    "tomllib",
    "types",
    "typing",
}
IMPURE_CALLS = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}
CONTRACT = {"google", "grpc", "koikoi"}
DASK = {"dask", "distributed", "tornado"}


# What they hold themselves is a docstring.
TOPS = {"arena", "referee"}


def package_of(module: str) -> str:
    """The package of a module on its level: `arena.event` of `arena.event.deals.audit`."""
    return ".".join(module.split(".")[:2])


def upward_imports(imports: Imports) -> Iterator[str]:
    """The imports that point up or sideways, each with both packages named."""
    for module, imported in imports.items():
        here = package_of(module)
        for name in sorted(imported):
            there = package_of(name)
            if name not in TOPS and here != there and not _may_import(here, there):
                yield f"{here} may not import {there}: {module} imports {name}"


def _may_import(here: str, there: str) -> bool:
    if here in ASIDE:
        return there in ASIDE[here]
    return LEVEL_OF.get(there, len(LEVELS)) < LEVEL_OF.get(here, -1)


def cycle(imports: Imports) -> list[str]:
    """Modules or packages that import each other in a circle, if there are any."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def between_packages(imports: Imports) -> Imports:
    """The packages that each package imports, other than itself."""
    packages: dict[str, set[str]] = defaultdict(set)
    for module, imported in imports.items():
        here = package_of(module)
        packages[here] |= {package_of(name) for name in imported} - {here, *TOPS}
    return packages


def foreign(paths: Iterable[Path], allowed: Iterable[str]) -> list[str]:
    """The imports of files whose first word is not among these."""
    words = {*allowed}
    return [
        f"{name_of(path)} imports {name}"
        for path in paths
        for name in imported_names(path)
        if name.split(".")[0] not in words
    ]


def test_no_import_points_up_or_sideways() -> None:
    assert list(upward_imports(our_imports())) == []


def test_no_modules_and_no_packages_import_each_other_in_a_circle() -> None:
    assert cycle(our_imports()) == []
    assert cycle(between_packages(our_imports())) == []


def test_every_package_has_a_level_and_every_level_its_packages() -> None:
    packages = {package_of(module) for module in our_imports()} - {"arena", "referee"}

    assert packages - {*ASIDE, *LEVEL_OF} == set()
    assert {*ASIDE, *LEVEL_OF} - packages <= TO_COME


@pytest.mark.parametrize(
    ("module", "imported", "said"),
    [
        pytest.param(
            *("arena.store.legs", "arena.cli.run"),
            "arena.store may not import arena.cli: arena.store.legs imports arena.cli.run",
            id="up",
        ),
        pytest.param(
            *("arena.play.match", "arena.check.kit"),
            "arena.play may not import arena.check: arena.play.match imports arena.check.kit",
            id="sideways",
        ),
        pytest.param(
            *("referee.rules.cards", "referee.wire.cards"),
            "referee.rules may not import referee.wire:"
            " referee.rules.cards imports referee.wire.cards",
            id="up in the referee",
        ),
        pytest.param(
            *("arena.cli.run", "arena.envs.gym"),
            "arena.cli may not import arena.envs: arena.cli.run imports arena.envs.gym",
            id="what stands aside",
        ),
        pytest.param(
            *("arena.envs.gym", "arena.errors"),
            "arena.envs may not import arena.errors: arena.envs.gym imports arena.errors",
            id="from aside",
        ),
        pytest.param(
            *("arena.cli.run", "arena.luck"),
            "arena.cli may not import arena.luck: arena.cli.run imports arena.luck",
            id="without a level",
        ),
    ],
)
def test_a_planted_import_is_named_with_both_packages(
    module: str, imported: str, said: str
) -> None:
    planted = our_imports() | {module: {imported, "referee.rules.cards"}}  # type: ignore[operator]

    assert said in list(upward_imports(planted))


def test_an_import_that_points_down_or_stays_is_fine() -> None:
    down = {
        "arena.cli.run": {"arena.tournament.plan", "arena.cli.options.run", "arena.errors"},
        "arena.envs.gym": {"referee.rules.round", "arena.envs.spaces"},
        "referee.server.service": {"referee.wire.record", "referee.rules.cards"},
    }

    assert list(upward_imports(down)) == []


def test_a_planted_circle_is_found() -> None:
    modules = {"arena.store.a": {"arena.store.b"}, "arena.store.b": {"arena.store.a"}}
    packages = {"arena.a.x": {"arena.b.x"}, "arena.b.y": {"arena.a.y"}}

    assert set(cycle(modules)) == {"arena.store.a", "arena.store.b"}
    assert cycle(packages) == []
    assert set(cycle(between_packages(packages))) == {"arena.a", "arena.b"}


def test_dask_is_known_to_the_package_on_clusters_alone() -> None:
    outside = [path for path in PYTHON if path.parent.name != "cluster"]

    assert [
        f"{name_of(path)} imports {name}"
        for path in outside
        for name in imported_names(path)
        if name.split(".")[0] in DASK
    ] == []


def test_the_rules_are_pure() -> None:
    rules = sources("referee/rules", ".py")
    impure = {
        name_of(path): sorted(names & IMPURE_CALLS)
        for path in rules
        for names in [{n.id for n in ast.walk(tree_of(path)) if isinstance(n, ast.Name)}]
        if names & IMPURE_CALLS
    }

    assert foreign(rules, {*PURE, "referee"}) == []
    assert impure == {}


def test_a_sample_bot_imports_the_contract_and_its_own_files_alone() -> None:
    for path in BOTS:
        own = {other.stem for other in path.parent.glob("*.py")}
        assert foreign([path], sys.stdlib_module_names | CONTRACT | own) == []


def test_what_is_sent_to_bots_imports_nothing_of_ours() -> None:
    """Bots have nothing else of ours; the bridge has the contract."""
    inside = sources("arena/sandbox/inside", ".py")

    assert len(inside) >= 4
    assert foreign(inside, sys.stdlib_module_names) == []
    assert foreign([ROOT / "arena/bots/bridge.py"], sys.stdlib_module_names | CONTRACT) == []


def test_a_script_imports_packages_and_its_own_folder_alone() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"""(?:from|import|require\()\s*["']([^"']+)["']""", text)

        assert named, name_of(path)
        assert [name for name in named if ".." in name or name.startswith("/")] == [], name_of(path)


def test_tests_and_benchmarks_are_not_part_of_the_product() -> None:
    not_ours = {"tests", "pytest", "hypothesis"}

    assert [
        f"{name_of(path)} imports {name}"
        for path in PYTHON + BOTS
        for name in imported_names(path)
        if name.split(".")[0] in not_ours
    ] == []


def test_no_file_is_too_long() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in WRITTEN}

    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_function_is_too_long_or_takes_too_much() -> None:
    over = {
        one.full_name: f"{one.lines} lines, {one.parameters} parameters"
        for one in functions()
        if not one.is_command
        and (one.lines > MOST_LINES_OF_A_FUNCTION or one.parameters > MOST_PARAMETERS)
    }

    assert {name: said for name, said in over.items() if name not in LONGER} == {}
    assert LONGER - set(over) == set(), "shorter now: take them off the list"


def test_a_small_module_has_more_than_one_importer_or_a_reason() -> None:
    importers: dict[str, set[str]] = defaultdict(set)
    for module, imported in our_imports().items():
        for name in imported:
            importers[name].add(module)
    small = {
        module_of(path)
        for path in PYTHON
        if path.name != "__init__.py"
        and len(path.read_text().splitlines()) < FEW_LINES
        and len(importers[module_of(path)]) <= 1
        and importers[module_of(path)] != {"arena.cli.app"}  # commands
    }

    assert small - set(SMALL_FOR_A_REASON) == set()
    assert set(SMALL_FOR_A_REASON) - small == set(), "no longer so small: take them off the list"


def test_no_file_has_a_name_that_says_nothing() -> None:
    files = WRITTEN + sources("tests", ".py")

    assert [name_of(path) for path in files if path.stem in VAGUE_NAMES] == []
    assert [name_of(path) for path in files if path.parent.name in VAGUE_NAMES] == []
