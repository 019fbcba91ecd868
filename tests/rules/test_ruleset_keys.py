"""Every key of a ruleset matters: for each there is a case that comes out otherwise without it.

The keys of a yaku are in `test_yaku_keys`.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Any

import pytest

from referee.rules.actions import play
from referee.rules.cards import Card
from referee.rules.deal_check import is_void
from referee.rules.round import CALL, OVER, PLAY, apply, deal, legal_actions
from referee.rules.ruleset import (
    LEMME,
    BothDealt,
    FieldFourPairs,
    MatchTie,
    NextDealer,
    OfferOn,
    OwnCalls,
    Ruleset,
    ViewingSpoiledBy,
)
from referee.rules.scoring import settle
from referee.rules.seats import NORTH, SOUTH
from tests.rules.oracle import exhausted
from tests.rules.positions import deck_of, position


@dataclass(frozen=True)
class Flip:
    """With `key` changed to `value`, `outcome` becomes `after`; without, it is `before`."""

    key: str
    outcome: Callable[[Ruleset], Any]
    _: KW_ONLY
    value: Any
    before: Any
    after: Any


def hanami_made(field: str = "") -> Callable[[Ruleset], Any]:
    """The phase after a capture that makes Hanami, with other cards on the field."""

    def outcome(rules: Ruleset) -> Any:
        shown = f"03P1 {field}"
        round_ = position("03L 06P1", field=shown, pile="09A 09P1", draws="12P3", ruleset=rules)
        apply(round_, play(Card.CHERRY_CURTAIN))
        return round_.phase

    return outcome


def hanami_and_rain(rules: Ruleset) -> Any:
    """The phase after Hanami was made and the rain taken in one turn."""
    round_ = position("03L 06P1", field="03P1 11P1", pile="09A 09P1", draws="11L", ruleset=rules)
    apply(round_, play(Card.CHERRY_CURTAIN))
    return round_.phase


def sanko_made(hand: str, calls: tuple[int, int] = (0, 0)) -> Callable[[Ruleset], Any]:
    """The phase after a seat has made Sankō and has only `hand` left."""

    def outcome(rules: Ruleset) -> Any:
        pile = "01L 01P1 03L 03P1"
        round_ = position(f"08L {hand}", field="08P1", pile=pile, calls=calls, ruleset=rules)
        apply(round_, play(Card.PAMPAS_MOON))
        return round_.phase

    return outcome


def tan_grows(rules: Ruleset) -> Any:
    """The phase after a sixth ribbon."""
    five = "04R 04P1 05R 05P1 07R 07P1 11R 11A 01R 01P1"
    round_ = position("06R 12P1", field="06P1", pile=five, ruleset=rules)
    apply(round_, play(Card.PEONY_RIBBON))
    return round_.phase


def hand_that_can_match(rules: Ruleset) -> Any:
    return legal_actions(position("01L 02P1", field="02A 05A", draws="12P1", ruleset=rules))


def both_dealt(rules: Ruleset) -> Any:
    round_ = deal(rules, deck_of("02A 02P1 06A 06P1 08L 08P1 10A 10P1", "01L 01R 01P1 01P2"), SOUTH)
    return round_.result and round_.result.points


def is_dealt_again(rules: Ruleset) -> Any:
    return is_void(rules, deck_of(field="02A 02P1 03L 03P1 10A 10P1 12L 12P1"))


def is_over_after_one(rules: Ruleset) -> Any:
    return exhausted(rules, "X01", NORTH)[0].is_over


def scores_after_nothing(rules: Ruleset) -> Any:
    return exhausted(rules, "X01", NORTH)[0].scores


def next_dealer(rules: Ruleset) -> Any:
    return exhausted(rules, "X01", NORTH)[0].dealer


def winner_when_level(rules: Ruleset) -> Any:
    return exhausted(rules, "X01", NORTH)[0].winner


def paid(base: int, own: int = 0, rival: int = 0) -> Callable[[Ruleset], Any]:
    return lambda rules: settle(rules, base, calls_own=own, calls_rival=rival)[1]


FIELD, PILE = ViewingSpoiledBy.FIELD, ViewingSpoiledBy.PILE
PLAY_ON = FieldFourPairs.PLAY_ON
FLIPS = (
    Flip("months", is_over_after_one, value=1, before=False, after=True),
    Flip("hand_match_required", hand_that_can_match, value=True, before=(0, 6), after=(6,)),
    Flip("offer_on", tan_grows, value=OfferOn.NEW_YAKU, before=CALL, after=PLAY),
    Flip("max_calls_per_player", sanko_made("12P1", (1, 0)), value=1, before=CALL, after=OVER),
    Flip("max_calls_per_round", sanko_made("12P1", (0, 1)), value=1, before=CALL, after=OVER),
    Flip("min_base_to_call", sanko_made("12P1"), value=6, before=CALL, after=OVER),
    Flip("needs_hand_card", sanko_made(""), value=False, before=OVER, after=CALL),
    Flip("double_from", paid(7), value=7, before=7, after=14),
    Flip("double_from", paid(8), value=None, before=16, after=8),
    Flip("rival_called_factor", paid(5, rival=1), value=3, before=10, after=15),
    Flip("own_calls", paid(5, own=2), value=OwnCalls.ONE_PLUS_CALLS, before=5, after=15),
    Flip("exhausted_dealer_points", scores_after_nothing, value=1, before=(0, 0), after=(1, 0)),
    Flip("dealer_after_draw", next_dealer, value=NextDealer.OTHER, before=NORTH, after=SOUTH),
    Flip("field_four_pairs", is_dealt_again, value=PLAY_ON, before=True, after=False),
    Flip("both_dealt", both_dealt, value=BothDealt.DRAW, before=(0, 6), after=(0, 0)),
    Flip("viewing_spoiled_by", hanami_made("11A"), value=FIELD, before=CALL, after=PLAY),
    Flip("viewing_spoiled_by", hanami_and_rain, value=PILE, before=CALL, after=PLAY),
    Flip("viewing_needs_other_yaku", hanami_made(), value=True, before=CALL, after=PLAY),
    Flip("match_tie", winner_when_level, value=MatchTie.LAST_DEALER, before=None, after=NORTH),
)


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip.key}={flip.value}")
def test_a_key_changes_what_happens(flip: Flip) -> None:
    changed = replace(LEMME, **{flip.key: flip.value})

    assert flip.outcome(LEMME) == flip.before
    assert flip.outcome(changed) == flip.after


def test_every_key_is_in_the_table() -> None:
    assert {flip.key for flip in FLIPS} == {one.name for one in fields(Ruleset)} - {"name", "yaku"}


def test_the_name_of_a_ruleset_changes_nothing_but_itself() -> None:
    renamed = replace(LEMME, name="mine")

    assert renamed != LEMME
    assert replace(renamed, name="lemme") == LEMME
    assert all(flip.outcome(renamed) == flip.before for flip in FLIPS)
