"""Functions that a run executes on cluster workers through Dask.

Dask fills in the parameters named `dask_worker` and `dask_scheduler`.
"""

from collections.abc import Sequence
from typing import Any

from distributed import get_worker

from arena.bots.snapshot import is_whole
from arena.cluster.bundle import BotBundle, unpack
from arena.cluster.environment import Identity, identity
from arena.cluster.plugin import Artifacts, Phase, RunPlugin
from arena.cluster.worker_setup import WorkerSetup
from arena.runner.local_workers import WorkerDied


def name_of(address: str, dask_scheduler: Any) -> str:
    """Return the scheduler's name of a worker; empty if no worker has this address."""
    worker = dask_scheduler.workers.get(address)
    return str(worker.name) if worker else ""


def addresses_of_scheduler(dask_scheduler: Any) -> tuple[str, ...]:
    """Return every address at which the scheduler listens."""
    return tuple(str(one.listen_address) for one in dask_scheduler.listeners)


def addresses_of_worker(address: str, dask_scheduler: Any) -> tuple[str, ...]:
    """Return the addresses of a worker and of the nanny that restarts it."""
    worker = dask_scheduler.workers.get(address)
    nanny = worker.nanny if worker else None
    return (address, nanny) if nanny else (address,)


def introduce() -> Identity:
    """Return the versions of this installation."""
    return identity()


def missing(bundles: Sequence[BotBundle]) -> tuple[str, ...]:
    """Return the versions whose files are missing or changed here."""
    return tuple({one.version: None for one in bundles if not is_whole(one.snapshot)})


def receive(version: str, tar: bytes) -> None:
    """Store the files of one version. Raises BadFiles."""
    unpack(version, tar)


async def set_up(
    run: str, conditions: bytes, bundles: Sequence[BotBundle], dask_worker: Any
) -> WorkerSetup:
    """Make a worker ready for a run."""
    plugin = RunPlugin(conditions)
    await dask_worker.plugin_add(plugin=plugin, name=run)
    return await plugin.set_up(bundles)


async def play(run: str, key: str, line: bytes) -> Phase:
    """Play one phase of a chunk, as the task `key`. Raises WorkerDied."""
    plugin = get_worker().plugins.get(run)
    if not isinstance(plugin, RunPlugin):
        raise WorkerDied("it has left the run")
    return await plugin.play(key, line)


async def leave(run: str, dask_worker: Any) -> Artifacts:
    """End what a run has on a worker, if anything."""
    plugin = dask_worker.plugins.get(run)
    if plugin is None:
        return Artifacts("", {})
    artifacts: Artifacts = await plugin.close()
    await dask_worker.plugin_remove(name=run)
    return artifacts
