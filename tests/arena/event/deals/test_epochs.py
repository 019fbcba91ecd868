"""The life of an epoch: nothing it deals from can change, and nothing is dealt from two of them."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.event.deals.dealing import Dealing
from arena.event.deals.epochs import (
    BadBeacon,
    NoCommitment,
    NothingToReveal,
    OtherBeacon,
    begin,
    check_beacon,
    commit,
    dealing_of,
    notes_on,
    require_beacon,
    reveal,
)
from arena.event.deals.secret import SECRET_FILE, LostSecret, make_secret
from arena.event.deals.statement import statement_of, write_statement
from arena.store.store import Store
from arena.system.files import NotWritten
from referee.rules.shuffle import Item, commitment
from tests.stores import SEEN, SETTINGS, entry

A, B = Item("a", "sha256:a"), Item("b", "sha256:b")
ONE, OTHER = ("a", "sha256:a"), ("b", "sha256:b")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "arena.sqlite", SETTINGS) as store:
        store.enter([entry("a"), entry("b")], SEEN)
        yield store


@pytest.fixture
def seeded(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "seeded.sqlite", replace(SETTINGS, seed=7)) as store:
        store.enter([entry("a"), entry("b")], SEEN)
        yield store


def test_a_commitment_is_the_hash_of_title_and_secret(store: Store, tmp_path: Path) -> None:
    epoch = commit(store, tmp_path)

    secret = bytes.fromhex((tmp_path / SECRET_FILE).read_text())
    title = epoch.title.encode()
    opened = b"arena-deal-v1/commit\0" + len(title).to_bytes(2, "big") + title + secret
    assert epoch.commitment == sha256(opened).digest()
    assert commit(store, tmp_path) == epoch


def test_the_deals_begin_from_what_was_committed_to(store: Store, tmp_path: Path) -> None:
    committed = commit(store, tmp_path)

    begun = begin(store, tmp_path, [A, B], "4 8 15")

    assert begun == replace(committed, beacon="4 8 15", items=(A, B))


def test_what_has_begun_does_not_change(store: Store, tmp_path: Path) -> None:
    begun = begin(store, tmp_path, [A, replace(B, nonce="one")], None)

    assert begin(store, tmp_path, [A, replace(B, nonce="two")], None) == begun
    assert list(notes_on(begun, [A, replace(B, nonce="two")])) == [
        "b keeps the nonce with which it entered epoch 1: `one`, not `two`"
    ]


def test_a_bot_that_comes_later_moves_nobodys_cards(store: Store, tmp_path: Path) -> None:
    begin(store, tmp_path, [A, B], None)
    before = dealing_of(store, tmp_path, 1).key(ONE, OTHER)
    store.enter([entry("c")], SEEN)

    begin(store, tmp_path, [A, B, Item("c", "sha256:c")], None)

    dealing = dealing_of(store, tmp_path, 1)
    assert dealing.key(ONE, OTHER) == dealing.key(OTHER, ONE) == before
    assert dealing.key(ONE, ("c", "sha256:c")) != before


def test_nonces_and_the_beacon_change_the_deals() -> None:
    items = {ONE: A, OTHER: B}
    dealings = [
        Dealing(bytes(32), "t", items),
        Dealing(bytes(32), "t", items, "4 8 15"),
        Dealing(bytes(32), "t", items | {OTHER: replace(B, nonce="n")}),
    ]

    assert len({dealing.key(ONE, OTHER) for dealing in dealings}) == 3


def test_a_seed_deals_from_the_secret_that_the_manual_says(seeded: Store, tmp_path: Path) -> None:
    begun = begin(seeded, tmp_path, [A, B], None)

    assert begun.title == "seed-7"
    assert dealing_of(seeded, tmp_path, 1).secret == sha256(b"koikoi-arena/seed\x007").digest()
    assert not (tmp_path / SECRET_FILE).exists()


def test_a_revealed_secret_is_never_dealt_from_again(store: Store, tmp_path: Path) -> None:
    first = begin(store, tmp_path, [A, B], None)
    secret = dealing_of(store, tmp_path, 1).secret

    revealed = reveal(store, tmp_path)
    second = begin(store, tmp_path, [A, B], None)

    assert revealed == replace(first, secret=secret)
    assert not revealed.is_committed
    assert second.number == 2
    assert second.title != first.title
    assert dealing_of(store, tmp_path, 2).secret != secret
    assert dealing_of(store, tmp_path, 1).secret == secret
    assert any("new secret and no commitment" in note for note in notes_on(second, [A, B]))


def test_revealing_twice_says_the_same_and_so_does_it_after_a_crash(
    store: Store, tmp_path: Path
) -> None:
    begin(store, tmp_path, [A, B], None)
    kept = (tmp_path / SECRET_FILE).read_text()
    revealed = reveal(store, tmp_path)
    (tmp_path / SECRET_FILE).write_text(kept)  # as if it was killed in between

    assert reveal(store, tmp_path) == revealed
    assert not (tmp_path / SECRET_FILE).exists()


def test_a_commitment_opens_the_next_epoch_after_a_reveal(store: Store, tmp_path: Path) -> None:
    begin(store, tmp_path, [A, B], None)
    reveal(store, tmp_path)

    committed = commit(store, tmp_path)

    assert (committed.number, committed.is_committed) == (2, True)
    assert list(notes_on(begin(store, tmp_path, [A, B], None), [A, B])) == []


def test_a_commitment_that_comes_too_late_is_refused(store: Store, tmp_path: Path) -> None:
    begin(store, tmp_path, [A, B], None)

    with pytest.raises(NoCommitment, match="begun without a commitment") as refusal:
        commit(store, tmp_path)

    assert f"arena reveal {tmp_path.name} --results {tmp_path.parent}" in refusal.value.hint


def test_a_seed_has_no_commitment_and_nothing_to_reveal(seeded: Store, tmp_path: Path) -> None:
    with pytest.raises(NoCommitment, match="--seed 7"):
        commit(seeded, tmp_path)
    with pytest.raises(NothingToReveal, match="--seed 7"):
        reveal(seeded, tmp_path)


def test_there_is_nothing_to_reveal_before_there_is_a_secret(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NothingToReveal, match="nothing was dealt"):
        reveal(store, tmp_path)


@pytest.mark.parametrize(
    ("first", "later", "complaint"),
    [
        ("4 8 15", "4 8 16", "--beacon `4 8 15`, not --beacon `4 8 16`"),
        (None, "4 8 15", "no --beacon, not --beacon `4 8 15`"),
    ],
)
def test_another_beacon_is_an_error_that_names_both(
    store: Store, tmp_path: Path, first: str | None, later: str, complaint: str
) -> None:
    require_beacon(store, later)
    begin(store, tmp_path, [A, B], first)

    with pytest.raises(OtherBeacon, match=complaint):
        require_beacon(store, later)


def test_the_same_beacon_or_none_goes_on_and_a_new_epoch_may_have_another(
    store: Store, tmp_path: Path
) -> None:
    begin(store, tmp_path, [A, B], "4 8 15")
    require_beacon(store, "4 8 15")
    require_beacon(store, None)
    assert begin(store, tmp_path, [A, B], None).beacon == "4 8 15"

    reveal(store, tmp_path)

    require_beacon(store, "16 23 42")
    assert begin(store, tmp_path, [A, B], "16 23 42").beacon == "16 23 42"


@pytest.mark.parametrize("text", ["", " x", "x ", "ü", "a\nb", "x" * 201])
def test_a_beacon_that_people_could_not_copy_is_refused(text: str) -> None:
    with pytest.raises(BadBeacon, match="printable ASCII"):
        check_beacon(text)


@pytest.mark.parametrize("text", ["x", "x y", "drand 4711: 0af3", "x" * 200, None])
def test_a_plain_beacon_is_taken(text: str | None) -> None:
    check_beacon(text)


def test_another_secret_in_the_file_is_noticed_before_anything_is_dealt(
    store: Store, tmp_path: Path
) -> None:
    begin(store, tmp_path, [A, B], None)
    (tmp_path / SECRET_FILE).unlink()
    make_secret(tmp_path)

    with pytest.raises(LostSecret, match="not the one that deals epoch 1"):
        dealing_of(store, tmp_path, 1)


def test_a_secret_whose_epoch_was_not_stored_is_used_and_not_replaced(
    store: Store, tmp_path: Path
) -> None:
    left = make_secret(tmp_path)

    epoch = commit(store, tmp_path)

    assert (tmp_path / SECRET_FILE).read_text() == left.hex()
    assert epoch.commitment == commitment(left, epoch.title)


def test_a_revealed_secret_that_was_not_removed_deals_nothing_again(
    store: Store, tmp_path: Path
) -> None:
    commit(store, tmp_path)
    secret = (tmp_path / SECRET_FILE).read_text()
    reveal(store, tmp_path)
    (tmp_path / SECRET_FILE).write_text(secret)

    commit(store, tmp_path)

    assert (tmp_path / SECRET_FILE).read_text() != secret


def test_a_secret_is_never_replaced(tmp_path: Path) -> None:
    make_secret(tmp_path)
    kept = (tmp_path / SECRET_FILE).read_text()

    with pytest.raises(NotWritten):
        make_secret(tmp_path)

    assert (tmp_path / SECRET_FILE).read_text() == kept


def test_a_published_epoch_that_the_store_lost_stops_the_event(
    store: Store, tmp_path: Path
) -> None:
    commit(store, tmp_path)
    write_statement(tmp_path, statement_of(store))
    with (
        Store.create(tmp_path / "older.sqlite", SETTINGS) as older,
        pytest.raises(LostSecret, match=r"deals\.json has epochs"),
    ):
        begin(older, tmp_path, [A, B], None)


def test_a_commitment_is_in_the_store_without_its_log(store: Store, tmp_path: Path) -> None:
    epoch = commit(store, tmp_path)

    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((tmp_path / "arena.sqlite").read_bytes())
    with Store.open(copy, read_only=True) as found:
        assert found.epochs() == (epoch,)
