"""Tests of mistakes that public Koi-Koi engines were seen to make."""

import pytest

from referee.rules.cards import PLAINS, Card, codes_of
from referee.rules.deal_check import is_void
from referee.rules.errors import IllegalAction
from referee.rules.round import CALL, TAKE, deal, stake
from referee.rules.ruleset import LEMME, NINTENDO, RULESETS, WIKIPEDIA, Ruleset
from referee.rules.scoring import Made, score
from referee.rules.seats import NORTH, SEATS
from tests.rules.oracle import exhausted
from tests.rules.positions import after, cards, deck_of, legal_texts, position

PRESETS = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
FOUR_OF_A_MONTH = "01L 01R 01P1 01P2"
FOUR_PAIRS = "02A 02P1 03L 03P1 10A 10P1 12L 12P1"
TEN_PLAINS = "01P1 01P2 02P1 02P2 03P1 03P2 04P1 04P2 05P1 05P2"


def made(ruleset: Ruleset, codes: str) -> dict[str, int]:
    return {one.id: one.points for one in score(ruleset, cards(codes)).yaku}


@PRESETS
def test_the_lightning_is_one_of_24_plains(ruleset: Ruleset) -> None:
    nine = " ".join(codes_of(PLAINS & ~Card.WILLOW_LIGHTNING.bit)[:9])

    assert PLAINS.bit_count() == 24
    assert made(ruleset, nine) == {}
    assert made(ruleset, f"{nine} 11P1") == {"kasu": 1}


@PRESETS
def test_a_drawn_match_cannot_be_left_on_the_field(ruleset: Ruleset) -> None:
    round_ = after(position("11P1 06A", field="03P1", draws="03L", ruleset=ruleset), "play 11P1")

    assert round_.field == cards("11P1")
    assert round_.piles[NORTH] == cards("03L 03P1")


@PRESETS
def test_light_yaku_are_not_added_up(ruleset: Ruleset) -> None:
    points = {row.id: row.points for row in ruleset.yaku}

    assert made(ruleset, "01L 03L 08L 11L 12L") == {"goko": points["goko"]}
    assert made(ruleset, "01L 03L 08L 12L") == {"shiko": 8}
    assert made(ruleset, "01L 03L 08L 11L") == {"ame_shiko": 7}


def test_growth_by_one_is_seen_though_the_number_of_yaku_stays() -> None:
    round_ = position("06P1 12L", field="06R", pile=TEN_PLAINS, calls=(1, 0))

    assert after(round_, "play 06P1").phase is CALL
    assert stake(round_) == 2


@PRESETS
def test_the_first_of_two_matches_is_not_taken_without_asking(ruleset: Ruleset) -> None:
    round_ = after(position("01L 06A", field="01P1 01P2", ruleset=ruleset), "play 01L")

    assert round_.phase is TAKE
    assert round_.piles[NORTH] == 0
    assert legal_texts(round_) == ["take 01P1", "take 01P2"]


def test_in_nintendo_the_cup_is_a_plain_and_in_lemme_it_is_not() -> None:
    nine_and_the_cup = "01P1 01P2 02P1 02P2 03P1 03P2 04P1 04P2 05P1 09A"

    assert made(NINTENDO, nine_and_the_cup) == {"kasu": 1}
    assert made(LEMME, nine_and_the_cup) == {}


@PRESETS
@pytest.mark.parametrize("hand", [FOUR_OF_A_MONTH, FOUR_PAIRS], ids=["teshi", "kuttsuki"])
def test_a_dealt_hand_ends_the_round_before_a_card_is_played(ruleset: Ruleset, hand: str) -> None:
    for deck in (deck_of(north=hand), deck_of(south=hand)):
        round_ = deal(ruleset, deck, NORTH)

        assert round_.is_over
        assert legal_texts(round_) == []
        with pytest.raises(IllegalAction, match=r"legal: \[\]"):
            after(round_, "stop")


@PRESETS
def test_four_pairs_on_the_field_are_looked_for(ruleset: Ruleset) -> None:
    assert is_void(ruleset, deck_of(field=FOUR_PAIRS)) is (ruleset is not NINTENDO)


@PRESETS
def test_two_dealt_hands_do_not_pay_the_seat_that_is_looked_at_first(ruleset: Ruleset) -> None:
    both = deck_of(FOUR_OF_A_MONTH, FOUR_PAIRS)

    for dealer in SEATS:
        result = deal(ruleset, both, dealer).result
        assert result
        assert result.winner == (dealer if ruleset is LEMME else None)


@PRESETS
def test_a_field_with_three_of_a_month_is_played(ruleset: Ruleset) -> None:
    assert not is_void(ruleset, deck_of(field="01L 01R 01P1"))


@PRESETS
def test_a_caller_collects_nothing_when_the_hands_run_out(ruleset: Ruleset) -> None:
    match, round_ = exhausted(ruleset, "X03", NORTH)

    assert round_.calls == [1, 0]
    assert match.scores == ((1, 0) if ruleset is WIKIPEDIA else (0, 0))


@pytest.mark.parametrize(
    ("pile", "gained"),
    [("04R 04P1 05R 05P1 07R 07P1 11R 11A 01R 01P1", "06R"), (TEN_PLAINS, "06P2")],
    ids=["tan", "kasu"],
)
def test_growth_of_tan_and_kasu_is_offered_again(pile: str, gained: str) -> None:
    round_ = position(f"{gained} 12L", field="06A", pile=pile, calls=(1, 0))

    assert after(round_, f"play {gained}").phase is CALL
    assert stake(round_) == 2


@PRESETS
def test_two_yaku_made_by_one_card_both_count(ruleset: Ruleset) -> None:
    round_ = position("09A 06A", field="09P1", pile="03L 03P1 08L 08P1", ruleset=ruleset)

    assert after(round_, "play 09A").phase is CALL
    assert round_.tally.made(round_.tallies[NORTH], round_.piles[NORTH]) == (
        Made("hanami", 5),
        Made("tsukimi", 5),
    )


@PRESETS
def test_yaku_are_looked_at_after_the_draw_as_well(ruleset: Ruleset) -> None:
    round_ = position("11P1 06A", field="03P1", draws="03L", pile="09A 09P1", ruleset=ruleset)

    assert after(round_, "play 11P1").phase is CALL


@PRESETS
def test_four_lights_are_not_three_as_well(ruleset: Ruleset) -> None:
    assert "sanko" not in made(ruleset, "01L 03L 08L 12L")
    assert "sanko" not in made(ruleset, "01L 03L 08L 11L")
