"""The settings of an event, fixed at its start, and the seconds forgiven on each machine."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from arena.defaults import MAX_FAULTS, START_SECONDS
from arena.errors import shown
from arena.sandbox.levels import USUAL_MEMORY, Level
from arena.store.connection import DAMAGED, NoStore
from referee.rules.errors import RulesError
from referee.rules.ruleset import Ruleset
from referee.server.time_control import DEFAULT_TIME_CONTROL
from referee.wire.ruleset_json import read_ruleset, ruleset_json

# What an exported file says of how bots were confined.
UNRECORDED = "not recorded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """An event's settings. Times are seconds.

    `sandbox` is the level at which bots are confined, `memory` the MiB that each of them may use,
    `cpus` the cores (0: all), and `banner` says for people how that is done. `seed` is None where
    the deals follow from secrets. `pairs_apart`: the two matches of a pair are on different cards.
    `created` says with what the event was made, for people.
    """

    event: str
    ruleset: Ruleset
    move_time: float = DEFAULT_TIME_CONTROL.move_time
    time_bank: float = DEFAULT_TIME_CONTROL.time_bank
    start_time: float = START_SECONDS
    max_faults: int = MAX_FAULTS
    sandbox: str = Level.NONE.value
    memory: int = USUAL_MEMORY
    cpus: int = 0
    banner: str = ""
    seed: int | None = None
    pairs_apart: bool = False
    created: Mapping[str, str] = field(default_factory=dict)

    @property
    def sandbox_title(self) -> str:
        """The level in words, the same on every machine."""
        return self.sandbox if self.sandbox == UNRECORDED else Level(self.sandbox).title


def write_settings(connection: sqlite3.Connection, settings: Settings) -> None:
    """Store the settings of an event, replacing former ones."""
    values = {one.name: getattr(settings, one.name) for one in fields(Settings)}
    values["ruleset"] = ruleset_json(settings.ruleset)
    values["created"] = dict(settings.created)
    connection.executemany(
        "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)",
        [(key, json.dumps(value)) for key, value in values.items()],
    )


def read_settings(connection: sqlite3.Connection, path: Path) -> Settings:
    """Return the settings of the event in a store. Raises NoStore if they are damaged."""
    stored = connection.execute("SELECT key, value FROM setting").fetchall()
    try:
        values = {key: json.loads(value) for key, value in stored}
        values["ruleset"] = read_ruleset(values["ruleset"], "setting `ruleset`")
        return Settings(**values)
    except (KeyError, TypeError, ValueError, RulesError) as error:
        raise NoStore(
            f"{shown(path)}: the event's settings cannot be read: {error!r}",
            DAMAGED[sqlite3.SQLITE_CORRUPT],
        ) from error


def worker_id(connection: sqlite3.Connection, name: str) -> int | None:
    """Return the key of a worker, which is stored if it is new; None without a name."""
    if not name:
        return None
    found = connection.execute("SELECT worker_id FROM worker WHERE name = ?", (name,)).fetchone()
    if found is None:
        made = connection.execute("INSERT INTO worker (name) VALUES (?)", (name,))
        return made.lastrowid
    return int(found[0])


def forgive(connection: sqlite3.Connection, name: str, seconds: float) -> None:
    """Add to the forgiven seconds of a worker."""
    connection.execute(
        "UPDATE worker SET forgiven = forgiven + ? WHERE worker_id = ?",
        (seconds, worker_id(connection, name)),
    )


def forgiven(connection: sqlite3.Connection) -> dict[str, float]:
    """Return the forgiven seconds of every worker, sorted by name."""
    return dict(connection.execute("SELECT name, forgiven FROM worker ORDER BY name").fetchall())
