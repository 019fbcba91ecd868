"""Tests of stored deals: epochs, the source of a pair's deals, and events older than epochs."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from arena.store import connection as connections
from arena.store.connection import BadLeg, NoStore
from arena.store.epochs import Epoch
from arena.store.legs import packed_decks, packed_rounds
from arena.store.settings import write_settings
from arena.store.store import Store
from referee.rules.shuffle import Item
from referee.wire.record_json import read_record, write_record
from tests.records import random_pairs
from tests.stores import SETTINGS, new_store


def test_what_is_known_of_an_epoch_grows_and_never_changes(tmp_path: Path) -> None:
    with new_store(tmp_path, "ab") as store:
        second = Epoch(number=2, title="u", commitment=b"c" * 32, is_committed=True)
        store.keep_epoch(second)
        known = replace(second, beacon="b", secret=b"s" * 32, items=(Item("a", "sha256:a", "n"),))
        store.keep_epoch(known)

        other = replace(known, commitment=b"d" * 32, beacon="x", secret=b"t" * 32)
        store.keep_epoch(replace(other, items=(Item("a", "sha256:a", "m"), Item("b", "sha256:b"))))

        items = (Item("a", "sha256:a", "n"), Item("b", "sha256:b"))
        assert store.epochs()[1:] == (replace(known, items=items),)


def test_a_title_is_never_used_twice(tmp_path: Path) -> None:
    with new_store(tmp_path) as store, pytest.raises(sqlite3.IntegrityError, match=r"epoch\.title"):
        store.keep_epoch(Epoch(number=2, title="t"))


def test_a_leg_knows_its_epoch_and_so_does_its_record(tmp_path: Path) -> None:
    first, second, *others = random_pairs("a", "b", 2)
    with new_store(tmp_path) as store:
        store.keep_epoch(Epoch(number=2, title="u"))
        store.add([first, second, *(replace(one, epoch=2) for one in others)])

        assert [leg.epoch for leg in store.legs()] == [1, 1, 2, 2]
        second = store.finished("a", "sha256:a", "b", "sha256:b", range(2, 3))
        assert second == {(2, 1): 2, (2, 2): 2}
        lines = [write_record(record) for record in store.records()]

    assert ["epoch" in json.loads(line) for line in lines] == [False, False, True, True]
    assert [read_record(line).epoch for line in lines] == [1, 1, 2, 2]


@pytest.mark.parametrize("epoch", [2, 3])
def test_a_leg_of_another_epoch_than_its_pair_or_of_none_is_refused(
    tmp_path: Path, epoch: int
) -> None:
    first, second, *_ = random_pairs("a", "b", 1)
    with new_store(tmp_path) as store:
        store.keep_epoch(Epoch(number=2, title="u"))
        store.add([first])

        with pytest.raises(BadLeg, match=rf"`a~b\.1\.2`: it is of epoch {epoch}, .*other.* of 1"):
            store.add([replace(second, epoch=epoch)])
        with pytest.raises(BadLeg, match=r"`a~b\.1\.1`"):
            store.add([replace(first, epoch=3, match="a~b.1.1")])


def old_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event as it was stored before there were epochs, with one leg."""
    (leg, *_) = random_pairs("a", "b", 1)
    with monkeypatch.context() as patch:
        patch.setattr(connections, "MIGRATIONS", connections.MIGRATIONS[:1])
        with connections.making(path) as connection:
            write_settings(connection, SETTINGS)
            connection.execute("INSERT INTO setting VALUES ('deal', '\"old\"')")
            for name, nonce in (("a", "n"), ("b", "")):
                connection.execute(
                    "INSERT INTO entrant (name, version, nonce, label, language, author,"
                    " description, first_seen, is_current) VALUES (?, ?, ?, '', '', '', '', '', 1)",
                    (name, f"sha256:{name}", nonce),
                )
            connection.execute("INSERT INTO pair VALUES (1, 1, 2, 1, ?)", (packed_decks(leg),))
            connection.execute(
                "INSERT INTO leg VALUES (1, 1, ?, ?, 12, NULL, 'normal', NULL, '', NULL)",
                leg.result.points,
            )
            connection.execute("INSERT INTO play VALUES (1, 1, ?)", (packed_rounds(leg),))


def test_an_event_from_before_epochs_goes_on_with_its_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.sqlite"
    old_store(path, monkeypatch)
    with pytest.raises(NoStore, match="an earlier arena"), Store.open(path, read_only=True):
        pass

    with Store.open(path) as store:
        pass

    with Store.open(path, read_only=True) as store:
        items = (Item("a", "sha256:a", "n"), Item("b", "sha256:b"))
        assert store.epochs() == (Epoch(number=1, title="old", items=items),)
        assert store.settings == SETTINGS
        assert [(str(leg.name), leg.epoch) for leg in store.legs()] == [("a~b.1.1", 1)]
        assert store.connection.execute("PRAGMA foreign_key_check").fetchall() == []
