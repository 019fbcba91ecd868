"""Observations: what one seat may know of a round. Nothing else leaves the hidden state.

An `Observation` has no field in which a hidden card could sit: the rival's hand and the stock are
numbers. It holds everything a decision can depend on, so a bot may be a pure function of it.
"""

from typing import NamedTuple

from referee.rules.cards import CardSet
from referee.rules.round import TAKE, Phase, Round, stake
from referee.rules.seats import SEATS, Seat


class Observation(NamedTuple):
    """A seat's view. `in_play` is the index of the card that waits for a choice, else None."""

    seat: Seat
    dealer: Seat
    number: int
    phase: Phase
    mover: Seat
    hand: CardSet
    field: CardSet
    own_pile: CardSet
    rival_pile: CardSet
    rival_hand_size: int
    stock_size: int
    in_play: int | None
    was_drawn: bool
    own_score: int
    rival_score: int
    own_calls: int
    rival_calls: int
    points_at_stake: int


def observe(round_: Round, seat: Seat) -> Observation:
    """Return everything that `seat` may know at this moment, and nothing else."""
    rival = 1 - seat
    choosing = round_.phase is TAKE
    return Observation(
        seat,
        SEATS[round_.dealer],
        round_.number,
        round_.phase,
        SEATS[round_.mover],
        round_.hands[seat],
        round_.field,
        round_.piles[seat],
        round_.piles[rival],
        round_.hands[rival].bit_count(),
        len(round_.stock) - round_.drawn,
        round_.in_play if choosing else None,
        choosing and round_.was_drawn,
        round_.scores[seat],
        round_.scores[rival],
        round_.calls[seat],
        round_.calls[rival],
        stake(round_),
    )
