"""The five presets are the parameter objects of the rules' oracle, key by key."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import pytest

from referee.rules.cards import Card, Kind
from referee.rules.errors import UnknownRuleset
from referee.rules.ruleset import (
    DEFAULT,
    LEMME,
    RULESETS,
    BothDealt,
    Ruleset,
    ViewingSpoiledBy,
    find_ruleset,
)
from referee.rules.ruleset_notes import FILL_INS, FIXED, SOURCES
from referee.rules.yaku import SAKE_CUP, TABLE, Yaku
from tests.rules.oracle import ORACLE

Read = Callable[[Ruleset], Any]

# Where the engine keeps a key of the oracle, and how it says its values.
KEPT: Mapping[str, Read] = {
    "oya.after_draw": lambda rules: rules.dealer_after_draw.value,
    "deal_check.table_four_pairs": lambda rules: rules.field_four_pairs.value,
    "deal_check.both_players": lambda rules: {
        BothDealt.DEALER_WINS: "oya_wins",
        BothDealt.DRAW: "draw",
    }[rules.both_dealt],
    "play.hand_match_required": lambda rules: rules.hand_match_required,
    "yaku.viewing_spoiled_by": lambda rules: {
        ViewingSpoiledBy.NOTHING: "none",
        ViewingSpoiledBy.FIELD: "table",
        ViewingSpoiledBy.PILE: "pile",
    }[rules.viewing_spoiled_by],
    "yaku.viewing_needs_other_yaku": lambda rules: rules.viewing_needs_other_yaku,
    "yaku.sake_cup.plain": lambda rules: int(bool(row_of(rules, "kasu").cards & SAKE_CUP)),
    "koikoi.offer_on": lambda rules: rules.offer_on.value,
    "koikoi.max_calls_per_player": lambda rules: rules.max_calls_per_player,
    "koikoi.max_calls_per_hand": lambda rules: rules.max_calls_per_round,
    "koikoi.min_base_to_call": lambda rules: rules.min_base_to_call,
    "koikoi.needs_hand_card": lambda rules: rules.needs_hand_card,
    "score.threshold.at": lambda rules: rules.double_from,
    "score.opponent_called.factor": lambda rules: rules.rival_called_factor,
    "score.own_calls.mode": lambda rules: rules.own_calls.value,
    "exhaustion.oya_points": lambda rules: rules.exhausted_dealer_points,
    "match.months": lambda rules: rules.months,
    "match.tie": lambda rules: rules.match_tie.value,
}
YAKU_KEYS: Mapping[str, Callable[[Yaku], Any]] = {
    "points": lambda row: row.points,
    "extra": lambda row: row.extra,
    "at": lambda row: row.needs,
    "void_if": lambda row: list(row.void_if),
    "replaces": lambda row: list(row.replaces),
}
# Facts of the engine: no preset says otherwise.
FIXED_FACTS: Mapping[str, Any] = {
    "deal.hand_size": 8,
    "deal.table_size": 8,
    "deal.order": ["ko", "table", "oya"],
    "oya.moves_first": True,
    "oya.after_win": "winner",
    "deal_check.order": ["table", "hands"],
    "deal_check.table_four_of_month": "redeal",
    "deal_check.redeal_keeps_month_and_oya": True,
    "deal_check.hand_four_of_month": 6,
    "deal_check.hand_four_pairs": 6,
    "deal_check.four_pairs_need_distinct_months": True,
    "deal_check.hand_yaku_score_once": True,
    "deal_check.multipliers_apply": False,
    "deal_check.uses_up_month": True,
    "play.capture_required": True,
    "play.two_matches": "choose_one",
    "play.three_matches": "take_all",
    "play.phases": ["hand", "draw"],
    "play.pass_allowed": False,
    "yaku.lights_mode": "highest_only",
    "yaku.sake_cup.animal": True,
    "yaku.lightning_wild": False,
    "yaku.count": "all",
    "koikoi.decision_at": "turn_end",
    "koikoi.when_call_not_allowed": "stop",
    "score.threshold.factor": 2,
    "score.threshold.basis": "raw_base",
    "score.opponent_called.per_call": False,
    "score.combine": "multiply",
    "score.loser_scores": 0,
    "score.zero_sum": False,
    "exhaustion.unclaimed_yaku": "lost",
}
# The first dealer comes from the lot of the deal instead of a cut of the deck. Cards are dealt one
# seat after the other from a shuffled deck, so packets change nothing. Three of a month on the
# field always come from the deal.
WITHOUT_EFFECT = {
    "first_oya.method",
    "first_oya.tie",
    "deal.packet",
    "play.three_matches_only_if_dealt",
}


def row_of(rules: Ruleset, id_: str) -> Yaku:
    return next(row for row in rules.yaku if row.id == id_)


def flat(data: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in data.items():
        inner = f"{path}{key}"
        found |= flat(value, f"{inner}.") if isinstance(value, dict) else {inner: value}
    return found


def written(name: str) -> dict[str, Any]:
    """A preset's keys; one without a threshold says so with null."""
    keys = flat(ORACLE["rulesets"][name])
    if "score.threshold" in keys:
        keys["score.threshold.at"] = keys.pop("score.threshold")
    return keys


def kept(rules: Ruleset, key: str) -> Any:
    if key in KEPT:
        return KEPT[key](rules)
    _, id_, what = key.split(".")
    return YAKU_KEYS[what](row_of(rules, id_))


PRESETS = pytest.mark.parametrize("name", RULESETS)


@PRESETS
def test_a_preset_is_what_the_oracle_says(name: str) -> None:
    keys = {key: value for key, value in written(name).items() if key not in WITHOUT_EFFECT}
    ours = {key: kept(RULESETS[name], key) for key in keys if key not in FIXED_FACTS}

    assert ours | {key: FIXED_FACTS[key] for key in keys if key in FIXED_FACTS} == keys


@PRESETS
def test_every_parameter_of_a_preset_is_written_in_the_oracle(name: str) -> None:
    keys = set(written(name))

    assert set(KEPT) <= keys
    assert {row.id for row in TABLE} <= {
        key.split(".")[1] for key in keys if key.startswith("yaku.")
    }
    # `name` is the preset's own, `yaku` stands in the oracle row by row.
    assert len(fields(Ruleset)) - len({"name", "yaku"}) == len(KEPT) - len({"yaku.sake_cup.plain"})


def test_there_are_the_five_presets_and_lemme_is_the_default() -> None:
    assert list(RULESETS) == list(ORACLE["rulesets"])
    assert list(RULESETS) == ["lemme", "nintendo", "wikipedia", "russian", "fudawiki"]
    assert DEFAULT is LEMME
    assert all(rules.name == name for name, rules in RULESETS.items())


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownRuleset, match=r"`nintndo`.*lemme, nintendo, wikipedia") as refusal:
        find_ruleset("nintndo")

    assert refusal.value.hint == "did you mean `nintendo`?"


def test_the_notes_speak_of_every_preset() -> None:
    assert set(SOURCES) == set(RULESETS)
    assert set(FILL_INS) <= set(RULESETS)
    assert FIXED


def test_the_deck_is_the_oracles_deck() -> None:
    ours = [(card.index, card.code, card.name.lower(), card.month, card.kind) for card in Card]

    assert ours == [
        (one["index"], one["code"], one["name"], one["month"], Kind(one["kind"]))
        for one in ORACLE["cards"]
    ]
