"""Sentences that were replaced by plainer ones stay out of the tree."""

import ast
import re
from pathlib import Path

from tests.pages import name_of, pages
from tests.source_tree import ROOT

# What is searched beside the pages.
ALONE_NO_SENSE = {"What", "Who", "Whose", "Whoever", "Whether", "Them", "Likewise", "Something"}
PROGRAM = ("arena/**/*.py", "arena/**/*.js", "arena/**/*.j2", "referee/**/*.py", "tests/golden/*")

# A number stands for any number.
REPLACED = (
    "Stop a run however you like; the same command goes on.",
    "Luck is fought, not hidden.",
    "A bad bot costs itself.",
    "The same event twice is the same to the byte",
    "For a try, `make run` in a clone needs nothing else",
    "in which strangers' bots can hurt nobody",
    "ties bots to the arena that started them",
    "says what this machine has and what is lost without the rest",
    "go on until every place is certain (likelihood 99 %) or a tie within 52:48",
    "go on until it is clear which of these two gaps fits them",
    "workers at a time; a worker runs two bots",
    "lists everybody who ever entered, version by version",
    "A bot that returns in an earlier version brings its results along",
    "others are an error that names the difference",
    "done, but a bot was refused or benched",
    "Whoever runs an event could try secrets until the cards suit a friend",
    "deals not shown to be blind",
    "predictable deals: for tests only",
    "240 of 240 legs to play",
    "skipped / refused / benched",
    "interrupted; every finished leg is stored. To go on:",
    "Pairing saved 27 % of the matches",
    "Ranges and ± hold in 95 of 100 events.",
    "LOS: how likely a bot is better than the next one, given 20 matches for each rival.",
    "Rating (mu), and where it truly is in 95 of 100 events",
    "200 of 200 matches lie whole in this page, and their names lead to a replay.",
    "Name has",
    "A match can be replayed once both legs of its pair are over: until then its cards are still"
    " to be played.",
    "think: for each answer, by the referee's clock",
    "Bind an event to its deals before entries close.",
    "Publish the secret behind an event's deals, and end them.",
    "Ask a bot a question of a match again.",
    "Begin a bot: one that builds, passes `arena check`, and plays.",
    "Play these bots alone.",
    "Do not look new bots over first.",
    "The most pairs for these two.",
    "mend `command`",
    "port 8899 cannot be had",
    "What a run has done on the workers of a cluster, by functions that Dask calls there.",
    "Them, as entrants.",
    "Makes a user the owner of a folder and of all in it; nobody is no change.",
    "What only some people need is installed only when they ask for it.",
)


def replaced_in(text: str) -> list[str]:
    """The replaced sentences that a text has, across lines and joined strings."""
    text = _plain(text)
    return [one for one in REPLACED if re.search(rf"(?<!\w){re.escape(_plain(one))}", text)]


def _plain(text: str) -> str:
    joined = re.sub(r"\"\s*\n\s*f?\"", "", text)
    return re.sub(r"\d+", "0", re.sub(r"\s+", " ", joined))


def _searched() -> list[Path]:
    found = (path for pattern in PROGRAM for path in sorted(ROOT.glob(pattern)))
    return pages() + [path for path in found if path.is_file()]


def test_no_replaced_sentence_is_left() -> None:
    found = {name_of(path): replaced_in(path.read_text(encoding="utf-8")) for path in _searched()}

    assert {name: sentences for name, sentences in found.items() if sentences} == {}


def test_a_replaced_sentence_is_found_across_lines_and_with_other_numbers() -> None:
    assert replaced_in("a run: 12 of\n40 legs to play") == ["240 of 240 legs to play"]
    assert replaced_in('"Begin a bot: one that builds, "\n    "passes `arena check`, and plays."')
    assert replaced_in("A name has letters") == []


def test_no_docstring_begins_with_a_word_that_cannot_be_read_alone() -> None:
    begins = [
        f"{name_of(path)}: {text.splitlines()[0]}"
        for part in ("arena", "referee", "tests")
        for path in sorted(ROOT.glob(f"{part}/**/*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (text := ast.get_docstring(node))
        and (text.split()[0].strip(",.:") in ALONE_NO_SENSE or text.startswith("The same "))
    ]

    assert begins == []
