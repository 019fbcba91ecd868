"""Which yaku a person is told to be near to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.table_view import Surroundings, in_reach
from arena.rulebook.score import cards_from_text
from referee.rules.cards import DECK, card_set, cards_of
from referee.rules.ruleset import RULESETS, Ruleset

LEMME = RULESETS["lemme"]
FUDAWIKI = RULESETS["fudawiki"]
# Pile, rival's pile, field, and what is near: yaku, how many are missing, what they add.
CASES = [
    ("03L", "", "", [("hanami", 1, 5), ("sanko", 2, 5)]),
    ("03L", "09A", "", [("sanko", 2, 5)]),
    ("03L 01L", "09A", "", [("sanko", 1, 5), ("shiko", 2, 8), ("ame_shiko", 2, 7)]),
    ("03L", "09A 01L 12L", "", []),
    ("06A 07A", "", "", [("inoshikacho", 1, 5)]),
    ("01R 02R 03R", "", "", [("tan", 2, 3)]),
    ("", "", "", []),
]


@pytest.mark.parametrize(("pile", "rival", "field", "near"), CASES)
def test_what_is_near_is_begun_can_be_had_and_pays(
    pile: str, rival: str, field: str, near: list[tuple[str, int, int]]
) -> None:
    around = Surroundings(LEMME, cards_from_text(rival), cards_from_text(field), month=1)

    found = in_reach(around, cards_from_text(pile))

    assert [(one.yaku.id, one.missing, one.gain) for one in found] == near


@given(
    st.sampled_from(list(RULESETS.values())),
    st.permutations(list(cards_of(DECK))),
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(1, 12),
)
def test_the_missing_cards_are_nobodys_and_add_what_is_said(
    ruleset: Ruleset, deck: list[int], own: int, rival: int, month: int
) -> None:
    pile, other = card_set(deck[:own]), card_set(deck[own : own + rival])
    around = Surroundings(ruleset, other, 0, month)

    for reach in in_reach(around, pile):
        added = card_set(cards_of(reach.left)[: reach.missing])
        assert reach.left & (pile | other) == 0
        assert around.points(pile | added) == around.points(pile) + reach.gain > around.points(pile)
