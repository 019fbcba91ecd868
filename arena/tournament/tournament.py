"""The main job from end to end: a bots folder goes in, played legs and a ranking come out.

Where a plan is played: by workers of this machine, or by those of a cluster.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from arena.bots.discovery import Entrant, Playable
from arena.bots.prepare import prepare
from arena.bots.runtime import runtime_python
from arena.check.preflight import look_over
from arena.event.access import opened
from arena.event.deals.dealer import Dealer
from arena.event.deals.epochs import check_beacon, require_beacon
from arena.event.deals.fairness import last_words
from arena.remote.host import RemoteHost, hosting
from arena.runner.bot_process import Conditions
from arena.runner.event_run import Event, LocalWorkers, Venue, play_event
from arena.runner.interim import Goal, Stages
from arena.runner.local_workers import this_machine
from arena.runner.progress import Progress, Report
from arena.sandbox.choose import choose
from arena.sandbox.hardening import close_to_others
from arena.sandbox.levels import MEBIBYTE
from arena.schedule.formats import Terms
from arena.schedule.resolution import Resolution
from arena.schedule.sprt import SprtGoal
from arena.standings.standings import Standings, require_anchor, standings
from arena.store.entries import Entry
from arena.store.pairs import Within
from arena.store.store import Store
from arena.system import cache
from arena.system.extras import require_extra
from arena.system.processes import stop_on_signals
from arena.system.socket_dirs import clear_abandoned
from arena.system.subreaper import adopt_orphans
from arena.tournament.lineup import invited_by, look, refuse_retired, require_two, without_retired
from arena.tournament.plan import BadPlan, Plan
from referee.rules.shuffle import Item
from referee.server.clock import TimeControl


@asynccontextmanager
async def opened_venue(
    plan: Plan, entrants: Iterable[Entrant], event: Event
) -> AsyncIterator[Venue]:
    """The venue of a plan. Raises BadCluster, MissingExtra, Stopped."""
    if plan.cluster is None:
        yield LocalWorkers(plan.jobs)
        return
    require_extra("cluster", "distributed")
    from arena.cluster.bundle import luggage_of
    from arena.cluster.venue import playing_on

    playing = [one for one in entrants if one.name in event.entrants]
    luggage = [luggage_of(one, event.entrants[one.name].version) for one in playing]
    folder = plan.folder.absolute()
    async with playing_on(plan.cluster, event.conditions, luggage, folder) as venue:
        yield venue


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run went: what stood in the way of a clean event, and how much was played."""

    refused: tuple[str, ...]
    benched: tuple[str, ...]
    progress: Progress
    forgiven: float
    was_complete: bool
    deals: tuple[str, ...]


async def run(plan: Plan, report: Report) -> Outcome:
    """Plays an event, or what is left of it.

    Raises ArenaError, and CancelledError when a signal stopped it: what was finished is stored.
    """
    stop_on_signals()
    adopt_orphans()
    clear_abandoned()
    close_to_others()
    plan.check()
    check_beacon(plan.beacon)
    found = look(plan, report)
    plan = await _confined(plan, report)
    async with AsyncExitStack() as stack:
        store = stack.enter_context(opened(plan.folder, plan.settings))
        require_beacon(store, plan.beacon)
        entrants = without_retired(store, found.entrants, report)
        refuse_retired(store, plan)
        invited = invited_by(plan, entrants)
        names = plan.names_of((*(one.name for one in entrants), *invited))
        prepared = await prepare(entrants, report.note, plan.confinement)
        for refused in prepared.refused:
            report.note(refused.text)
        conditions = _conditions(plan, store)
        if plan.looks_over:
            await look_over(prepared.playable, conditions, report.note)
        host = await stack.enter_async_context(
            hosting(plan.invitation, plan.folder, conditions, report.note)
        )
        playable = (*prepared.playable, *host.playable)
        require_two(playable, plan.bots)
        _enter(store, entrants, prepared.playable, host)
        require_anchor(plan.anchor, (one.name for one in store.entrants()))
        event = _event(plan, store, playable, host, report)
        venue = await stack.enter_async_context(opened_venue(plan, entrants, event))
        try:
            progress = await _play(plan, event, names, venue, report)
        finally:
            event.forgave(this_machine(), host.forgiven)
        return Outcome(
            refused=(*(one.name for one in (*found.refused, *prepared.refused)), *host.absent),
            benched=tuple(sorted(event.benched() & event.entrants.keys())),
            progress=progress,
            forgiven=event.forgiven,
            was_complete=not progress.played,
            deals=last_words(store),
        )


async def _confined(plan: Plan, report: Report) -> Plan:
    """The plan with a sandbox that holds here. Raises NoSandbox, TooMuchSeen."""
    hidden = [plan.results, plan.bots, cache.snapshots(), cache.builds()]
    wish = replace(plan.wish, hidden=tuple(one for one in hidden if one))
    confinement = await choose(wish, runtime_python(), report.note)
    report.mention(confinement.banner)
    settings = replace(
        plan.settings,
        sandbox=confinement.level.value,
        memory=confinement.limits.memory // MEBIBYTE,
        cpus=confinement.limits.cpus,
        banner=confinement.summary,
    )
    return replace(plan, confinement=confinement, settings=settings)


async def _play(
    plan: Plan, event: Event, names: tuple[str, ...], venue: Venue, report: Report
) -> Progress:
    """Plays what was asked for: a number of pairs, or until something is known."""
    terms = _terms(plan, event, names)
    goal = _goal(plan, terms)
    progress = Progress()
    stages = Stages(plan.chosen_schedule, terms, goal, plan.rating_interval, progress, report)
    progress.total = stages.planned()
    await play_event(event, stages, venue, progress, report)
    if goal:
        _tell(plan, goal, stages.answer, terms.rank(None), report)
    return progress


def _terms(plan: Plan, event: Event, names: tuple[str, ...]) -> Terms:
    """The terms for those of the entrants, named in their order, that can be started."""

    def rank(within: Within) -> Standings:
        return standings(event.store, anchor=plan.anchor, within=within)

    playing = tuple(name for name in names if name in event.entrants)
    challengers = tuple(name for name in plan.challengers_of(names) if name in event.entrants)
    if not challengers:
        raise BadPlan("none of the challengers can play", "why not is told above")
    return Terms(playing, challengers, plan.pairs, rank)


def _goal(plan: Plan, terms: Terms) -> Goal | None:
    if plan.sprt:
        return SprtGoal(plan.sprt, *terms.names)
    if plan.until_resolved:
        return Resolution(terms.challengers if plan.is_gauntlet else None)
    return None


def _tell(plan: Plan, goal: Goal, answer: str | None, found: Standings, report: Report) -> None:
    """What the run was for, at its end."""
    report.note(answer or f"stopped at the cap of {plan.pairs} pairs for each pairing")
    for line in goal.last_words(found):
        report.note(line)


def _enter(
    store: Store, entrants: Iterable[Entrant], playable: Iterable[Playable], host: RemoteHost
) -> None:
    """Enters the versions that play."""
    described = {entrant.name: entrant for entrant in entrants}
    local = [_entry(described[one.name], one) for one in playable]
    store.enter([*local, *host.entries], datetime.now(UTC))


def _entry(entrant: Entrant, playable: Playable) -> Entry:
    return Entry(
        name=playable.name,
        version=playable.version,
        label=entrant.label,
        language=entrant.language,
        author=entrant.author,
        description=entrant.description,
    )


def _conditions(plan: Plan, store: Store) -> Conditions:
    settings = store.settings
    return Conditions(
        ruleset=settings.ruleset,
        time_control=TimeControl(settings.move_time, settings.time_bank),
        start_seconds=settings.start_time,
        logs=plan.folder.absolute() / "logs",
        confinement=plan.confinement,
    )


def _event(
    plan: Plan, store: Store, playable: Sequence[Playable], host: RemoteHost, report: Report
) -> Event:
    settings = store.settings
    items = tuple(Item(one.name, one.version, one.nonce) for one in playable)
    return Event(
        name=settings.event,
        store=store,
        dealer=Dealer(store, plan.folder, items, plan.beacon, report.note),
        entrants={one.name: one for one in playable},
        max_faults=settings.max_faults,
        fresh=plan.fresh,
        conditions=host.conditions,
        host=host,
    )
