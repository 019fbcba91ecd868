"""House rules read back as written, and say what is wrong where it stands."""

import json
from collections.abc import Mapping
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import DECK, Card
from referee.rules.errors import BadRuleset
from referee.rules.fast_scoring import BASE_BITS, BASE_MASK, Tally, tally_of
from referee.rules.house_rules import (
    parse_house_rules,
    ruleset_from_mapping,
    ruleset_to_mapping,
)
from referee.rules.parameters import (
    CUP,
    KEYS,
    NAME,
    PARAMETERS,
    VOID_IF,
    YAKU,
    Parameter,
    plain,
    void_if_ids,
    yaku_parameters,
)
from referee.rules.ruleset import (
    FUDAWIKI,
    LEMME,
    NINTENDO,
    RULESETS,
    OfferOn,
    Ruleset,
    ViewingSpoiledBy,
)
from referee.rules.scoring import made_yaku
from referee.rules.yaku import SAKE_CUP, TABLE, Yaku


def row(ruleset: Ruleset, id_: str) -> Yaku:
    return next(row for row in ruleset.yaku if row.id == id_)


def refusal(text: str) -> BadRuleset:
    with pytest.raises(BadRuleset) as caught:
        parse_house_rules(text, "my.toml")
    return caught.value


def toml(mapping: Mapping[str, object], table: str = "") -> str:
    """Plain data as TOML; a JSON string, number, boolean or list of strings is one of TOML."""
    lines = [f"[{table}]"] if table else []
    lines += [f"{k} = {json.dumps(v)}" for k, v in mapping.items() if not isinstance(v, dict)]
    inner = {f"{table}.{k}".lstrip("."): v for k, v in mapping.items() if isinstance(v, dict)}
    return "\n".join([*lines, *(toml(v, k) for k, v in inner.items())])


def a_value(parameter: Parameter) -> st.SearchStrategy[object]:
    numbers = parameter.numbers
    of_numbers = [st.integers(numbers[0], numbers[-1])] if numbers else []
    return st.one_of(*map(st.just, map(plain, parameter.choices)), *of_numbers)


def some_values(parameters: tuple[Parameter, ...]) -> dict[str, st.SearchStrategy[object]]:
    return {parameter.key: a_value(parameter) for parameter in parameters}


def a_row(row: Yaku) -> st.SearchStrategy[dict[str, object]]:
    values = some_values(yaku_parameters(row))
    if ids := void_if_ids(row):
        values[VOID_IF] = st.lists(st.sampled_from(ids), unique=True, max_size=3)
    return st.fixed_dictionaries({}, optional=values)


house_rules = st.fixed_dictionaries(
    {},
    optional={
        "base": st.sampled_from(sorted(RULESETS)),
        **some_values(PARAMETERS),
        YAKU: st.fixed_dictionaries({}, optional={row.id: a_row(row) for row in TABLE}),
    },
).map(ruleset_from_mapping)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_preset_survives_json_and_toml(ruleset: Ruleset) -> None:
    written = ruleset_to_mapping(ruleset)

    assert ruleset_from_mapping(json.loads(json.dumps(written))) == ruleset
    assert parse_house_rules(toml(written), "my.toml") == ruleset


@given(house_rules)
def test_any_house_rules_survive_json_and_toml(ruleset: Ruleset) -> None:
    written = ruleset_to_mapping(ruleset)

    assert ruleset_from_mapping(json.loads(json.dumps(written))) == ruleset
    assert parse_house_rules(toml(written), "my.toml") == ruleset


@settings(max_examples=60, deadline=None)  # every example builds the sums of a ruleset
@given(house_rules, st.lists(st.integers(0, DECK), min_size=1, max_size=20), st.integers(1, 12))
def test_the_engine_adds_house_rules_up_as_the_rows_do(
    ruleset: Ruleset, piles: list[int], month: int
) -> None:
    tally = Tally(ruleset)

    for pile in [*piles, DECK]:
        field = DECK & ~pile
        made = made_yaku(ruleset, pile, month=month, field=field)
        packed = tally(pile, month, field)
        assert packed & BASE_MASK == sum(yaku.points for yaku in made) < 1 << BASE_BITS


def test_the_engine_lists_the_month_yaku_with_its_points() -> None:
    january = Card.PINE_CRANE.bit * 0b1111
    tally = tally_of(FUDAWIKI)

    made = tally.made(tally(january, 1, 0), january)

    assert made == made_yaku(FUDAWIKI, january, month=1, field=0)


def test_every_field_of_a_ruleset_can_be_changed() -> None:
    assert set(KEYS) == {field.name for field in fields(Ruleset)} | {"base", CUP}


def test_an_empty_file_is_the_default_under_another_name() -> None:
    assert parse_house_rules("", "my.toml") == replace(LEMME, name="lemme-house")


def test_keys_left_out_are_those_of_the_base() -> None:
    ruleset = parse_house_rules('base = "nintendo"\nmonths = 6', "my.toml")

    assert ruleset == replace(NINTENDO, name="nintendo-house", months=6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('offer_on = "new_yaku"', {"offer_on": OfferOn.NEW_YAKU}),
        ('viewing_spoiled_by = "pile"', {"viewing_spoiled_by": ViewingSpoiledBy.PILE}),
        ("max_calls_per_player = 3", {"max_calls_per_player": 3}),
        ('base = "nintendo"\nmax_calls_per_player = "none"', {"max_calls_per_player": None}),
        ('double_from = "none"', {"double_from": None}),
        ("hand_match_required = true", {"hand_match_required": True}),
        ("min_base_to_call = 0", {"min_base_to_call": 0}),
        ('name = "ours"', {"name": "ours"}),
    ],
)
def test_a_value_arrives_in_its_field(text: str, expected: dict[str, object]) -> None:
    ruleset = parse_house_rules(text, "my.toml")

    assert {key: getattr(ruleset, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("text", "id_", "expected"),
    [
        ("[yaku.sanko]\npoints = 6", "sanko", {"points": 6}),
        ("[yaku.inoshikacho]\nextra = 0", "inoshikacho", {"extra": 0}),
        ("[yaku]\ntane = {needs = 6, points = 3}", "tane", {"needs": 6, "points": 3}),
        ('yaku.tan.void_if = ["akatan"]', "tan", {"void_if": ("akatan",)}),
        ('base = "nintendo"\n[yaku.tan]\nvoid_if = []', "tan", {"void_if": ()}),
        ("[yaku.tsukifuda]\npoints = 4", "tsukifuda", {"points": 4}),
    ],
)
def test_a_value_arrives_in_its_yaku(text: str, id_: str, expected: dict[str, object]) -> None:
    found = row(parse_house_rules(text, "my.toml"), id_)

    assert {key: getattr(found, key) for key in expected} == expected


def test_the_sake_cup_becomes_a_plain_and_no_plain_again() -> None:
    with_cup = parse_house_rules("sake_cup_is_plain = true", "my.toml")
    without = parse_house_rules('base = "nintendo"\nsake_cup_is_plain = false', "my.toml")

    assert row(with_cup, "kasu").cards & SAKE_CUP
    assert not row(without, "kasu").cards & SAKE_CUP
    assert row(NINTENDO, "kasu").cards == row(with_cup, "kasu").cards


REFUSALS = [
    ("moths = 3", "my.toml:1: there is no `moths` (known: base, name, months,", "months"),
    ("\n\nmonths = 1000", "my.toml:3: `months` cannot be `1000` (it can be a whole", ""),
    ("months = true", "`months` cannot be `true` (it can be a whole number from 1 to 120)", ""),
    ("months = 12.0", "`months` cannot be `12.0`", ""),
    ('months = "none"', "`months` cannot be `none`", ""),
    ("needs_hand_card = 1", "`needs_hand_card` cannot be `1` (it can be `true` or `false`)", ""),
    ('needs_hand_card = "true"', "`needs_hand_card` cannot be `true`", "true"),
    ("double_from = 0", "`double_from` cannot be `0` (it can be `none` or a whole number", ""),
    ('double_from = "non"', "`double_from` cannot be `non`", "none"),
    ('offer_on = "new-yaku"', "(it can be `total_rise` or `new_yaku`)", "new_yaku"),
    ('base = "lemm"', "`base` cannot be `lemm` (it can be `lemme` or `nintendo`", "lemme"),
    ("base = 3", "`base` cannot be `3`", ""),
    ('name = "Our Rules"', "`name` cannot be `Our Rules` (it can be 1 to 32 of a-z", ""),
    ('name = "\\u001b[2J"', r"`name` cannot be `\x1b[2J`", ""),
    ("yaku = 3", "`yaku` cannot be `3` (it can be a table with any of these: goko,", ""),
    ("[yaku.hanam]", "my.toml:1: there is no `yaku.hanam` (known: goko, shiko,", "hanami"),
    ("[yaku.teshi]\npoints = 6", "my.toml:1: there is no `yaku.teshi`", None),
    ("[yaku]\ntane = 5", "my.toml:2: `yaku.tane` cannot be `5` (it can be a table with", ""),
    ("[yaku.tane]\npoints = -1", "my.toml:2: `yaku.tane.points` cannot be `-1`", ""),
    ("[yaku]\ntane = {pints = 2}", "my.toml:2: there is no `yaku.tane.pints`", "points"),
    ("[yaku.tane]\nneeds = 10", "`yaku.tane.needs` cannot be `10` (it can be a whole", ""),
    ("yaku.goko.extra = 1", "there is no `yaku.goko.extra` (known: points, void_if)", ""),
    ("yaku.shiko.needs = 3", "there is no `yaku.shiko.needs` (known: points, void_if)", ""),
    ('[yaku.tan]\nvoid_if = "akatan"', "`yaku.tan.void_if` cannot be `akatan`", ""),
    ('[yaku.tan]\nvoid_if = ["akatn"]', "`yaku.tan.void_if` cannot be `akatn`", "akatan"),
    ('[yaku.tan]\nvoid_if = ["tan"]', "`yaku.tan.void_if` cannot be `tan`", None),
    ('yaku.tan.void_if = ["kasu", "kasu"]', "`yaku.tan.void_if` cannot be `kasu`", None),
    ("a.b.c = 1", "my.toml:1: there is no `a`", ""),
]


@pytest.mark.parametrize(("text", "message", "near"), REFUSALS, ids=[r[0] for r in REFUSALS])
def test_a_refusal_says_where_what_and_what_there_is(
    text: str, message: str, near: str | None
) -> None:
    error = refusal(text)

    assert message in str(error)
    if near is not None:
        assert error.hint == (f"did you mean `{near}`?" if near else "")


def test_a_preset_name_cannot_be_given_to_other_rules() -> None:
    error = refusal('name = "nintendo"')

    assert str(error) == "my.toml:1: `nintendo` is the name of a preset with other values"
    assert "`nintendo-house`" in error.hint


def test_a_preset_keeps_its_name_where_nothing_differs() -> None:
    assert parse_house_rules('base = "nintendo"\nname = "nintendo"', "my.toml") == NINTENDO


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    error = refusal("months = 3\nmonths = = 4")

    assert str(error).startswith("my.toml is not TOML: ")
    assert "line 2" in str(error)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "{b=" * 5000, "nested too deeply"),
        ("months = 1" + "0" * 5000, "is not TOML: a value out of bounds"),
        ("months = 0x" + "f" * 6000, "a number of more than 64 bits"),
        ("months = 0b1" + "0" * 64, "a number of more than 64 bits"),
        ("[yaku.goko]\npoints = -9223372036854775808", "a number of more than 64 bits"),
        ("a = [[0o7777777777777777777777]]", "a number of more than 64 bits"),
        ("a = 9999-99-99", "is not TOML"),
    ],
)
def test_what_no_reader_of_toml_should_meet_is_refused(text: str, reason: str) -> None:
    error = refusal(text)

    assert str(error).startswith("my.toml")
    assert reason in str(error)
    assert len(str(error)) < 200


def test_plain_data_is_refused_without_a_line() -> None:
    with pytest.raises(BadRuleset, match=r"^ruleset: `months` cannot be `0`"):
        ruleset_from_mapping({NAME: "ours", "months": 0})


def test_a_ruleset_beyond_house_rules_is_not_written_down() -> None:
    tane = replace(row(LEMME, "tane"), cards=row(LEMME, "tan").cards)
    rows = tuple(tane if one.id == "tane" else one for one in LEMME.yaku)

    with pytest.raises(BadRuleset, match="`other` cannot be written down"):
        ruleset_to_mapping(replace(LEMME, name="other", yaku=rows))
