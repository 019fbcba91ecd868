"""Statistics of an event besides its ranking: luck, dealers, yaku, and how every bot plays.

Benched bots are left out, as in the ranking. How it looks is `arena.stats.event_tables`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from arena.standings.benching import contenders_of
from arena.stats.luck import Luck, luck_of, total_luck
from arena.stats.outlines import LegOutline, RoundOutline, outlines_of_record, outlines_of_text
from arena.stats.play_stats import Gathered, gathered
from arena.store.legs import MatchName, parse_match_name
from arena.store.store import Store
from arena.system.process_pool import spread
from referee.rules.record import MatchRecord
from referee.rules.ruleset import Ruleset

#: The pairings that are meant, by their names in order.
Pairings: TypeAlias = frozenset[tuple[str, str]]
MANY_PAIRS = 5_000  # from here on more processes save more than their start costs
PARTS = 16


@dataclass(frozen=True, slots=True)
class EventStats:
    """The statistics of an event; `luck` is by pairing, all others by bot."""

    ruleset: Ruleset
    luck: Mapping[tuple[str, str], Luck]
    play_stats: Gathered
    verdicts: Mapping[str, Mapping[str, int]]

    @property
    def names(self) -> list[str]:
        """The names of the bots, sorted."""
        return list(self.play_stats.bots)

    def luck_with(self, name: str) -> Luck:
        """Return the luck in the pairings of a bot."""
        return total_luck(luck for pairing, luck in self.luck.items() if name in pairing)

    @property
    def all_luck(self) -> Luck:
        """The luck in all pairings."""
        return total_luck(self.luck.values())


def event_stats(store: Store, many: int = MANY_PAIRS) -> EventStats:
    """Return the statistics of an event; from `many` pairs on they are counted on all cores."""
    field = contenders_of(store)
    names = [entry.name for entry in field.running]
    moments = [one for one in store.leg_moments() if {one.a, one.b} <= set(names)]
    is_spread = store.is_on_disk and sum(one.pairs for one in moments) >= many
    return EventStats(
        ruleset=store.settings.ruleset,
        luck={(one.a, one.b): luck_of(one) for one in moments},
        play_stats=_spread(store, names) if is_spread else _play_stats(store, names),
        verdicts=field.verdicts,
    )


def _spread(store: Store, names: list[str]) -> Gathered:
    pairings = list(combinations(names, 2))
    parts = [_Part(store.path, names, frozenset(pairings[start::PARTS])) for start in range(PARTS)]
    first, *others = spread(_play_stats_of_part, [part for part in parts if part.pairings])
    return sum(others, first)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a store's pairings, for a process of its own."""

    path: Path
    names: list[str]
    pairings: frozenset[tuple[str, str]]


def _play_stats_of_part(part: _Part) -> Gathered:
    with Store.open(part.path, read_only=True) as store:
        return _play_stats(store, part.names, part.pairings)


def _play_stats(store: Store, names: list[str], pairings: Pairings | None = None) -> Gathered:
    """Return the play statistics of these bots in these pairings, or in all."""
    known = frozenset(names)
    legs = (leg for leg in _legs(store, pairings) if known.issuperset(leg.names))
    pairs = (list(both) for _, both in groupby(legs, key=attrgetter("pair")))
    return gathered(pairs, names)


def _legs(store: Store, pairings: Pairings | None) -> Iterator[LegOutline]:
    """Yield the matches of current versions."""
    if store.settings.ruleset.hand_match_required:
        return map(_leg_of_record, store.records(pairings))
    return (_leg(name, plays) for name, _, plays in store.plays(outlines_of_text, pairings))


def _leg_of_record(record: MatchRecord) -> LegOutline:
    name = parse_match_name(record.match or "")
    assert name is not None
    return _leg(name, list(outlines_of_record(record)))


def _leg(name: MatchName, rounds: list[RoundOutline]) -> LegOutline:
    names = (name.a, name.b) if name.leg == 1 else (name.b, name.a)
    return LegOutline((name.a, name.b, name.pair), names, rounds)
