"""The deals of a match that was played come back where what they follow from is at hand."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.event.deals.dealing import Dealing, dealing
from arena.event.deals.evidence import NoEvidence
from arena.event.deals.secret import SECRET_FILE, LostSecret
from arena.replay.ask import deals_again
from arena.store.epochs import Epoch
from arena.store.legs import MatchName
from arena.store.store import Store
from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord
from referee.rules.shuffle import Deals, Item
from tests.records import named, random_match
from tests.stores import SEEN, SETTINGS, entry

SECRET = bytes(range(32))
BOTS = ("a", "sha256:a"), ("b", "sha256:b")
EPOCH = Epoch(number=1, title="t", items=tuple(Item(*bot) for bot in BOTS))


def played(folder: Path, epoch: Epoch, by: Dealing) -> tuple[MatchRecord, Deals]:
    """A match that was dealt so, in an event with this epoch."""
    deals = by.deals(*BOTS, MatchName("a", "b", 3, 1), is_paired=True)
    record = named(random_match(deals, Random(1)), "a~b.3.1")
    with Store.create(folder / "arena.sqlite", SETTINGS) as store:
        store.enter(map(entry, "ab"), SEEN)
        store.keep_epoch(epoch)
        store.add([record])
    return record, deals


def test_a_revealed_secret_deals_again(tmp_path: Path) -> None:
    record, deals = played(tmp_path, replace(EPOCH, secret=SECRET), dealing(EPOCH, SECRET))

    assert deals_again(tmp_path, record) == deals


def test_so_does_one_that_lies_in_its_file_and_none_else(tmp_path: Path) -> None:
    record, deals = played(tmp_path, EPOCH, dealing(EPOCH, SECRET))
    with pytest.raises(LostSecret):
        deals_again(tmp_path, record)
    (tmp_path / SECRET_FILE).write_text(SECRET.hex(), encoding="ascii")

    assert deals_again(tmp_path, record) == deals


def test_a_match_that_was_dealt_otherwise_has_no_deals_from_here(tmp_path: Path) -> None:
    other = dealing(EPOCH, SECRET[::-1])
    record, _ = played(tmp_path, replace(EPOCH, secret=SECRET), other)

    with pytest.raises(BadRecord):
        deals_again(tmp_path, record)
    with pytest.raises(BadRecord, match="epoch 2"):
        deals_again(tmp_path, replace(record, epoch=2))


def test_a_file_of_records_tells_no_deals(tmp_path: Path) -> None:
    record, _ = played(tmp_path, EPOCH, dealing(EPOCH, SECRET))

    with pytest.raises(NoEvidence):
        deals_again(tmp_path / "out.jsonl", record)
