"""Laws that hold in every round, under every preset, whatever is played."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from referee.rules.actions import ACTION_COUNT
from referee.rules.cards import DECK, of_month
from referee.rules.deal_check import Deck
from referee.rules.errors import IllegalAction
from referee.rules.round import (
    CALL,
    OVER,
    PLAY,
    TAKE,
    EventKind,
    Round,
    RoundEnd,
    apply,
    deal,
    legal_actions,
)
from referee.rules.ruleset import LEMME, Ruleset
from referee.rules.scoring import made_yaku
from referee.rules.seats import Seat
from tests.rules.strategies import (
    decks,
    house_rules,
    places,
    presets,
    rngs,
    seats,
    state,
    steps,
    turns,
)

EVERYTHING = (*range(-2, ACTION_COUNT + 2), -48, -96, 1000)
laws = settings(max_examples=100, deadline=None)


class AnyRound(RuleBasedStateMachine):
    """Any legal game on any deal, under a preset or under house rules."""

    round: Round

    @initialize(
        deck=decks, ruleset=presets | house_rules(), dealer=seats, number=st.integers(1, 12)
    )
    def start(self, deck: Deck, ruleset: Ruleset, dealer: Seat, number: int) -> None:
        self.deck, self.dealer = deck, dealer
        self.round = deal(ruleset, deck, dealer, number=number)

    @precondition(lambda self: not self.round.is_over)
    @rule(data=st.data())
    def take_a_legal_action(self, data: st.DataObject) -> None:
        apply(self.round, data.draw(st.sampled_from(legal_actions(self.round))))

    @rule()
    def refuse_everything_else(self) -> None:
        before, legal = state(self.round), legal_actions(self.round)
        for action in set(EVERYTHING) - set(legal):
            with pytest.raises(IllegalAction):
                apply(self.round, action)
        assert state(self.round) == before

    @rule(rng=rngs)
    def play_a_copy_to_its_end(self, rng: Random) -> None:
        before, twin = state(self.round), self.round.copy()
        assert state(twin) == before
        assert all(steps(twin, rng))
        assert twin.is_over
        assert state(self.round) == before

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        everywhere = places(self.round)
        assert sum(cards.bit_count() for cards in everywhere) == 48
        assert sum(everywhere) == DECK

    @invariant()
    def legal_actions_stand_in_order_and_are_none_only_at_the_end(self) -> None:
        legal = legal_actions(self.round)
        assert list(legal) == sorted(set(legal))
        assert bool(legal) is not self.round.is_over

    @invariant()
    def a_result_means_the_round_is_over(self) -> None:
        assert (self.round.result is not None) is self.round.is_over is (self.round.phase is OVER)

    def teardown(self) -> None:
        if not hasattr(self, "round"):
            return
        again = deal(self.round.ruleset, self.deck, self.dealer, number=self.round.number)
        for action in self.round.actions:
            apply(again, action)
        assert state(again) == state(self.round)


AnyRound.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestAnyRound = AnyRound.TestCase


@laws
@given(decks, presets, seats, rngs)
def test_every_action_outside_the_list_is_refused_with_nothing_changed(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    for _ in steps(round_, rng):
        before, legal = state(round_), legal_actions(round_)
        for action in EVERYTHING:
            if action not in legal:
                with pytest.raises(IllegalAction) as refusal:
                    apply(round_, action)
                assert refusal.value.legal == legal
        assert state(round_) == before


@laws
@given(decks, presets, seats, rngs)
def test_exhaustion_leaves_eight_in_the_stock_and_nothing_in_the_hands(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    for _ in steps(round_, rng, may_stop=False):
        pass

    assert round_.result
    if round_.result.reason is RoundEnd.EXHAUSTED:
        assert len(round_.stock) - round_.drawn == 8
        assert round_.hands == [0, 0]
        assert round_.drawn == 16


@laws
@given(decks, presets | house_rules(), seats, rngs)
def test_a_round_has_at_most_sixteen_turns_in_turn(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    assert all(steps(round_, rng))
    movers = [event.seat for event in round_.events if event.kind is EventKind.PLAYED]

    assert len(movers) <= 16
    assert movers == [(dealer, dealer.other)[turn % 2] for turn in range(len(movers))]


@laws
@given(decks, presets | house_rules(), seats, rngs)
def test_a_turn_brings_at_most_one_decision(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    decided_in = [round_.drawn for _ in steps(round_, rng) if round_.phase is CALL]

    assert len(decided_in) == len(set(decided_in))


@laws
@given(decks, presets, seats, rngs)
def test_piles_hold_whole_pairs_and_the_base_never_falls(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    bases = [0, 0]
    for _ in turns(round_, rng):
        for seat, pile in enumerate(round_.piles):
            held = {(pile & of_month(month)).bit_count() for month in range(1, 13)}
            assert held <= {0, 2, 4}
            base = _base(round_, seat)
            assert base >= bases[seat]
            bases[seat] = base


def _base(round_: Round, seat: int) -> int:
    made = made_yaku(round_.ruleset, round_.piles[seat], month=round_.month, field=round_.field)
    return sum(yaku.points for yaku in made)


@laws
@given(decks, presets, seats, rngs)
def test_a_month_on_the_field_never_exceeds_what_was_dealt_there_or_one(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    months = [of_month(month) for month in range(1, 13)]
    most = [max(1, (round_.field & month).bit_count()) for month in months]

    for _ in steps(round_, rng):
        counts = [(round_.field & month).bit_count() for month in months]
        assert all(count <= limit for count, limit in zip(counts, most, strict=True))


@laws
@given(decks, presets, seats, rngs)
def test_hands_are_equal_whenever_the_dealer_is_to_play(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    for _ in steps(round_, rng):
        if round_.phase is PLAY:
            sizes = [round_.hands[dealer].bit_count(), round_.hands[dealer.other].bit_count()]
            assert sizes[1] - sizes[0] == (round_.mover != dealer)


@laws
@given(decks, presets, seats, rngs)
def test_a_choice_is_between_two_cards_of_the_month_in_play(
    deck: Deck, ruleset: Ruleset, dealer: Seat, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer)
    for _ in steps(round_, rng):
        if round_.phase is TAKE:
            months = {action % 48 // 4 for action in legal_actions(round_)}
            assert months == {round_.in_play // 4}
            assert len(legal_actions(round_)) == 2


@laws
@given(decks, seats, rngs)
def test_points_go_to_one_seat_and_a_winner_has_a_yaku(
    deck: Deck, dealer: Seat, rng: Random
) -> None:
    round_ = deal(LEMME, deck, dealer)
    assert all(steps(round_, rng))

    assert round_.result
    assert min(round_.result.points) == 0
    assert (round_.result.winner is None) is (not round_.result.yaku)
    assert sum(yaku.points for yaku in round_.result.yaku) == round_.result.base
