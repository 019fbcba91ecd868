"""Names of modules, classes and functions: one word for one thing, none that was given up."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.source_tree import PYTHON, ROOT, defined_names, imported_names, name_of, tree_of

# What no name has in it: the glossary and the standard terms have other words for these things.
GIVEN_UP = {
    *("armour", "bulletin", "crew", "errand", "errands", "guest", "habits", "hall", "ladder"),
    *("luggage", "mercy", "outpost", "papers", "reception", "roll", "rung", "settling", "spared"),
    *("sparing", "turnout", "venue", "wish", "witness", "workshop"),
}
# What no class and no function is called.
NOT_ALONE = {
    *("Field", "Gone", "Offer", "Order", "Outline", "Place", "Say", "Settled", "Waiting"),
    *("ask_again", "look_over", "meant_match"),
}
# What no module is called.
NOT_A_MODULE = {
    *("adding", "anchors", "announcing", "asking_again", "beside", "box_ends", "boxes", "bots"),
    *("card_cells", "card_words", "choices", "choosing", "chosen", "chunks", "company"),
    *("connecting", "cores", "dealt_again", "designs", "detection", "entrants", "event_argument"),
    *("event_file", "exports", "failures", "field", "figures", "first_steps", "folding"),
    *("forecast", "handing_over", "identity", "inert", "invitations", "leaving", "limited"),
    *("live_ranking", "locks", "logs", "match_list", "match_names", "member_place", "neighbours"),
    *("neighbourly", "news", "not_empty", "opening", "orphans", "own_bot", "packing", "palette"),
    *("pictures", "places", "private_folders", "probe_targets", "redealing", "regular_files"),
    *("relay", "rigged", "rivals", "room", "run_queue", "scorecard", "services", "sheet"),
    *("sittings", "spreading", "stages", "starts", "stepping", "stopping", "targets", "testimony"),
    *("toml_lines", "traps", "truncation", "venues", "waiting", "whole_files", "yaku_words"),
}
COMMANDS = ROOT / "arena" / "cli"  # whose modules are called as the commands are


def words_of(name: str) -> set[str]:
    """The words that a name is made of."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def given_up(module: str, names: Iterable[str]) -> Iterator[str]:
    """The names of a module that have a word which was given up, and the module's own."""
    if words_of(module) & GIVEN_UP or module in NOT_A_MODULE:
        yield f"the module {module}"
    yield from (name for name in names if words_of(name) & GIVEN_UP or name in NOT_ALONE)


def _module(path: Path) -> str:
    return "" if path.parent == COMMANDS else path.stem


def test_no_name_has_a_word_that_was_given_up() -> None:
    found = {name_of(path): [*given_up(_module(path), defined_names(path))] for path in PYTHON}

    assert {name: words for name, words in found.items() if words} == {}


def test_a_planted_word_is_found() -> None:
    planted = ["Luggage", "RemoteHall", "_mercy_of", "ask_again", "Hallway", "Placement", "rolled"]

    assert [*given_up("errands", planted)] == ["the module errands", *planted[:4]]


def test_a_package_is_a_docstring_and_nothing_else() -> None:
    """The arena's own sets an environment variable too, which has to be there before gRPC is."""
    for path in PYTHON:
        if path.name == "__init__.py":
            assert ast.get_docstring(tree_of(path)), name_of(path)
            rest = [ast.unparse(node) for node in tree_of(path).body[1:]]
            is_arena = path.parent == ROOT / "arena"
            assert rest == [] or (is_arena and set(imported_names(path)) == {"os"}), name_of(path)
            assert len(rest) <= 2, name_of(path)


def test_the_tree_of_the_arena_shows_its_packages_and_modules_in_one_row_each() -> None:
    text = ast.get_docstring(tree_of(ROOT / "arena" / "__init__.py"))
    assert text is not None
    shown: list[str] = []
    package = ""
    for space, name in re.findall(r"^( *)([\w.]+(?:/|\.py)) ", text, flags=re.MULTILINE):
        package = package if space else name
        shown.append(package + name if space else name)
    folder = ROOT / "arena"
    packages = [f"{path.parent.relative_to(folder)}/" for path in folder.rglob("*/__init__.py")]
    modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]

    assert sorted(shown) == sorted((*packages, *modules))
