"""Scoring: what a pile is worth, when that is offered, and what a win pays.

Three seams carry the rules' oracle: `score`, `offers_decision` and `settle`. They add the rows by
name; the engine, which asks after every capture, has the same sums from `tally`.
"""

from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import CardSet, of_month
from referee.rules.ruleset import OfferOn, OwnCalls, Ruleset, ViewingSpoiledBy
from referee.rules.yaku import TSUKIFUDA, VIEWINGS, Yaku

WILLOW, PAULOWNIA = of_month(11), of_month(12)
_SPOILERS = {"hanami": WILLOW, "tsukimi": PAULOWNIA}


@dataclass(frozen=True, slots=True)
class Made:
    """A yaku that counts, and its points before multipliers."""

    id: str
    points: int


@dataclass(frozen=True, slots=True)
class Factor:
    """A multiplier: why, and by how much."""

    id: str
    x: int


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a pile: the sum of its yaku, times every factor."""

    yaku: tuple[Made, ...]
    base: int
    factors: tuple[Factor, ...]
    final: int


def score(
    ruleset: Ruleset,
    pile: CardSet,
    *,
    month: int = 1,
    field: CardSet = 0,
    calls_own: int = 0,
    calls_rival: int = 0,
) -> Score:
    """Return what a pile is worth, yaku by yaku.

    `month` (1 to 12) matters where Tsuki-fuda counts, `field` where it can spoil a viewing.
    """
    made = made_yaku(ruleset, pile, month=month, field=field)
    base = sum(yaku.points for yaku in made)
    factors, final = settle(ruleset, base, calls_own=calls_own, calls_rival=calls_rival)
    return Score(made, base, factors, final)


def made_yaku(ruleset: Ruleset, pile: CardSet, *, month: int, field: CardSet) -> tuple[Made, ...]:
    """Return the yaku that count for a pile, in table order."""
    worth = {row.id: _worth(row, pile, month) for row in ruleset.yaku if row.points}
    rows = [
        row for row in ruleset.yaku if worth.get(row.id) and not _spoiled(ruleset, row, pile, field)
    ]
    made = tuple(Made(row.id, worth[row.id]) for row in rows if _counts(row, rows, worth))
    if ruleset.viewing_needs_other_yaku and all(yaku.id in VIEWINGS for yaku in made):
        return ()
    return made


def _worth(row: Yaku, pile: CardSet, month: int) -> int:
    if row.id != TSUKIFUDA:
        return row.worth(pile)
    cards = of_month(month)
    return row.points if pile & cards == cards else 0


def _spoiled(ruleset: Ruleset, row: Yaku, pile: CardSet, field: CardSet) -> bool:
    where = {
        ViewingSpoiledBy.NOTHING: 0,
        ViewingSpoiledBy.FIELD: field,
        ViewingSpoiledBy.PILE: pile,
    }
    return bool(where[ruleset.viewing_spoiled_by] & _SPOILERS.get(row.id, 0))


def _counts(row: Yaku, made: list[Yaku], worth: dict[str, int]) -> bool:
    """Return whether a made row stands beside the other made rows."""
    if any(other.id in row.void_if or row.id in other.replaces for other in made):
        return False
    rivals = [other for other in made if row.family and other.family == row.family]
    return all(worth[row.id] >= worth[other.id] for other in rivals)


class Decision(Enum):
    """The decision at the end of a turn."""

    NO_OFFER = "no_offer"
    CHOICE = "choice"
    FORCED_STOP = "forced_stop"


def offers_decision(
    ruleset: Ruleset,
    *,
    base: int,
    base_before: int,
    new_yaku: bool,
    calls_own: int,
    calls_rival: int,
    hand_left: int,
) -> Decision:
    """Decide whether a turn that ends with `base` lets the seat stop or call (M43 to M48).

    `base_before` is the base after the seat's previous turn, `new_yaku` whether there is a yaku
    now that was not there then. Where a call is due and not allowed, the seat stops.
    """
    rose = base > base_before if ruleset.offer_on is OfferOn.TOTAL_RISE else new_yaku
    if not rose or base == 0:
        return Decision.NO_OFFER
    allowed = (
        (hand_left > 0 or not ruleset.needs_hand_card)
        and base >= ruleset.min_base_to_call
        and _below(calls_own, ruleset.max_calls_per_player)
        and _below(calls_own + calls_rival, ruleset.max_calls_per_round)
    )
    return Decision.CHOICE if allowed else Decision.FORCED_STOP


def _below(calls: int, limit: int | None) -> bool:
    return limit is None or calls < limit


def settle(
    ruleset: Ruleset, base: int, *, calls_own: int, calls_rival: int
) -> tuple[tuple[Factor, ...], int]:
    """Return the factors that apply to a winner's base, and what the win pays (M52 to M57).

    The threshold looks at the base, never at a multiplied value.
    """
    factors: list[Factor] = []
    if ruleset.double_from is not None and base >= ruleset.double_from:
        factors.append(Factor("threshold", 2))
    if calls_rival and ruleset.rival_called_factor != 1:
        factors.append(Factor("opponent_called", ruleset.rival_called_factor))
    if calls_own and ruleset.own_calls is OwnCalls.ONE_PLUS_CALLS:
        factors.append(Factor("own_calls", 1 + calls_own))
    final = base
    for factor in factors:
        final *= factor.x
    return tuple(factors), final
