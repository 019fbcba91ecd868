"""Two engines that share nothing count the same ways for a round to go on."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.deal_check import Deck
from referee.rules.round import apply, deal, legal_actions
from referee.rules.ruleset import RULESETS, Ruleset
from referee.rules.seats import Seat
from tests.rules import perft, perft_counter
from tests.rules.strategies import decks, presets, rngs, seats

TEXT = perft.PATH.read_text(encoding="utf-8")
CASES = perft.read(TEXT)


def game_of(case: perft.Case) -> perft_counter.Game:
    """The round as the second counter has it, with the first actions played."""
    mover = ("north", "south").index(case.dealer)
    game = perft_counter.start(case.ruleset, case.round, list(case.deck), mover)
    for action in case.actions:
        game = perft_counter.after(game, action)
    return game


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_engine_and_the_second_counter_count_what_the_file_says(case: perft.Case) -> None:
    round_, game = case.start(), game_of(case)

    assert {depth: perft.count(round_, depth) for depth in case.counts} == case.counts
    assert {depth: perft_counter.count(game, depth) for depth in case.counts} == case.counts


def test_the_file_covers_every_preset_from_the_deal_and_to_the_end() -> None:
    from_the_deal = [case.ruleset for case in CASES if not case.actions]
    to_the_end = [case.ruleset for case in CASES if _runs_out(case)]

    assert len({case.deck for case in CASES}) >= 10
    assert set(from_the_deal) == set(to_the_end) == set(RULESETS)


def _runs_out(case: perft.Case) -> bool:
    """Return whether the last depth is one beyond the longest way to the end."""
    return case.counts[max(case.counts)] == 0


def test_rewriting_the_file_changes_nothing() -> None:
    assert perft.rewritten(TEXT) == TEXT


@settings(max_examples=150, deadline=None)
@given(decks, presets, seats, st.integers(1, 13), rngs)
def test_the_two_engines_offer_the_same_choices_to_the_end(
    deck: Deck, ruleset: Ruleset, dealer: Seat, number: int, rng: Random
) -> None:
    round_ = deal(ruleset, deck, dealer, number=number)
    game = perft_counter.start(ruleset.name, number, [card + 1 for card in deck], dealer)
    while not round_.is_over:
        choices = perft_counter.choices(game)
        assert [action + 1 for action in legal_actions(round_)] == choices
        action = rng.choice(choices)
        apply(round_, action - 1)
        game = perft_counter.after(game, action)

    assert game.over or not round_.actions
