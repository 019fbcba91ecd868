"""Benching: a bot with too many faults is disqualified, and its results do not count.

Faults against a benched entrant do not count either. How many of its matches were played depends on
who finished first, and no table may.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from arena.store.entries import Entry
from arena.store.legs import Leg
from arena.store.pairs import LegCount, PairCount, Within
from arena.store.store import Store


@dataclass(frozen=True, slots=True)
class Benched:
    """A disqualified bot, and the count of each verdict against it."""

    entry: Entry
    verdicts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Contenders:
    """The bots that take part in the ranking, with their counts.

    `verdicts` counts for every bot the faults that ended at least one match, by verdict.
    """

    running: tuple[Entry, ...]
    benched: tuple[Benched, ...]
    counts: tuple[PairCount, ...]
    unpaired: tuple[LegCount, ...]
    verdicts: Mapping[str, Mapping[str, int]]


def contenders_of(store: Store, within: Within = None) -> Contenders:
    """Return the contenders from all facts, or from those of some pairs."""
    failures = [leg for leg in store.failures() if _is_within(leg, within)]
    verdicts = _verdicts(failures)
    limit = store.settings.max_faults
    out = {name for name, of_bot in verdicts.items() if of_bot.total() >= limit}
    running = [leg for leg in failures if out.isdisjoint((leg.name.a, leg.name.b))]
    return Contenders(
        running=tuple(one for one in store.entrants() if one.name not in out),
        benched=tuple(
            Benched(one, verdicts[one.name]) for one in store.entrants() if one.name in out
        ),
        counts=tuple(one for one in store.pair_counts(within) if out.isdisjoint((one.a, one.b))),
        unpaired=tuple(one for one in store.leg_counts(within) if out.isdisjoint((one.a, one.b))),
        verdicts=_verdicts(running),
    )


def _is_within(leg: Leg, within: Within) -> bool:
    return within is None or leg.name.pair <= within.get((leg.name.a, leg.name.b), 0)


def _verdicts(failures: list[Leg]) -> defaultdict[str, Counter[str]]:
    """Return the count of each verdict for each bot; one incident counts once."""
    seen = {fault: leg.result.verdict.value for leg in reversed(failures) for fault in leg.faults}
    verdicts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (bot, _), verdict in seen.items():
        verdicts[bot][verdict] += 1
    return verdicts
