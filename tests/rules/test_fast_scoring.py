"""The fast sums are the slow ones: `Tally` equals `made_yaku` for every pile."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import DECK, CardSet
from referee.rules.fast_scoring import BASE_BITS, BASE_MASK, Tally, tally_of
from referee.rules.ruleset import FUDAWIKI, RULESETS, Ruleset, ViewingSpoiledBy, with_yaku
from referee.rules.scoring import made_yaku
from tests.rules.oracle import ORACLE, Row, ruleset_of
from tests.rules.positions import cards
from tests.rules.strategies import house_rules

card_sets = st.integers(0, DECK)
# A pile of random bits holds half the deck: few cards and nearly all of them matter as well.
piles = card_sets | st.builds(lambda a, b: a & b, card_sets, card_sets)
piles |= st.builds(lambda a, b: a | b, card_sets, card_sets)
months = st.integers(1, 12)


def agree(ruleset: Ruleset, tally: Tally, pile: CardSet, month: int, field: CardSet) -> None:
    packed = tally(pile, month, field)
    made = made_yaku(ruleset, pile, month=month, field=field)

    assert packed & BASE_MASK == sum(yaku.points for yaku in made)
    assert tally.made(packed, pile) == made
    rows = [row.id for number, row in enumerate(ruleset.yaku) if packed >> BASE_BITS + number & 1]
    assert rows == [yaku.id for yaku in made]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
@settings(max_examples=200, deadline=None)
@given(pile=piles, month=months)
def test_a_presets_tally_is_the_sum_of_its_yaku(
    ruleset: Ruleset, pile: CardSet, month: int
) -> None:
    agree(ruleset, tally_of(ruleset), pile, month, 0)


# What a single one of the tables cannot know: other yaku, other cards.
WIDE = {
    "needs another": replace(FUDAWIKI, viewing_needs_other_yaku=True),
    "spoiled by the field": replace(FUDAWIKI, viewing_spoiled_by=ViewingSpoiledBy.FIELD),
    "spoiled by the pile": replace(FUDAWIKI, viewing_spoiled_by=ViewingSpoiledBy.PILE),
    "kasu void beside sanko": replace(
        FUDAWIKI, yaku=with_yaku(FUDAWIKI.yaku, {"kasu": {"void_if": ("sanko", "tsukimi")}})
    ),
}


@pytest.mark.parametrize("ruleset", WIDE.values(), ids=WIDE)
@settings(max_examples=200, deadline=None)
@given(pile=piles, month=months, field=card_sets)
def test_a_tally_knows_what_yaku_do_to_each_other(
    ruleset: Ruleset, pile: CardSet, month: int, field: CardSet
) -> None:
    agree(ruleset, tally_of(ruleset), pile, month, field & ~pile)


@settings(max_examples=50, deadline=None)
@given(house_rules(), st.lists(st.tuples(piles, months, card_sets), min_size=1, max_size=20))
def test_the_tally_of_house_rules_is_the_sum_of_their_yaku(
    ruleset: Ruleset, situations: list[tuple[CardSet, int, CardSet]]
) -> None:
    tally = Tally(ruleset)
    for pile, month, field in situations:
        agree(ruleset, tally, pile, month, field & ~pile)


@pytest.mark.parametrize("row", ORACLE["scoring"], ids=lambda row: row["id"])
def test_the_tally_gives_the_base_of_a_row_of_the_oracle(row: Row) -> None:
    pile = cards(row["captured_codes"])
    packed = tally_of(ruleset_of(row))(pile, 1, 0)

    assert packed & BASE_MASK == row["base"]
