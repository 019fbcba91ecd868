"""What an event shows beside its ranking: luck, dealers, yaku, and how every bot plays.

Benched bots are left out, as in the ranking. How it looks is `arena.stats_tables`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from arena.field import field_of
from arena.habits import Gathered, gathered
from arena.luck import Luck, luck_of, total_luck
from arena.outlines import LegOutline, Outline, outlines_of_record, outlines_of_text
from arena.store.match_names import MatchName, parse_match_name
from arena.store.store import Store
from referee.rules.record import MatchRecord
from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class EventStats:
    """The figures of an event; `luck` is by pairing, everything else by bot."""

    ruleset: Ruleset
    luck: Mapping[tuple[str, str], Luck]
    habits: Gathered
    verdicts: Mapping[str, Mapping[str, int]]

    @property
    def names(self) -> list[str]:
        """The bots, in the order of their names."""
        return list(self.habits.bots)

    def luck_with(self, name: str) -> Luck:
        """The luck in the pairings of a bot."""
        return total_luck(luck for pairing, luck in self.luck.items() if name in pairing)

    @property
    def all_luck(self) -> Luck:
        """The luck in all pairings."""
        return total_luck(self.luck.values())


def event_stats(store: Store) -> EventStats:
    """The figures of an event, from its matches as they stream by."""
    field = field_of(store)
    names = [entry.name for entry in field.running]
    moments = [one for one in store.leg_moments() if {one.a, one.b} <= set(names)]
    return EventStats(
        ruleset=store.settings.ruleset,
        luck={(one.a, one.b): luck_of(one) for one in moments},
        habits=gathered(_pairs(store, frozenset(names)), names),
        verdicts=field.verdicts,
    )


def _pairs(store: Store, names: frozenset[str]) -> Iterator[list[LegOutline]]:
    running = (leg for leg in _legs(store) if names.issuperset(leg.names))
    return (list(legs) for _, legs in groupby(running, key=attrgetter("pair")))


def _legs(store: Store) -> Iterator[LegOutline]:
    """The legs of current versions. Whom a field can force, only a whole record tells."""
    if store.settings.ruleset.hand_match_required:
        return map(_leg_of_record, store.records())
    return (_leg(name, plays) for name, _, plays in store.plays(outlines_of_text))


def _leg_of_record(record: MatchRecord) -> LegOutline:
    name = parse_match_name(record.match or "")
    assert name is not None
    return _leg(name, list(outlines_of_record(record)))


def _leg(name: MatchName, rounds: list[Outline]) -> LegOutline:
    names = (name.a, name.b) if name.leg == 1 else (name.b, name.a)
    return LegOutline((name.a, name.b, name.pair), names, rounds)
