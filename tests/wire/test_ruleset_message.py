"""The ruleset that a bot is welcomed with: complete, so that one bot can play any rules."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import Enum

import pytest
from koikoi.v1 import ruleset_pb2 as pb

from referee.rules.cards import CardSet
from referee.rules.parameters import PARAMETERS
from referee.rules.ruleset import (
    LEMME,
    RULESETS,
    BothDealt,
    FieldFourPairs,
    MatchTie,
    NextDealer,
    OfferOn,
    OwnCalls,
    Ruleset,
    ViewingSpoiledBy,
)
from referee.rules.yaku import TABLE, TSUKIFUDA, Yaku
from referee.wire.ruleset_message import ruleset_message

NAMES = {row.id: row.name for row in TABLE}


def _word(enum: type[Enum], name: str) -> Enum:
    """The engine's word for the wire's: `OFFER_ON_NEW_YAKU` is `OfferOn.NEW_YAKU`."""
    return next(word for word in enum if name.endswith(f"_{word.name}"))


# How a bot would read each field of `Ruleset` out of the message.
READERS: Mapping[str, Callable[[pb.Ruleset], object]] = {
    "name": lambda m: m.name,
    "months": lambda m: m.months,
    "yaku": lambda m: tuple(_row(row) for row in m.yaku),
    "hand_match_required": lambda m: m.hand_match_required,
    "offer_on": lambda m: _word(OfferOn, pb.OfferOn.Name(m.offer_on)),
    "max_calls_per_player": lambda m: _optional(m, "max_calls_per_player"),
    "max_calls_per_round": lambda m: _optional(m, "max_calls_per_round"),
    "min_base_to_call": lambda m: m.min_base_to_call,
    "needs_hand_card": lambda m: m.needs_hand_card,
    "double_from": lambda m: _optional(m, "double_from"),
    "rival_called_factor": lambda m: m.rival_called_factor,
    "own_calls": lambda m: (OwnCalls.NONE, OwnCalls.ONE_PLUS_CALLS)[m.own_calls_multiply],
    "exhausted_dealer_points": lambda m: m.exhausted_dealer_points,
    "dealer_after_draw": lambda m: _word(NextDealer, pb.NextDealer.Name(m.dealer_after_draw)),
    "field_four_pairs": lambda m: (FieldFourPairs.PLAY_ON, FieldFourPairs.REDEAL)[
        m.field_four_pairs_void
    ],
    "both_dealt": lambda m: _word(BothDealt, pb.BothDealt.Name(m.both_dealt)),
    "viewing_spoiled_by": lambda m: _word(
        ViewingSpoiledBy, pb.ViewingSpoiledBy.Name(m.viewing_spoiled_by)
    ),
    "viewing_needs_other_yaku": lambda m: m.viewing_needs_other_yaku,
    "match_tie": lambda m: _word(MatchTie, pb.MatchTie.Name(m.match_tie)),
}


def _optional(message: pb.Ruleset, name: str) -> int | None:
    return getattr(message, name) if message.HasField(name) else None


def _row(row: pb.Yaku) -> Yaku:
    return Yaku(
        id=row.id,
        name=NAMES[row.id],
        cards=_cards(row.cards),
        needs=row.needs,
        points=row.points,
        extra=row.extra,
        more=_cards(row.more),
        family=row.family,
        replaces=tuple(row.replaces),
        void_if=tuple(row.void_if),
    )


def _cards(numbers: object) -> CardSet:
    return sum(1 << number - 1 for number in numbers)


def _read(data: bytes) -> Ruleset:
    message = pb.Ruleset.FromString(data)
    return Ruleset(**{key: read(message) for key, read in READERS.items()})


def _as_told(ruleset: Ruleset) -> Ruleset:
    """The ruleset without the yaku that are off: they do not exist for a bot."""
    return replace(ruleset, yaku=tuple(row for row in ruleset.yaku if row.points))


def test_a_bot_can_read_every_key_that_a_ruleset_has() -> None:
    assert [*READERS] == [field.name for field in fields(Ruleset)]


@pytest.mark.parametrize("name", RULESETS)
def test_the_message_of_a_preset_gives_the_preset_back(name: str) -> None:
    told = ruleset_message(RULESETS[name]).SerializeToString()

    assert _read(told) == _as_told(RULESETS[name])


def _values() -> list[tuple[str, object]]:
    """Every key with every value it can have, or the ends of what it can be."""
    own = [parameter for parameter in PARAMETERS if parameter.key in READERS]
    return [
        (parameter.key, value)
        for parameter in own
        for value in (*parameter.choices, *parameter.numbers[:1], *parameter.numbers[-1:])
    ]


@pytest.mark.parametrize(("key", "value"), _values())
def test_every_value_of_every_key_is_told(key: str, value: object) -> None:
    ruleset = replace(LEMME, **{key: value})

    assert _read(ruleset_message(ruleset).SerializeToString()) == _as_told(ruleset)


def test_every_key_but_the_name_and_the_yaku_has_been_tried() -> None:
    assert {key for key, _ in _values()} == {*READERS} - {"name", "yaku"}


def test_no_limit_on_calls_is_not_a_limit_of_none() -> None:
    never = ruleset_message(replace(LEMME, max_calls_per_player=0))
    always = ruleset_message(replace(LEMME, max_calls_per_player=None))

    assert never.HasField("max_calls_per_player")
    assert not always.HasField("max_calls_per_player")


def test_a_yaku_without_points_is_not_told() -> None:
    told = {row.id for row in ruleset_message(LEMME).yaku}

    assert told == {row.id for row in TABLE} - {TSUKIFUDA}


def test_every_field_of_the_message_is_used_by_some_preset() -> None:
    messages = [ruleset_message(ruleset) for ruleset in RULESETS.values()]
    used = {field.name for message in messages for field, _ in message.ListFields()}

    # No preset has these; `test_every_value_of_every_key_is_told` sets them.
    ours = {"hand_match_required", "min_base_to_call", "viewing_needs_other_yaku"}
    assert used | ours == {*pb.Ruleset.DESCRIPTOR.fields_by_name}
