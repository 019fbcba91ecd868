"""`arena rules`: every parameter of every ruleset can be seen."""

import csv
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.rulebook.presets import cards_text, written_values
from referee.rules.cards import PLAINS, Card, card_set
from referee.rules.house_rules import ruleset_from_mapping
from referee.rules.parameters import PARAMETERS
from referee.rules.ruleset import RULESETS
from referee.rules.ruleset_notes import FILL_INS, FIXED, MEANINGS, SOURCES
from referee.rules.yaku import TABLE

Run = Callable[..., subprocess.CompletedProcess[str]]
PRESETS = list(RULESETS)


def row_of(text: str, key: str) -> list[str]:
    """The cells of the line that begins with `key`, where columns are two blanks apart."""
    line = next(line for line in text.splitlines() if line.startswith(f"{key} "))
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_the_presets_stand_side_by_side(arena: Run) -> None:
    text = arena("rules").stdout

    assert row_of(text, "parameter")[1:] == PRESETS
    assert row_of(text, "double_from")[1:] == ["8", "7", "7", "none", "7"]
    assert row_of(text, "goko")[1:] == ["10", "10", "10", "10", "15"]
    assert row_of(text, "sanko")[1:] == ["5", "5", "6", "6", "6"]
    assert row_of(text, "akatan")[1:] == ["5 +1", "5 +1", "5", "5", "5 +1"]
    assert row_of(text, "tan")[1:] == ["1 +1", "1 +1, void", "1 +1", "1 +1", "1 +1, void"]
    assert row_of(text, "tsukifuda")[1:] == ["off", "off", "off", "off", "4"]


def test_every_parameter_in_which_presets_differ_is_among_them(arena: Run) -> None:
    text = arena("rules").stdout

    for parameter in PARAMETERS:
        values = [written_values(ruleset)[parameter.key] for ruleset in RULESETS.values()]
        if len(set(values)) > 1:
            assert row_of(text, parameter.key)[1:] == values
        else:
            assert f"{parameter.key} {values[0]}" in text


def test_the_list_as_csv_has_every_parameter_of_every_preset(arena: Run) -> None:
    head, *rows = csv.reader(io.StringIO(arena("rules", "--format", "csv").stdout))

    assert head == ["parameter", *PRESETS]
    for column, ruleset in enumerate(RULESETS.values(), start=1):
        assert {row[0]: row[column] for row in rows} == written_values(ruleset)


def test_the_list_as_json_is_all_presets_in_full(arena: Run) -> None:
    data = json.loads(arena("rules", "--format", "json").stdout)

    assert [ruleset_from_mapping(one) for one in data] == list(RULESETS.values())


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_shows_all_that_it_is(arena: Run, name: str) -> None:
    text = arena("rules", name).stdout
    values = written_values(RULESETS[name])

    assert text.startswith(f"Ruleset {name}: after {SOURCES[name]}\n")
    for parameter in PARAMETERS:
        assert row_of(text, parameter.key) == [
            parameter.key, values[parameter.key], MEANINGS[parameter.key],
        ]  # fmt: skip
    for row in TABLE:
        assert row_of(text, row.id)[1] == row.name
    for what, rule in FIXED:
        assert row_of(text, what)[1] == rule
    for own in FILL_INS[name]:
        assert any(own.why in line and line.startswith(own.key) for line in text.splitlines())


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_as_json_is_what_a_record_may_carry(arena: Run, name: str) -> None:
    data = json.loads(arena("rules", name, "--format", "json").stdout)

    assert ruleset_from_mapping(data["ruleset"]) == RULESETS[name]
    assert [row["id"] for row in data["yaku"]] == [row.id for row in TABLE]
    assert {row["key"] for row in data["own_values"]} == {own.key for own in FILL_INS[name]}


def test_a_preset_as_csv_is_one_table(arena: Run) -> None:
    rows = list(csv.reader(io.StringIO(arena("rules", "russian", "--format", "csv").stdout)))

    assert rows[0] == ["part", "key", "value", "ours, because"]
    assert {len(row) for row in rows} == {4}
    assert ["parameter", "own_calls", "one_plus_calls"] in [row[:3] for row in rows]
    assert all(row[3] for row in rows if row[1].startswith("yaku."))


def test_yaku_show_their_cards_and_what_excludes_them(arena: Run) -> None:
    text = arena("rules", "nintendo").stdout

    assert row_of(text, "goko")[2:] == ["10", "5 of 5 lights", "one of the lights"]
    assert row_of(text, "tane")[2:] == ["1 +1", "5 of 9 animals", "void beside inoshikacho"]
    assert row_of(text, "akatan_aotan")[4] == "replaces akatan, aotan"
    assert row_of(text, "kasu")[3] == "10 of 24 plains, 09A"
    assert row_of(text, "tsukifuda")[2:] == ["off", "the 4 of the round's month"]


def test_nothing_is_cut_in_a_narrow_pipe(arena: Run) -> None:
    text = arena("rules", "lemme", COLUMNS="30").stdout

    assert text == arena("rules", "lemme", COLUMNS="200").stdout
    assert "…" not in text


def test_house_rules_show_what_differs(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('base = "russian"\nmonths = 6\n[yaku.tane]\nextra = 2\n')

    text = arena("rules", "ours.toml").stdout

    assert text.startswith("Ruleset russian-house: house rules\n")
    differences = text[text.index("What differs from russian") : text.index("The same in every")]
    assert row_of(differences, "months") == ["months", "6", "12"]
    assert row_of(differences, "yaku.tane.extra") == ["yaku.tane.extra", "2", "1"]
    assert "own values" not in text


REFUSALS = {
    "absent": (
        "absent.toml",
        None,
        "error: house rules `absent.toml` cannot be read: No such file or directory\n\n"
        "hint: `arena rules` lists the rulesets that need no file\n",
    ),
    "a key that is none": (
        "ours.toml",
        b"\nmoths = 3\n",
        "error: ours.toml:2: there is no `moths` (known: base, name, months, hand_match_required,"
        " offer_on, max_calls_per_player, max_calls_per_round, min_base_to_call,"
        " needs_hand_card, double_from, rival_called_factor, own_calls,"
        " exhausted_dealer_points, dealer_after_draw, field_four_pairs, both_dealt,"
        " viewing_spoiled_by, viewing_needs_other_yaku, match_tie, sake_cup_is_plain, yaku)\n\n"
        "hint: did you mean `months`?\n",
    ),
    "not UTF-8": (
        "ours.toml",
        b"# \xff",
        "error: house rules `ours.toml` are not UTF-8: byte 2\n\nhint: save them as UTF-8\n",
    ),
    "a name without the ending": (
        "ours",
        b"",
        "error: no ruleset named `ours` (known: lemme, nintendo, wikipedia, russian, fudawiki)\n\n"
        "hint: house rules are a file whose name ends in `.toml`\n",
    ),
}


@pytest.mark.parametrize(("name", "content", "said"), REFUSALS.values(), ids=REFUSALS)
def test_house_rules_that_cannot_be_read_are_refused(
    arena: Run, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)

    result = arena("rules", name)

    assert (result.returncode, result.stdout, result.stderr) == (2, "", said)


def test_house_rules_may_begin_with_a_byte_order_mark(arena: Run, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_bytes(b"\xef\xbb\xbfmonths = 6")

    assert row_of(arena("rules", "ours.toml").stdout, "months")[1] == "6"


def test_every_parameter_has_a_meaning_and_no_other_key_has() -> None:
    assert list(MEANINGS) == [parameter.key for parameter in PARAMETERS]


def test_every_preset_has_a_source_and_its_own_values_named() -> None:
    assert list(SOURCES) == PRESETS
    assert list(FILL_INS) == PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_own_values_are_of_things_that_exist(name: str) -> None:
    known = {*written_values(RULESETS[name]), "yaku", *(what for what, _ in FIXED)}
    keys = [own.key for own in FILL_INS[name]]

    assert set(keys) <= known
    assert len(keys) == len(set(keys))


def test_whole_kinds_are_named_as_one() -> None:
    cup_and_plains = PLAINS | Card.CHRYSANTHEMUM_SAKE_CUP.bit
    two = card_set((Card.PINE_CRANE, Card.PAMPAS_MOON))

    assert cards_text(cup_and_plains) == "24 plains, 09A"
    assert cards_text(two) == "01L 08L"
    assert cards_text(0) == ""
