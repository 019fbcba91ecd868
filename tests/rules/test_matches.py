"""Rounds in sequence: void deals, dealt hands, who deals next, the totals, and who wins."""

from dataclasses import replace

import pytest

from referee.rules.deal_check import Deck
from referee.rules.errors import BadCards
from referee.rules.match import Match
from referee.rules.round import CALL, PLAY, Round, RoundEnd, RoundResult, deal
from referee.rules.ruleset import FUDAWIKI, LEMME, RULESETS, WIKIPEDIA, MatchTie, Ruleset
from referee.rules.scoring import Made
from referee.rules.seats import NORTH, SEATS, SOUTH, Seat
from tests.rules.oracle import exhausted
from tests.rules.positions import after, cards, deck_of, position

PRESETS = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
FOUR_OF_A_MONTH = "01L 01R 01P1 01P2"
FOUR_PAIRS = "02A 02P1 03L 03P1 10A 10P1 12L 12P1"
VOID = deck_of(field=FOUR_OF_A_MONTH)
NORTH_DEALT = deck_of(north=FOUR_OF_A_MONTH)
BOTH_DEALT = deck_of(FOUR_OF_A_MONTH, FOUR_PAIRS)


def dealt(match: Match, deck: Deck) -> Round:
    round_ = match.deal(deck)
    assert round_
    return round_


def finish(match: Match, rounds: int, deck: Deck) -> None:
    """Lets dealt hands end so many rounds."""
    for _ in range(rounds):
        assert dealt(match, deck).is_over
        match.end_round()


@PRESETS
def test_a_void_field_goes_before_a_dealt_hand(ruleset: Ruleset) -> None:
    match = Match(ruleset, NORTH)

    assert match.deal(deck_of(north="12L 12P1 12P2 12P3", field=FOUR_OF_A_MONTH)) is None
    assert (match.scores, match.dealer, match.number) == ((0, 0), NORTH, 1)


@PRESETS
def test_void_deals_in_a_row_leave_the_round_the_dealer_and_the_scores(ruleset: Ruleset) -> None:
    match = Match(ruleset, SOUTH)
    finish(match, 1, NORTH_DEALT)
    assert [match.deal(VOID), match.deal(VOID), match.deal(VOID)] == [None] * 3
    round_ = dealt(match, deck_of())

    assert (round_.number, round_.dealer, round_.scores) == (2, NORTH, (6, 0))
    assert match.rounds[1].void_decks == [VOID] * 3


@PRESETS
def test_void_decks_belong_to_the_round_that_follows_them(ruleset: Ruleset) -> None:
    match = Match(ruleset, NORTH)
    match.deal(VOID)
    finish(match, 2, NORTH_DEALT)

    assert [len(played.void_decks) for played in match.rounds] == [1, 0]


@PRESETS
def test_a_dealt_hand_scores_six_undoubled_and_its_holder_deals(ruleset: Ruleset) -> None:
    match = Match(ruleset, SOUTH)
    round_ = dealt(match, NORTH_DEALT)

    points, made = (6, 0), (Made("teshi", 6),)
    assert match.end_round() == RoundResult(RoundEnd.DEALT, NORTH, points, made, 6)
    assert [event.cards for event in round_.events] == [round_.hands[NORTH]]
    assert (match.scores, match.dealer, match.number) == ((6, 0), NORTH, 2)


@PRESETS
def test_two_dealt_hands_use_the_round_up(ruleset: Ruleset) -> None:
    match = Match(ruleset, NORTH)
    round_ = dealt(match, BOTH_DEALT)
    match.end_round()

    assert {event.seat for event in round_.events} == set(SEATS)
    assert match.scores == ((6, 0) if ruleset is LEMME else (0, 0))
    assert match.number == 2


@pytest.mark.parametrize("dealer", SEATS, ids=lambda seat: seat.label)
def test_in_lemme_the_dealers_hand_counts_whichever_seat_deals(dealer: Seat) -> None:
    result = deal(LEMME, BOTH_DEALT, dealer).result

    assert result
    assert (result.winner, result.points[dealer]) == (dealer, 6)


@PRESETS
def test_a_dealt_hand_in_the_last_round_ends_the_match(ruleset: Ruleset) -> None:
    match = Match(ruleset, NORTH)
    finish(match, ruleset.months, NORTH_DEALT)

    assert match.is_over
    assert (match.scores, match.winner) == ((72, 0), NORTH)


def test_the_dealer_gets_a_point_although_the_other_seat_holds_five_lights() -> None:
    lights = "01L 01P1 03L 03P1 08L 08P1 11L 11P1 12L 12P1"
    round_ = position(
        "05A", rival_hand="", rival_pile=lights, calls=(0, 1), ruleset=WIKIPEDIA, dealer=SOUTH
    )

    result = after(round_, "play 05A").result

    assert result == RoundResult(RoundEnd.EXHAUSTED, None, (0, 1))


@pytest.mark.parametrize("case", ["X01", "X03", "X04"])
def test_oya_ken_is_not_a_win_and_calls_do_not_double_it(case: str) -> None:
    match, round_ = exhausted(WIKIPEDIA, case, SOUTH)

    assert round_.result == RoundResult(RoundEnd.EXHAUSTED, None, (0, 1))
    assert (match.scores, match.dealer) == ((0, 1), SOUTH)


@PRESETS
def test_the_winner_deals_next(ruleset: Ruleset) -> None:
    for dealer in SEATS:
        match = Match(ruleset, dealer)
        finish(match, 1, NORTH_DEALT)
        assert match.dealer is NORTH


def test_a_level_match_is_a_draw_or_the_last_dealers() -> None:
    level = Match(replace(LEMME, months=2), SOUTH)
    finish(level, 1, NORTH_DEALT)
    finish(level, 1, deck_of(south=FOUR_OF_A_MONTH))
    assert (level.scores, level.is_over, level.winner) == ((6, 6), True, None)

    level.ruleset = replace(level.ruleset, match_tie=MatchTie.LAST_DEALER)
    assert level.winner is NORTH


def test_the_month_of_a_round_goes_round_the_year() -> None:
    numbers = (1, 12, 13, 24, 25)

    assert [deal(LEMME, deck_of(), NORTH, number=n).month for n in numbers] == [1, 12, 1, 12, 1]


def test_the_month_decides_which_four_cards_are_tsuki_fuda() -> None:
    for number, phase in ((1, CALL), (2, PLAY), (12, PLAY), (13, CALL)):
        round_ = position("01L 12P1", field="01R 01P1 01P2", ruleset=FUDAWIKI, number=number)

        assert after(round_, "play 01L").phase is phase


@pytest.mark.parametrize(
    "deck",
    [b"", bytes(range(47)), bytes([*range(47), 46]), bytes(range(1, 49)), bytes(range(49))],
    ids=["none", "47 cards", "a card twice", "numbers for indexes", "49 cards"],
)
def test_what_is_not_a_deck_is_refused(deck: Deck) -> None:
    match = Match(LEMME, NORTH)

    with pytest.raises(BadCards, match="each of the 48 cards once"):
        match.deal(deck)
    with pytest.raises(BadCards):
        deal(LEMME, deck, NORTH)
    assert match.number == 1


def test_cards_belong_to_the_seat_and_not_to_the_dealer() -> None:
    deck = deck_of(north="01L 02A", south="03L 04A")

    for dealer in SEATS:
        round_ = deal(LEMME, deck, dealer)
        assert round_.hands[NORTH] & cards("01L 02A") == cards("01L 02A")
        assert round_.hands[SOUTH] & cards("03L 04A") == cards("03L 04A")
        assert round_.mover == dealer
