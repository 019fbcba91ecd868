"""Preparation of entrants: copied, hashed, built, and their commands resolved."""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from arena.bots.build import build, compile_python, is_built
from arena.bots.discovery import Entrant, Playable, Refused, refused
from arena.bots.manifest import read_manifest
from arena.bots.manifest_schema import PYTHON, unbridged
from arena.bots.runtime import resolve_command, runtime_python
from arena.bots.snapshot import Snapshot, take_snapshot
from arena.errors import BadFiles, EntryRefused, Notify, shown
from arena.sandbox.build_settings import withheld
from arena.sandbox.confinement import UNCONFINED, Confinement


@dataclass(frozen=True, slots=True)
class Prepared:
    """The bots that are ready to start and those that are not, in the order of the entrants."""

    playable: tuple[Playable, ...]
    refused: tuple[Refused, ...]


async def prepare(
    entrants: Iterable[Entrant], notify: Notify, confinement: Confinement = UNCONFINED
) -> Prepared:
    """Prepare one entrant after another; `notify` is told what takes time."""
    made = [await _prepared(entrant, notify, confinement) for entrant in entrants]
    return Prepared(
        tuple(one for one in made if isinstance(one, Playable)),
        tuple(one for one in made if isinstance(one, Refused)),
    )


async def _prepared(
    entrant: Entrant, notify: Notify, confinement: Confinement
) -> Playable | Refused:
    try:
        snapshot = await asyncio.to_thread(take_snapshot, entrant.folder)
        _require_unchanged(entrant, snapshot)
        return await made_ready(entrant, snapshot, notify, confinement)
    except EntryRefused as error:
        return refused(entrant.folder, entrant.name, error)


async def made_ready(
    entrant: Entrant, snapshot: Snapshot, notify: Notify, confinement: Confinement
) -> Playable:
    """Build a copied entrant and resolve its command. Raises EntryRefused."""
    is_python = unbridged(entrant.command)[0] == PYTHON
    python = await asyncio.to_thread(runtime_python) if is_python else None
    if not entrant.build:
        folder = snapshot.folder
        if python is not None:
            await compile_python(folder, python, entrant.folder)
    else:
        if not is_built(snapshot):
            notify(f"building {entrant.name}: {shown(' '.join(entrant.build))}")
            if confinement.level.is_for_strangers and (names := withheld()):
                notify(f"not passed to the build, may hold a credential: {', '.join(names)}")
        folder = await build(snapshot, entrant.build, entrant.folder, confinement, python)
    argv = await asyncio.to_thread(resolve_command, entrant.command, folder, entrant.folder)
    return Playable(
        name=entrant.name,
        version=snapshot.version,
        nonce=entrant.nonce,
        folder=folder,
        argv=argv,
        transport=entrant.transport,
    )


def _require_unchanged(entrant: Entrant, snapshot: Snapshot) -> None:
    """Check that the bot was not changed between scan and copy."""
    try:
        copied = read_manifest(snapshot.folder, entrant.folder.name)
    except EntryRefused:
        copied = None
    described = asdict(entrant) | {"nonce": ""}
    del described["folder"]
    if copied is None or asdict(copied) != described:
        raise BadFiles(
            f"{shown(entrant.folder)} changed while it was copied", "run the same command again"
        )
