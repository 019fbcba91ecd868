"""The rungs of a ranking: what is sure of each place, and of its lead over the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.rating.belief import REPORTED_DIGITS, Belief
from arena.rating.certainty import Ranks, gap, likely_ranks, says_enough
from arena.rating.estimates import Estimate, Z, elo_estimate


@dataclass(frozen=True, slots=True)
class Lead:
    """What is known of the gap between a bot and the next one.

    `superiority` is None where data are too few to say it; `more_pairs`, how many every pairing
    still needs to settle the order, where it would be too many to mean anything.
    """

    superiority: float | None
    is_tie: bool
    more_pairs: int | None


@dataclass(frozen=True, slots=True)
class Rung:
    """What is sure of one bot of a ranking. `lead` is None for the last."""

    interval: tuple[float, float]
    ranks: tuple[int, int]
    first: float | None
    elo: Estimate
    lead: Lead | None


def ladder(
    belief: Belief, order: Sequence[str], pairs_for_each_rival: Mapping[str, float]
) -> list[Rung]:
    """A rung for each name of the order, which is the ranking's."""
    if not order:
        return []
    place = {name: position for position, name in enumerate(belief.table.names)}
    ranks = likely_ranks(belief.mean, belief.covariance)
    known = {name for name in order if says_enough(pairs_for_each_rival[name])}
    leads = [
        _lead(
            belief,
            (place[one], place[other]),
            pairs_for_each_rival[one],
            is_known=known >= {one, other},
        )
        for one, other in pairwise(order)
    ]
    all_known = known == set(order)
    return [
        _rung(belief, ranks, place[name], lead, is_known=all_known)
        for name, lead in zip(order, [*leads, None], strict=True)
    ]


def _rung(belief: Belief, ranks: Ranks, bot: int, lead: Lead | None, *, is_known: bool) -> Rung:
    mean, sigma = float(belief.mean[bot]), float(belief.sigma[bot])
    above = mean - belief.level
    return Rung(
        interval=(_shown(mean - Z * sigma), _shown(mean + Z * sigma)),
        ranks=(int(ranks.low[bot]), int(ranks.high[bot])),
        first=_shown(float(ranks.first[bot])) if is_known else None,
        elo=elo_estimate(belief.win_share, above, sigma).rounded(REPORTED_DIGITS),
        lead=lead,
    )


def _lead(belief: Belief, bots: tuple[int, int], pairs: float, *, is_known: bool) -> Lead:
    between = gap(belief.mean, belief.covariance, *bots)
    return Lead(
        superiority=_shown(between.superiority) if is_known else None,
        is_tie=between.is_tie(belief.win_share),
        more_pairs=between.more_pairs(pairs),
    )


def _shown(number: float) -> float:
    return round(number, REPORTED_DIGITS)
