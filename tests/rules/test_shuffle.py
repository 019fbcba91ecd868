"""ARENA-DEAL-1, to the byte: the vectors of its specification, and others made in JavaScript."""

import json
import subprocess
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.rules.cards import of_month
from referee.rules.deal_check import Deck, dealt_yaku, hands_and_field, is_void
from referee.rules.match import Match
from referee.rules.ruleset import LEMME, NINTENDO, Ruleset
from referee.rules.seats import NORTH, SEATS
from referee.rules.shuffle import (
    Deals,
    Item,
    commitment,
    pairing_key,
    public_value,
    seeded_secret,
)

PATH = Path(__file__).parents[1] / "data" / "deal_vectors.json"
VECTORS = json.loads(PATH.read_text(encoding="utf-8"))
KEY = b"a fixed key, so that chance cannot fail the test"
SAMPLE = 20_000

Vector = Mapping[str, Any]


def numbers(deck: Deck) -> str:
    return " ".join(map(str, deck))


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda one: one["id"])
def test_a_deck_follows_from_secret_event_public_value_pair_and_round(vector: Vector) -> None:
    secret, public = bytes.fromhex(vector["secret"]), bytes.fromhex(vector["public"])
    key = pairing_key(secret, vector["event"], public)

    assert commitment(secret, vector["event"]).hex() == vector["commitment"]
    assert key.hex() == vector["key"]
    assert numbers(next(Deals(key, vector["deal"]).decks(vector["round"]))) == vector["deck"]


def test_the_second_vectors_public_value_follows_from_its_items() -> None:
    # The specification gives these versions as raw bytes, which no manifest can.
    alice = Item("alice", b"\xaa" * 32, "n1")  # type: ignore[arg-type]
    bob = Item("bob", b"\xbb" * 32, "n2")  # type: ignore[arg-type]
    expected = VECTORS["shuffles"][1]["public"]

    assert public_value([alice, bob]).hex() == public_value([bob, alice]).hex() == expected


@pytest.mark.parametrize("vector", VECTORS["pairings"], ids=lambda one: one["items"][0][0])
def test_a_pairings_deals_follow_from_its_items(vector: Vector) -> None:
    items = [Item(*item) for item in vector["items"]]
    public = public_value(reversed(items), vector["beacon"])
    key = pairing_key(bytes.fromhex(vector["secret"]), vector["event"], public)

    assert public.hex() == vector["public"]
    assert key.hex() == vector["key"]
    for dealt in vector["deals"]:
        deals = Deals(key, dealt["deal"])
        assert deals.first_dealer().label == dealt["first_dealer"]
        assert [deals.bot_seed(seat) for seat in SEATS] == dealt["bot_seeds"]
        for one in dealt["decks"]:
            deck = next(islice(deals.decks(one["round"]), one["void"], None))
            assert numbers(deck) == one["deck"]


def test_the_vectors_hold_every_case() -> None:
    deals = [deal for pairing in VECTORS["pairings"] for deal in pairing["deals"]]

    assert {deal["first_dealer"] for deal in deals} == {"north", "south"}
    assert {one["void"] for deal in deals for one in deal["decks"]} == {0, 1, 2}
    assert {pairing["beacon"] is None for pairing in VECTORS["pairings"]} == {True, False}
    assert len({seed for deal in deals for seed in deal["bot_seeds"]}) == 2 * len(deals)


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda one: str(one["seed"]))
def test_a_seed_stands_for_a_secret(vector: Vector) -> None:
    assert seeded_secret(vector["seed"]).hex() == vector["secret"]


@pytest.mark.toolchain
def test_javascript_computes_the_same_vectors(require: Callable[[str], str]) -> None:
    script = Path(__file__).with_name("deal_vectors.mjs")
    command = [require("node"), str(script), str(PATH)]

    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert json.loads(printed) == VECTORS


def test_items_cannot_run_together() -> None:
    one = public_value([Item("ab", "c"), Item("d", "e")])

    assert one != public_value([Item("a", "bc"), Item("d", "e")])
    assert one != public_value([Item("ab", "", "c"), Item("d", "e")])
    assert one != public_value([Item("ab", "c"), Item("d", "e")], beacon="")


def test_a_deal_depends_on_every_part_of_its_name() -> None:
    secret, public = bytes(32), public_value([Item("a", "1"), Item("b", "2")])
    other = public_value([Item("a", "1"), Item("b", "3")])
    keys = [
        pairing_key(secret, "spring", public),
        pairing_key(secret, "summer", public),
        pairing_key(secret, "spring", other),
        pairing_key(bytes([1]) * 32, "spring", public),
    ]
    decks = [next(Deals(key, deal).decks(m)) for key in keys for deal in "12" for m in (1, 2)]
    voids = list(islice(Deals(keys[0], "1").decks(1), 1, 4))

    assert len({*decks, *voids}) == len(decks) + len(voids)


@pytest.mark.parametrize("ruleset", [LEMME, NINTENDO], ids=lambda rules: rules.name)
def test_a_void_deal_takes_the_next_deck_of_its_round(ruleset: Ruleset) -> None:
    deals = next(one for one in map(_deals, range(1000)) if is_void(ruleset, next(one.decks(1))))
    first, second = islice(deals.decks(1), 2)
    match = Match(ruleset, NORTH)

    assert match.deal(first) is None
    assert match.deal(second)
    assert match.rounds[0].void_decks == [first]


def _deals(number: int) -> Deals:
    return Deals(KEY, str(number))


@pytest.fixture(scope="module")
def sample() -> list[Deck]:
    """Many decks."""
    decks = [next(_deals(number).decks(1)) for number in range(SAMPLE)]
    assert all(sorted(deck) == list(range(48)) for deck in decks)
    return decks


def test_every_card_comes_to_every_place_equally_often(sample: list[Deck]) -> None:
    expected = SAMPLE / 48
    counts = [[0] * 48 for _ in range(48)]
    for deck in sample:
        for place, card in enumerate(deck):
            counts[place][card] += 1

    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)

    degrees = 47 * 47
    assert abs(chi_square - degrees) < 5 * (2 * degrees) ** 0.5


def test_both_seats_deal_first_equally_often() -> None:
    north = sum(_deals(number).first_dealer() is NORTH for number in range(4_000))

    assert abs(north - 2_000) < 5 * 4_000**0.5 / 2


# Exact for one deal of 48 cards, in per cent: the chance that eight of them are so.
CHANCES: Mapping[str, tuple[float, Callable[[int], bool]]] = {
    "four of a month": (0.4317, lambda eight: dealt_yaku(eight) == "teshi"),
    "four pairs": (0.1700, lambda eight: dealt_yaku(eight) == "kuttsuki"),
    "wins at once": (0.6017, lambda eight: dealt_yaku(eight) is not None),
    "three of a month and no four": (13.59, lambda eight: max(_by_month(eight)) == 3),
    "just two of a month": (84.91, lambda eight: 2 in _by_month(eight)),
}


def _by_month(eight: int) -> list[int]:
    return [(eight & of_month(month)).bit_count() for month in range(1, 13)]


@pytest.mark.parametrize("name", CHANCES)
def test_eight_cards_are_special_as_often_as_they_should(sample: list[Deck], name: str) -> None:
    per_cent, is_special = CHANCES[name]
    eights = [eight for deck in sample for eight in hands_and_field(deck)]
    chance = per_cent / 100

    found = sum(is_special(eight) for eight in eights) / len(eights)

    assert abs(found - chance) < 5 * (chance * (1 - chance) / len(eights)) ** 0.5
