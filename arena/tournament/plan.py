"""The plan of a run as a person asks for it, with its anchor, and the parts a run can change."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.cluster.address import ClusterAddress
from arena.errors import ArenaError, shown
from arena.event.locate import event_folder
from arena.rating.belief import Anchor
from arena.remote.config import Invitation
from arena.sandbox.choose import BEST, SandboxRequest
from arena.sandbox.confinement import UNCONFINED, Confinement
from arena.schedule.formats import GAUNTLET, ROUND_ROBIN, Schedule, schedule_named
from arena.schedule.sprt import SprtTerms
from arena.store.settings import Settings

#: Ratings are some tens; what is beyond this is a slip of the finger.
LARGEST = 1e6


class BadPlan(ArenaError):
    """Flags that contradict each other, or do not fit these bots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a run.

    `settings` cannot change while the event lives. Everything else may: it says what more is
    played and how that is shown, and what has been played stays as it is and counts.
    """

    bots: Path | None  # None: remote entrants alone
    results: Path
    settings: Settings
    pairs: int
    jobs: int
    only: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fresh: bool = False
    pairs_apart: bool | None = None  # None: where a match could tell the next one something
    beacon: str | None = None
    runs_preflight: bool = True  # whether bots are looked over before they play
    sandbox_request: SandboxRequest = BEST
    confinement: Confinement = UNCONFINED  # until `wish` has been granted
    schedule: str = ROUND_ROBIN
    challengers: int | None = None
    until_resolved: bool = False  # then, and with `sprt`, `pairs` is the most that are played
    sprt: SprtTerms | None = None
    rating_interval: int | None = None  # schedule rounds between two live rankings
    anchor: Anchor | None = None
    invitation: Invitation | None = None  # of remote entrants
    cluster: ClusterAddress | None = None  # whose workers play, instead of this machine's

    @property
    def folder(self) -> Path:
        """The event's folder."""
        return event_folder(self.results, self.settings.event)

    @property
    def chosen_schedule(self) -> Schedule:
        """The schedule. Raises UnknownSchedule."""
        return schedule_named(self.schedule)

    @property
    def has_goal(self) -> bool:
        """True if the run plays until a goal is reached."""
        return self.until_resolved or self.sprt is not None

    def check(self) -> None:
        """Check that the flags go together. Raises BadPlan, UnknownSchedule."""
        if self.challengers is not None and not self.is_gauntlet:
            raise BadPlan(
                "--challengers says who plays everyone in a gauntlet", "add `--schedule gauntlet`"
            )
        if self.until_resolved and self.sprt:
            raise BadPlan("--until-resolved and --sprt are two rules for one stop", "choose one")
        if self.sprt and self.settings.pairs_apart:
            raise BadPlan(
                "--sprt counts pairs on the same cards, and here the matches of a pair have"
                " different ones",
                "add `--pairs-together` if you trust the bots, or use --until-resolved",
            )
        if self.invitation:
            self._check_invitation(self.invitation)

    def _check_invitation(self, invitation: Invitation) -> None:
        if self.cluster:
            raise BadPlan(
                "--remote bots are connected to this machine, and --cluster plays elsewhere",
                "play their pairings in a run without --cluster, with the same --event",
            )
        if self.sprt:
            raise BadPlan(
                "--sprt counts pairs on the same cards, and remote bots play none",
                "use --until-resolved",
            )
        if len(set(invitation.names)) < len(invitation.names):
            raise BadPlan("--remote names an entrant twice")
        invitation.check()

    def names_of(self, entrants: Iterable[str]) -> tuple[str, ...]:
        """Return the names in the order in which they entered: as in `--only`, or else sorted.

        Raises BadPlan where so many cannot be played with as planned.
        """
        first = {name: place for place, name in enumerate(self.only)}
        ordered = tuple(sorted(entrants, key=lambda name: (first.get(name, 0), name)))
        self._check_names(ordered)
        return ordered

    def challengers_of(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the bots that play everyone: the first names in a gauntlet, else all."""
        return names[: self.challengers or 1] if self.is_gauntlet else names

    @property
    def is_gauntlet(self) -> bool:
        """True if the schedule is a gauntlet, in which only challengers have ranks to resolve."""
        return self.chosen_schedule.name == GAUNTLET

    def _check_names(self, names: tuple[str, ...]) -> None:
        if self.challengers is not None and self.challengers >= len(names):
            raise BadPlan(
                f"--challengers {self.challengers}: there are {len(names)} bots, and one of them"
                " has to be challenged",
                f"at most {len(names) - 1}",
            )
        if self.sprt and len(names) != 2:
            raise BadPlan(
                f"--sprt compares two bots, and there are {len(names)}", "name two with `--only`"
            )


class BadAnchor(ArenaError):
    """The anchor is not a name, `=` and a number."""


def read_anchor(texts: Sequence[str]) -> Anchor | None:
    """Parse an anchor; None if none was given. Raises BadAnchor."""
    if not texts:
        return None
    if len(texts) > 1:
        raise BadAnchor(
            f"--anchor is given {len(texts)} times: {', '.join(map(shown, texts))}",
            "one bot's rating is fixed, and with it the scale: leave out the others",
        )
    (text,) = texts
    name, _, number = text.rpartition("=")
    try:
        mu = float(number)
    except ValueError:
        mu = math.nan
    if not name or "=" in name or not abs(mu) <= LARGEST:
        raise BadAnchor(
            f"--anchor: `{shown(text)}` is not a bot and its rating", "write it as in greedy=25"
        )
    return Anchor(name.strip(), mu)
