"""Simulations on a Dask cluster: the same batches, order and result."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, ParamSpec, TypeVar

from shieldwall.content.formats.problems import fail
from shieldwall.sim.counts import Batch
from shieldwall.sim.worker_pool import ParallelRunner

P = ParamSpec("P")
T = TypeVar("T")
RETRIES: Final = 10
TIMEOUT_SECONDS = 20.0
"""Seconds within which a cluster must answer."""
LOUD = frozenset({"distributed", "tornado", "asyncio"})


class Cluster(ParallelRunner):
    """The workers of a Dask scheduler. Batches of a lost worker are played by others."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise fail(
                "--cluster",
                "needs Dask: pip install 'shieldwall[cluster]', here and on the cluster",
            ) from None
        try:
            # Dask's type annotations are incomplete.
            make: Any = distributed.Client
            self.client = make(address, timeout=TIMEOUT_SECONDS)
            self.client.wait_for_workers(1, timeout=TIMEOUT_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            raise fail("--cluster", f"no cluster answers at {address}: {error}") from None
        threads = sum(self.client.nthreads().values())
        super().__init__(max(1, threads))
        self.pool = ClusterExecutor(self.client)

    def executor(self) -> Executor:
        return self.pool

    def lost(self) -> None:
        raise BrokenProcessPool("the connection to the cluster is lost")

    def drop(self, tasks: list[Future[Batch]]) -> None:
        if tasks:
            silence_cancelled_tasks()
        super().drop(tasks)

    def close(self) -> None:
        silence_cancelled_tasks()
        self.pool.shutdown(wait=False)
        self.client.close()


class ClusterExecutor(Executor):
    """Tasks of a Dask client as futures of the standard library.

    Dask's own executor fails if a worker dies between the end of its task and the sending of the
    result: it takes the result for an error. Here Dask waits until another worker has done the
    task.
    """

    def __init__(self, client: Any) -> None:
        self.client = client

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        there = self.client.submit(fn, *args, pure=False, retries=RETRIES, **kwargs)
        here: Future[T] = Future()

        def pass_on(done: Any) -> None:
            try:
                result = done.result()
            except CancelledError:
                here.cancel()
                here.set_running_or_notify_cancel()
            except Exception as error:  # noqa: BLE001 - passed to the waiting run
                if here.set_running_or_notify_cancel():
                    here.set_exception(error)
            else:
                if here.set_running_or_notify_cancel():
                    here.set_result(result)

        def cancel_there(done: Future[T]) -> None:
            if done.cancelled():
                there.cancel()

        here.add_done_callback(cancel_there)
        there.add_done_callback(pass_on)
        return here


def silence_cancelled_tasks() -> None:
    """Silence the tracebacks of Dask and Tornado about cancelled tasks."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
