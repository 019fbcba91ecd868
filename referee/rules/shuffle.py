"""ARENA-DEAL-1: every deck, first dealer and bot seed of an event, from one secret.

A tree of HMAC-SHA256 keys, specified to the byte so that it can be repeated in any language. The
public value is per pairing, so that entrants can come and go without moving anybody's cards.
Nothing here makes a secret; that needs a random source.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from itertools import chain, count

from referee.rules.deal_check import Deck
from referee.rules.seats import Seat

_LABEL = b"arena-deal-v1/%s\0"
_SEED_LABEL = b"koikoi-arena/seed\0"


def lp(text: str | bytes) -> bytes:
    """Return the text after its length in two bytes, so that joined texts cannot run together."""
    data = text.encode() if isinstance(text, str) else text
    return len(data).to_bytes(2, "big") + data


@dataclass(frozen=True, slots=True)
class Item:
    """An entrant's part of the public value: its name, its version and its nonce."""

    name: str
    version: str
    nonce: str = ""

    def encoded(self) -> bytes:
        """Return the item as it is hashed."""
        return lp(self.name) + lp(self.version) + lp(self.nonce)


def commitment(secret: bytes, event: str) -> bytes:
    """C: published before play, opened by revealing the secret."""
    return sha256(_LABEL % b"commit" + lp(event) + secret).digest()


def public_value(items: Iterable[Item], beacon: str | None = None) -> bytes:
    """P: a pairing's two items, sorted, and the event's beacon if there is one."""
    encoded = sorted(item.encoded() for item in items)
    if beacon is not None:
        encoded.append(lp("beacon") + lp(beacon) + lp(""))
    return sha256(_LABEL % b"public" + b"".join(encoded)).digest()


def pairing_key(secret: bytes, event: str, public: bytes) -> bytes:
    """K: the key from which everything dealt in a pairing follows."""
    return _hmac(secret, b"key", lp(event) + public)


def deal_name(pair: int, leg: int, *, is_paired: bool) -> str:
    """D: what both legs of a pair share, and what a leg that shares its cards with none has alone.

    >>> deal_name(9, 2, is_paired=True), deal_name(9, 2, is_paired=False)
    ('9', '9.2')
    """
    return str(pair) if is_paired else f"{pair}.{leg}"


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of one pair, or of one match; `deal` is made by `deal_name`."""

    key: bytes
    deal: str

    def decks(self, number: int) -> Iterator[Deck]:
        """Yield the decks of a round, counted from 1: the first, then one for every void deal."""
        yield _deck(self._hand_key(number.to_bytes(4, "big")))
        void = 1
        while True:
            yield _deck(self._hand_key(number.to_bytes(4, "big") + void.to_bytes(4, "big")))
            void += 1

    def first_dealer(self) -> Seat:
        """Return the seat that deals first, the same in both legs."""
        return Seat(_hmac(self.key, b"seat", lp(self.deal))[0] & 1)

    def bot_seed(self, seat: Seat) -> int:
        """Return the 32-bit seed for the bot in a seat, the same in both legs."""
        data = _hmac(self.key, b"bot", lp(self.deal) + bytes([seat]))
        return int.from_bytes(data[:4], "big")

    def _hand_key(self, hand: bytes) -> bytes:
        return _hmac(self.key, b"hand", lp(self.deal) + hand)


def seeded_secret(seed: int) -> bytes:
    """Return the secret of a seeded event.

    Anybody can predict its deals, so it is for tests only.
    """
    return sha256(_SEED_LABEL + str(seed).encode()).digest()


def _hmac(key: bytes, label: bytes, message: bytes) -> bytes:
    return digest(key, _LABEL % label + message, "sha256")


# The largest multiple of a size that a byte can reach: bytes from there on are thrown away, so that
# no place in the deck is favoured.
_LIMITS = [256 - 256 % size if size else 0 for size in range(49)]


def _deck(hand_key: bytes) -> Deck:
    """Return a Fisher-Yates shuffle from the top; `deck[0]` is dealt first."""
    deck = bytearray(range(48))
    stream = chain.from_iterable(_blocks(hand_key))
    for top in range(47, 0, -1):
        byte = next(stream)
        while byte >= _LIMITS[top + 1]:
            byte = next(stream)
        other = byte % (top + 1)
        deck[top], deck[other] = deck[other], deck[top]
    return bytes(deck)


def _blocks(hand_key: bytes) -> Iterator[bytes]:
    for block in count():
        yield digest(hand_key, block.to_bytes(4, "big"), "sha256")
