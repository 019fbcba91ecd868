"""The dealer of a run: begun pairs are dealt from their own epoch, new ones from the open epoch."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from arena.event.deals.dealing import Bot, Dealing
from arena.event.deals.epochs import begin, dealing_of, notes_on
from arena.event.deals.statement import statement_of, write_statement
from arena.store.store import Store
from referee.rules.shuffle import Item


@dataclass(slots=True)
class Dealer:
    """The dealer for bots with these items. `epoch` is 0 until a new pair is to be dealt."""

    store: Store
    folder: Path
    items: tuple[Item, ...]
    beacon: str | None
    note: Callable[[str], object]
    epoch: int = 0
    _dealings: dict[int, Dealing] = field(default_factory=dict)

    def begin(self) -> None:
        """Open the epoch from which new pairs are dealt, and publish what is public of it."""
        if self.epoch:
            return
        epoch = begin(self.store, self.folder, self.items, self.beacon)
        self.epoch = epoch.number
        for remark in notes_on(epoch, self.items):
            self.note(remark)
        write_statement(self.folder, statement_of(self.store))

    def key(self, epoch: int, a: Bot, b: Bot) -> bytes:
        """Return the deal key of a pairing in an epoch. Raises LostSecret."""
        if epoch not in self._dealings:
            self._dealings[epoch] = dealing_of(self.store, self.folder, epoch)
        return self._dealings[epoch].key(a, b)
