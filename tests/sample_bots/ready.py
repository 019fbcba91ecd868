"""Sample bots made ready as `arena run` does it: copied out of the repository and built."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from arena.bots.discovery import scan
from arena.bots.manifest import read_manifest
from arena.bots.prepare import prepare

SAMPLES = Path(__file__).parents[2] / "sample_bots"


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is ready to start."""

    folder: Path
    command: tuple[str, ...]
    transport: str


def needs(name: str) -> tuple[str, ...]:
    """The programs without which a sample bot cannot be built or run."""
    manifest = read_manifest(SAMPLES / name, name)
    assert manifest is not None
    return manifest.requires


def made_ready(name: str) -> Bot:
    """Builds a sample bot, or finds it built in the arena's cache."""
    prepared = asyncio.run(prepare(scan(SAMPLES, only=[name]).entrants, print))
    assert prepared.refused == ()
    (bot,) = prepared.playable
    return Bot(bot.folder, bot.argv, bot.transport)
