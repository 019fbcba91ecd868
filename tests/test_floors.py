"""The architecture: imports point down, the rules are pure, files are small and named for a thing.

The floors, from below: referee.rules, referee.wire, referee.server, arena, arena.cli. The sample
bots stand outside and see the contract alone.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("referee.rules", "referee.wire", "referee.server", "arena", "arena.cli")
MOST_LINES = 300
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


def sources(folder: str, *endings: str) -> list[Path]:
    """The written files of a folder: what is built or installed there is left out."""
    found = (path for ending in endings for path in (ROOT / folder).rglob(f"*{ending}"))
    built = {"node_modules", "dist", "build", ".venv", "__pycache__"}
    return sorted(path for path in found if not built & set(path.relative_to(ROOT).parts))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


PYTHON = sources("referee", ".py") + sources("arena", ".py")
RULES = sources("referee/rules", ".py")
BOTS = sources("sample_bots", ".py")
SCRIPTS = sources("sample_bots", ".ts", ".js")
WRITTEN = PYTHON + BOTS + SCRIPTS


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=name_of)


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, wherever in the file; what comes from one is named with it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name_of(path)} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floor(module: str) -> int:
    """The highest floor a module is part of; -1 for whatever is not ours."""
    inside = [i for i, name in enumerate(FLOORS) if f"{module}.".startswith(f"{name}.")]
    return max(inside, default=-1)


@each(PYTHON)
def test_a_module_imports_nothing_above_its_floor(path: Path) -> None:
    here = floor(".".join(path.relative_to(ROOT).with_suffix("").parts))

    assert [name for name in imports(path) if floor(name) > here] == []


def test_a_module_of_every_floor_was_looked_at() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in PYTHON]

    assert set(range(len(FLOORS))) <= {floor(module) for module in modules}
    assert floor("arena.cli.app") == 4
    assert floor("referee.rules_of_thumb") == -1


def test_dask_is_known_to_the_package_on_clusters_alone() -> None:
    dask = {"dask", "distributed", "tornado"}
    outside = [path for path in PYTHON if path.parent.name != "cluster"]

    assert [
        name_of(path)
        for path in outside
        if any(name.split(".")[0] in dask for name in imports(path))
    ] == []


@each(RULES)
def test_the_rules_are_pure(path: Path) -> None:
    modules = [name for name in imports(path) if not name.startswith("referee.rules.")]
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = {node.id for node in tree if isinstance(node, ast.Name)}

    assert [name for name in modules if name.split(".")[0] not in PURE] == []
    assert names & IMPURE_CALLS == set()


@each(BOTS)
def test_a_sample_bot_imports_the_contract_and_its_own_files_alone(path: Path) -> None:
    own = {other.stem for other in path.parent.glob("*.py")}
    allowed = sys.stdlib_module_names | CONTRACT | own

    assert [name for name in imports(path) if name.split(".")[0] not in allowed] == []


def test_the_bridge_sees_the_contract_alone() -> None:
    """It is given to bots, who have nothing else of ours."""
    allowed = sys.stdlib_module_names | CONTRACT

    assert [
        n for n in imports(ROOT / "arena/bots/bridge.py") if n.split(".")[0] not in allowed
    ] == []


@each(SCRIPTS)
def test_a_script_imports_packages_and_its_own_folder_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"""(?:from|import|require\()\s*["']([^"']+)["']""", text)

    assert named
    assert [name for name in named if ".." in name or name.startswith("/")] == []


def test_tests_and_benchmarks_are_not_part_of_the_product() -> None:
    assert [
        name_of(path)
        for path in PYTHON + BOTS
        if any(name.split(".")[0] in {"tests", "pytest", "hypothesis"} for name in imports(path))
    ] == []


@each(WRITTEN)
def test_a_file_is_at_most_300_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_no_file_has_a_name_that_says_nothing() -> None:
    files = WRITTEN + sources("tests", ".py")

    assert [name_of(path) for path in files if path.stem in VAGUE_NAMES] == []
    assert [name_of(path) for path in files if path.parent.name in VAGUE_NAMES] == []
