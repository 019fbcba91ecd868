"""`event.toml`: the settings of an event, written for people and never read."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from arena.event.deals.fairness import fairness_remarks
from arena.store.entries import Entry
from arena.store.epochs import Epoch
from arena.store.settings import Settings
from arena.store.store import Store
from arena.system.files import write_whole
from referee.wire.ruleset_json import ruleset_json

EVENT_FILE = "event.toml"
HEAD = "# Written by arena from arena.sqlite, for people. Nothing reads it; changes are lost.\n"


def write_event_file(folder: Path, store: Store) -> None:
    """Write the `event.toml` of an event. Raises NotWritten."""
    parts = (HEAD, _settings(store.settings), _deals(store), _entrants(store.entrants()))
    write_whole(folder / EVENT_FILE, parts)


def _settings(settings: Settings) -> str:
    return "".join(
        (
            _lines({"event": settings.event, "ruleset": settings.ruleset.name}),
            _lines({"sandbox": settings.banner or settings.sandbox}),
            _table("clock", _clock(settings)),
            _table("made_with", settings.created),
            _house_rules(settings),
        )
    )


def _deals(store: Store) -> str:
    seed = store.settings.seed
    known = {"seed": seed, "remarks": list(fairness_remarks(store))}
    return _table("deals", _told(known)) + "".join(
        "\n[[deals.epochs]]\n" + _lines(_told(_epoch(epoch))) for epoch in store.epochs()
    )


def _epoch(epoch: Epoch) -> dict[str, object]:
    return {
        "title": epoch.title,
        "commitment": epoch.commitment and epoch.commitment.hex(),
        "committed": epoch.is_committed,
        "beacon": epoch.beacon,
        "secret": epoch.secret and epoch.secret.hex(),
    }


def _told(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values that are not None, since TOML has no null."""
    return {key: value for key, value in values.items() if value is not None}


def _clock(settings: Settings) -> dict[str, object]:
    return {
        "move_time": settings.move_time,
        "time_bank": settings.time_bank,
        "start_time": settings.start_time,
        "max_faults": settings.max_faults,
    }


def _house_rules(settings: Settings) -> str:
    written = ruleset_json(settings.ruleset)
    if isinstance(written, str):
        return ""
    return _table("house_rules", {"parameters": json.dumps(written)})


def _entrants(entries: Iterable[Entry]) -> str:
    return "".join(
        "\n[[entrants]]\n" + _lines({"name": entry.name, "version": entry.version})
        for entry in entries
    )


def _table(name: str, values: Mapping[str, object]) -> str:
    return f"\n[{name}]\n" + _lines(values)


def _lines(values: Mapping[str, object]) -> str:
    # JSON's strings and numbers are TOML's too.
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
