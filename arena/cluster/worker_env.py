"""What a machine needs so that a worker of a cluster can play there, and what this one has."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.cluster.environment import identity
from arena.doctor import TOOLS, Finding, State, examine

SAME = "the same as where `arena run` is"
LEVEL = "the level that the event is played at"
BOTS = "for bots that need it"
# What the doctor looks for beside, and what a worker wants of it.
WANTED = {
    "cache": "room for the bots' files and builds",
    "python of bots": "for bots in Python",
    "setpriv": "ties bots to their worker",
    "sandbox bwrap": LEVEL,
    "sandbox landlock": LEVEL,
    "sandbox limits": LEVEL,
    "cores": "two for each chunk that is played at a time",
    "memory": "what the event allows each of the two bots of a chunk",
} | {trial.what: BOTS for trial in TOOLS}


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a worker needs, why, and what there is of it here."""

    what: str
    why: str
    state: State
    found: str
    remedy: str = ""
    is_essential: bool = False


def needs() -> Iterator[Need]:
    """Everything, what must be the same first."""
    for what, found in identity().items():
        is_there = found != "not installed"
        state = State.OK if is_there else State.MISSING
        remedy = "" if is_there else "pip install 'koikoi-arena[cluster]'"
        yield Need(what, SAME, state, found, remedy, is_essential=True)
    yield from (_need(one) for one in examine() if one.what in WANTED)


def _need(finding: Finding) -> Need:
    return Need(
        finding.what,
        WANTED[finding.what],
        finding.state,
        finding.found,
        finding.remedy,
        is_essential=finding.is_essential,
    )
