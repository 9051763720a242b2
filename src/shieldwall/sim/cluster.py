"""Fights on a Dask cluster: the same batches, the same order, the same result."""

from __future__ import annotations

import logging
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shieldwall.content.problems import fail
from shieldwall.sim.counts import Batch
from shieldwall.sim.worker_pool import ParallelRunner

PATIENCE = 20.0
"""Seconds within which a cluster must answer."""
LOUD = frozenset({"distributed", "tornado", "asyncio"})


class Cluster(ParallelRunner):
    """The workers of a Dask scheduler. One that is lost has its batches played by the others."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise fail(
                "--cluster", "needs Dask: pip install 'shieldwall[cluster]' here and there"
            ) from None
        try:
            # Dask's own annotations stop halfway.
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
            hush()
        super().drop(tasks)

    def close(self) -> None:
        hush()
        self.pool.shutdown(wait=False)
        self.client.close()


def hush() -> None:
    """What is still on its way breaks off, as it is meant to; Dask and Tornado would each write a
    traceback about it, from threads of their own."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
