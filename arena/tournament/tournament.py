"""A run from end to end: a folder of bots goes in, matches and a ranking come out."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from arena.bots.discovery import Entrant, Playable, Scan
from arena.bots.prepare import prepare
from arena.bots.runtime import runtime_python
from arena.check.preflight import preflight
from arena.event.access import opened
from arena.event.deals.dealer import Dealer
from arena.event.deals.epochs import check_beacon, require_beacon
from arena.event.deals.fairness import last_words
from arena.live.run_status import status_written
from arena.remote.host import RemoteHost, hosting
from arena.runner.bot_process import Conditions
from arena.runner.event_run import Backend, Event, LocalWorkers, play_event
from arena.runner.interim import Goal, Stages
from arena.runner.local_workers import this_machine
from arena.runner.progress import Listener, Progress
from arena.sandbox.choose import choose
from arena.sandbox.levels import MEBIBYTE
from arena.sandbox.uids import clear_leftovers
from arena.schedule.formats import Terms
from arena.schedule.resolution import Resolution
from arena.schedule.sprt import SprtGoal
from arena.standings.standings import Standings, require_anchor, standings
from arena.store.entries import Entry
from arena.store.pairs import Within
from arena.store.store import Store
from arena.system import cache
from arena.system.extras import require_extra
from arena.system.files import NotWritten
from arena.system.processes import own_bots
from arena.tournament.lineup import (
    invited_by,
    refuse_retired,
    require_two,
    scan_lineup,
    without_retired,
)
from arena.tournament.plan import BadPlan, Plan
from arena.tournament.results import FinalRanking, final_ranking, write_results
from referee.rules.shuffle import Item
from referee.server.time_control import TimeControl


@asynccontextmanager
async def opened_backend(
    plan: Plan, entrants: Iterable[Entrant], event: Event
) -> AsyncIterator[Backend]:
    """Provide the backend of a plan: workers of this machine, or a cluster.

    Raises BadCluster, Stopped.
    """
    if plan.cluster is None:
        yield LocalWorkers(plan.jobs)
        return
    require_extra("cluster", "distributed")
    from arena.cluster.backend import playing_on
    from arena.cluster.bundle import bundle_of

    playing = [one for one in entrants if one.name in event.entrants]
    bundles = [bundle_of(one, event.entrants[one.name].version) for one in playing]
    folder = plan.folder.absolute()
    async with playing_on(plan.cluster, event.conditions, bundles, folder) as backend:
        yield backend


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run.

    `refused` and `benched` are bots by name. `report` is the page that was written; None where the
    event is so large that writing it takes long. `unwritten` says why files could not be written.
    `forgiven` is in seconds.
    """

    refused: tuple[str, ...]
    benched: tuple[str, ...]
    progress: Progress
    forgiven: float
    deals: tuple[str, ...]
    ranking: Standings
    report: Path | None
    unwritten: NotWritten | None = None

    @property
    def was_complete(self) -> bool:
        """True if there was nothing left to play."""
        return not self.progress.played


async def run(plan: Plan, listener: Listener) -> Outcome:
    """Play an event, or what is left of it, and write its ranking, event file and report.

    Raises ArenaError, and CancelledError when a signal stopped it: finished matches are stored, and
    the same plan resumes the event.
    """
    with own_bots():
        clear_leftovers()
        plan.check()
        check_beacon(plan.beacon)
        found = scan_lineup(plan, listener)
        plan = await _confined(plan, listener)
        with opened(plan.folder, plan.settings) as store:
            with status_written(plan.folder, listener) as watched:
                played = await _played(plan, store, found, watched)
            ranking = final_ranking(store, plan.anchor)
            for line in _goal_lines(plan, played, ranking.shown):
                listener.note(line)
            report, unwritten = _written(plan, store, ranking)
            return Outcome(
                refused=played.refused,
                benched=tuple(sorted(played.event.benched() & played.event.entrants.keys())),
                progress=played.progress,
                forgiven=played.event.forgiven,
                deals=last_words(store),
                ranking=ranking.shown,
                report=report,
                unwritten=unwritten,
            )


def _written(
    plan: Plan, store: Store, ranking: FinalRanking
) -> tuple[Path | None, NotWritten | None]:
    """Write the results. What cannot be written is told last: the ranking is there all the same."""
    try:
        return write_results(plan.folder, store, ranking), None
    except NotWritten as error:
        return None, error


@dataclass(frozen=True, slots=True)
class _Played:
    """An event after its matches. `answer` is the goal's, once it is known."""

    event: Event
    progress: Progress
    refused: tuple[str, ...]
    goal: Goal | None
    answer: str | None


async def _played(plan: Plan, store: Store, found: Scan, listener: Listener) -> _Played:
    """Prepare the bots and play what is left of the event."""
    require_beacon(store, plan.beacon)
    entrants = without_retired(store, found.entrants, listener)
    refuse_retired(store, plan)
    invited = invited_by(plan, entrants)
    names = plan.names_of((*(one.name for one in entrants), *invited))
    prepared = await prepare(entrants, listener.note, plan.confinement)
    for refused in prepared.refused:
        listener.note(refused.text)
    conditions = _conditions(plan, store)
    if plan.runs_preflight:
        await preflight(prepared.playable, conditions, listener.note)
    async with hosting(plan.invitation, plan.folder, conditions, listener.note) as host:
        playable = (*prepared.playable, *host.playable)
        require_two(playable, plan.bots)
        _enter(store, entrants, prepared.playable, host)
        require_anchor(plan.anchor, (one.name for one in store.entrants()))
        event = _event(plan, store, playable, host, listener)
        absent = (*(one.name for one in (*found.refused, *prepared.refused)), *host.absent)
        async with opened_backend(plan, entrants, event) as backend:
            try:
                return await _play(plan, event, names, backend, listener, absent)
            finally:
                event.forgave(this_machine(), host.forgiven)


async def _confined(plan: Plan, listener: Listener) -> Plan:
    """Return the plan with a sandbox that holds here. Raises NoSandbox, TooMuchSeen."""
    hidden = [plan.results, plan.bots, cache.snapshots(), cache.builds()]
    sandbox_request = replace(plan.sandbox_request, hidden=tuple(one for one in hidden if one))
    confinement = await choose(sandbox_request, runtime_python(), listener.note)
    listener.mention(confinement.banner)
    settings = replace(
        plan.settings,
        sandbox=confinement.level.value,
        memory=confinement.limits.memory // MEBIBYTE,
        cpus=confinement.limits.cpus,
        banner=confinement.summary,
        pairs_apart=(
            not confinement.level.hides_reads if plan.pairs_apart is None else plan.pairs_apart
        ),
    )
    plan = replace(plan, confinement=confinement, settings=settings)
    plan.check()
    return plan


async def _play(
    plan: Plan,
    event: Event,
    names: tuple[str, ...],
    backend: Backend,
    listener: Listener,
    refused: tuple[str, ...],
) -> _Played:
    """Play what was asked for: a number of pairs, or until a goal is reached."""
    terms = _terms(plan, event, names)
    goal = _goal(plan, terms)
    progress = Progress()
    stages = Stages(plan.chosen_schedule, terms, goal, plan.rating_interval, progress, listener)
    progress.total = stages.planned()
    await play_event(event, stages, backend, progress, listener)
    return _Played(event, progress, refused, goal, stages.answer)


def _terms(plan: Plan, event: Event, names: tuple[str, ...]) -> Terms:
    """Return the schedule's terms for the entrants that can be started, in the order of `names`."""

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


def _goal_lines(plan: Plan, played: _Played, found: Standings) -> Iterator[str]:
    """Yield the result of a run that had a goal, in lines."""
    if played.goal:
        yield played.answer or f"stopped at the cap of {plan.pairs} pairs for each pairing"
        yield from played.goal.last_words(found)


def _enter(
    store: Store, entrants: Iterable[Entrant], playable: Iterable[Playable], host: RemoteHost
) -> None:
    """Store the versions that play."""
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
    plan: Plan, store: Store, playable: Sequence[Playable], host: RemoteHost, listener: Listener
) -> Event:
    settings = store.settings
    items = tuple(Item(one.name, one.version, one.nonce) for one in playable)
    return Event(
        name=settings.event,
        store=store,
        dealer=Dealer(store, plan.folder, items, plan.beacon, listener.note),
        entrants={one.name: one for one in playable},
        max_faults=settings.max_faults,
        fresh=plan.fresh,
        conditions=host.conditions,
        host=host,
    )
