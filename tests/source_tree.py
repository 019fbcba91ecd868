"""The project's own sources, parsed once, for tests that ask something of all of them."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


def sources(folder: str, *endings: str) -> list[Path]:
    """The written files of a folder: what is built or installed there is left out."""
    found = (path for ending in endings for path in (ROOT / folder).rglob(f"*{ending}"))
    built = {"node_modules", "dist", "build", "target", ".venv", "__pycache__"}
    return sorted(path for path in found if not built & set(path.relative_to(ROOT).parts))


def name_of(path: Path) -> str:
    """A file as people name it."""
    return str(path.relative_to(ROOT))


PYTHON = sources("referee", ".py") + sources("arena", ".py")
BOTS = sources("sample_bots", ".py")
SCRIPTS = sources("sample_bots", ".ts", ".js")
WRITTEN = PYTHON + BOTS + SCRIPTS


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path: Path) -> str:
    """The dotted name of a module; a package's `__init__.py` has the package's."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imported_names(path: Path) -> tuple[str, ...]:
    """Everything that a file imports, wherever in the file; a name with its module before it."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name_of(path)} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def our_imports() -> Mapping[str, frozenset[str]]:
    """The modules of ours that each module of ours imports."""
    paths = {module_of(path): path for path in PYTHON}
    return {
        module: frozenset(_modules(imported_names(path), frozenset(paths))) - {module}
        for module, path in paths.items()
    }


def _modules(names: tuple[str, ...], modules: frozenset[str]) -> Iterator[str]:
    for name in names:
        if name in modules:
            yield name
        elif (module := name.rpartition(".")[0]) in modules:
            yield module
        elif name.partition(".")[0] in {"arena", "referee"}:
            yield name  # generated, or not there at all


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method: where it is, how long without its docstring, what it takes."""

    module: str
    name: str
    lines: int
    parameters: int
    is_command: bool

    @property
    def full_name(self) -> str:
        """Its name with its module's and its class's."""
        return f"{self.module}.{self.name}"


def functions() -> Iterator[Function]:
    """Every function of ours, those inside others too."""
    for path in PYTHON:
        yield from _functions(module_of(path), "", tree_of(path))


def _functions(module: str, inside: str, node: ast.AST) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        name = f"{inside}{getattr(child, 'name', '')}"
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(
                module, name, _lines(child), _parameters(child), _is_command(module, name)
            )
            yield from _functions(module, f"{name}.", child)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(module, f"{name}.", child)
        else:
            yield from _functions(module, inside, child)


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1 - _docstring_lines(node)


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    if ast.get_docstring(node, clean=False) is None:
        return 0
    text = node.body[0]
    assert text.end_lineno is not None
    return text.end_lineno - text.lineno + 1


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    taken = node.args
    named = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs]
    rest = [one for one in (taken.vararg, taken.kwarg) if one is not None]
    return len([one for one in named if one.arg not in {"self", "cls"}]) + len(rest)


def _is_command(module: str, name: str) -> bool:
    """Return whether it is what Typer calls: its parameters are the flags of a command."""
    package, _, file = module.rpartition(".")
    return package == "arena.cli" and name in {file, f"{file}_"}


def defined_names(path: Path) -> Iterator[str]:
    """The names of the classes and functions that a file defines."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
