"""The store: an event of 100,000 legs, ranked and tabulated by commands that start cold.

The legs are copies of some that were really played, so that the file has its real size.
"""

import resource
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import combinations, cycle, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.store.connection import transaction
from arena.store.entries import Entry
from arena.store.epochs import Epoch
from arena.store.settings import Settings
from arena.store.store import Store
from referee.rules.ruleset import LEMME
from tests.bench.timing import Row, wall_seconds
from tests.records import random_pairs

BOTS = [f"bot-{number:02}" for number in range(25)]
LEGS = 100_000
PAIRS = LEGS // 2
MODELS = 49  # pairs that are played in earnest; no divisor of the number of pairings
COMMANDS = {"ranking": 5.0, "crosstable": 1.0, "stats": 30.0}


def fill(store: Store) -> None:
    """Copies the model pairs over all pairings."""
    _play_models(store)
    with transaction(store.connection):
        store.connection.executemany(
            "INSERT INTO pair (a, b, number, decks)"
            " SELECT ?, ?, ?, decks FROM pair WHERE pair_id = ?",
            islice(_copies(), PAIRS - MODELS),
        )
        copied = "pair_id - (pair_id - 1) / :models * :models"
        _copy(store, "leg", "north_points, south_points, months, winner, verdict, detail", copied)
        _copy(store, "play", "rounds", copied)


def _play_models(store: Store) -> None:
    store.enter([Entry(name, f"sha256:{name}") for name in BOTS], datetime.now(UTC))
    store.add(random_pairs(BOTS[0], BOTS[1], MODELS))


def _copies() -> Iterator[tuple[int, int, int, int]]:
    """Pairing, pair number and model of every further pair, in the order of a schedule."""
    pairings = combinations(range(1, len(BOTS) + 1), 2)
    numbers = range(MODELS + 1, PAIRS)
    meetings = product(numbers, list(pairings))
    for (number, (a, b)), model in zip(meetings, cycle(range(1, MODELS + 1)), strict=False):
        yield a, b, number, model


def _copy(store: Store, table: str, columns: str, model: str) -> None:
    named = ", ".join(f"model.{column.strip()}" for column in columns.split(","))
    store.connection.execute(
        f"INSERT INTO {table} (pair_id, leg, {columns})"
        f" SELECT pair.pair_id, model.leg, {named} FROM pair"
        f" JOIN {table} AS model ON model.pair_id = {model.replace('pair_id', 'pair.pair_id')}"
        " WHERE pair.pair_id > :models",
        {"models": MODELS},
    )


def measure() -> Iterator[Row]:
    """Seconds on the clock for each command, the start of Python included."""
    with TemporaryDirectory() as results:
        folder = Path(results) / "large"
        folder.mkdir()
        file = folder / "arena.sqlite"
        with Store.create(file, Settings(event="large", ruleset=LEMME)) as store:
            store.keep_epoch(Epoch(number=1, title="large"))
            fill(store)
            assert len(list(store.legs())) == LEGS
        size = f"{file.stat().st_size / 2**20:.0f} MiB"
        for command, target in COMMANDS.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = wall_seconds(lambda command=command: _run(command, results))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            figures = (
                f"seconds, {after.ru_utime - before.ru_utime:.2f} of them CPU; {LEGS:,} legs,"
                f" {len(BOTS)} bots, {size}; at most {after.ru_maxrss / 1024:.0f} MiB of memory"
            )
            yield Row(f"store: arena {command} from cold", seconds, "≤", target, figures)


def _run(command: str, results: str) -> None:
    arena = [sys.executable, "-m", "arena.cli.app", command, "large", "--results", results]
    subprocess.run(arena, check=True, stdout=subprocess.DEVNULL)
