"""The figures of an event by machine, for eyes and for programs."""

from collections.abc import Iterator

from arena.standings.standings import DIGITS
from arena.stats.by_worker import Service, WorkerStats
from arena.store.settings import UNRECORDED
from arena.tables.table import Align, Cell, Column, Row, Table

P99 = 0.99
RIGHT = Align.RIGHT
NOTHING = Service()
TIMES = (
    *(Column("think ms", RIGHT, 2), Column("p99 ms", RIGHT, 1), Column("max ms", RIGHT, 1)),
    Column("timeouts", RIGHT),
)
WORKERS = (Column("worker"), Column("legs", RIGHT), *TIMES, Column("forgiven s", RIGHT, 2))
WORKERS_NOTE = (
    "think: for each answer of any bot, by the referee's clock; forgiven: seconds of the referee's"
    " own that no bot was charged with.",
)
BOTS = (Column("bot"), Column("worker"), Column("legs", RIGHT), *TIMES, Column("to all", RIGHT, 2))
BOTS_NOTE = (
    "to all: the mean there against the bot's own mean everywhere. One machine that is slow is so"
    " for all its bots; where the ratio of one stands out, that bot was treated differently.",
)


def worker_tables(found: WorkerStats) -> tuple[Table, ...]:
    """For people: the machines, and every bot on each of them."""
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
    habits = one.habits
    return (habits.mean_thought, habits.thought(P99), habits.thought(1), one.timeouts)


def _ratio(one: Service, everywhere: Service) -> float | None:
    here, usual = one.habits.mean_thought, everywhere.habits.mean_thought
    return here / usual if here is not None and usual else None


def worker_data(found: WorkerStats) -> dict[str, list[dict[str, Cell]]]:
    """For programs. A worker's name is empty where nobody noted it."""
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
    habits = one.habits
    return {
        "legs": one.legs,
        "answers": one.thinking.total(),
        "think_ms_mean": _rounded(habits.mean_thought),
        "think_ms_p99": habits.thought(P99),
        "think_ms_max": habits.thought(1),
        "timeouts": one.timeouts,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, DIGITS)


def worker_list(found: WorkerStats) -> Table:
    """For spreadsheets: a line for every bot on every machine."""
    columns = ("bot", "worker", *_object(NOTHING), "to_all")
    rows = (tuple(one.values()) for one in _bot_objects(found))
    return Table(tuple(map(Column, columns)), tuple(rows))
