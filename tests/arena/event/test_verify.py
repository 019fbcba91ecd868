"""Whatever is changed in a record is found, and the match is named."""

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.event.deals.dealing import Dealing
from arena.event.jsonl import exported_lines
from arena.event.verify import Verification, disagreements, verify
from arena.store.store import Store
from arena.system.files import write_whole
from referee.rules.seats import NORTH
from referee.rules.shuffle import Item, seeded_secret
from referee.rules.verdicts import Verdict
from referee.wire.record_json import write_record
from tests.records import forfeited, named, random_pairs
from tests.stores import SEEN, SETTINGS, entry, new_store, tournament

SEEDED = replace(SETTINGS, seed=7)


def dealt_by_the_seed(a: str = "a", b: str = "b", pairs: int = 2, version: str | None = None):
    """Records of the deals of `--seed 7`."""
    one, other = ((name, version or f"sha256:{name}") for name in (a, b))
    items = {bot: Item(*bot) for bot in (one, other)}
    dealing = Dealing(seeded_secret(7), "seed-7", items)
    return list(random_pairs(a, b, pairs, key=dealing.key(one, other)))


def changed(folder: Path, sql: str, *values: object) -> Verification:
    """Return what is found in a seeded event after somebody has been at its file."""
    with new_store(folder, settings=SEEDED) as store:
        store.add(dealt_by_the_seed())
        store.connection.execute(sql, values)
    return verify(folder)


def test_an_untouched_event_has_nothing_wrong(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc", SEEDED) as store:
        for a, b in ("ab", "ac", "bc"):
            store.add(dealt_by_the_seed(a, b))

    assert verify(tmp_path) == Verification(12, ())


def test_cards_from_a_secret_are_dealt_again_where_it_is_at_hand(tmp_path: Path) -> None:
    with new_store(tmp_path, "abc") as store:
        store.add(tournament("abc", pairs=1))
    assert verify(tmp_path) == Verification(6, (), undealt=6)

    (tmp_path / "secret").write_text("ab" * 32)

    found = verify(tmp_path)
    assert (found.undealt, len(found.wrong)) == (0, 6)


def test_legs_of_former_versions_are_checked_by_their_own_deals(tmp_path: Path) -> None:
    with new_store(tmp_path, settings=SEEDED) as store:
        store.add(dealt_by_the_seed())
        store.enter([entry("a", "2")], SEEN)

    assert verify(tmp_path) == Verification(4, ())


def test_forfeited_legs_are_played_again_as_far_as_they_went(tmp_path: Path) -> None:
    with new_store(tmp_path, settings=SEEDED) as store:
        one, two, three, _ = dealt_by_the_seed()
        store.add([one, forfeited(two, by=NORTH, finished=3, actions=6)])
        store.add([forfeited(three, by=NORTH, finished=0, verdict=Verdict.FAILED_TO_START)])

    assert verify(tmp_path).wrong == ()


@pytest.mark.parametrize(
    ("sql", "matches", "complaint"),
    [
        pytest.param(
            "UPDATE leg SET north_points = north_points + 1 WHERE leg = 2 AND pair_id = 1",
            ["a~b.1.2"],
            "match, points: the rules give (",
            id="points",
        ),
        pytest.param(
            "UPDATE leg SET winner = CASE winner WHEN 'north' THEN 'south' ELSE 'north' END"
            " WHERE leg = 1 AND pair_id = 2",
            ["a~b.2.1"],
            "match, winner: the rules give",
            id="winner",
        ),
        pytest.param(
            "UPDATE leg SET months = 11 WHERE leg = 1 AND pair_id = 2",
            ["a~b.2.1"],
            "12 rounds finished, the store says 11",
            id="months",
        ),
        pytest.param(
            "UPDATE play SET rounds = x'1234' WHERE leg = 1 AND pair_id = 1",
            ["a~b.1.1"],
            "rounds: the stored bytes cannot be read",
            id="bytes",
        ),
        pytest.param(
            "UPDATE pair SET decks = substr(decks, 49) WHERE number = 1",
            ["a~b.1.1", "a~b.1.2"],
            "rounds[11].deck: no deck is stored for it",
            id="a deck is gone",
        ),
        pytest.param(
            "UPDATE pair SET decks = substr(decks, 1, 480) WHERE number = 1",
            ["a~b.1.1", "a~b.1.2"],
            "no deck is stored for it",
            id="the last decks are gone",
        ),
    ],
)
def test_a_change_in_the_store_is_found(
    tmp_path: Path, sql: str, matches: list[str], complaint: str
) -> None:
    found = changed(tmp_path, sql)

    assert [one.match for one in found.wrong] == matches
    assert all(complaint in (one.disagreement or "") for one in found.wrong)


def swapped(decks: bytes, one: int, other: int) -> bytes:
    cards = bytearray(decks)
    cards[one], cards[other] = cards[other], cards[one]
    return bytes(cards)


@pytest.mark.parametrize("card", [0, 10, 20, 30, 47])
def test_a_changed_card_is_found_even_if_nobody_ever_saw_it(tmp_path: Path, card: int) -> None:
    (first, *_) = dealt_by_the_seed()
    decks = b"".join(deck for one in first.rounds for deck in (*one.void_decks, one.deck))

    found = changed(
        tmp_path, "UPDATE pair SET decks = ? WHERE number = 1", swapped(decks, card, 46)
    )

    assert [one.match for one in found.wrong] == ["a~b.1.1", "a~b.1.2"]
    assert "round 1, deck 1, card " in (found.wrong[0].disagreement or "")


@pytest.mark.parametrize("card", [255, 3])
def test_a_card_that_is_no_card_or_is_there_twice_is_found(tmp_path: Path, card: int) -> None:
    (first, *_) = dealt_by_the_seed()
    decks = (
        bytes([card, card])
        + b"".join(deck for one in first.rounds for deck in (*one.void_decks, one.deck))[2:]
    )

    found = changed(tmp_path, "UPDATE pair SET decks = ? WHERE number = 1", decks)

    assert len(found.wrong) == 2
    assert (found.wrong[0].disagreement or "").startswith("deck 1 of the pair: a deck is each")


Change = Callable[[list[Any]], object]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        pytest.param(
            lambda rounds: rounds[4]["actions"].pop(0), r"^round 5, action ", id="deleted"
        ),
        pytest.param(
            lambda rounds: rounds[4]["actions"].pop(), r"^round 5, .*result: the", id="last"
        ),
        pytest.param(lambda rounds: rounds.pop(), r"^match, points: the rules give", id="round"),
        pytest.param(
            lambda rounds: rounds[2]["result"].update(points=50),
            r"^round 3, .*result: the",
            id="points",
        ),
        pytest.param(
            lambda rounds: rounds[2].update(actions=["play 13L"]),
            r"^rounds\[2\]\.actions\[0\]: ",
            id="text",
        ),
        pytest.param(
            lambda rounds: rounds[0]["actions"].reverse(), r"^round 1, action ", id="another order"
        ),
    ],
)
def test_a_change_in_what_was_played_is_found(
    tmp_path: Path, change: Change, complaint: str
) -> None:
    with new_store(tmp_path, settings=SEEDED) as store:
        store.add(dealt_by_the_seed())
        _change_play(store, change)

    found = verify(tmp_path)

    assert [one.match for one in found.wrong] == ["a~b.1.2"]
    assert re.search(complaint, found.wrong[0].disagreement or "")


def _change_play(store: Store, change: Change) -> None:
    where = "WHERE leg = 2 AND pair_id = (SELECT pair_id FROM pair WHERE number = 1)"
    (packed,) = store.connection.execute(f"SELECT rounds FROM play {where}").fetchone()
    rounds = json.loads(zlib.decompress(packed))
    change(rounds)
    packed = zlib.compress(json.dumps(rounds).encode())
    store.connection.execute(f"UPDATE play SET rounds = ? {where}", (packed,))


def test_an_exported_file_is_verified_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    with new_store(tmp_path, "abc") as store:
        store.add(tournament("abc", pairs=1))
        write_whole(file, exported_lines(store))
    assert verify(file) == Verification(6, (), undealt=6)

    lines = file.read_text().splitlines()
    lines[1] = lines[1].replace('"reason":"stop"', '"reason":"dealt"', 1)
    lines[3] = lines[3][:-1]
    file.write_text("\n".join([*lines[:2], "", *lines[2:]]))

    found = verify(file)
    assert found.count == 6
    assert [one.match for one in found.wrong] == ["a~b.1.2", "line 5"]


def test_legs_of_a_pair_on_other_decks_are_found_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    first, _, _, fourth = random_pairs("a", "b", 2)
    file.write_text(write_record(first) + "\n" + write_record(named(fourth, "a~b.1.2")) + "\n")

    (wrong,) = verify(file).wrong

    assert wrong.match == "a~b.1.2"
    assert wrong.disagreement == "its decks are not those of the pair's other leg"


def test_who_sits_where_follows_from_the_name_and_no_leg_stands_twice(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    with new_store(tmp_path) as store:
        store.add(tournament("ab", pairs=1))
        lines = list(exported_lines(store))
    swapped = lines[0].replace('"name":"a"', '"name":"B"').replace('"name":"b"', '"name":"a"')
    write_whole(file, [swapped.replace('"B"', '"b"'), lines[1], lines[1]])

    found = [(one.match, one.disagreement) for one in verify(file).wrong]

    assert found == [
        ("a~b.1.1", "`b` sits NORTH, and `a` SOUTH, which its name does not say"),
        ("a~b.1.2", "it stands here twice"),
    ]


def test_nothing_is_said_of_cards_that_could_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "spring.jsonl"
    file.write_text('{"cut')

    footer = disagreements(verify(file)).footer

    assert footer == ("1 match checked, 1 disagree.",)


def test_a_record_of_another_program_needs_no_name(tmp_path: Path) -> None:
    file = tmp_path / "foreign.jsonl"
    good, bad, *_ = (replace(one, match=None) for one in random_pairs("a", "b", 1))
    bad = replace(bad, rounds=bad.rounds[:5])
    file.write_text(write_record(good) + "\n" + write_record(bad) + "\n")

    found = verify(file)

    assert found.count == 2
    assert [one.match for one in found.wrong] == ["line 2"]
