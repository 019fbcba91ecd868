"""Hypothesis strategies for the rules floor, and what a round looks like from outside."""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from referee.rules.actions import KOI_KOI, STOP
from referee.rules.cards import CardSet
from referee.rules.deal_check import Deck, is_void
from referee.rules.parameters import RANGES, void_if_ids, yaku_parameters
from referee.rules.round import TAKE, Round, apply, deal, legal_actions
from referee.rules.ruleset import (
    LEMME,
    RULESETS,
    BothDealt,
    FieldFourPairs,
    MatchTie,
    NextDealer,
    OfferOn,
    OwnCalls,
    Ruleset,
    ViewingSpoiledBy,
    with_cup_as_plain,
)
from referee.rules.seats import SEATS, Seat
from referee.rules.yaku import TABLE, YAKU_IDS, Yaku

presets = st.sampled_from(list(RULESETS.values()))
seats = st.sampled_from(SEATS)
rngs = st.integers(0, 2**32 - 1).map(Random)
# Whatever voids a deal under any preset is left out.
decks = st.permutations(range(48)).map(bytes).filter(lambda deck: not is_void(LEMME, deck))

_limits = st.none() | st.integers(0, 3)
_SETTINGS: dict[str, st.SearchStrategy[Any]] = {
    "months": st.integers(1, 14),
    "hand_match_required": st.booleans(),
    "offer_on": st.sampled_from(OfferOn),
    "max_calls_per_player": _limits,
    "max_calls_per_round": _limits,
    "min_base_to_call": st.integers(0, 8),
    "needs_hand_card": st.booleans(),
    "double_from": st.none() | st.integers(1, 12),
    "rival_called_factor": st.integers(1, 3),
    "own_calls": st.sampled_from(OwnCalls),
    "exhausted_dealer_points": st.integers(0, 6),
    "dealer_after_draw": st.sampled_from(NextDealer),
    "field_four_pairs": st.sampled_from(FieldFourPairs),
    "both_dealt": st.sampled_from(BothDealt),
    "viewing_spoiled_by": st.sampled_from(ViewingSpoiledBy),
    "viewing_needs_other_yaku": st.booleans(),
    "match_tie": st.sampled_from(MatchTie),
}
assert set(_SETTINGS) == {one.name for one in fields(Ruleset)} - {"name", "yaku"}


@st.composite
def house_rules(draw: st.DrawFn) -> Ruleset:
    """Any ruleset that a file of house rules can describe."""
    table = with_cup_as_plain(TABLE) if draw(st.booleans()) else TABLE
    # Few of them: rows that void each other everywhere would leave little else to see.
    changed = draw(st.sets(st.sampled_from(YAKU_IDS), max_size=4))
    rows = tuple(_row(draw, row) if row.id in changed else row for row in table)
    changes = draw(st.fixed_dictionaries({}, optional=_SETTINGS))
    return replace(LEMME, name="house", yaku=rows, **changes)


def _row(draw: st.DrawFn, row: Yaku) -> Yaku:
    most = {"points": 12, "extra": 3}
    numbers = {
        parameter.key: draw(st.integers(parameter.numbers[0], most.get(parameter.key, 12)))
        for parameter in yaku_parameters(row)
        if parameter.key in RANGES
    }
    beside = void_if_ids(row)
    void_if = draw(st.lists(st.sampled_from(beside), unique=True, max_size=3)) if beside else []
    return replace(row, void_if=tuple(void_if), **numbers)


def steps(round_: Round, rng: Random, *, may_stop: bool = True) -> Iterator[Round]:
    """Plays any legal action until the round is over; the round after each action."""
    while not round_.is_over:
        legal = legal_actions(round_)
        if legal[0] == STOP and not may_stop:
            legal = (KOI_KOI,)
        apply(round_, rng.choice(legal))
        yield round_


def turns(round_: Round, rng: Random) -> Iterator[Round]:
    """The round whenever a turn has just ended, the last included."""
    mover = round_.mover
    for _ in steps(round_, rng):
        if round_.is_over or round_.mover != mover:
            mover = round_.mover
            yield round_


def part_way(ruleset: Ruleset, deck: Deck, dealer: Seat, rng: Random) -> Round:
    """A round after any number of actions, none and all included."""
    round_ = deal(ruleset, deck, dealer)
    for _, _ in zip(range(rng.randrange(40)), steps(round_, rng), strict=False):
        pass
    return round_


def places(round_: Round) -> list[CardSet]:
    """Every place a card can be in."""
    stock = sum(1 << index for index in round_.stock[round_.drawn :])
    in_play = 1 << round_.in_play if round_.phase is TAKE else 0
    return [*round_.hands, *round_.piles, round_.field, stock, in_play]


def state(round_: Round) -> dict[str, Any]:
    """Everything a round knows, as values that do not change with it."""
    kept = {name: getattr(round_, name) for name in Round.__slots__}
    return {name: tuple(one) if isinstance(one, list) else one for name, one in kept.items()}
