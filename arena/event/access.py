"""Access to an event for changing it: folder, lock, store and settings. One arena at a time.

One arena at a time on an event.
"""

import fcntl
import os
import platform
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

from arena.errors import ArenaError, Stopped, shown
from arena.event.deals.secret import SECRET_FILE
from arena.event.deals.statement import DEALS_FILE
from arena.event.locate import STORE_FILE
from arena.store.settings import Settings
from arena.store.store import Store
from arena.system.files import not_written

LOCK_FILE = "arena.lock"
# What cannot change while an event lives, and the flag that sets it.
FIXED = {
    "ruleset": "--ruleset",
    "seed": "--seed",
    "pairs_apart": "--pairs-apart",
    "move_time": "--move-time",
    "time_bank": "--time-bank",
    "start_time": "--start-time",
    "max_faults": "--max-faults",
    "sandbox": "--sandbox",
    "memory": "--memory",
    "cpus": "--cpus",
}
# What a commitment fixes before the first run; the rest is for that run to say.
COMMITTED = ("ruleset", "seed")


class EventBusy(ArenaError):
    """The event is in use by another arena."""


@contextmanager
def holding(folder: Path) -> Iterator[None]:
    """Hold an event's lock, which ends with the process in any case.

    Raises EventBusy, NotWritten, and Stopped on a file system without locks.
    """
    with _opened(folder / LOCK_FILE) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise EventBusy(
                f"event `{folder.name}` is being run by another arena (process {holder})",
                "wait for it, or give this run another `--event`",
            ) from None
        except OSError as error:
            raise Stopped(
                f"{shown(folder)}: this file system has no file locks: {error.strerror or error}",
                "put the event on a local file system: `--results` names its folder",
            ) from error
        _sign(file, folder / LOCK_FILE)
        yield


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a+", encoding="ascii")
    except OSError as error:
        raise not_written(path, error) from error


def _sign(file: TextIO, path: Path) -> None:
    """Write into the lock file who holds the lock."""
    try:
        file.truncate(0)
        os.pwrite(file.fileno(), str(os.getpid()).encode(), 0)
    except OSError as error:
        raise not_written(path, error) from error


class StoreLost(ArenaError):
    """An event's folder has a secret or published deals, and no store."""


class OtherSettings(ArenaError):
    """The event was begun under other settings."""


@contextmanager
def opened(folder: Path, wanted: Settings) -> Iterator[Store]:
    """Provide the locked store of an event to run, which is made if the event is new.

    Raises OtherSettings, EventBusy.
    """
    with opened_or_made(folder, wanted) as store:
        require_settings(store, wanted)
        yield store if store.versions() else store.under(_new(wanted))


@contextmanager
def opened_or_made(folder: Path, wanted: Settings) -> Iterator[Store]:
    """Provide the locked store of an event, whatever its settings.

    Raises EventBusy, StoreLost.
    """
    _make(folder)
    path = folder / STORE_FILE
    with holding(folder):
        if not path.exists():
            _require_new(folder)
        way_in = Store.open(path) if path.exists() else Store.create(path, _new(wanted))
        with way_in as store:
            yield store


@contextmanager
def held(folder: Path) -> Iterator[Store]:
    """Provide the locked store of an existing event. Raises EventBusy."""
    if not folder.is_dir():
        raise ArenaError(f"{shown(folder)} is a file of records, not an event's folder")
    with holding(folder), Store.open(folder / STORE_FILE) as store:
        yield store


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(
            f"{shown(folder)}: {error.strerror}", "--results names the folder that holds events"
        ) from error


def _require_new(folder: Path) -> None:
    """Check that a folder without a store holds no deals of an event. Raises StoreLost."""
    for name in (SECRET_FILE, DEALS_FILE):
        if (folder / name).exists():
            raise StoreLost(
                f"{shown(folder)} has the `{name}` of an event whose `{STORE_FILE}` is missing",
                f"put `{STORE_FILE}` back with the files beside it, or begin another event with"
                " `--event`",
            )


def _new(wanted: Settings) -> Settings:
    return replace(wanted, created=made_with())


def made_with() -> dict[str, str]:
    """Return the versions and the machine that an event was made with."""
    return {
        "arena": version("koikoi-arena"),
        "python": platform.python_version(),
        "grpcio": version("grpcio"),
        "protobuf": version("protobuf"),
        "machine": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def require_settings(store: Store, wanted: Settings, but: Container[str] = ()) -> None:
    """Check that an event can be resumed under these settings. Raises OtherSettings."""
    fixed = FIXED if store.versions() else COMMITTED if store.epochs() else ()
    require_same(store.settings, wanted, (name for name in fixed if name not in but))


def require_same(kept: Settings, wanted: Settings, fixed: Iterable[str]) -> None:
    """Check that all fixed settings are unchanged.

    Raises OtherSettings, which names those that differ.
    """
    values = {FIXED[name]: (getattr(kept, name), getattr(wanted, name)) for name in fixed}
    if other := {flag: pair for flag, pair in values.items() if pair[0] != pair[1]}:
        told = "; with ".join(
            f"{flag} {_text(was)}, not {_text(now)}" for flag, (was, now) in other.items()
        )
        how = " and ".join(_with(flag, was) for flag, (was, _) in other.items())
        raise OtherSettings(
            f"event `{kept.event}` was begun with {told}",
            f"run it {how}, or begin another with `--event`",
        )


def _with(flag: str, value: object) -> str:
    if value is None or value is False:
        return f"without {flag}"
    return f"with {flag}" if value is True else f"with {flag} {_text(value)}"


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "set" if value else "unset"
    return str(getattr(value, "name", value))
