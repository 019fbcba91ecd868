"""Remarks on the deals for every report: whether the organiser could have chosen them.

Deals are shown to be blind where the secret was committed to before anything was dealt, and
something that came after the commitment went into them: a bot's nonce, in that bot's own pairings,
or a beacon, in all. Else somebody could have tried secrets until the deals were to his liking.
"""

from collections.abc import Collection, Iterable

from arena.defaults import in_commands
from arena.store.epochs import Epoch
from arena.store.store import Store
from referee.rules.shuffle import Item

PAIRS_APART = "the two matches of a pair are on different cards"
SEEDED = "seeded deals: for tests only"
NOT_PROVEN = "fairness of deals not proven"
NO_COMMITMENT = f"{NOT_PROVEN} (see `arena commit`)"
NOTHING_AFTER = f"{NOT_PROVEN}: neither a nonce nor a beacon after the commitment"
SOME_NONCES = "fairness of deals proven only for bots with a nonce: no beacon after the commitment"


def fairness_remarks(store: Store) -> tuple[str, ...]:
    """Return the remarks on the deals for readers of a ranking; none if they are beyond doubt.

    It follows from who entered, not from what is played so far. That pairs share no cards is said
    too.
    """
    playing = {(entry.name, entry.version) for entry in store.entrants()}
    apart = (PAIRS_APART,) if store.settings.pairs_apart else ()
    return (*doubts(store.settings.seed, store.epochs(), playing), *apart)


def last_words(store: Store) -> tuple[str, ...]:
    """Return the remarks at the end of a run, with what is left to do about the deals."""
    remarks = fairness_remarks(store)
    last = store.epochs()[-1:]
    if last and last[0].is_committed and last[0].secret is None:
        return (
            *remarks,
            f"`arena reveal {in_commands(store.path.parent)}` opens the commitment to the deals",
        )
    return remarks


def doubts(
    seed: int | None, epochs: tuple[Epoch, ...], playing: Collection[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the remarks on epochs in which at least two of these bots were dealt cards."""
    if seed is not None:
        return (SEEDED,)
    if not epochs:
        return (NO_COMMITMENT,)
    found = {}
    for index, epoch in enumerate(epochs):
        met = [item for item in epoch.items if (item.name, item.version) in playing]
        if len(met) > 1:
            found[epoch.number] = _doubt(epoch, met, epochs[:index])
    if len(set(found.values())) == 1:
        return tuple(filter(None, set(found.values())))
    return tuple(f"epoch {number}: {doubt}" for number, doubt in found.items() if doubt)


def _doubt(epoch: Epoch, met: Iterable[Item], before: tuple[Epoch, ...]) -> str:
    """Return the doubt about an epoch; empty if there is none. Items used before do not count."""
    if not epoch.is_committed:
        return NO_COMMITMENT
    if epoch.beacon is not None and epoch.beacon not in {one.beacon for one in before}:
        return ""
    used = {(item.name, item.nonce) for one in before for item in one.items}
    bare = [not item.nonce or (item.name, item.nonce) in used for item in met]
    if all(bare):
        return NOTHING_AFTER
    return SOME_NONCES if sum(bare) > 1 else ""
