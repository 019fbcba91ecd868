"""The tree of errors at the head of `arena/errors.py` has every error that a person may meet."""

import ast
import re

from tests.source_tree import PYTHON, ROOT, tree_of

ROW = re.compile(r"^(?P<edges>[│├└─ ]*)(?P<names>\w+(?:, \w+)*)  ", re.MULTILINE)
STEP = 4  # columns from an error to those under it


def written() -> dict[str, str]:
    """The parent of every error in the written tree."""
    head = ast.get_docstring(tree_of(ROOT / "arena" / "errors.py"))
    assert head is not None
    parents: dict[str, str] = {}
    above: list[str] = []
    for row in ROW.finditer(head):
        depth = len(row["edges"]) // STEP
        names = row["names"].split(", ")
        for name in names:
            assert name not in parents, f"{name} is there twice"
            parents[name] = above[depth - 1] if depth else ""
        above[depth:] = [names[-1]]
    return parents


def defined() -> dict[str, str]:
    """The parent of every error of the arena in its code."""
    classes = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in PYTHON
        if path.is_relative_to(ROOT / "arena")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    }
    parents = {"ArenaError": ""}
    while True:
        more = {
            name: base
            for name, bases in classes.items()
            for base in bases
            if base in parents and name not in parents
        }
        if not more:
            return parents
        parents |= more


def test_the_tree_of_errors_is_the_one_of_the_code() -> None:
    assert written() == defined()
