"""The confinement of an event's bots: chosen and tried once, then the same for every process.

It is plain data, so that it can be handed to a worker.
"""

from dataclasses import dataclass
from pathlib import Path

from arena.sandbox.decoys import Decoys
from arena.sandbox.levels import MEBIBYTE, USUAL_LIMITS, Level, Limits
from arena.sandbox.uids import FIRST, LAST
from arena.sandbox.views import NOTHING, View


@dataclass(frozen=True, slots=True)
class Tools:
    """The programs of util-linux that set a process's user, limits and cores."""

    setpriv: str = ""
    prlimit: str = ""
    taskset: str = ""


NO_TOOLS = Tools()


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """The `bwrap` of this machine; as root it mounts by itself, else in a user namespace."""

    program: str
    version: str
    as_root: bool
    disables_namespaces: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """The self-test that a level has passed."""

    passed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Confinement:
    """The confinement of every bot process of an event.

    `python` is the Python of bots, which also runs what little of ours runs beside a bot.
    Decoys are for `arena check` alone, and never handed to a worker.
    """

    level: Level
    limits: Limits = USUAL_LIMITS
    python: Path = Path()
    tools: Tools = NO_TOOLS
    view: View = NOTHING
    has_uids: bool = False
    runs_as_root: bool = False
    bwrap: Bubblewrap | None = None
    trial: Trial | None = None
    decoys: Decoys | None = None

    @property
    def summary(self) -> str:
        """The confinement in words for the ranking; equal in every run on a machine."""
        return ", ".join(self._parts())

    @property
    def banner(self) -> str:
        """The confinement in words for the organiser, with what was tried."""
        if self.trial is None:
            return f"sandbox: {self.summary}"
        passed, seconds = self.trial.passed, self.trial.seconds
        return f"sandbox: {self.summary}; self-test {passed}/{passed} in {seconds:.1f} s"

    def _parts(self) -> list[str]:
        title = f"bwrap {self.bwrap.version}" if self.bwrap else self.level.title
        first = f"{title}, run as root" if self.runs_as_root else title
        if self.level is Level.NONE:
            return [first]
        uid = [f"uid per bot {FIRST}-{LAST}"] if self.has_uids else []
        filtered = ["seccomp"] if self.level.is_for_strangers else []
        memory = f"memory {self.limits.memory // MEBIBYTE} MiB by rlimit and watchdog"
        cpus = self.limits.cpus
        cores = [f"{cpus} core{'s' * (cpus != 1)} each"] if cpus else []
        return [first, *uid, *filtered, memory, *cores]


UNCONFINED = Confinement(Level.NONE)
