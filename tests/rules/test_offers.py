"""Stop or koi-koi: when a seat is asked, and what a win pays.

What the oracle's `turn_end` rows leave out.
"""

from dataclasses import replace

import pytest

from referee.rules.errors import IllegalAction
from referee.rules.observation import observe
from referee.rules.round import CALL, OVER, PLAY, Round, RoundEnd, stake
from referee.rules.ruleset import (
    FUDAWIKI,
    LEMME,
    NINTENDO,
    RULESETS,
    RUSSIAN,
    WIKIPEDIA,
    OfferOn,
    Ruleset,
    ViewingSpoiledBy,
)
from referee.rules.scoring import Factor, Made
from referee.rules.seats import NORTH, SOUTH
from tests.rules.positions import after, cards, legal_texts, position

PRESETS = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def sanko(ruleset: Ruleset = LEMME, hand: str = "08L 06P1", **setting: object) -> Round:
    """NORTH is about to make Sankō."""
    pile = "01L 01P1 03L 03P1"
    return position(hand, field="08P1", pile=pile, ruleset=ruleset, **setting)  # type: ignore[arg-type]


def result(round_: Round) -> tuple[object, ...]:
    assert round_.result
    return round_.result.reason, round_.result.winner, round_.result.points


@PRESETS
def test_a_turn_that_gains_nothing_brings_no_decision(ruleset: Ruleset) -> None:
    round_ = sanko(ruleset, calls=(1, 0))
    round_.piles[NORTH] |= cards("12L 12P1")
    round_.tallies[NORTH] = round_.tally(round_.piles[NORTH], 1, 0)

    assert after(round_, "play 06P1").phase is PLAY
    assert round_.mover == SOUTH


def test_having_called_does_not_let_a_seat_stop_later_at_will() -> None:
    round_ = sanko(hand="08L 06P1 07A", rival_hand="02P1 05P1", draws="12L 04P1 09P1")

    after(round_, "play 08L", "koi-koi", "play 02P1", "play 06P1")

    assert round_.mover == SOUTH
    with pytest.raises(IllegalAction):
        after(round_, "stop")


@PRESETS
def test_four_dry_lights_after_three_are_a_new_yaku(ruleset: Ruleset) -> None:
    pile = "01L 01P1 03L 03P1 12L 12P1"
    ruleset = replace(ruleset, max_calls_per_player=None, max_calls_per_round=None)
    round_ = position("08L 06P1", field="08P1", pile=pile, calls=(1, 0), ruleset=ruleset)

    assert after(round_, "play 08L").phase is CALL
    assert round_.tally.made(round_.tallies[NORTH], round_.piles[NORTH]) == (Made("shiko", 8),)


@PRESETS
def test_a_third_dry_light_beside_the_rain_jumps_to_ame_shiko(ruleset: Ruleset) -> None:
    pile = "01L 01P1 03L 03P1 11L 11P1"
    round_ = position("08L 06P1", field="08P1", pile=pile, ruleset=ruleset)

    assert round_.tallies[NORTH] == 0
    assert after(round_, "play 08L").phase is CALL
    assert round_.tally.made(round_.tallies[NORTH], round_.piles[NORTH]) == (Made("ame_shiko", 7),)


@PRESETS
def test_the_rain_with_two_lights_brings_nothing(ruleset: Ruleset) -> None:
    round_ = position("11L 06P1", field="11P1", pile="01L 01P1 03L 03P1", ruleset=ruleset)

    assert after(round_, "play 11L").phase is PLAY


@pytest.mark.parametrize(
    ("ruleset", "made"),
    [
        (LEMME, [Made("tane", 1)]),
        (NINTENDO, [Made("tane", 1), Made("kasu", 1)]),
        (WIKIPEDIA, [Made("tane", 1), Made("kasu", 1)]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_sake_cup_can_complete_two_yaku_at_once(ruleset: Ruleset, made: list[Made]) -> None:
    plains, animals = "01P1 01P2 02P1 02P2 04P1 04P2 05P1 05P2", "02A 04A 05A 08A"
    round_ = position("09A 12P1", field="09P1", pile=f"{plains} {animals}", ruleset=ruleset)

    assert round_.tallies[NORTH] == 0
    assert after(round_, "play 09A").phase is CALL
    assert list(round_.tally.made(round_.tallies[NORTH], round_.piles[NORTH])) == made


@PRESETS
def test_the_dealers_last_card_ends_the_round_before_the_other_seats_last_turn(
    ruleset: Ruleset,
) -> None:
    round_ = after(sanko(ruleset, hand="08L", rival_hand="06P1"), "play 08L")

    assert result(round_)[:2] == (RoundEnd.AUTOMATIC_STOP, NORTH)
    assert round_.hands[SOUTH] == cards("06P1")


@PRESETS
def test_a_first_yaku_after_the_rivals_call(ruleset: Ruleset) -> None:
    round_ = after(sanko(ruleset, calls=(0, 1)), "play 08L")

    if ruleset is NINTENDO:
        assert result(round_) == (RoundEnd.AUTOMATIC_STOP, NORTH, (10, 0))
    else:
        assert legal_texts(round_) == ["stop", "koi-koi"]
        points = {LEMME: 10, WIKIPEDIA: 12, RUSSIAN: 6, FUDAWIKI: 12}[ruleset]
        assert stake(round_) == points
        assert result(after(round_, "stop")) == (RoundEnd.STOP, NORTH, (points, 0))


def test_the_winner_scores_all_yaku_of_the_pile_and_not_those_of_an_earlier_decision() -> None:
    round_ = after(sanko(hand="08L 06P1 09A"), "play 08L", "koi-koi")
    round_.mover, round_.field = NORTH, cards("09P1")

    round_ = after(round_, "play 09A", "stop")

    assert round_.result
    assert round_.result.yaku == (Made("sanko", 5), Made("hanami", 5), Made("tsukimi", 5))
    assert (round_.result.base, round_.result.factors) == (15, (Factor("threshold", 2),))
    assert round_.result.points == (30, 0)


def test_the_loser_scores_nothing_for_its_yaku() -> None:
    round_ = sanko(calls=(0, 1), rival_pile="09A 09R 06R 06P1 10R 10P1")

    assert result(after(round_, "play 08L", "stop")) == (RoundEnd.STOP, NORTH, (10, 0))


@pytest.mark.parametrize(("calls", "points"), [(0, 6), (1, 12), (2, 18), (3, 24), (4, 30)])
def test_in_russian_the_winners_own_calls_multiply(calls: int, points: int) -> None:
    round_ = after(sanko(RUSSIAN, calls=(calls, 2)), "play 08L", "stop")

    assert result(round_) == (RoundEnd.STOP, NORTH, (points, 0))


def test_two_calls_in_a_row_are_two_calls() -> None:
    round_ = sanko(RUSSIAN, hand="08L 12L 09A 06P1", rival_hand="02P1 05P1 07P1", draws="04P1 12P1")

    after(round_, "play 08L", "koi-koi", "play 02P1", "play 12L", "koi-koi")

    assert observe(round_, NORTH).own_calls == observe(round_, SOUTH).rival_calls == 2


@pytest.mark.parametrize("ruleset", [LEMME, NINTENDO, WIKIPEDIA, FUDAWIKI], ids=lambda r: r.name)
def test_elsewhere_the_winners_own_calls_add_nothing(ruleset: Ruleset) -> None:
    pile = "01L 01P1 03L 03P1 12L 12P1 06A 06P1"
    round_ = position("08L 06P1", field="08P1", pile=pile, calls=(1, 0), ruleset=ruleset)
    round_ = after(round_, "play 08L")

    assert round_.result is None or round_.phase is OVER
    assert (round_.result.points[NORTH] if round_.result else stake(round_)) == 16


def test_a_base_of_six_doubled_by_a_call_is_twelve_and_not_doubled_again() -> None:
    round_ = sanko(WIKIPEDIA, calls=(0, 1))

    assert result(after(round_, "play 08L", "stop")) == (RoundEnd.STOP, NORTH, (12, 0))


@pytest.mark.parametrize(("least", "may_call"), [(4, True), (5, True), (6, False)])
def test_a_call_needs_at_least_the_least_base(least: int, *, may_call: bool) -> None:
    round_ = after(sanko(replace(LEMME, min_base_to_call=least)), "play 08L")

    assert (round_.phase is CALL) is may_call
    assert may_call or result(round_) == (RoundEnd.AUTOMATIC_STOP, NORTH, (5, 0))


@pytest.mark.parametrize(("limit", "may_call"), [(0, False), (1, False), (2, True)])
def test_limits_count_the_calls_that_were_made(limit: int, *, may_call: bool) -> None:
    for rules in (
        replace(LEMME, max_calls_per_player=limit),
        replace(LEMME, max_calls_per_round=limit),
    ):
        round_ = after(sanko(rules, calls=(1, 0)), "play 08L")
        assert (round_.phase is CALL) is may_call


def test_a_second_call_needs_a_second_gain() -> None:
    ruleset = replace(LEMME, offer_on=OfferOn.NEW_YAKU)
    plains = "01P1 01P2 02P1 02P2 04P1 04P2 05P1 05P2 07P1 07P2"
    round_ = position("06P1 12P1", field="06R", pile=plains, calls=(1, 0), ruleset=ruleset)

    assert after(round_, "play 06P1").phase is PLAY
    assert round_.tallies[NORTH] & 0xFFFF == 2


@pytest.mark.parametrize("offer_on", OfferOn)
def test_a_viewing_that_the_rival_clears_is_offered_after_the_seats_next_turn(
    offer_on: OfferOn,
) -> None:
    ruleset = replace(LEMME, viewing_spoiled_by=ViewingSpoiledBy.FIELD, offer_on=offer_on)
    round_ = position(
        "06P1 12P1 04A",
        field="11P1 05P1",
        pile="03L 03P1 09A 09P1",
        draws="07P1 08P1 10P1",
        rival_hand="11A 02P1",
        ruleset=ruleset,
    )

    assert after(round_, "play 06P1").phase is PLAY
    assert after(round_, "play 11A", "play 12P1").phase is CALL
    assert stake(round_) == 5


def test_a_viewing_is_spoiled_by_the_card_that_the_seat_lays_itself() -> None:
    ruleset = replace(LEMME, viewing_spoiled_by=ViewingSpoiledBy.FIELD)
    pile = "03L 03P1 09A 09P1"
    round_ = position("11A 12P1", field="05P1", pile=pile, calls=(1, 0), ruleset=ruleset)
    assert round_.tallies[NORTH] & 0xFFFF == 5

    assert after(round_, "play 11A").phase is PLAY
    assert round_.tallies[NORTH] == 0
