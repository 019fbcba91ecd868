"""Epochs of deals: opened, perhaps after a commitment, dealt from, and revealed.

Whoever changes an epoch holds the event's lock; `arena.event.access` sees to that.
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from arena.defaults import in_commands
from arena.errors import ArenaError, shown
from arena.event.deals.dealing import Dealing, dealing
from arena.event.deals.secret import (
    LostSecret,
    left_secret,
    make_secret,
    read_secret,
    remove_secret,
)
from arena.event.deals.statement import DEALS_FILE, read_statement
from arena.store.epochs import Epoch
from arena.store.store import Store
from referee.rules.shuffle import Item, commitment, seeded_secret

BEACON = re.compile(r"[!-~](?:[ -~]{0,198}[!-~])?")


class NoCommitment(ArenaError):
    """A commitment would prove nothing: deals are seeded, or have begun."""


class NothingToReveal(ArenaError):
    """There is no secret: nothing was dealt yet, or all deals are predictable."""


class OtherBeacon(ArenaError):
    """The deals were begun with another beacon, or with none."""


class BadBeacon(ArenaError):
    """A beacon that cannot be hashed the same way everywhere."""


def open_epoch(store: Store) -> Epoch | None:
    """Return the epoch that deals now; None if the last one is revealed, or there is none yet."""
    last = store.epochs()[-1:]
    return last[0] if last and last[0].secret is None else None


def commit(store: Store, folder: Path) -> Epoch:
    """Return the epoch that deals next, with its commitment; it is made if there is none.

    Raises NoCommitment.
    """
    event = store.settings.event
    if store.settings.seed is not None:
        raise NoCommitment(
            f"event `{event}` has `--seed {store.settings.seed}`, so anybody can know its deals",
            "commit to another event, and run that without `--seed`",
        )
    if (now := open_epoch(store)) is None:
        now = _new_epoch(store, folder, is_committed=True)
        store.keep_epoch(now)
    if not now.is_committed:
        raise NoCommitment(
            f"event `{event}` was begun without a commitment, and one made now would prove nothing",
            f"`arena reveal {in_commands(folder)}` ends these deals; commit after it for the deals"
            " to come",
        )
    return now


def begin(store: Store, folder: Path, items: Iterable[Item], beacon: str | None) -> Epoch:
    """Return the open epoch with these bots entered into it; a new one if none is open."""
    now = open_epoch(store) or _new_epoch(store, folder, is_committed=False)
    if not now.items:
        now = replace(now, beacon=beacon)
    store.keep_epoch(replace(now, items=tuple(items)))
    return store.epochs()[-1]


def notes_on(epoch: Epoch, items: Iterable[Item]) -> Iterator[str]:
    """Yield remarks on this epoch's fairness for bots with these items."""
    if epoch.number > 1 and not epoch.is_committed:
        yield (
            f"epoch {epoch.number} of the deals has a new secret and no commitment:"
            " `arena commit` before this run would have proven their fairness too"
        )
    kept = {(item.name, item.version): item.nonce for item in epoch.items}
    for item in items:
        if (nonce := kept[item.name, item.version]) != item.nonce:
            yield (
                f"{item.name} keeps the nonce with which it entered epoch {epoch.number}:"
                f" `{nonce}`, not `{item.nonce}`"
            )


def check_beacon(beacon: str | None) -> None:
    """Check that a beacon is text that people can pass on unchanged. Raises BadBeacon."""
    if beacon is not None and not BEACON.fullmatch(beacon):
        raise BadBeacon(
            f"--beacon: {shown(repr(beacon))} is not 1 to 200 printable ASCII characters",
            "take the value as it was published, for example `2026-01-15 7 13 22 31 40 44`",
        )


def require_beacon(store: Store, beacon: str | None) -> None:
    """Check that the open epoch was begun with this beacon. Raises OtherBeacon."""
    now = open_epoch(store)
    if beacon is None or now is None or not now.items or now.beacon == beacon:
        return
    was = "no --beacon" if now.beacon is None else f"--beacon `{shown(now.beacon)}`"
    raise OtherBeacon(
        f"the deals of event `{store.settings.event}` were begun with {was},"
        f" not --beacon `{shown(beacon)}`",
        "a beacon is fixed once cards are dealt: run it without `--beacon`",
    )


def reveal(store: Store, folder: Path) -> Epoch:
    """Make the secret of the last epoch public, which ends it. Raises NothingToReveal."""
    event = store.settings.event
    if store.settings.seed is not None:
        raise NothingToReveal(
            f"event `{event}` has no secret: its deals follow from `--seed {store.settings.seed}`",
            f"`arena verify {in_commands(folder)} --deals` deals them again",
        )
    if not store.epochs():
        raise NothingToReveal(f"event `{event}` has no secret yet: nothing was dealt")
    if now := open_epoch(store):
        secret = secret_of(store, folder, now)
        store.keep_epoch(replace(now, secret=secret, commitment=commitment(secret, now.title)))
    remove_secret(folder)
    return store.epochs()[-1]


def dealing_of(store: Store, folder: Path, number: int) -> Dealing:
    """Return the dealing of the epoch with this number. Raises LostSecret."""
    epoch = store.epochs()[number - 1]
    return dealing(epoch, secret_of(store, folder, epoch))


def secret_of(store: Store, folder: Path, epoch: Epoch) -> bytes:
    """Return the secret of an epoch from its seed, from the store if revealed, or its file."""
    if store.settings.seed is not None:
        return seeded_secret(store.settings.seed)
    if epoch.secret is not None:
        return epoch.secret
    secret = read_secret(folder)
    if epoch.commitment not in (None, commitment(secret, epoch.title)):
        raise LostSecret(
            f"{shown(folder)}: the secret there is not the one that deals epoch {epoch.number}",
            "put the right file back, or begin another event with `--event`",
        )
    return secret


def _new_epoch(store: Store, folder: Path, *, is_committed: bool) -> Epoch:
    seed = store.settings.seed
    title = secrets.token_hex(8) if seed is None else f"seed-{seed}"
    secret = _fresh_secret(store, folder) if seed is None else seeded_secret(seed)
    return Epoch(
        number=len(store.epochs()) + 1,
        title=title,
        commitment=commitment(secret, title),
        is_committed=is_committed,
    )


def _fresh_secret(store: Store, folder: Path) -> bytes:
    """Return a secret for a new epoch. Raises LostSecret if the store lacks a published epoch.

    A secret that lies there was made by a run that was killed before its epoch was stored, so
    nothing was dealt from it; or it was revealed by one that was killed before it removed the file.
    """
    file = folder / DEALS_FILE
    known = {epoch.secret for epoch in store.epochs()}
    if file.exists() and len(read_statement(file).epochs) > len(known):
        raise LostSecret(
            f"{shown(file)} has epochs of the deals that `arena.sqlite` does not know",
            "put the whole store back, or begin another event with `--event`",
        )
    left = left_secret(folder)
    if left in known:
        remove_secret(folder)
        left = None
    return left or make_secret(folder)
