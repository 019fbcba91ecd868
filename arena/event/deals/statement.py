"""`deals.json`: everything public about an event's deals, for those who want to check them.

Titles and commitments come first, what the bots add and the beacon when the cards are dealt, the
secrets when they are revealed. The arena writes it from the store and reads only those of others.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.store.epochs import Epoch
from arena.store.store import Store
from arena.system.files import write_whole
from referee.rules.errors import BadRecord
from referee.rules.shuffle import Item, seeded_secret
from referee.wire.json_fields import count, fields, items, text
from referee.wire.record_json import from_line
from referee.wire.ruleset_json import RulesetJSON, read_ruleset, ruleset_json

DEALS_FILE = "deals.json"
FORMAT, VERSION = "koikoi-deals", 1
KEYS = ("format", "version", "event", "ruleset", "max_faults", "seed", "epochs")
PLAYED = "played"
PLAYED_KEYS = ("epoch", "a", "a_version", "b", "b_version", "matches")
EPOCH_KEYS = ("epoch", "title", "commitment", "committed", "beacon", "secret", "items")
LONGEST = 2**16 - 1


class BadStatement(ArenaError):
    """A file is no statement of deals."""


@dataclass(frozen=True, slots=True)
class Played:
    """How many matches of a pairing were played on the deals of an epoch, when it was revealed."""

    epoch: int
    a: tuple[str, str]  # a name and a version
    b: tuple[str, str]
    matches: int


@dataclass(frozen=True, slots=True)
class Statement:
    """The public statement of deals; `max_faults` is the only good reason for an unplayed pair.

    `played` is None in a file that an older arena wrote; it counts matches of `revealed` epochs.
    """

    event: str
    ruleset: RulesetJSON
    max_faults: int
    seed: int | None
    epochs: tuple[Epoch, ...]
    played: tuple[Played, ...] | None = ()
    revealed: frozenset[int] = frozenset()


def statement_of(store: Store) -> Statement:
    """Return the public statement of an event's deals. A seed is not secret."""
    settings, seed, epochs = store.settings, store.settings.seed, store.epochs()
    revealed = _revealed(epochs)
    if seed is not None:
        epochs = tuple(replace(one, secret=seeded_secret(seed)) for one in epochs)
    return Statement(
        settings.event,
        ruleset_json(settings.ruleset),
        settings.max_faults,
        seed,
        epochs,
        _played(store, revealed),
        revealed,
    )


def _revealed(epochs: Iterable[Epoch]) -> frozenset[int]:
    return frozenset(one.number for one in epochs if one.secret is not None)


def _played(store: Store, revealed: Collection[int]) -> tuple[Played, ...]:
    """Return the number of matches of each pairing in the epochs that are revealed."""
    counts: Counter[tuple[int, tuple[str, str], tuple[str, str]]] = Counter()
    for stored in store.stored_legs() if revealed else ():
        leg = stored.leg
        if leg.epoch in revealed:
            north, south = ((one.name, one.version or "") for one in leg.seats)
            counts[(leg.epoch, *sorted((north, south)))] += 1  # type: ignore[index]
    return tuple(Played(*pairing, matches) for pairing, matches in sorted(counts.items()))


def write_statement(folder: Path, statement: Statement) -> Path:
    """Write the statement file of an event. Raises NotWritten."""
    path = folder / DEALS_FILE
    epochs = [_epoch_json(epoch) for epoch in statement.epochs]
    said = (statement.event, statement.ruleset, statement.max_faults, statement.seed)
    data = dict(zip(KEYS, (FORMAT, VERSION, *said, epochs), strict=True))
    if statement.played is not None:
        data[PLAYED] = [_played_json(one) for one in statement.played]
    write_whole(path, [json.dumps(data, indent=2, ensure_ascii=False), "\n"])
    return path


def _epoch_json(epoch: Epoch) -> dict[str, object]:
    return {
        "epoch": epoch.number,
        "title": epoch.title,
        "commitment": epoch.commitment and epoch.commitment.hex(),
        "committed": epoch.is_committed,
        "beacon": epoch.beacon,
        "secret": epoch.secret and epoch.secret.hex(),
        "items": [asdict(item) for item in epoch.items],
    }


def _played_json(played: Played) -> dict[str, object]:
    values = (played.epoch, *played.a, *played.b, played.matches)
    return dict(zip(PLAYED_KEYS, values, strict=True))


def read_statement(path: Path) -> Statement:
    """Parse a statement file. Raises BadStatement."""
    try:
        return _statement(from_line(path.read_text(encoding="utf-8")))
    except BadRecord as error:
        raise BadStatement(f"{shown(path)}: {error}", error.hint) from error
    except UnicodeDecodeError as error:
        raise BadStatement(f"{shown(path)} is not UTF-8 (byte {error.start})") from error
    except OSError as error:
        raise BadStatement(f"{shown(path)}: {error.strerror or error}") from error


def _statement(value: object) -> Statement:
    data = fields(value, "the deals", KEYS, (PLAYED,))
    if (data["format"], data["version"]) != (FORMAT, VERSION):
        raise BadRecord(f'the deals: `"format": "{FORMAT}", "version": {VERSION}` is needed')
    ruleset = ruleset_json(read_ruleset(data["ruleset"], "ruleset"))
    told = enumerate(items(data["epochs"], "epochs"))
    epochs = tuple(_epoch(one, f"epochs[{index}]", index + 1) for index, one in told)
    seed = None if data["seed"] is None else count(data["seed"], "seed")
    return Statement(
        event=text(data["event"], "event"),
        ruleset=ruleset,
        max_faults=count(data["max_faults"], "max_faults"),
        seed=seed,
        epochs=epochs,
        played=_read_played(data.get(PLAYED)),
        revealed=_revealed(epochs) if seed is None else frozenset(),
    )


def _read_played(value: object) -> tuple[Played, ...] | None:
    if value is None:
        return None
    found = []
    for index, one in enumerate(items(value, PLAYED)):
        where = f"{PLAYED}[{index}]"
        data = fields(one, where, PLAYED_KEYS)
        bots = [text(data[key], f"{where}.{key}") for key in PLAYED_KEYS[1:5]]
        epoch, matches = (count(data[key], f"{where}.{key}") for key in ("epoch", "matches"))
        found.append(Played(epoch, (bots[0], bots[1]), (bots[2], bots[3]), matches))
    return tuple(found)


def _epoch(value: object, where: str, number: int) -> Epoch:
    data = fields(value, where, EPOCH_KEYS)
    if data["epoch"] != number:
        raise BadRecord(f"{where}.epoch: {number} is needed, epochs are counted from 1")
    if not isinstance(data["committed"], bool):
        raise BadRecord(f"{where}.committed: true or false is needed")
    told = enumerate(items(data["items"], f"{where}.items"))
    return Epoch(
        number=number,
        title=_hashed(data["title"], f"{where}.title"),
        commitment=_optional_hash(data["commitment"], f"{where}.commitment"),
        is_committed=data["committed"],
        beacon=None if data["beacon"] is None else _hashed(data["beacon"], f"{where}.beacon"),
        secret=_optional_hash(data["secret"], f"{where}.secret"),
        items=tuple(_item(one, f"{where}.items[{index}]") for index, one in told),
    )


def _item(value: object, where: str) -> Item:
    keys = ("name", "version", "nonce")
    data = fields(value, where, keys)
    return Item(*(_hashed(data[key], f"{where}.{key}") for key in keys))


def _hashed(value: object, where: str) -> str:
    """Return a text that is hashed behind its two-byte length."""
    told = text(value, where)
    if len(told.encode()) > LONGEST:
        raise BadRecord(f"{where}: at most {LONGEST} bytes can be hashed")
    return told


def _optional_hash(value: object, where: str) -> bytes | None:
    return None if value is None else parse_hash(text(value, where), where)


def parse_hash(written: str, where: str) -> bytes:
    """Return the 32 bytes that 64 hexadecimal digits stand for. Raises BadRecord."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", written):
        shortened = json.dumps(written)[:80]
        raise BadRecord(f"{where}: 64 hexadecimal digits are needed, not {shortened}")
    return bytes.fromhex(written)
