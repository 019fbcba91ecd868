"""`arena serve`: runs the referee for bots on other machines, or for one under a debugger."""

from typing import Annotated

import typer

from arena.cli.options.event import RulesetOption, names_in, not_empty
from arena.cli.options.remote import (
    Listen,
    LobbyTime,
    NoTls,
    TlsCa,
    TlsCert,
    TlsKey,
    TlsName,
    invitation,
)
from arena.cli.options.run import (
    Beacon,
    Challengers,
    MaxFaults,
    MaxPairs,
    MinSandbox,
    MoveTime,
    Pairs,
    Plain,
    Quiet,
    Results,
    Sandbox,
    SandboxOption,
    ScheduleOption,
    Seed,
    StartTime,
    TimeBank,
    UntilResolved,
    Verbose,
    pairs_for,
    sandbox_request,
)
from arena.cli.run import play
from arena.cli.terminal.output import note
from arena.defaults import (
    LISTEN_HOST,
    LOBBY_SECONDS,
    MAX_FAULTS,
    RESULTS,
    RULESET,
    SCHEDULE,
    START_SECONDS,
)
from arena.errors import INTERRUPTED
from arena.sandbox.levels import USUAL_MEMORY, Level
from referee.server.time_control import DEFAULT_TIME_CONTROL

EventName = Annotated[str | None, typer.Option("--event", help="The event to play.")]
Remote = Annotated[
    str | None,
    typer.Option(
        metavar="A,B",
        help="Who plays; by default all with an unused token.",
        callback=not_empty,
    ),
]
Local = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Referee one bot of this machine, without a clock."),
]


def serve(
    event: EventName = None,
    local: Local = None,
    remote: Remote = None,
    listen: Listen = LISTEN_HOST,
    lobby_time: LobbyTime = LOBBY_SECONDS,
    no_tls: NoTls = False,
    tls_name: TlsName = "",
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    tls_ca: TlsCa = None,
    results: Results = RESULTS,
    pairs: Pairs = None,
    schedule: ScheduleOption = SCHEDULE,
    challengers: Challengers = None,
    until_resolved: UntilResolved = False,
    max_pairs: MaxPairs = None,
    ruleset: RulesetOption = RULESET,
    seed: Seed = None,
    beacon: Beacon = None,
    sandbox: SandboxOption = Sandbox.AUTO,
    min_sandbox: MinSandbox = Level.NONE,
    move_time: MoveTime = DEFAULT_TIME_CONTROL.move_time,
    time_bank: TimeBank = DEFAULT_TIME_CONTROL.time_bank,
    start_time: StartTime = START_SECONDS,
    max_faults: MaxFaults = MAX_FAULTS,
    plain: Plain = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Play an event between bots on other machines."""
    from arena.event.locate import event_folder
    from arena.remote.config import require_purpose
    from arena.remote.tokens import waiting_names
    from arena.rulebook.load import load_ruleset
    from arena.store.settings import Settings
    from arena.tournament.plan import Plan

    require_purpose(event, local)
    if local is not None:
        _serve_local(local, ruleset)
        return
    assert event is not None
    names = names_in(remote) or waiting_names(event_folder(results, event))
    plan = Plan(
        bots=None,
        results=results,
        settings=Settings(
            event=event,
            ruleset=load_ruleset(ruleset),
            move_time=move_time,
            time_bank=time_bank,
            start_time=start_time,
            max_faults=max_faults,
            seed=seed,
        ),
        pairs=pairs_for(pairs, max_pairs, has_goal=until_resolved),
        schedule=schedule,
        challengers=challengers,
        until_resolved=until_resolved,
        jobs=1,
        only=names_in(remote),
        beacon=beacon,
        sandbox_request=sandbox_request(sandbox, min_sandbox, USUAL_MEMORY),
        invitation=invitation(
            names,
            listen,
            lobby_time,
            names_in(tls_name),
            (tls_cert, tls_key, tls_ca),
            no_tls=no_tls,
        ),
    )
    play(plan, plain=plain, quiet=quiet, verbose=verbose)


def _serve_local(name: str, ruleset: str) -> None:
    import asyncio

    from arena.remote.local_debug import debug
    from arena.rulebook.load import load_ruleset

    try:
        asyncio.run(debug(name, load_ruleset(ruleset), note))
    except (asyncio.CancelledError, KeyboardInterrupt):
        note("interrupted")
        raise typer.Exit(INTERRUPTED) from None
