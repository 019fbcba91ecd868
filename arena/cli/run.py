"""`arena run`: plays the bots of a folder and ranks them, or resumes such a run."""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.options.event import RulesetOption, names_in, not_empty
from arena.cli.options.remote import (
    Cluster,
    ClusterPlainText,
    Listen,
    LobbyTime,
    NoTls,
    TlsCa,
    TlsCert,
    TlsKey,
    TlsName,
    cluster_of,
    invitation,
)
from arena.cli.options.run import (
    AnchorOption,
    Beacon,
    Challengers,
    Cpus,
    MaxFaults,
    MaxPairs,
    Memory,
    MinSandbox,
    MoveTime,
    Pairs,
    Plain,
    Quiet,
    RatingInterval,
    Results,
    Sandbox,
    SandboxOption,
    ScheduleOption,
    Seed,
    Sprt,
    StartTime,
    TimeBank,
    UntilResolved,
    Verbose,
    anchor_of,
    pairs_for,
    sandbox_request,
    sprt_of,
)
from arena.cli.terminal.output import note
from arena.cli.watch import WebPort
from arena.defaults import (
    LISTEN_HOST,
    LOBBY_SECONDS,
    MAX_FAULTS,
    RESULTS,
    RULESET,
    SCHEDULE,
    START_SECONDS,
    in_commands,
)
from arena.errors import INTERRUPTED
from arena.sandbox.levels import USUAL_MEMORY, Level
from referee.server.time_control import DEFAULT_TIME_CONTROL

if TYPE_CHECKING:
    from arena.tournament.plan import Plan
    from arena.tournament.tournament import Outcome

WITH_CASUALTIES = 3

Bots = Annotated[Path, typer.Option(help="The folder with a sub-folder for each bot.")]
EventName = Annotated[
    str | None,
    typer.Option("--event", help="The event's name. Default: the name of the bots folder."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1, help="Number of parallel workers; each runs two bots. Default: half the cores."
    ),
]
Only = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Play only these bots.", callback=not_empty),
]
Exclude = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Play without these bots.", callback=not_empty),
]
Remote = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Bots that play from other machines.", callback=not_empty),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start a new process for every match.")]
PairsApart = Annotated[
    bool | None,
    typer.Option(
        "--pairs-apart/--pairs-together",
        envvar="ARENA_PAIRS_APART",
        help="Deal different cards to the two matches of a pair, or the same. Default: different"
        " at `landlock`, else the same.",
    ),
]
NoCheck = Annotated[bool, typer.Option("--no-check", help="Skip the quick check of new bots.")]
Web = Annotated[bool, typer.Option("--web", help="Serve a live page during the run (extra `web`).")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Print what would be played, and play nothing.")
]


def run(
    bots: Bots,
    event: EventName = None,
    results: Results = RESULTS,
    pairs: Pairs = None,
    schedule: ScheduleOption = SCHEDULE,
    challengers: Challengers = None,
    until_resolved: UntilResolved = False,
    sprt: Sprt = None,
    max_pairs: MaxPairs = None,
    rating_interval: RatingInterval = None,
    anchor: AnchorOption = None,
    ruleset: RulesetOption = RULESET,
    seed: Seed = None,
    beacon: Beacon = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    cluster_plain_text: ClusterPlainText = False,
    sandbox: SandboxOption = Sandbox.AUTO,
    min_sandbox: MinSandbox = Level.NONE,
    memory: Memory = USUAL_MEMORY,
    cpus: Cpus = 0,
    move_time: MoveTime = DEFAULT_TIME_CONTROL.move_time,
    time_bank: TimeBank = DEFAULT_TIME_CONTROL.time_bank,
    start_time: StartTime = START_SECONDS,
    max_faults: MaxFaults = MAX_FAULTS,
    only: Only = None,
    exclude: Exclude = None,
    fresh: Fresh = False,
    pairs_apart: PairsApart = None,
    no_check: NoCheck = False,
    web: Web = False,
    web_port: WebPort = None,
    remote: Remote = None,
    listen: Listen = LISTEN_HOST,
    lobby_time: LobbyTime = LOBBY_SECONDS,
    no_tls: NoTls = False,
    tls_name: TlsName = "",
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    tls_ca: TlsCa = None,
    dry_run: DryRun = False,
    plain: Plain = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Play the bots of a folder and rank them, or resume such a run."""
    from arena.rulebook.load import load_ruleset
    from arena.store.settings import Settings
    from arena.tournament.plan import Plan

    plan = Plan(
        bots=bots,
        results=results,
        settings=Settings(
            event=event_name(bots) if event is None else event,
            ruleset=load_ruleset(ruleset),
            move_time=move_time,
            time_bank=time_bank,
            start_time=start_time,
            max_faults=max_faults,
            seed=seed,
            pairs_apart=bool(pairs_apart),
        ),
        pairs=pairs_for(pairs, max_pairs, has_goal=until_resolved or sprt is not None),
        schedule=schedule,
        challengers=challengers,
        until_resolved=until_resolved,
        sprt=sprt_of(sprt),
        rating_interval=rating_interval,
        anchor=anchor_of(anchor),
        jobs=jobs or max(1, (os.cpu_count() or 1) // 2),
        cluster=cluster_of(cluster, jobs, plain_text=cluster_plain_text),
        only=names_in(only),
        exclude=names_in(exclude),
        fresh=fresh,
        pairs_apart=pairs_apart,
        beacon=beacon,
        runs_preflight=not no_check,
        sandbox_request=sandbox_request(sandbox, min_sandbox, memory, cpus),
        invitation=invitation(
            names_in(remote),
            listen,
            lobby_time,
            names_in(tls_name),
            (tls_cert, tls_key, tls_ca),
            no_tls=no_tls,
        ),
    )
    if dry_run:
        _say_what_would_be_played(plan)
    else:
        web = web or web_port is not None
        with _page(plan, web, web_port):
            stays = web and sys.stdin.isatty()
            play(plan, plain=plain, quiet=quiet, verbose=verbose, stays=stays)


@contextmanager
def _page(plan: "Plan", wanted: bool, port: int | None) -> Iterator[None]:
    """Provide the live page beside the run, if it is wanted."""
    if not wanted:
        yield
        return
    from arena.live.server_process import page_beside

    with page_beside(plan.folder, port or 0) as address:
        note(f"live page: {address}")
        yield


def event_name(bots: Path) -> str:
    """Return the name of an event after its bots folder, safe as a folder's name."""
    return re.sub(r"[^\w.-]+", "-", bots.resolve().name).strip("-.") or "event"


def _say_what_would_be_played(plan: "Plan") -> None:
    from arena.cli.terminal.progress import PlainListener
    from arena.tournament.dry_run import forecast

    note(forecast(plan, PlainListener()))


def play(plan: "Plan", *, plain: bool, quiet: bool, verbose: bool, stays: bool = False) -> None:
    """Play a plan, print the outcome, and show the ranking."""
    import asyncio

    from arena.cli.ranking import print_ranking
    from arena.cli.terminal.progress import run_listener
    from arena.tournament.tournament import run as play_event

    try:
        with run_listener(plain=plain, quiet=quiet, verbose=verbose) as listener:
            outcome = asyncio.run(play_event(plan, listener))
    except (asyncio.CancelledError, KeyboardInterrupt):
        note(f"Stopped. All finished matches are saved. Resume with:\n  {shlex.join(_command())}")
        raise typer.Exit(INTERRUPTED) from None
    if not quiet:
        _sum_up(plan, outcome)
    print_ranking(outcome.ranking)
    if outcome.unwritten:
        raise outcome.unwritten
    if outcome.report and not quiet:
        note(f"report: {outcome.report}")
    if stays:
        typer.prompt("Press Enter to close the live page", "", show_default=False, err=True)
    if outcome.refused or outcome.benched:
        raise typer.Exit(WITH_CASUALTIES)


def _command() -> list[str]:
    return ["arena", *sys.argv[1:]]


def _sum_up(plan: "Plan", outcome: "Outcome") -> None:
    event = in_commands(plan.folder)
    if outcome.report is None and outcome.unwritten is None:
        note(
            f"`arena report {event}` writes the report (it takes a while for an event of this size)"
        )
    if outcome.was_complete:
        note(f"event `{plan.settings.event}` is complete: nothing to play")
    else:
        played = outcome.progress.played
        rate = outcome.progress.rate
        note(f"{played} matches played, {rate:.1f} matches/s; results in {plan.folder}")
    if outcome.forgiven:
        note(f"{outcome.forgiven:.1f} s of the referee's own lag were not charged to the bots")
    for remark in outcome.deals:
        note(remark)
    for name in outcome.benched:
        note(f"disqualified: {name}: `arena matches {event} --bot {name} --faults`")
