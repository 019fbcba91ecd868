"""Options of `arena run` and related commands: schedule, goal, ranking and sandbox."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.defaults import MAX_PAIRS, PAIRS
from arena.sandbox.levels import MEBIBYTE, Level, Limits

if TYPE_CHECKING:
    from arena.rating.belief import Anchor
    from arena.sandbox.choose import SandboxRequest
    from arena.schedule.sprt import SprtTerms

A_DAY = 86_400.0
MOST_PAIRS = 100_000


def complete_schedules(begun: str) -> list[str]:
    """Return the schedules whose names begin like this, for the shell."""
    from arena.schedule.formats import SCHEDULES

    return [name for name in SCHEDULES if name.startswith(begun)]


ScheduleOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=complete_schedules,
        help="round-robin: everybody meets everybody. gauntlet: the challengers meet everybody."
        " swiss: neighbours of the ranking meet. adaptive: likely neighbours meet, after two full"
        " rounds.",
    ),
]
Challengers = Annotated[
    int | None,
    typer.Option(
        min=1,
        show_default="1",
        help="How many challengers a gauntlet has: the first bots, as --only names them or by"
        " name.",
    ),
]
Pairs = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_PAIRS,
        show_default=str(PAIRS),
        help="Pairs of matches for each pairing, or on average; more extend an event.",
    ),
]
UntilResolved = Annotated[
    bool,
    typer.Option(
        "--until-resolved",
        help="Keep playing until every rank is 99 % certain or the bots are tied (within 52:48).",
    ),
]
Sprt = Annotated[
    str | None,
    typer.Option(
        metavar="elo0=0,elo1=5",
        help="Stop when the SPRT accepts elo0 or elo1 for the first of two bots; also nelo0,"
        " nelo1, alpha, beta.",
    ),
]
MaxPairs = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_PAIRS,
        show_default=str(MAX_PAIRS),
        help="Upper limit for --until-resolved and --sprt.",
    ),
]
RatingInterval = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Show the ranking after every N schedule rounds."),
]
AnchorOption = Annotated[
    list[str] | None,  # so that a second one can be refused
    typer.Option(metavar="NAME=25", help="Fix the rating of one bot, to compare events."),
]


Results = Annotated[Path, typer.Option(help="The folder that holds events.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Deal predictable cards (for tests only).")]
Beacon = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="A public value that appeared after `arena commit`."),
]
MoveTime = Annotated[float, typer.Option(min=0.001, max=A_DAY, help="Seconds for each decision.")]
TimeBank = Annotated[
    float, typer.Option(min=0.0, max=A_DAY, help="Reserve of seconds for each match.")
]
StartTime = Annotated[float, typer.Option(min=0.1, max=A_DAY, help="Seconds for a bot to join.")]
MaxFaults = Annotated[int, typer.Option(min=1, help="Faults after which a bot is disqualified.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print lines instead of a progress bar.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the ranking.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print every match.")]


def pairs_for(pairs: int | None, most: int | None, *, has_goal: bool) -> int:
    """Return the number of pairs to play, or their upper limit. Raises BadParameter."""
    if has_goal and pairs:
        raise typer.BadParameter(
            "--until-resolved and --sprt have --max-pairs", param_hint="--pairs"
        )
    if most and not has_goal:
        raise typer.BadParameter(
            "it belongs to --until-resolved and --sprt", param_hint="--max-pairs"
        )
    return most or MAX_PAIRS if has_goal else pairs or PAIRS


def anchor_of(texts: list[str] | None) -> "Anchor | None":
    """Return the anchor as it is written."""
    from arena.tournament.plan import read_anchor

    return read_anchor(texts or [])


def sprt_of(text: str | None) -> "SprtTerms | None":
    """Return the terms of a test as they are written."""
    from arena.schedule.sprt import read_sprt

    return read_sprt(text)


class Sandbox(Enum):
    """The values of `--sandbox`: a level, or the best that holds here."""

    AUTO = "auto"
    BWRAP = Level.BWRAP.value
    LANDLOCK = Level.LANDLOCK.value
    LIMITS = Level.LIMITS.value
    NONE = Level.NONE.value


SandboxOption = Annotated[
    Sandbox,
    typer.Option(
        "--sandbox",
        envvar="ARENA_SANDBOX",
        help="How bots are confined; auto is the best level that works here.",
    ),
]
MinSandbox = Annotated[Level, typer.Option(help="Refuse to play at a weaker level.")]
Memory = Annotated[int, typer.Option(min=64, help="MiB of memory for each bot, children included.")]
Cpus = Annotated[int, typer.Option(min=0, help="Cores for each bot; 0 means all.")]


def sandbox_request(
    sandbox: Sandbox, minimum: Level, memory: int, cpus: int = 0
) -> "SandboxRequest":
    """Make the sandbox request from the flags."""
    from arena.sandbox.choose import SandboxRequest

    level = None if sandbox is Sandbox.AUTO else Level(sandbox.value)
    return SandboxRequest(level, minimum, Limits(memory=memory * MEBIBYTE, cpus=cpus))
