"""Where a plan is played: by workers of this machine, or by those of a cluster."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from arena.bots.discovery import Entrant
from arena.runner.event_run import Event, LocalWorkers, Venue
from arena.system.extras import require_extra
from arena.tournament.plan import Plan


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
