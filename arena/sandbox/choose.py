"""The choice of a sandbox level: the one that was asked for, or the best that holds here.

No level is skipped silently, and none is chosen that is too weak for strangers' bots.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import ArenaError, Notify
from arena.sandbox.confinement import Confinement
from arena.sandbox.detect import LevelAbsent, candidates
from arena.sandbox.levels import USUAL_LIMITS, Level, Limits
from arena.sandbox.selftest import SelfTestFailed, tried
from arena.sandbox.uids import can_be_reserved
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
    "set the NOFILE": "allow more open files before the run: `ulimit -n 1024`",
    "set the NPROC": "allow more processes before the run: `ulimit -u unlimited`",
    "set the FSIZE": "allow larger files before the run: `ulimit -f unlimited`",
    "set the DATA": "allow more memory before the run: `ulimit -d unlimited`",
    "set the": "raise the limit that is named before the run, by `ulimit`",
}
NOT_AS_ROOT = "run the arena as an ordinary user, or accept that bots run as root: `--sandbox none`"
ACCEPT = "or accept the risk and play bots you trust: `--sandbox limits`"


class NoSandbox(ArenaError):
    """The requested level, or any level that is good enough for strangers, does not hold here."""


@dataclass(frozen=True, slots=True)
class SandboxRequest:
    """A request for a sandbox. Without a level, the best that holds on this machine is meant.

    Bots must not see what lies in `hidden`.
    """

    level: Level | None = None
    minimum: Level = Level.NONE
    limits: Limits = USUAL_LIMITS
    hidden: Sequence[Path] = ()


BEST = SandboxRequest()


@dataclass(frozen=True, slots=True)
class LevelTrial:
    """The trial of a level on this machine: the confinement that held, if any, and the failures."""

    level: Level
    confinement: Confinement | None
    failures: tuple[ArenaError, ...] = ()

    @property
    def reason(self) -> str:
        """The reason why the level does not hold, or not in its best form."""
        return f"{self.level.value}: {self.failures[0].message}" if self.failures else ""

    @property
    def remedy(self) -> str:
        """The remedy for the reason."""
        return _remedy(self.failures[0]) if self.failures else ""


async def choose(request: SandboxRequest, python: Path, notify: Notify) -> Confinement:
    """Choose a confinement that passes its self-test; `notify` is told of every step down.

    Raises NoSandbox, TooMuchSeen.
    """
    failed: list[LevelTrial] = []
    for level in _levels(request):
        trial = await try_level(level, request, python)
        failed.append(trial)
        if trial.confinement is not None:
            for reason in (one.reason for one in failed if one.reason):
                notify(f"sandbox: {reason}; using {trial.confinement.summary}")
            return trial.confinement
    raise _no_sandbox(request, failed)


async def choose_for_own(request: SandboxRequest, python: Path, notify: Notify) -> Confinement:
    """Choose a confinement for a person's own bot; `limits` is enough if nothing better holds.

    Raises NoSandbox, TooMuchSeen.
    """
    try:
        return await choose(request, python, notify)
    except NoSandbox as error:
        if request.level is not None or Level.LIMITS.is_below(request.minimum):
            raise
        notify(f"sandbox: {error.message}; your own bot is started at `limits`")
        return await choose(replace(request, level=Level.LIMITS), python, notify)


def _levels(request: SandboxRequest) -> list[Level]:
    """Return the levels to try, the best first."""
    if request.level is None:
        return [one for one in Level if one.is_for_strangers and not one.is_below(request.minimum)]
    if request.level.is_below(request.minimum):
        raise NoSandbox(
            f"--sandbox {request.level.value} is below --min-sandbox {request.minimum.value}",
            "ask for a stronger level, or for a lower minimum",
        )
    return [request.level]


async def try_level(level: Level, request: SandboxRequest, python: Path) -> LevelTrial:
    """Try a level. Raises TooMuchSeen."""
    view = view_with(python, os.environ.get("PATH", os.defpath))
    if level.is_for_strangers:
        require_unseen(request.hidden, view)
    failures: list[ArenaError] = []
    try:
        for candidate in candidates(level, request.limits, python, view):
            try:
                return LevelTrial(level, await tried(candidate), tuple(failures))
            except SelfTestFailed as error:
                failures.append(error)
    except LevelAbsent as error:
        failures.append(error)
    return LevelTrial(level, None, tuple(failures))


def _remedy(error: ArenaError) -> str:
    return next((what for said, what in REMEDIES.items() if said in error.message), error.hint)


def _no_sandbox(request: SandboxRequest, failed: Sequence[LevelTrial]) -> NoSandbox:
    reasons = "; ".join(one.reason for one in failed)
    remedies = list(dict.fromkeys(one.remedy for one in failed if one.remedy))
    if request.level is None:
        if not Level.LIMITS.is_below(request.minimum):
            remedies.append(ACCEPT)
        return NoSandbox(f"no sandbox holds here: {reasons}", ", ".join(remedies))
    if request.level is Level.LIMITS and can_be_reserved():
        remedies.append(NOT_AS_ROOT)
    return NoSandbox(f"--sandbox {reasons}", "; ".join(remedies))


async def explain(request: SandboxRequest, python: Path) -> list[LevelTrial]:
    """Try every level on this machine."""
    return [await try_level(level, request, python) for level in Level]


async def advise(python: Path) -> tuple[str, str]:
    """Return the value of `--sandbox` for trusted bots, and the reason if it is not `auto`.

    Then it is the best of the weak levels, and the second text says why.
    """
    try:
        await choose(BEST, python, lambda _: None)
    except NoSandbox as error:
        limits = await try_level(Level.LIMITS, BEST, python)
        return (Level.LIMITS if limits.confinement else Level.NONE).value, error.message
    return "auto", ""
