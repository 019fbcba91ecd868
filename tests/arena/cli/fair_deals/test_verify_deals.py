"""Tests of `arena verify-deals`: a spectator deals every card again and finds every change."""

import json
import re
from collections.abc import Callable

import pytest

from tests.arena.cli.fair_deals.desk import (
    PUBLISHED,
    Desk,
    epochs_of,
    lines_of,
    write,
)


def test_an_event_and_its_export_are_dealt_again_in_full(played: Desk) -> None:
    (first, second) = (epoch["commitment"] for epoch in epochs_of(played))

    for place in (("spring",), ("spring.jsonl", *PUBLISHED, "--commitment", first)):
        checked = played.fine("verify", *place, "--deals").stdout
        assert "24 matches checked, 0 disagree.\nEvery card was dealt again" in checked
        assert f"commitment {first}, opened; 3 bots, 0 with a nonce; beacon `4 8 15`" in checked
        assert f"commitment {second}, opened; 4 bots, 1 with a nonce; beacon `16 2" in checked
        assert "not proven" not in checked


def test_another_language_deals_the_same(
    played: Desk, javascript: Callable[[Desk], tuple[int, str]]
) -> None:
    assert javascript(played) == (0, "24 matches, 0 differences\n")


def swap(deck: list[str]) -> None:
    """Two cards of the stock change places: nobody may ever have seen them."""
    deck[46], deck[47] = deck[47], deck[46]


def test_a_changed_card_is_named_by_match_round_and_deck(
    copied: Desk, javascript: Callable[[Desk], tuple[int, str]]
) -> None:
    records = lines_of(copied)
    swap(records[3]["rounds"][4]["deck"])
    write(copied, records)

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    name = records[3]["match"]
    deck = len(records[3]["rounds"][4]["void_decks"]) + 1
    assert found.returncode == 2
    assert re.search(rf"^{name} +round 5, deck {deck}, card 47: the deal gives", found.stdout, re.M)
    assert "24 matches checked, 1 disagree." in found.stdout
    differs = f"differs: {name}, round 5, deck {deck}\n24 matches, 1 differences\n"
    assert javascript(copied) == (1, differs)


def test_the_first_dealer_is_dealt_too(
    copied: Desk, javascript: Callable[[Desk], tuple[int, str]]
) -> None:
    records = lines_of(copied)
    first = records[0]["rounds"][0]
    first["dealer"] = {"north": "south", "south": "north"}[first["dealer"]]
    write(copied, records)

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert f"{records[0]['match']}  round 1, dealer: the deal gives" in found.stdout
    assert javascript(copied)[1].startswith(f"differs: {records[0]['match']}, first dealer\n")


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("secret", "ab" * 32, "epoch 1 +commitment: the secret gives [0-9a-f]{64}, not"),
        ("title", "other", "ann~ben.1.1 +round 1, (dealer|deck 1, card)"),
        ("beacon", "4 8 16", "ann~ben.1.1 +round 1, (dealer|deck 1, card)"),
        ("beacon", None, "ann~ben.1.1 +round 1, (dealer|deck 1, card)"),
        ("items", [], "ann~ben.1.1 +epoch 1 has no item of `ann` in its version"),
    ],
)
def test_whatever_is_published_wrongly_is_found(
    copied: Desk,
    javascript: Callable[[Desk], tuple[int, str]],
    key: str,
    value: object,
    complaint: str,
) -> None:
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    data["epochs"][0][key] = value
    path.write_text(json.dumps(data))

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert re.search(f"^{complaint}", found.stdout, re.M), found.stdout
    assert javascript(copied)[0] == 1


@pytest.mark.parametrize(
    ("sql", "complaint"),
    [
        ("UPDATE pair SET number = 7 WHERE number = 2", r"^ann~ben\.7\.1 +round 1, "),
        ("UPDATE pair SET epoch = 1 WHERE number = 2", r"^ann~ben\.2\.1 +round 1, "),
        ("UPDATE item SET nonce = 'd2' WHERE nonce = 'd1'", r"^ann~dan\.1\.1 +round 1, "),
        (
            "UPDATE epoch SET commitment = zeroblob(32) WHERE epoch = 2",
            rf"^epoch 2 +commitment: the secret gives [0-9a-f]{{64}}, not {'0' * 64}",
        ),
    ],
)
def test_a_change_in_the_store_of_what_the_deals_follow_from_is_found(
    copied: Desk, sql: str, complaint: str
) -> None:
    copied.change(sql)

    found = copied.arena("verify", "spring", "--deals")

    assert found.returncode == 2
    assert re.search(complaint, found.stdout, re.M), found.stdout


def test_a_match_that_was_left_out_is_missed(copied: Desk) -> None:
    write(copied, [one for one in lines_of(copied) if not one["match"].startswith("ben~cat.1")])

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert "ben~cat.1.1  is missing, and 1 more of this pairing: pairs 1 to 2" in found.stdout


def test_a_commitment_that_somebody_noted_has_to_be_among_those_published(played: Desk) -> None:
    found = played.arena("verify", "spring.jsonl", *PUBLISHED, "--commitment", "ab" * 32)

    assert found.returncode == 2
    assert f"the commitment {'ab' * 32} is not one of event `spring`" in found.stderr


def test_what_cannot_be_checked_is_said_and_no_success(
    copied: Desk, javascript: Callable[[Desk], tuple[int, str]]
) -> None:
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    secret, data["epochs"][1]["secret"] = data["epochs"][1]["secret"], None
    path.write_text(json.dumps(data))

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)
    with_secret = copied.arena("verify", "spring.jsonl", *PUBLISHED, "--secret", secret)

    assert found.returncode == 2
    assert "24 matches checked, 0 disagree." in found.stdout
    assert "The cards of 18 matches could not be dealt again" in found.stdout
    assert "not opened" in found.stdout
    assert (with_secret.returncode, with_secret.stdout.count(" opened;")) == (0, 2)
    assert "ann~dan.1.1, whose secret is not revealed" in javascript(copied)[1]


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (("--deals",), "add `--published deals.json`"),
        ((*PUBLISHED, "--secret", "ab" * 32), "the secret opens no commitment"),
        ((*PUBLISHED, "--secret", "abc"), "--secret: 64 hexadecimal digits are needed"),
        (("--published", "spring.jsonl"), "spring.jsonl: the record is not JSON"),
    ],
)
def test_evidence_that_is_none_is_refused(
    played: Desk, flags: tuple[str, ...], complaint: str
) -> None:
    found = played.arena("verify", "spring.jsonl", *flags)

    assert found.returncode == 2
    assert complaint in found.stderr
