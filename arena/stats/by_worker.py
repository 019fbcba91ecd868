"""Whether machines treated bots alike: what each of them played, and how long bots thought there.

Benched bots are left out, as in the ranking. How it looks is `arena.stats.worker_tables`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import compress
from typing import TypeAlias

from arena.standings.benching import field_of
from arena.stats.outlines import Outline, outlines_of_record, outlines_of_text
from arena.stats.play_stats import Habits, thinking_of
from arena.store.legs import Leg
from arena.store.store import Store
from referee.rules.seats import SEATS
from referee.rules.verdicts import Verdict

#: Who played a leg where: its worker, NORTH and SOUTH, and its rounds.
Played: TypeAlias = tuple[str, tuple[str, str], Iterable[Outline]]


@dataclass(slots=True)
class Service:
    """What a worker played, of one bot or of all: legs, times for answers, and timeouts."""

    legs: int = 0
    timeouts: int = 0
    thinking: Counter[int] = field(default_factory=Counter)

    @property
    def habits(self) -> Habits:
        """The times as they are asked for elsewhere."""
        return Habits(legs=self.legs, thinking=self.thinking)

    def add(self, other: "Service") -> None:
        """Counts what another one holds, too."""
        self.legs += other.legs
        self.timeouts += other.timeouts
        self.thinking.update(other.thinking)


@dataclass(frozen=True, slots=True)
class WorkerStats:
    """The figures of an event by machine. `legs` and `forgiven` seconds are a worker's own.

    `services` are by bot and worker. The worker without a name stands for legs of which nobody
    noted where they were played.
    """

    legs: Mapping[str, int]
    forgiven: Mapping[str, float]
    services: Mapping[tuple[str, str], Service]

    @property
    def workers(self) -> list[str]:
        """The machines, in the order of their names."""
        return sorted(self.legs.keys() | self.forgiven.keys())

    def by_worker(self) -> Mapping[str, Service]:
        """What each machine did for all bots, a leg counting for both of its bots."""
        return self._totals(1)

    def by_bot(self) -> Mapping[str, Service]:
        """What all machines did for each bot."""
        return self._totals(0)

    def _totals(self, part: int) -> Mapping[str, Service]:
        totals: defaultdict[str, Service] = defaultdict(Service)
        for key, one in self.services.items():
            totals[key[part]].add(one)
        return totals


def worker_stats(store: Store) -> WorkerStats:
    """The figures of an event by machine, from its matches as they stream by."""
    names = {entry.name for entry in field_of(store).running}
    legs: Counter[str] = Counter()
    thoughts: dict[tuple[str, str], Counter[float | bytes]] = {}
    played: Counter[tuple[str, str]] = Counter()
    for worker, bots, rounds in _legs(store):
        if names.issuperset(bots):
            legs[worker] += 1
            played.update((bot, worker) for bot in bots)
            _think(thoughts, worker, bots, rounds)
    timeouts = _timeouts(store.failures(), names)
    services = {
        key: Service(count, timeouts[key], thinking_of(thoughts[key]))
        for key, count in sorted(played.items())
    }
    return WorkerStats(legs, store.forgiven(), services)


def _think(
    thoughts: dict[tuple[str, str], Counter[float | bytes]],
    worker: str,
    bots: tuple[str, str],
    rounds: Iterable[Outline],
) -> None:
    counts = [thoughts.setdefault((bot, worker), Counter()) for bot in bots]
    for one in rounds:
        for seat in SEATS:
            counts[seat].update(compress(one.thoughts, one.own[seat]))


def _timeouts(failures: Iterable[Leg], names: set[str]) -> Counter[tuple[str, str]]:
    """The matches of each bot that ran out of its time, by bot and worker."""
    return Counter(
        (bot, leg.worker)
        for leg in failures
        if leg.result.verdict is Verdict.TIMEOUT and names.issuperset((leg.name.a, leg.name.b))
        for bot, _ in leg.faults
    )


def _legs(store: Store) -> Iterator[Played]:
    """The legs of current versions. Whom a field can force, only a whole record tells."""
    if store.settings.ruleset.hand_match_required:
        for worker, record in store.records_by_worker():
            north, south = record.seats
            yield worker, (north.name, south.name), outlines_of_record(record)
        return
    for name, worker, rounds in store.plays(outlines_of_text):
        yield worker, (name.a, name.b) if name.leg == 1 else (name.b, name.a), rounds
