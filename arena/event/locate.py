"""Location of events: which event a person means, and opening it for reading.

A file of exported records is accepted wherever an event is read. Locking and writing an event is
done in `arena.event.access`.
"""

from contextlib import AbstractContextManager
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.event.jsonl import loaded
from arena.store.store import Store
from referee.rules.errors import nearest

STORE_FILE = "arena.sqlite"
PLAY_EVENT = "play"  # the event name in records of `arena play`, which belong to no event
HOW_TO_BEGIN = "play one: `arena run --bots FOLDER`"


class BadEventName(ArenaError):
    """The name of an event is not the name of one folder."""


class UnknownEvent(ArenaError):
    """No event has this name, or there is none at all."""


def find_event(event: str | None, results: Path) -> Path:
    """Return the folder of an event or the file of its records; without a name, the newest event.

    An event is named, or given as a path to its folder, its store or a file of records.
    """
    if event is None:
        return _newest(results)
    for folder in (results / event, Path(event)):
        if (folder / STORE_FILE).is_file():
            return folder
    path = Path(event)
    if path.is_file():
        return path.parent if path.name == STORE_FILE else path
    raise _unknown(event, results)


def opened_results(place: Path) -> AbstractContextManager[Store]:
    """Open an event or a file of records for reading."""
    if place.is_dir():
        return Store.open(place / STORE_FILE, read_only=True)
    return loaded(place)


def events(results: Path) -> list[Path]:
    """Return the folders of all events, sorted by name."""
    return sorted(store.parent for store in results.glob(f"*/{STORE_FILE}"))


def _newest(results: Path) -> Path:
    if results.is_file():
        raise UnknownEvent(
            f"{shown(results)} is a file, and --results names the folder that holds events",
            f"name the file itself to read it, as in `arena ranking {shown(results)}`",
        )
    found = events(results)
    if not found:
        raise UnknownEvent(f"{shown(results)}: there is no event yet", HOW_TO_BEGIN)
    return max(found, key=_last_written)


def _last_written(event: Path) -> float:
    """Return the time of the last change; the write-ahead log is newer than the store."""
    files = [event / STORE_FILE, event / f"{STORE_FILE}-wal"]
    return max(file.stat().st_mtime for file in files if _has_content(file))


def _has_content(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _unknown(event: str, results: Path) -> UnknownEvent:
    names = [folder.name for folder in events(results)]
    if not names:
        return UnknownEvent(
            f"no event `{shown(event)}`: there is none yet in {shown(results)}", HOW_TO_BEGIN
        )
    return UnknownEvent(
        f"no event `{shown(event)}` in {shown(results)} (known: {', '.join(map(shown, names))})",
        nearest(event, names),
    )


def event_folder(results: Path, name: str) -> Path:
    """Return the folder of an event of this name. Raises BadEventName."""
    if not name or name.startswith(("-", ".")) or Path(name).name != name or "\0" in name:
        raise BadEventName(
            f"`{shown(name)}` cannot be the name of an event",
            "it is the name of one folder, without slashes, and begins with a letter or a digit",
        )
    if not _is_text(name):
        raise BadEventName(
            f"`{shown(name)}` cannot be the name of an event: here it is no text",
            "run it with LC_ALL=C.UTF-8, or give it a plain name with `--event`",
        )
    return results / name


def _is_text(name: str) -> bool:
    """Return whether a name is text in the locale of this process."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
