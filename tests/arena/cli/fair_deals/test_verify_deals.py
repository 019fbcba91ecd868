"""Tests of `arena verify-deals`: a spectator deals every card again and finds every change."""

import json
import re
from collections.abc import Callable
from typing import Any

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


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("seed", 7, "epoch 1 +secret: seed 7 gives another one"),
        ("seed", 7, "epoch 1 +committed: true, and deals that follow from seed 7"),
        ("ruleset", "nintendo", "ann~ben.1.1 +ruleset: it is not the one of the deals"),
        ("event", "autumn", "ann~ben.1.1 +event: `spring`, and the deals are of `autumn`"),
        ("played", [], "ann~ben +none of its matches in epoch 1 was published"),
    ],
)
def test_a_statement_that_is_not_of_these_matches_is_named(
    copied: Desk, key: str, value: object, complaint: str
) -> None:
    path = copied.spring / "deals.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert re.search(f"^{complaint}", found.stdout, re.M), found.stdout + found.stderr


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data.update(extra=1), "the deals: there is no key .extra."),
        (lambda data: data.pop("seed"), "the deals: `seed` is missing"),
        (lambda data: data.update(seed="7"), "seed: a whole number"),
        (lambda data: data.update(played=7), "played: a list"),
        (lambda data: data.update(played=[{}]), r"played\[0\]: `epoch` is missing"),
        (lambda data: data["epochs"].reverse(), r"epochs\[0\].epoch: 1 is needed"),
        (lambda data: data["epochs"][0].update(committed=1), r"epochs\[0\].committed: true or"),
        (lambda data: data["epochs"][0].update(secret="x"), r"epochs\[0\].secret: 64 hexadecimal"),
    ],
)
def test_a_statement_that_is_none_is_refused(
    copied: Desk, change: Callable[[Any], object], complaint: str
) -> None:
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert re.search(complaint, found.stderr), found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    "key", ["title", "commitment", "committed", "beacon", "secret", "items", "seed", "max_faults"]
)
def test_what_was_published_is_compared_with_the_event(copied: Desk, key: str) -> None:
    others = {"title": "x", "commitment": "ab" * 32, "committed": False, "beacon": "x", "items": []}
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    changed = data if key in {"seed", "max_faults"} else data["epochs"][0]
    changed[key] = {**others, "secret": "ab" * 32, "seed": 7, "max_faults": 1}[key]
    (copied.folder / "other.json").write_text(json.dumps(data))

    found = copied.arena("verify", "spring", "--published", "other.json")

    name = "is_committed" if key == "committed" else key
    assert found.returncode == 2
    assert re.search(rf"^(epoch 1|deals) +{name}: published is ", found.stdout, re.M), found.stdout


def test_a_commitment_that_was_noted_is_not_taken_back(copied: Desk) -> None:
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    data["epochs"][0]["committed"] = False
    path.write_text(json.dumps(data))
    noted = data["epochs"][0]["commitment"]

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED, "--commitment", noted)

    assert found.returncode == 2
    assert "committed: false, and its commitment was noted before play" in found.stdout


@pytest.mark.parametrize(
    "is_kept",
    [
        lambda match: match != "ben~dan.2.2",
        lambda match: not match.startswith("ben~dan.2"),
        lambda match: not match.startswith("ann~ben.2"),
        lambda match: not match.startswith("ann~ben."),
        lambda match: "dan" not in match,
    ],
    ids=["the last match", "the last pair", "a pairing's last pair", "a pairing", "a bot"],
)
def test_an_end_that_is_cut_off_is_missed(copied: Desk, is_kept: Callable[[str], bool]) -> None:
    records = lines_of(copied)
    kept = [one for one in records if is_kept(one["match"])]
    assert len(kept) < len(records)
    write(copied, kept)

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 2
    assert re.search(r"were published: some are missing|is missing", found.stdout), found.stdout


def test_a_statement_of_an_older_arena_says_that_it_counts_nothing(copied: Desk) -> None:
    path = copied.spring / "deals.json"
    data = json.loads(path.read_text())
    del data["played"]
    path.write_text(json.dumps(data))

    found = copied.arena("verify", "spring.jsonl", *PUBLISHED)

    assert found.returncode == 0
    assert "does not count matches: a cut-off end would not be noticed" in found.stdout
