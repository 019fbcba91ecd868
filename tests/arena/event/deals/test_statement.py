"""Tests that a published statement of the deals is read back equal, and that others are refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.event.deals.statement import (
    BadStatement,
    Played,
    Statement,
    read_statement,
    statement_of,
    write_statement,
)
from arena.store.epochs import Epoch
from referee.rules.ruleset import NINTENDO
from referee.rules.shuffle import Item, seeded_secret
from tests.stores import SETTINGS, new_store

STATEMENT = Statement(
    event="spring",
    ruleset="lemme",
    max_faults=5,
    seed=None,
    epochs=(
        Epoch(
            number=1,
            title="t1",
            commitment=b"c" * 32,
            is_committed=True,
            beacon="4 8 15",
            secret=b"s" * 32,
            items=(Item("a", "sha256:a", "n"), Item("b", "sha256:b")),
        ),
        Epoch(number=2, title="t2", commitment=b"d" * 32),
    ),
    played=(Played(1, ("a", "sha256:a"), ("b", "sha256:b"), 12),),
    revealed=frozenset({1}),
)


def test_a_statement_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read_statement(write_statement(tmp_path, STATEMENT)) == STATEMENT


def test_house_rules_are_told_in_full(tmp_path: Path) -> None:
    rules = replace(NINTENDO, name="mine", months=6)
    with new_store(tmp_path, settings=replace(SETTINGS, ruleset=rules)) as store:
        said = statement_of(store)

    assert isinstance(said.ruleset, dict)
    assert read_statement(write_statement(tmp_path, said)) == said


def test_a_seed_is_no_secret(tmp_path: Path) -> None:
    with new_store(tmp_path, settings=replace(SETTINGS, seed=7)) as store:
        said = statement_of(store)

    assert (said.seed, said.epochs[0].secret) == (7, seeded_secret(7))


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data.update(format="x"), '"koikoi-deals", "version": 1` is needed'),
        (lambda data: data.pop("epochs"), "`epochs` is missing"),
        (lambda data: data.update(more=1), 'there is no key "more"'),
        (lambda data: data["epochs"].reverse(), r"epochs\[0\]\.epoch: 1 is needed"),
        (lambda data: data["epochs"][0].update(secret="ab"), r"secret: 64 hexadecimal digits"),
        (lambda data: data["epochs"][1].update(commitment="x" * 64), "64 hexadecimal digits"),
        (lambda data: data["epochs"][0].update(committed=1), "committed: true or false"),
        (lambda data: data["epochs"][0].update(title="x" * 70_000), "at most 65535 bytes"),
        (lambda data: data["epochs"][0]["items"][1].pop("nonce"), r"items\[1\]: `nonce` is mis"),
        (lambda data: data["epochs"][0]["items"][1].update(nonce=7), r"nonce: a text is needed"),
        (lambda data: data.update(ruleset="lemmy"), "did you mean|lemmy"),
    ],
)
def test_what_is_no_statement_is_refused_by_its_place(
    tmp_path: Path, change: Change, complaint: str
) -> None:
    path = write_statement(tmp_path, STATEMENT)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))

    with pytest.raises(BadStatement, match=rf"deals\.json: .*{complaint}"):
        read_statement(path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(b"\xff", "not UTF-8"), (b"{", "not JSON"), (None, "No such file")],
)
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, content: bytes | None, complaint: str
) -> None:
    path = tmp_path / "deals.json"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BadStatement, match=rf"deals\.json.*{complaint}"):
        read_statement(path)
