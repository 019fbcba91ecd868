"""The ranking of an event, derived from its facts.

Nothing in it depends on the event's name, on when and where it was played, or on which match
finished first. How ratings are fitted is `arena.rating`; what it looks like is
`arena.standings.ranking_table`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arena.errors import UnknownChoice
from arena.event.deals.fairness import fairness_remarks
from arena.rating.belief import Anchor, Belief, anchored
from arena.rating.certainty import PlaceCertainty, place_certainties
from arena.rating.estimates import Estimate
from arena.rating.model import Rating, model_for
from arena.rating.results import Leg, Outcome, Pair, Results, count_results
from arena.rating.systems import DEFAULT_RATING_SYSTEM, rating_system
from arena.standings.benching import Benched, Contenders, contenders_of
from arena.standings.tallies import Tally, mean_points, tallies
from arena.store.entries import Entry
from arena.store.pairs import Within
from arena.store.settings import Settings
from arena.store.store import Store

DIGITS = 6  # what is written; beyond them floats differ from machine to machine


@dataclass(frozen=True, slots=True)
class Scored:
    """A bot with a rating, and its results `against` every rival and in all.

    `points_per_month` counts every rival alike; it is None if no month finished.
    """

    entry: Entry
    rating: Rating
    against: Mapping[str, Tally]
    tally: Tally
    points_per_month: Estimate | None
    verdicts: Mapping[str, int]

    @property
    def faults(self) -> int:
        """The number of its faults."""
        return sum(self.verdicts.values())

    @property
    def pairs_for_each_rival(self) -> float:
        """The number of pairs with each rival that it met; two unpaired matches count as one."""
        return self.tally.legs / 2 / len(self.against)

    @property
    def conservative(self) -> float:
        """The rating mu − 3 sigma, by which the ranking is ordered."""
        return round(self.rating.conservative, DIGITS)


@dataclass(frozen=True, slots=True)
class Standing(Scored):
    """A ranked bot with its results, its rank, and the certainty of it."""

    rank: int
    certainty: PlaceCertainty


@dataclass(frozen=True, slots=True)
class Standings:
    """The ranking, the bots that are not ranked, and the data it rests on."""

    ranked: tuple[Standing, ...]
    unranked: tuple[Entry, ...]  # without anything that is rated
    benched: tuple[Benched, ...]
    retired: tuple[Entry, ...]
    verdicts: Mapping[str, Mapping[str, int]]
    fitted: Belief  # without an anchor
    belief: Belief
    draw_probability: float
    ratings: str
    fairness: tuple[str, ...]  # what is to be said of the deals
    settings: Settings
    anchor: Anchor | None = None  # as it was asked for

    @property
    def is_anchored(self) -> bool:
        """True if the anchor holds. A bot that is not ranked cannot be an anchor."""
        return self.belief.anchor is not None

    @property
    def complete_pairs(self) -> int:
        """The number of pairs that are rated."""
        return sum(standing.tally.pairs for standing in self.ranked) // 2

    @property
    def unpaired_legs(self) -> int:
        """The number of matches that are rated singly."""
        return sum(sum(standing.tally.unpaired) for standing in self.ranked) // 2

    @property
    def pooled_phi(self) -> float | None:
        """The pooled dispersion of pairs; None if the rating system does not use it."""
        spread = self.belief.dispersion
        return None if spread is None else round(spread.pooled, DIGITS)


def standings(
    store: Store,
    ratings: str = DEFAULT_RATING_SYSTEM,
    *,
    anchor: Anchor | None = None,
    within: Within = None,
    fitted: Belief | None = None,
) -> Standings:
    """Return the standings by a rating system, from all complete pairs or from some alone.

    `fitted` is the fit of the same facts by the same system, where it is known already.

    Raises UnknownRatingSystem, and UnknownChoice for an anchor that is not in the event.
    """
    contenders = contenders_of(store, within)
    require_anchor(anchor, (one.name for one in store.entrants()))
    met = tallies(contenders.counts, contenders.unpaired)
    results = _results(store, contenders, sorted(met))
    fitted = fitted or rating_system(ratings).rate(results)
    belief = anchored(fitted, anchor) if anchor and anchor.name in met else fitted
    return Standings(
        ranked=_ranked(fitted, belief, _scored(contenders, met, belief)),
        unranked=tuple(entry for entry in contenders.running if entry.name not in met),
        benched=contenders.benched,
        retired=tuple(store.retired()),
        verdicts=contenders.verdicts,
        fitted=fitted,
        belief=belief,
        draw_probability=round(model_for(results.table).draw_probability, DIGITS),
        ratings=ratings,
        fairness=fairness_remarks(store),
        settings=store.settings,
        anchor=anchor,
    )


def require_anchor(anchor: Anchor | None, names: Iterable[str]) -> None:
    """Raise UnknownChoice where the anchor is none of the names."""
    known = sorted(names)
    if anchor and anchor.name not in known:
        raise UnknownChoice("bot to anchor the ratings with,", anchor.name, known)


def _scored(
    contenders: Contenders, met: Mapping[str, Mapping[str, Tally]], belief: Belief
) -> Iterator[Scored]:
    rated = belief.ratings()
    for entry in contenders.running:
        if against := met.get(entry.name):
            tally = sum(against.values(), Tally())
            points = mean_points(against.values())
            points = points and points.rounded(DIGITS)
            verdicts = contenders.verdicts.get(entry.name, {})
            yield Scored(entry, rated[entry.name], against, tally, points, verdicts)


def _ranked(fitted: Belief, belief: Belief, scored: Iterator[Scored]) -> tuple[Standing, ...]:
    """Return the bots in their order, which an anchor does not change."""
    rated = fitted.ratings()
    ordered = sorted(scored, key=lambda one: _order(one, rated[one.entry.name]))
    pairs = {one.entry.name: one.pairs_for_each_rival for one in ordered}
    certainties = place_certainties(belief, [one.entry.name for one in ordered], pairs)
    ranks = range(1, len(ordered) + 1)
    return tuple(map(_standing, ordered, ranks, certainties))


def _standing(one: Scored, rank: int, certainty: PlaceCertainty) -> Standing:
    scored = one.entry, one.rating, one.against, one.tally, one.points_per_month, one.verdicts
    return Standing(*scored, rank, certainty)


def _results(store: Store, contenders: Contenders, names: list[str]) -> Results:
    counts = {
        Pair(one.a, one.b, Outcome(one.first), Outcome(one.second)): one.pairs
        for one in contenders.counts
    }
    singles = {Leg(one.a, one.b, Outcome(one.outcome)): one.legs for one in contenders.unpaired}
    return Results(count_results(names, counts, singles), lambda: _legs(store, frozenset(names)))


def _legs(store: Store, names: frozenset[str]) -> Iterator[Leg]:
    for pair in store.pair_outcomes():
        if pair.a in names and pair.b in names:
            yield Leg(pair.a, pair.b, Outcome(pair.first))
            yield Leg(pair.a, pair.b, Outcome(pair.second))
    for a, b, outcome in store.unpaired_outcomes():
        if a in names and b in names:
            yield Leg(a, b, Outcome(outcome))


def _order(one: Scored, rating: Rating) -> tuple[float, float, float, str]:
    points = one.points_per_month
    return (
        -round(rating.conservative, DIGITS),
        -rating.mu,
        math.inf if points is None else -points.value,
        one.entry.name,
    )
