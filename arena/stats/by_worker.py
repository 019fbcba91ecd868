"""Statistics by worker: what each machine played, and how long bots thought there.

They show whether machines treated bots alike. Disqualified bots are left out, as in the ranking.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import compress
from typing import TypeAlias

from arena.standings.benching import contenders_of
from arena.standings.standings import DIGITS
from arena.stats.outlines import RoundOutline, outlines_of_record, outlines_of_text
from arena.stats.play_stats import PlayStats, thinking_of
from arena.store.legs import Leg
from arena.store.settings import UNRECORDED
from arena.store.store import Store
from arena.tables.table import Align, Cell, Column, Row, Table
from referee.rules.seats import SEATS
from referee.rules.verdicts import Verdict

#: Who played a leg where: its worker, NORTH and SOUTH, and its rounds.
Played: TypeAlias = tuple[str, tuple[str, str], Iterable[RoundOutline]]
P99 = 0.99
RIGHT = Align.RIGHT
TIMES = (
    *(Column("think ms", RIGHT, 2), Column("p99 ms", RIGHT, 1), Column("max ms", RIGHT, 1)),
    Column("timeouts", RIGHT),
)
WORKERS = (Column("worker"), Column("matches", RIGHT), *TIMES, Column("forgiven s", RIGHT, 2))
WORKERS_NOTE = (
    "think: mean time per answer of any bot, measured by the referee; forgiven: seconds of delay"
    " that no bot was charged with.",
)
BOTS = (
    Column("bot"),
    Column("worker"),
    Column("matches", RIGHT),
    *TIMES,
    Column("to all", RIGHT, 2),
)
BOTS_NOTE = (
    "to all: the bot's mean on this machine divided by its mean on all machines. A slow machine is"
    " slow for all its bots; if the ratio of one bot stands out, that bot was treated differently.",
)


@dataclass(slots=True)
class Service:
    """A worker's share, of one bot or of all: matches, times for answers, and timeouts."""

    legs: int = 0
    timeouts: int = 0
    thinking: Counter[int] = field(default_factory=Counter)

    @property
    def play_stats(self) -> PlayStats:
        """The think times as other statistics take them."""
        return PlayStats(legs=self.legs, thinking=self.thinking)

    def add(self, other: "Service") -> None:
        """Add the counts of another service."""
        self.legs += other.legs
        self.timeouts += other.timeouts
        self.thinking.update(other.thinking)


NOTHING = Service()


@dataclass(frozen=True, slots=True)
class WorkerStats:
    """The statistics of an event by worker.

    `services` are by bot and worker. The worker without a name stands for legs of which nobody
    noted where they were played.
    """

    legs: Mapping[str, int]
    forgiven: Mapping[str, float]
    services: Mapping[tuple[str, str], Service]

    @property
    def workers(self) -> list[str]:
        """The names of the machines, sorted."""
        return sorted(self.legs.keys() | self.forgiven.keys())

    def by_worker(self) -> Mapping[str, Service]:
        """Return what each machine did for all bots; a match counts for both of its bots."""
        return self._totals(1)

    def by_bot(self) -> Mapping[str, Service]:
        """Return what all machines did for each bot."""
        return self._totals(0)

    def _totals(self, part: int) -> Mapping[str, Service]:
        totals: defaultdict[str, Service] = defaultdict(Service)
        for key, one in self.services.items():
            totals[key[part]].add(one)
        return totals


def worker_stats(store: Store) -> WorkerStats:
    """Return the statistics of an event by worker, from its matches as they stream by."""
    names = {entry.name for entry in contenders_of(store).running}
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
    rounds: Iterable[RoundOutline],
) -> None:
    counts = [thoughts.setdefault((bot, worker), Counter()) for bot in bots]
    for one in rounds:
        for seat in SEATS:
            counts[seat].update(compress(one.thoughts, one.own[seat]))


def _timeouts(failures: Iterable[Leg], names: set[str]) -> Counter[tuple[str, str]]:
    """Return the matches of each bot that ran out of time, by bot and worker."""
    return Counter(
        (bot, leg.worker)
        for leg in failures
        if leg.result.verdict is Verdict.TIMEOUT and names.issuperset((leg.name.a, leg.name.b))
        for bot, _ in leg.faults
    )


def _legs(store: Store) -> Iterator[Played]:
    """Yield the matches of current versions."""
    if store.settings.ruleset.hand_match_required:
        for worker, record in store.records_by_worker():
            north, south = record.seats
            yield worker, (north.name, south.name), outlines_of_record(record)
        return
    for name, worker, rounds in store.plays(outlines_of_text):
        yield worker, (name.a, name.b) if name.leg == 1 else (name.b, name.a), rounds


def worker_tables(found: WorkerStats) -> tuple[Table, ...]:
    """Return the tables for people: the machines, and every bot on each of them."""
    return (
        Table(WORKERS, tuple(_worker_rows(found)), footer=WORKERS_NOTE),
        Table(BOTS, tuple(_bot_rows(found)), footer=BOTS_NOTE),
    )


def _worker_rows(found: WorkerStats) -> Iterator[Row]:
    totals = found.by_worker()
    for worker in found.workers:
        times = _times(totals.get(worker, NOTHING))
        yield (_shown(worker), found.legs.get(worker, 0), *times, found.forgiven.get(worker))


def _bot_rows(found: WorkerStats) -> Iterator[Row]:
    everywhere = found.by_bot()
    for (bot, worker), one in found.services.items():
        yield (bot, _shown(worker), one.legs, *_times(one), _ratio(one, everywhere[bot]))


def _shown(worker: str) -> str:
    return worker or UNRECORDED


def _times(one: Service) -> Row:
    play_stats = one.play_stats
    return (play_stats.mean_thought, play_stats.thought(P99), play_stats.thought(1), one.timeouts)


def _ratio(one: Service, everywhere: Service) -> float | None:
    here, usual = one.play_stats.mean_thought, everywhere.play_stats.mean_thought
    return here / usual if here is not None and usual else None


def worker_data(found: WorkerStats) -> dict[str, list[dict[str, Cell]]]:
    """Return plain data. A worker's name is empty if it was not recorded."""
    return {"workers": list(_worker_objects(found)), "bots": list(_bot_objects(found))}


def _worker_objects(found: WorkerStats) -> Iterator[dict[str, Cell]]:
    totals = found.by_worker()
    for worker in found.workers:
        yield {
            "worker": worker,
            **_object(totals.get(worker, NOTHING)),
            "legs": found.legs.get(worker, 0),
            "forgiven_seconds": _rounded(found.forgiven.get(worker, 0.0)),
        }


def _bot_objects(found: WorkerStats) -> Iterator[dict[str, Cell]]:
    everywhere = found.by_bot()
    for (bot, worker), one in found.services.items():
        to_all = _rounded(_ratio(one, everywhere[bot]))
        yield {"bot": bot, "worker": worker, **_object(one), "to_all": to_all}


def _object(one: Service) -> dict[str, Cell]:
    play_stats = one.play_stats
    return {
        "legs": one.legs,
        "answers": one.thinking.total(),
        "think_ms_mean": _rounded(play_stats.mean_thought),
        "think_ms_p99": play_stats.thought(P99),
        "think_ms_max": play_stats.thought(1),
        "timeouts": one.timeouts,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


def worker_list(found: WorkerStats) -> Table:
    """Return the table for spreadsheets: a row for every bot on every machine."""
    columns = ("bot", "worker", *_object(NOTHING), "to_all")
    rows = (tuple(one.values()) for one in _bot_objects(found))
    return Table(tuple(map(Column, columns)), tuple(rows))
