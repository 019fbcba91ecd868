"""Publication of an event's deals: a commitment before play, the secret after it.

Epochs begin and end in `arena.event.deals.epochs`; this module holds the event's lock meanwhile and
writes its files.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from arena.event.access import held, opened_or_made, require_same
from arena.event.deals.epochs import commit, reveal
from arena.event.deals.statement import statement_of, write_statement
from arena.event.event_toml import write_event_file
from arena.store.epochs import Epoch
from arena.store.settings import Settings
from arena.store.store import Store
from arena.tables.table import Column, Table
from referee.rules.ruleset import LEMME, Ruleset
from referee.wire.ruleset_json import ruleset_json


@dataclass(frozen=True, slots=True)
class Announcement:
    """The facts to announce of an epoch; `half_played` counts pairs with one match of two."""

    settings: Settings
    epoch: Epoch
    half_played: int = 0

    def data(self) -> dict[str, object]:
        """Return the facts as plain data. Rulesets other than presets have all their parameters."""
        return {**self._facts(), "ruleset": ruleset_json(self.settings.ruleset)}

    def table(self) -> Table:
        """Return the facts as a table."""
        columns = Column("public"), Column("value")
        return Table(columns, tuple(self._facts().items()))

    def _facts(self) -> dict[str, str | int]:
        epoch = self.epoch
        facts: dict[str, str | int | None] = {
            "event": self.settings.event,
            "ruleset": self.settings.ruleset.name,
            "epoch": epoch.number,
            "title": epoch.title,
            "commitment": _hex(epoch.commitment),
            "beacon": epoch.beacon,
            "secret": _hex(epoch.secret),
        }
        return {name: value for name, value in facts.items() if value is not None}


def _hex(hash_: bytes | None) -> str | None:
    return None if hash_ is None else hash_.hex()


def commit_event(folder: Path, ruleset: Ruleset | None) -> Announcement:
    """Commit an event to the secret of its next deals, and make the event if it is new.

    Without a ruleset an event keeps its own. Raises NoCommitment, OtherSettings, EventBusy.
    """
    wanted = Settings(event=folder.name, ruleset=ruleset or LEMME)
    with opened_or_made(folder, wanted) as store:
        if ruleset is not None:
            require_same(store.settings, wanted, ["ruleset"])
        said = Announcement(store.settings, commit(store, folder))
        _publish(store, folder)
    return said


def reveal_event(folder: Path) -> Announcement:
    """Make the secret of an event's deals public. Raises NothingToReveal, EventBusy."""
    with held(folder) as store:
        epoch = reveal(store, folder)
        legs = Counter((leg.name.a, leg.name.b, leg.name.pair) for leg in store.legs())
        said = Announcement(store.settings, epoch, sum(count == 1 for count in legs.values()))
        _publish(store, folder)
    return said


def _publish(store: Store, folder: Path) -> None:
    write_statement(folder, statement_of(store))
    write_event_file(folder, store)
