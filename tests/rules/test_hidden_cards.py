"""A seat is told nothing that depends on a card it cannot see.

The law for the bytes of messages is floor 1's.
"""

from collections.abc import Sequence
from random import Random

from hypothesis import assume, given, settings

from referee.rules.actions import Action
from referee.rules.cards import indexes_of
from referee.rules.deal_check import STOCK_START, Deck, dealt_yaku, hands_and_field
from referee.rules.errors import IllegalAction
from referee.rules.observation import Observation, observe
from referee.rules.round import (
    CALL,
    CALLED,
    DEALT_YAKU,
    TAKE,
    Event,
    Round,
    apply,
    deal,
    legal_actions,
)
from referee.rules.ruleset import Ruleset
from referee.rules.seats import NORTH, SOUTH, Seat
from tests.rules.positions import card_set_of
from tests.rules.strategies import decks, part_way, presets, rngs, seats, steps

laws = settings(max_examples=150, deadline=None)
HAND = {NORTH: range(8), SOUTH: range(8, 16)}


def with_hidden_shuffled(round_: Round, seat: Seat, rng: Random) -> Round:
    """The round with everything the seat cannot see dealt anew."""
    twin = round_.copy()
    theirs = indexes_of(twin.hands[seat.other])
    hidden = [*theirs, *twin.stock[twin.drawn :]]
    rng.shuffle(hidden)
    twin.hands[seat.other] = card_set_of(hidden[: len(theirs)])
    twin.stock = twin.stock[: twin.drawn] + bytes(hidden[len(theirs) :])
    return twin


@laws
@given(decks, presets, seats, seats, rngs)
def test_an_observation_does_not_depend_on_hidden_cards(
    deck: Deck, ruleset: Ruleset, dealer: Seat, seat: Seat, rng: Random
) -> None:
    round_ = part_way(ruleset, deck, dealer, rng)

    twin = with_hidden_shuffled(round_, seat, rng)

    assert observe(twin, seat) == observe(round_, seat)
    if round_.mover == seat:
        assert legal_actions(twin) == legal_actions(round_)
        assert _refusal(twin) == _refusal(round_)


def _refusal(round_: Round) -> str:
    """Return an illegal answer: the first card that the seat does not hold."""
    action = next(action for action in range(98) if action not in legal_actions(round_))
    try:
        apply(round_.copy(), action)
    except IllegalAction as refusal:
        return str(refusal)
    raise AssertionError("the action was accepted")


@laws
@given(decks, presets, seats, seats, rngs)
def test_a_whole_history_does_not_depend_on_cards_that_stay_hidden(
    deck: Deck, ruleset: Ruleset, dealer: Seat, seat: Seat, rng: Random
) -> None:
    round_ = part_way(ruleset, deck, dealer, rng)
    twin = _deck_with_hidden_shuffled(deck, round_, seat, rng)
    # A dealt hand is shown, so it is not hidden.
    assume(not any(dealt_yaku(hands_and_field(one)[seat.other]) for one in (deck, twin)))

    assert _told(ruleset, twin, dealer, seat, round_.actions) == _told(
        ruleset, deck, dealer, seat, round_.actions
    )


def _deck_with_hidden_shuffled(deck: Deck, round_: Round, seat: Seat, rng: Random) -> Deck:
    """The deck with the cards that the seat has not seen by now put in each other's places."""
    theirs = round_.hands[seat.other]
    unplayed = [place for place in HAND[seat.other] if theirs >> deck[place] & 1]
    places = [*unplayed, *range(STOCK_START + round_.drawn, 48)]
    hidden = [deck[place] for place in places]
    rng.shuffle(hidden)
    twin = bytearray(deck)
    for place, card in zip(places, hidden, strict=True):
        twin[place] = card
    return bytes(twin)


def _told(
    ruleset: Ruleset, deck: Deck, dealer: Seat, seat: Seat, actions: Sequence[Action]
) -> list[tuple[Observation, list[Event], tuple[Action, ...]]]:
    """Return what the seat is told in the course of these actions."""
    round_ = deal(ruleset, deck, dealer)
    told = []
    for action in (*actions, None):
        legal = legal_actions(round_) if round_.mover == seat else ()
        told.append((observe(round_, seat), round_.events, legal))
        if action is not None:
            apply(round_, action)
    return told


@laws
@given(decks, presets, seats, rngs)
def test_an_observation_says_what_lies_open(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer, number=3, scores=(4, 11))
    for _ in steps(round_, rng):
        for seat in Seat:
            view, rival = observe(round_, seat), seat.other
            assert view.hand == round_.hands[seat]
            assert (view.own_pile, view.rival_pile) == (round_.piles[seat], round_.piles[rival])
            assert (view.field, view.phase, view.mover) == (
                round_.field,
                round_.phase,
                round_.mover,
            )
            assert view.rival_hand_size == round_.hands[rival].bit_count()
            assert view.stock_size == 24 - round_.drawn
            assert (view.own_calls, view.rival_calls) == (round_.calls[seat], round_.calls[rival])
            assert (view.own_score, view.rival_score) == ((4, 11), (11, 4))[seat]
            assert (view.seat, view.dealer, view.number) == (seat, dealer, 3)
            assert (view.in_play is None) is (round_.phase is not TAKE)
            assert bool(view.points_at_stake) is (round_.phase is CALL)


@laws
@given(decks, presets, seats, rngs)
def test_both_seats_are_told_the_same_events_and_they_tell_piles_and_calls(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = part_way(ruleset, deck, dealer, rng)

    piles, calls = [0, 0], [0, 0]
    for event in round_.events:
        assert event.seat is not None
        piles[event.seat] |= event.cards if event.kind is not DEALT_YAKU else 0
        calls[event.seat] += event.kind is CALLED
    assert (piles, calls) == (round_.piles, round_.calls)
    assert round_.events_since(round_.event_count) == []
    assert round_.events_since(2) == round_.events[2:]
