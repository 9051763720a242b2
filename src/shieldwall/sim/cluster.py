"""Simulations on a Dask cluster: the same batches, order and result."""

from __future__ import annotations

import logging
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shieldwall.content.formats.problems import fail
from shieldwall.sim.counts import Batch
from shieldwall.sim.worker_pool import ParallelRunner

PATIENCE = 20.0
"""Seconds within which a cluster must answer."""
LOUD = frozenset({"distributed", "tornado", "asyncio"})


class Cluster(ParallelRunner):
    """The workers of a Dask scheduler. Batches of a lost worker are played by others."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise fail(
                "--cluster", "needs Dask: pip install 'shieldwall[cluster]' here and there"
            ) from None
        try:
            # Dask's type annotations are incomplete.
            make: Any = distributed.Client
            self.client = make(address, timeout=PATIENCE)
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise fail("--cluster", f"no cluster answers at {address}: {error}") from None
        threads = sum(self.client.nthreads().values())
        super().__init__(max(1, threads))
        self.pool: Executor = self.client.get_executor(pure=False, retries=10)

    def executor(self) -> Executor:
        return self.pool

    def lost(self) -> None:
        raise BrokenProcessPool("the cluster is gone")

    def drop(self, tasks: list[Future[Batch]]) -> None:
        if tasks:
            silence_cancelled_tasks()
        super().drop(tasks)

    def close(self) -> None:
        silence_cancelled_tasks()
        self.pool.shutdown(wait=False)
        self.client.close()


def silence_cancelled_tasks() -> None:
    """Silence the tracebacks of Dask and Tornado about cancelled tasks."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
