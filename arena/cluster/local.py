"""A cluster on this machine for one run, so that a cluster can be tried."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, ClassVar

from distributed import LocalCluster, Nanny

INTERRUPT = {signal.SIGINT}


class DeafNanny(Nanny):
    """Starts workers that no Ctrl-C reaches: a terminal's is for the arena alone, which ends them.

    What is blocked when a process is started is blocked in it, whatever it becomes.
    """

    _starting: ClassVar[int] = 0

    async def instantiate(self) -> Any:
        """Dask's word for starting the worker's process."""
        with self._deaf():
            return await super().instantiate()

    @classmethod
    @contextmanager
    def _deaf(cls) -> Iterator[None]:
        """Puts Ctrl-C off for as long as any worker is being started."""
        cls._starting += 1
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPT)
        try:
            yield
        finally:
            cls._starting -= 1
            if not cls._starting:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPT)


def local_cluster(workers: int) -> LocalCluster:
    """So many workers, on loopback, gone with the block."""
    # Else it is started with the first worker, and lets Ctrl-C in again.
    resource_tracker.ensure_running()
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        worker_class=DeafNanny,
        host="127.0.0.1",
        dashboard_address=None,
        memory_limit=0,  # bots have limits of their own
        silence_logs=logging.CRITICAL,
        asynchronous=True,
    )
