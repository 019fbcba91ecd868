"""Connections to a Dask scheduler: one that is running, or a local cluster started for the run."""

import logging
import signal
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, ClassVar

from distributed import Client, LocalCluster, Nanny, Security

from arena.cluster.address import DANGER, REMEDY, BadCluster, ClusterAddress, require_closed
from arena.cluster.environment import differences, identity
from arena.cluster.remote_calls import addresses_of_scheduler
from arena.errors import Stopped, shown

INTERRUPT = {signal.SIGINT}
CONNECT_SECONDS = 20.0
CERTIFICATES = (
    "name them with Dask's variables: DASK_DISTRIBUTED__COMM__TLS__CA_FILE,"
    " DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)


class DeafNanny(Nanny):
    """Starts workers that Ctrl-C does not reach; the arena ends them.

    What is blocked when a process is started is blocked in it, whatever it becomes.
    """

    _starting: ClassVar[int] = 0

    async def instantiate(self) -> Any:
        """Start the worker's process. Called by Dask."""
        with self._deaf():
            return await super().instantiate()

    @classmethod
    @contextmanager
    def _deaf(cls) -> Iterator[None]:
        """Block SIGINT while a worker is being started."""
        cls._starting += 1
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
        try:
            yield
        finally:
            cls._starting -= 1
            if not cls._starting:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)


def local_cluster(workers: int) -> LocalCluster:
    """Start a cluster of `workers` workers on loopback, which ends with the block.

    It has certificates of its own, in memory: every program of this machine reaches its ports.
    """
    # Else it is started with the first worker, and lets Ctrl-C in again.
    resource_tracker.ensure_running()
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        worker_class=DeafNanny,
        host="127.0.0.1",
        protocol="tls",
        security=Security.temporary(),
        dashboard_address=None,
        memory_limit=0,  # bots have limits of their own
        silence_logs=logging.CRITICAL,
        asynchronous=True,
    )


@asynccontextmanager
async def connected(address: ClusterAddress) -> AsyncIterator[Client]:
    """Provide a client of the cluster. Raises BadCluster, Stopped."""
    _hush()
    async with AsyncExitStack() as stack:
        if address.workers:
            where: Any = await stack.enter_async_context(local_cluster(address.workers))
            security = None
        else:
            where, security = address.url, _security(address)
        client = await stack.enter_async_context(_client(where, security, address))
        await _look_at_scheduler(client, address)
        yield client


def _hush() -> None:
    """Silence Dask's logs, which only Dask's authors can use."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    for name in tuple(logging.root.manager.loggerDict):
        if name.startswith("distributed"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module=r"distributed\b")


def _security(address: ClusterAddress) -> Security | None:
    """Return the certificates of Dask's own settings. Raises BadCluster if some are missing."""
    if not address.is_encrypted:
        return None
    security: Any = Security(require_encryption=True)
    files = (security.tls_ca_file, security.tls_client_cert)
    if absent := [file for file in files if not file]:
        raise BadCluster(f"{address}: {len(absent)} certificate files are not named", CERTIFICATES)
    for file in files:
        if not Path(file).is_file():
            raise BadCluster(f"{address}: there is no file {file}", CERTIFICATES)
    checked: Security = security
    return checked


@asynccontextmanager
async def _client(
    where: Any, security: Security | None, address: ClusterAddress
) -> AsyncIterator[Client]:
    client = Client(
        where, security=security, timeout=CONNECT_SECONDS, asynchronous=True, set_as_default=False
    )
    try:
        await client
    except (OSError, TimeoutError, ValueError) as error:
        await client.close(timeout=1)
        raise _unreachable(address, error) from error
    try:
        yield client
    finally:
        await client.close()


def _unreachable(address: ClusterAddress, error: Exception) -> Stopped:
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return Stopped(
        f"no scheduler that talks to us at {address}: {reason}",
        "is it running, and is the scheme right? tls:// needs certificates on both sides;"
        " what is finished is stored, and the same command resumes the event",
    )


async def _look_at_scheduler(client: Client, address: ClusterAddress) -> None:
    """Check that the scheduler is neither open to others nor used by another run.

    Raises BadCluster.
    """
    # Where it says that it listens, before anything of ours is sent there.
    _require_admitted(address, str(client.scheduler_info()["address"]))
    try:
        other = await client.run_on_scheduler(identity)
        listens_at = await client.run_on_scheduler(addresses_of_scheduler)
    except Exception as error:
        raise BadCluster(
            f"the scheduler has no koikoi-arena, or another Python: {error}",
            "install the same version there as here",
        ) from error
    if found := differences(identity(), other):
        raise BadCluster(f"the scheduler has {found}", "install the same versions there as here")
    for one in listens_at:
        _require_admitted(address, one)


def _require_admitted(address: ClusterAddress, url: str) -> None:
    require_closed(url)
    if not address.admits(url):
        raise BadCluster(f"the scheduler listens at {shown(url)} in plain text: {DANGER}", REMEDY)
