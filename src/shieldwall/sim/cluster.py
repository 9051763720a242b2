"""Fights on a Dask cluster: the same batches, the same order, the same result."""

from __future__ import annotations

from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shieldwall.content.problems import fail
from shieldwall.sim.crew import ManyHands

PATIENCE = 20.0
"""Seconds within which a cluster must answer."""


class Cluster(ManyHands):
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

    def close(self) -> None:
        self.pool.shutdown(wait=False)
        self.client.close()
