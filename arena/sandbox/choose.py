"""Which level an event is played at: what was asked for, or the best that holds here.

Nothing is stepped over in silence, and no step leads below what strangers' bots may be played at.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import ArenaError
from arena.sandbox.confinement import Confinement
from arena.sandbox.detect import LevelAbsent, candidates
from arena.sandbox.levels import USUAL_LIMITS, Level, Limits
from arena.sandbox.selftest import SelfTestFailed, tried
from arena.sandbox.views import require_unseen, view_with

CLOSED_HOME = (
    "as root, keep the arena's Python and its cache (XDG_CACHE_HOME) where every user may read"
    " them: bots are given users of their own"
)
# What is said where a level fails, and what helps.
REMEDIES = {
    "setting up uid map: Permission denied": (
        "allow `bwrap` user namespaces: an AppArmor profile for it, or"
        " `sysctl kernel.apparmor_restrict_unprivileged_userns=0`"
    ),
    "No permissions to create": (
        "allow user namespaces: `sysctl kernel.unprivileged_userns_clone=1` and"
        " `sysctl user.max_user_namespaces=10000`; in a container they are its host's to allow"
    ),
    "Creating new namespace failed": (
        "in a container namespaces are its host's to allow: play outside, or in a privileged one"
    ),
    "failed to execute": CLOSED_HOME,
}
ACCEPT = "or accept the risk and play bots you trust: `--sandbox limits`"


class NoSandbox(ArenaError):
    """The level asked for, or any that is good enough for strangers, is not to be had here."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a sandbox. No level means the best that holds here.

    Bots must not see what lies in `hidden`.
    """

    level: Level | None = None
    minimum: Level = Level.NONE
    limits: Limits = USUAL_LIMITS
    hidden: Sequence[Path] = ()


BEST = Wish()


@dataclass(frozen=True, slots=True)
class Offer:
    """A level on this machine: the confinement that has held, if any, and what has not."""

    level: Level
    confinement: Confinement | None
    failures: tuple[ArenaError, ...] = ()

    @property
    def reason(self) -> str:
        """Why it cannot be had, or not in its best way."""
        return f"{self.level.value}: {self.failures[0].message}" if self.failures else ""

    @property
    def remedy(self) -> str:
        """What would help."""
        return _remedy(self.failures[0]) if self.failures else ""


async def choose(wish: Wish, python: Path, report: Callable[[str], None]) -> Confinement:
    """A confinement that has passed its self-test; `report` is told of every step down.

    Raises NoSandbox, TooMuchSeen.
    """
    failed: list[Offer] = []
    for level in _levels(wish):
        offer = await offered(level, wish, python)
        failed.append(offer)
        if offer.confinement is not None:
            for reason in (one.reason for one in failed if one.reason):
                report(f"sandbox: {reason}; going on with {offer.confinement.summary}")
            return offer.confinement
    raise _no_sandbox(wish, failed)


async def choose_for_own(wish: Wish, python: Path, report: Callable[[str], None]) -> Confinement:
    """A confinement for a person's own bot: where nothing better holds, limits are enough.

    Raises NoSandbox, TooMuchSeen.
    """
    try:
        return await choose(wish, python, report)
    except NoSandbox as error:
        if wish.level is not None or Level.LIMITS.is_below(wish.minimum):
            raise
        report(
            f"sandbox: {error.message}; a bot of one's own is started within limits all the same"
        )
        return await choose(replace(wish, level=Level.LIMITS), python, report)


def _levels(wish: Wish) -> list[Level]:
    """The levels to try, the best first."""
    if wish.level is None:
        return [one for one in Level if one.is_for_strangers and not one.is_below(wish.minimum)]
    if wish.level.is_below(wish.minimum):
        raise NoSandbox(
            f"--sandbox {wish.level.value} is below --min-sandbox {wish.minimum.value}",
            "ask for a stronger level, or for a lower minimum",
        )
    return [wish.level]


async def offered(level: Level, wish: Wish, python: Path) -> Offer:
    """What becomes of trying a level. Raises TooMuchSeen."""
    view = view_with(python, os.environ.get("PATH", os.defpath))
    if level.is_for_strangers:
        require_unseen(wish.hidden, view)
    failures: list[ArenaError] = []
    try:
        for candidate in candidates(level, wish.limits, python, view):
            try:
                return Offer(level, await tried(candidate), tuple(failures))
            except SelfTestFailed as error:
                failures.append(error)
    except LevelAbsent as error:
        failures.append(error)
    return Offer(level, None, tuple(failures))


def _remedy(error: ArenaError) -> str:
    return next((what for said, what in REMEDIES.items() if said in error.message), error.hint)


def _no_sandbox(wish: Wish, failed: Sequence[Offer]) -> NoSandbox:
    reasons = "; ".join(one.reason for one in failed)
    remedies = [one.remedy for one in failed if one.remedy]
    if wish.level is None:
        if not Level.LIMITS.is_below(wish.minimum):
            remedies.append(ACCEPT)
        return NoSandbox(f"no sandbox holds here: {reasons}", ", ".join(remedies))
    return NoSandbox(f"--sandbox {reasons}", ", ".join(remedies))


async def explain(wish: Wish, python: Path) -> list[Offer]:
    """What becomes of every level on this machine."""
    return [await offered(level, wish, python) for level in Level]


async def advise(python: Path) -> tuple[str, str]:
    """The word to choose a level by where bots are trusted: `auto`, unless that would stop.

    Then it is the best of the weak levels, and the second text says why.
    """
    try:
        await choose(BEST, python, lambda _: None)
    except NoSandbox as error:
        limits = await offered(Level.LIMITS, BEST, python)
        return (Level.LIMITS if limits.confinement else Level.NONE).value, error.message
    return "auto", ""
