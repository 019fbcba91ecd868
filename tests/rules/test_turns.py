"""A turn: play a card, take what it matches, draw, take what that matches.

What the oracle's capture rows leave out, most of it things that engines get wrong.
"""

from dataclasses import replace

import pytest

from referee.rules.cards import Card, codes_of
from referee.rules.errors import IllegalAction
from referee.rules.round import CALL, PLAY, TAKE, apply, stake
from referee.rules.ruleset import LEMME, RULESETS, Ruleset
from referee.rules.seats import NORTH, SOUTH
from tests.rules.positions import after, cards, legal_texts, position

PRESETS = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def test_the_seat_is_asked_which_of_two_the_drawn_card_takes() -> None:
    round_ = after(position("11P1 07A", field="03P1 03R 05A", draws="03L"), "play 11P1")

    assert (round_.phase, round_.mover, round_.was_drawn) == (TAKE, NORTH, True)
    assert legal_texts(round_) == ["take 03R", "take 03P1"]
    assert after(round_, "take 03P1").piles[NORTH] == cards("03L 03P1")
    assert (round_.phase, round_.mover) == (PLAY, SOUTH)


def test_the_choice_for_the_hand_card_comes_before_the_draw() -> None:
    round_ = after(position("01L 07A", field="01P1 01R", draws="12L"), "play 01L")

    assert (round_.phase, round_.was_drawn, round_.drawn) == (TAKE, False, 0)
    assert [event.card for event in round_.events] == [Card.PINE_CRANE.index]


def test_two_choices_in_one_turn_are_asked_one_after_the_other() -> None:
    round_ = position("01L 07A", field="01P1 01R 03P1 03R", draws="03L")

    assert legal_texts(after(round_, "play 01L")) == ["take 01R", "take 01P1"]
    assert legal_texts(after(round_, "take 01R")) == ["take 03R", "take 03P1"]
    assert after(round_, "take 03R").piles[NORTH] == cards("01L 01R 03L 03R")


def test_the_fourth_of_a_dealt_three_takes_all_when_it_is_drawn() -> None:
    round_ = after(position("11P1 07A", field="03P1 03R 03P2", draws="03L"), "play 11P1")

    assert round_.piles[NORTH] == cards("03L 03P1 03R 03P2")
    assert round_.field == cards("11P1")


def test_a_drawn_card_captures_the_card_just_laid_off() -> None:
    round_ = after(position("01L 07A", field="05A", draws="01P1"), "play 01L")

    assert round_.piles[NORTH] == cards("01L 01P1")
    assert round_.field == cards("05A")


def test_a_drawn_card_captures_a_card_laid_on_an_empty_field() -> None:
    round_ = after(position("01L 07A", draws="01R"), "play 01L")

    assert round_.piles[NORTH] == cards("01L 01R")
    assert round_.field == 0


def test_taking_one_of_two_and_drawing_the_fourth_ends_with_all_four() -> None:
    round_ = after(position("01L 07A", field="01P1 01R", draws="01P2"), "play 01L", "take 01P1")

    assert codes_of(round_.piles[NORTH]) == ["01L", "01R", "01P1", "01P2"]
    assert (round_.phase, round_.field) == (PLAY, 0)


def test_two_plains_of_a_month_are_different_choices() -> None:
    round_ = position("01L 07A", field="01P1 01P2", draws="12L")

    assert legal_texts(after(round_, "play 01L")) == ["take 01P1", "take 01P2"]
    assert after(round_, "take 01P2").field == cards("01P1 12L")


@PRESETS
def test_nobody_has_to_match(ruleset: Ruleset) -> None:
    round_ = position("01L 02P1 02P2", field="02A", draws="12P1", ruleset=ruleset)

    assert legal_texts(round_) == ["play 01L", "play 02P1", "play 02P2"]
    assert after(round_, "play 01L").field == cards("01L 02A 12P1")


def test_where_matching_is_required_which_match_is_free() -> None:
    ruleset = replace(LEMME, hand_match_required=True)
    round_ = position("01L 02P1 02P2 05A", field="02A 05P1", draws="12P1", ruleset=ruleset)

    assert legal_texts(round_) == ["play 02P1", "play 02P2", "play 05A"]
    with pytest.raises(IllegalAction):
        apply(round_, Card.PINE_CRANE.index)


def test_where_matching_is_required_a_hand_without_a_match_may_lay_any_card() -> None:
    ruleset = replace(LEMME, hand_match_required=True)
    round_ = position("01L 02P1", field="05A", draws="12P1", ruleset=ruleset)

    assert legal_texts(round_) == ["play 01L", "play 02P1"]


@PRESETS
def test_a_yaku_made_by_the_hand_card_waits_for_the_draw(ruleset: Ruleset) -> None:
    pile = "01L 01P1 03L 03P1"
    round_ = position("08L 06P1", field="08P1 05A 05R", draws="05P1", pile=pile, ruleset=ruleset)

    assert after(round_, "play 08L").phase is TAKE
    with pytest.raises(IllegalAction):
        after(round_, "stop")
    assert after(round_, "take 05R").phase is CALL


@PRESETS
def test_a_yaku_made_by_the_draw_alone_is_offered(ruleset: Ruleset) -> None:
    round_ = position("11P1 06P1", field="08P1", draws="08L", pile="03P1 09A", ruleset=ruleset)

    assert after(round_, "play 11P1").phase is CALL
    assert stake(round_) == 5


@PRESETS
def test_both_halves_of_a_turn_bring_one_decision_on_the_total(ruleset: Ruleset) -> None:
    round_ = position("03L 06P1", field="03P1 08P1", draws="08L", pile="09A 09P1", ruleset=ruleset)

    assert after(round_, "play 03L").phase is CALL
    assert round_.tallies[NORTH] & 0xFFFF == 10
    assert after(round_, "koi-koi").mover == SOUTH


def test_a_draw_improves_a_yaku_before_the_one_decision() -> None:
    round_ = position("07A 12P1", field="07P1 02P1", draws="02A", pile="06A 06P1 10A 10P1")

    assert after(round_, "play 07A").phase is CALL
    assert stake(round_) == 6


@PRESETS
def test_a_month_taken_whole_brings_one_decision(ruleset: Ruleset) -> None:
    round_ = position("08L 06P1", field="08A 08P1 08P2", pile="09A 09P1", ruleset=ruleset)

    assert after(round_, "play 08L").phase is CALL
    assert round_.piles[NORTH] == cards("08L 08A 08P1 08P2 09A 09P1")
    assert after(round_, "koi-koi").mover == SOUTH
