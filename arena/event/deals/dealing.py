"""The inputs of an epoch's deals: its secret and title, its beacon, and the item of each bot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from arena.store.epochs import Epoch
from arena.store.legs import MatchName
from referee.rules.shuffle import Deals, Item, deal_name, pairing_key, public_value

Bot: TypeAlias = tuple[str, str]  # a name and a version


@dataclass(frozen=True, slots=True)
class Dealing:
    """S, T, the beacon and the items of ARENA-DEAL-1."""

    secret: bytes
    title: str
    items: Mapping[Bot, Item]
    beacon: str | None = None

    def key(self, a: Bot, b: Bot) -> bytes:
        """Return the deal key of a pairing."""
        public = public_value((self.items[a], self.items[b]), self.beacon)
        return pairing_key(self.secret, self.title, public)

    def deals(self, a: Bot, b: Bot, name: MatchName, *, is_paired: bool) -> Deals:
        """Return the deals of one match of a pairing."""
        return Deals(self.key(a, b), deal_name(name.pair, name.leg, is_paired=is_paired))


def dealing(epoch: Epoch, secret: bytes) -> Dealing:
    """Return the dealing of an epoch with its secret."""
    items = {(item.name, item.version): item for item in epoch.items}
    return Dealing(secret, epoch.title, items, epoch.beacon)
