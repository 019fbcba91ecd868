"""Records as JSON: what is written comes back, and what is not a record is refused by its place."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.errors import BadRecord
from referee.rules.record import MatchRecord, MatchResult, Player, RoundRecord, replay
from referee.rules.round import RoundEnd, RoundResult
from referee.rules.ruleset import LEMME, RULESETS, WIKIPEDIA, find_ruleset
from referee.rules.seats import NORTH, SOUTH
from referee.rules.shuffle import Deals
from referee.rules.verdicts import Verdict
from referee.wire.record_json import read_record, read_records, write_record
from tests.records import KEY, forfeited, named, random_match, random_pairs

MATCH = named(random_match(Deals(KEY, "1"), Random(1)), "greedy~random.9.1")


def as_read(record: MatchRecord) -> MatchRecord:
    """The record without what its JSON leaves to replay."""
    rounds = [replace(one, result=_bare(one.result)) for one in record.rounds]
    return replace(record, rounds=tuple(rounds))


def _bare(result: RoundResult | None) -> RoundResult | None:
    return result and replace(result, base=0, factors=())


@pytest.mark.parametrize("name", RULESETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_match_that_is_written_and_read_is_the_same_match(name: str, seed: int) -> None:
    played = random_match(Deals(KEY, str(seed)), Random(seed), find_ruleset(name))

    back = read_record(write_record(played))

    assert back == as_read(played)
    assert write_record(back) == write_record(played)


@settings(max_examples=20, deadline=None)
@given(
    by=st.sampled_from((NORTH, SOUTH)),
    finished=st.integers(0, 11),
    actions=st.none() | st.integers(0, 8),
)
def test_a_forfeited_match_comes_back_too(by: Any, finished: int, actions: int | None) -> None:
    lost = forfeited(MATCH, by=by, finished=finished, actions=actions, incident="greedy~random.1.1")

    assert read_record(write_record(lost)) == as_read(lost)


def test_house_rules_travel_with_every_parameter() -> None:
    rules = replace(WIKIPEDIA, name="short-night", months=3, min_base_to_call=4)
    played = random_match(Deals(KEY, "2"), Random(2), rules)

    back = read_record(write_record(played))

    assert back.ruleset == rules
    replay(back)


def test_a_preset_travels_by_its_name_and_changed_rules_of_that_name_do_not() -> None:
    assert json.loads(write_record(MATCH))["ruleset"] == "lemme"

    changed = replace(MATCH, ruleset=replace(LEMME, name="long", months=24))
    assert json.loads(write_record(changed))["ruleset"]["months"] == 24


def test_house_rules_read_twice_are_one_object() -> None:
    line = write_record(replace(MATCH, ruleset=replace(LEMME, name="long", months=24)))

    assert read_record(line).ruleset is read_record(line).ruleset


def test_the_keys_stand_in_one_order() -> None:
    data = json.loads(write_record(replace(MATCH, event="spring")))

    assert list(data) == [
        *("format", "version", "ruleset", "event", "match"),
        *("seats", "rounds", "result"),
    ]
    assert list(data["seats"]["north"]) == ["name", "version"]
    assert list(data["rounds"][0]) == [
        *("dealer", "void_decks", "deck"),
        *("actions", "think_ms", "result"),
    ]
    assert list(data["rounds"][0]["result"]) == ["winner", "points", "yaku", "reason"]
    assert list(data["result"]) == ["points", "winner", "verdict", "fault", "detail"]


def test_what_is_written_by_hand_is_read() -> None:
    first = json.loads(write_record(MATCH))["rounds"][0]
    text = json.dumps(
        {
            "format": "koikoi-record",
            "version": 1,
            "ruleset": "lemme",
            "seats": {"north": {"name": "Ms. North"}, "south": {"name": "南"}},
            "rounds": [
                {"dealer": "south", "deck": first["deck"], "actions": ["stop"], "result": None}
            ],
            "result": {
                "points": {"north": 0, "south": 0},
                "winner": "south",
                "verdict": "crash",
                "fault": "north",
                "detail": "exit code 1",
            },
        },
        indent=2,
    )

    record = read_record(text)

    assert record.seats == (Player("Ms. North"), Player("南"))
    assert (record.event, record.match) == (None, None)
    assert record.rounds == (RoundRecord(SOUTH, MATCH.rounds[0].deck, (96,), None),)
    assert record.result.verdict is Verdict.CRASH


def test_points_without_a_winner_belong_to_the_dealer() -> None:
    oya_ken = RoundResult(RoundEnd.EXHAUSTED, None, (0, 1))
    written = replace(MATCH.rounds[0], dealer=SOUTH, result=oya_ken)
    record = replace(MATCH, rounds=(written,))

    assert json.loads(write_record(record))["rounds"][0]["result"] == {
        "winner": None,
        "points": 1,
        "yaku": [],
        "reason": "exhausted",
    }
    assert read_record(write_record(record)).rounds[0].result == oya_ken


def test_a_line_is_one_line_whatever_a_detail_says() -> None:
    result = MatchResult((0, 0), None, detail="two\nlines, 日本語 and \u2028")

    line = write_record(replace(MATCH, result=result))

    assert "\n" not in line
    assert read_record(line).result.detail == result.detail


def test_records_are_read_line_by_line_and_an_error_names_its_line() -> None:
    good = [write_record(one) for one in random_pairs("a", "b", 1)]
    assert [one.match for one in read_records([*good, "\n"])] == ["a~b.1.1", "a~b.1.2"]

    with pytest.raises(BadRecord, match=r"^line 3: the record is not JSON: .* at column 2$"):
        list(read_records([good[0], "", "{oops}"]))


Change = Callable[[dict[str, Any]], object]


def _put(*path: str | int, value: object) -> Change:
    def change(data: dict[str, Any]) -> None:
        inside: Any = data
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = value

    return change


def _lose(*path: str | int) -> Change:
    def change(data: dict[str, Any]) -> None:
        inside: Any = data
        for key in path[:-1]:
            inside = inside[key]
        del inside[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        pytest.param(_put("format", value="pgn"), '"koikoi-record"` is needed', id="other format"),
        pytest.param(_lose("format"), '"format": "koikoi-record"', id="no format"),
        pytest.param(_put("version", value=2), r"version: 2 is not known \(known: 1\)", id="later"),
        pytest.param(_put("version", value=True), "version: True is not", id="version is no bool"),
        pytest.param(_lose("rounds"), "the record: `rounds` is missing", id="a key is missing"),
        pytest.param(
            _put("rnds", value=[]),
            r'the record: there is no key "rnds" \(known: .*rounds',
            id="typo",
        ),
        pytest.param(
            _put("ruleset", value="lemmy"), "ruleset: no ruleset named `lemmy`", id="rules"
        ),
        pytest.param(_put("ruleset", value=[]), "ruleset: a name or an object is", id="rules list"),
        pytest.param(
            _put("ruleset", value={"base": "lemme", "month": 3}),
            "ruleset: .*`month`",
            id="unknown house rule",
        ),
        pytest.param(_put("seats", value=[]), "seats: an object is needed, not ", id="seats list"),
        pytest.param(
            _put("seats", "north", "name", value=7), "seats.north.name: a text is", id="name"
        ),
        pytest.param(
            _put("match", value="\ud800"), "match: a text is needed", id="half a character"
        ),
        pytest.param(
            _put("rounds", 3, "actions", 7, value="play 13L"),
            r'^rounds\[3\]\.actions\[7\]: "play 13L" is not known \(known: play 01L, play 01R, ',
            id="unknown action",
        ),
        pytest.param(
            _put("rounds", 3, "actions", 7, value=[]),
            r"rounds\[3\]\.actions\[7\]: a text is needed, not \[\]",
            id="an action that is a list",
        ),
        pytest.param(
            _put("rounds", 2, "deck", 47, value="1L"),
            r'^rounds\[2\]\.deck\[47\]: "1L" is not known',
            id="unknown card",
        ),
        pytest.param(
            _lose("rounds", 2, "deck", 0), r"rounds\[2\]\.deck: .* not 47 cards$", id="47 cards"
        ),
        pytest.param(
            _put("rounds", 0, "void_decks", value=[["01L"]]),
            r"rounds\[0\]\.void_decks\[0\]: .* not 1 cards",
            id="short void deck",
        ),
        pytest.param(
            _put("rounds", 1, "dealer", value="east"),
            r'rounds\[1\]\.dealer: "east" is not known \(known: north, south\)',
            id="dealer",
        ),
        pytest.param(
            _put("rounds", 1, "think_ms", 2, value="slow"),
            r'rounds\[1\]\.think_ms\[2\]: a number is needed, not "slow"',
            id="think time",
        ),
        pytest.param(
            _put("rounds", 1, "think_ms", value=[-1]), r"think_ms: numbers from 0", id="before time"
        ),
        pytest.param(
            _put("rounds", 0, "result", "points", value=-1),
            r"rounds\[0\]\.result\.points: a whole number from 0",
            id="negative points",
        ),
        pytest.param(
            _put("rounds", 0, "result", "points", value=10**30),
            r"rounds\[0\]\.result\.points: a whole number from 0",
            id="points out of all proportion",
        ),
        pytest.param(
            _put("rounds", 0, "result", "yaku", value=[["royal-flush", 5]]),
            r'result\.yaku\[0\]\[0\]: "royal-flush" is not known',
            id="yaku",
        ),
        pytest.param(
            _put("rounds", 0, "result", "yaku", value=[["goko"]]),
            r"result\.yaku\[0\]: an id and its points is needed",
            id="yaku without points",
        ),
        pytest.param(
            _put("rounds", 0, "result", "reason", value="boredom"),
            r'result\.reason: "boredom" is not known \(known: stop, automatic_stop, ',
            id="reason",
        ),
        pytest.param(
            _put("result", "verdict", value="bad luck"),
            "result.verdict: .*known: normal, ",
            id="verdict",
        ),
        pytest.param(
            _put("result", "fault", value="dog"), "result.fault: .*known: north", id="fault"
        ),
        pytest.param(_lose("result", "points", "south"), "result.points: `south` is", id="points"),
        pytest.param(_put("result", "detail", value=None), "result.detail: a text is", id="detail"),
        pytest.param(
            _put("rounds", value=[None] * 12_000),
            "rounds: 12000 items, and there can be 120 at most",
            id="a thousand matches long",
        ),
        pytest.param(
            _put("rounds", 0, "actions", value=["stop"] * 100_000),
            r"rounds\[0\]\.actions: 100000 items",
            id="endless round",
        ),
        pytest.param(
            _put("rounds", 0, "void_decks", value=[[]] * 5_000),
            r"rounds\[0\]\.void_decks: 5000 items",
            id="endless deal",
        ),
        pytest.param(
            _put("rounds", 0, "think_ms", value=[1] * 5_000),
            r"rounds\[0\]\.think_ms: 5000 items",
            id="endless thought",
        ),
    ],
)
def test_what_is_not_a_record_is_refused_by_its_place(change: Change, complaint: str) -> None:
    data = json.loads(write_record(MATCH))
    change(data)

    with pytest.raises(BadRecord, match=complaint):
        read_record(json.dumps(data))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", '{"format": NaN}', "[" * 100_000, '{"format": ' + "1" * 5000 + "}"],
    ids=["nothing", "list", "null", "torn", "NaN", "deep", "long number"],
)
def test_what_is_not_even_an_object_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^the record"):
        read_record(text)


def test_a_near_miss_brings_a_hint() -> None:
    data = json.loads(write_record(MATCH)) | {"ruleset": "nintndo"}

    with pytest.raises(BadRecord) as refusal:
        read_record(json.dumps(data))

    assert refusal.value.hint == "did you mean `nintendo`?"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_put("result", "points", "north", value=999), id="points"),
        pytest.param(_lose("rounds", 4, "actions", 0), id="a deleted action"),
        pytest.param(_put("rounds", 5, "result", "points", value=99), id="a round's points"),
        pytest.param(_lose("rounds", 11), id="a deleted round"),
    ],
)
def test_a_record_that_was_changed_is_read_and_then_refused_by_replay(change: Change) -> None:
    data = json.loads(write_record(MATCH))
    change(data)
    record = read_record(json.dumps(data))

    with pytest.raises(BadRecord):
        replay(record)
