"""Evidence to check deals with: a published statement, and the secrets that are known."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import ArenaError, shown
from arena.event.deals.fairness import doubts
from arena.event.deals.secret import SECRET_FILE, read_secret
from arena.event.deals.statement import Statement, read_statement, statement_of
from arena.store.epochs import Epoch
from arena.store.store import Store
from referee.rules.shuffle import commitment, seeded_secret


class NoEvidence(ArenaError):
    """The deals follow from nothing at hand, or the evidence is not what was published first."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence that a person has at hand to check deals.

    A file that was published, a secret that was revealed, a commitment that was noted before
    play.
    """

    published: Path | None = None
    secret: bytes | None = None
    noted: bytes | None = None

    def added_to(self, own: Statement | None) -> Statement:
        """Return the statement to check by: the published one, or the event's own.

        Raises NoEvidence, BadStatement.
        """
        said = read_statement(self.published) if self.published else own
        if said is None:
            raise NoEvidence(
                "a file of records does not hold the secret of its deals",
                "add `--published deals.json`, the file that `arena reveal` writes",
            )
        if self.noted is not None:
            _require_noted(said, self.noted)
        return said if self.secret is None else _opened(said, self.secret)


def _require_noted(said: Statement, noted: bytes) -> None:
    published = [epoch.commitment.hex() for epoch in said.epochs if epoch.commitment]
    if noted.hex() not in published:
        raise NoEvidence(
            f"the commitment {noted.hex()} is not one of event `{shown(said.event)}`"
            f" (published: {', '.join(published) or 'none'})",
            "either it is of another event, or the secret was changed after it was noted",
        )


def _opened(said: Statement, secret: bytes) -> Statement:
    epochs = tuple(
        replace(epoch, secret=secret) if _opens(secret, epoch) else epoch for epoch in said.epochs
    )
    if not any(_opens(secret, epoch) for epoch in epochs):
        raise NoEvidence(f"the secret opens no commitment of event `{shown(said.event)}`")
    return replace(said, epochs=epochs)


def _opens(secret: bytes, epoch: Epoch) -> bool:
    return epoch.commitment == commitment(secret, epoch.title)


def own_statement(store: Store, folder: Path) -> Statement:
    """Return the statement of an event, including its secret if that still exists."""
    said = statement_of(store)
    if not (folder / SECRET_FILE).exists():
        return said
    secret = read_secret(folder)
    epochs = (one if one.secret else replace(one, secret=secret) for one in said.epochs)
    return replace(said, epochs=tuple(epochs))


def faults(said: Statement, noted: bytes | None = None) -> Iterator[tuple[str, str]]:
    """Yield contradictions within a statement, epoch by epoch, and with a noted commitment."""
    titles: set[str] = set()
    for epoch in said.epochs:
        where = f"epoch {epoch.number}"
        if epoch.title in titles:
            yield where, f"title: `{epoch.title}` was used before, and a title never is twice"
        titles.add(epoch.title)
        if said.seed is not None:
            yield from ((where, what) for what in _unlike_seed(epoch, said.seed))
        if noted is not None and epoch.commitment == noted and not epoch.is_committed:
            yield where, "committed: false, and its commitment was noted before play"
        if epoch.secret and epoch.commitment and not _opens(epoch.secret, epoch):
            given = commitment(epoch.secret, epoch.title).hex()
            yield where, f"commitment: the secret gives {given}, not {epoch.commitment.hex()}"


def _unlike_seed(epoch: Epoch, seed: int) -> Iterator[str]:
    if epoch.is_committed:
        yield f"committed: true, and deals that follow from seed {seed} are known to everybody"
    if epoch.secret is not None and epoch.secret != seeded_secret(seed):
        yield f"secret: seed {seed} gives another one"


def differences(published: Statement, own: Statement) -> Iterator[tuple[str, str]]:
    """Yield in what a published statement differs from that of the event itself."""
    for key in ("event", "ruleset", "max_faults", "seed"):
        yield from _unlike("deals", key, getattr(published, key), getattr(own, key))
    if len(published.epochs) != len(own.epochs):
        yield from _unlike("deals", "epochs", len(published.epochs), len(own.epochs))
    for theirs, ours in zip(published.epochs, own.epochs, strict=False):
        for key in ("title", "commitment", "is_committed", "beacon", "secret", "items"):
            value, right = getattr(theirs, key), getattr(ours, key)
            if key != "secret" or value is not None:  # it may have been published later
                yield from _unlike(f"epoch {ours.number}", key, value, right)


def _unlike(where: str, key: str, value: object, right: object) -> Iterator[tuple[str, str]]:
    if value != right:
        yield where, f"{key}: published is {_short(value)}, and the event has {_short(right)}"


def _short(value: object) -> str:
    return shown((value.hex() if isinstance(value, bytes) else str(value))[:80])


def remarks(said: Statement) -> Iterator[str]:
    """Yield what a statement shows, an epoch a line, and then what it does not show."""
    for epoch in said.epochs:
        beacon = "no beacon" if epoch.beacon is None else f"beacon `{shown(epoch.beacon)}`"
        nonces = sum(bool(item.nonce) for item in epoch.items)
        yield (
            f"Epoch {epoch.number}: title {shown(epoch.title)}, {_commitment(epoch)};"
            f" {len(epoch.items)} bots, {nonces} with a nonce; {beacon}."
        )
    bots = {(item.name, item.version) for epoch in said.epochs for item in epoch.items}
    if said.played is None:
        yield "The deals.json does not count matches: a cut-off end would not be noticed."
    for doubt in doubts(said.seed, said.epochs, bots):
        yield f"{doubt[0].upper()}{doubt[1:]}."


def _commitment(epoch: Epoch) -> str:
    if epoch.commitment is None:
        return "no commitment"
    known = epoch.secret is not None and _opens(epoch.secret, epoch)
    return f"commitment {epoch.commitment.hex()}, {'opened' if known else 'not opened'}"
