"""Writes the events of all tables in batches, without blocking the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from shieldwall.table.persistence.database import Store, StoreError
from shieldwall.table.persistence.tables import Batch

Result = TypeVar("Result")
PATIENCE: Final = 20.0
"""Seconds before a store counts as silent; longer than its own timeouts, which come first."""
UNSTORED: Final = "It could not be stored, so nothing was changed."
SILENT: Final = "The store does not answer. Play waits until it does."
BROKEN: Final = "An error in Shieldwall prevented this; nothing was changed."
LOG: Final = logging.getLogger(__name__)


class Unstored(Exception):
    """The store has not confirmed a write; the message is for the GM.

    It may be stored nevertheless: a connection can break after the commit was sent.
    """

    def __init__(self, words: str, silent: bool = False) -> None:
        super().__init__(words)
        self.silent = silent
        """Whether the store did not answer at all: the write may still be running."""


class StoreWriter:
    """The only writer to the store: waiting entries are committed together.

    Every call returns when the store is done, and raises `Unstored` if it failed or does not
    answer. Writes run one after the other, so a read by `do` after a failed write sees its result.
    """

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
        self.store = store
        self.patience = patience
        self._hands = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._waiting: list[tuple[Batch, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, batch: Batch) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await self._patiently(done)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            # Callers that timed out already have the error that it is not stored.
            taken = [one for one in self._waiting if not one[1].done()]
            self._waiting = []
            batches = [batch for batch, _ in taken]
            try:
                await loop.run_in_executor(self._hands, self.store.append, batches)
            except Exception as error:  # noqa: BLE001 - passed to the waiting tasks
                if len(taken) == 1:
                    refuse(taken[0][1], error)
                else:
                    # One batch is invalid: write each separately, so that the others succeed.
                    for batch, done in taken:
                        await self._alone(batch, done)
                continue
            for _, done in taken:
                if not done.done():
                    done.set_result(None)

    async def _alone(self, batch: Batch, done: asyncio.Future[None]) -> None:
        if done.done():
            return
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._hands, self.store.append, [batch])
        except Exception as error:  # noqa: BLE001 - passed to the waiting task
            refuse(done, error)
        else:
            if not done.done():
                done.set_result(None)

    async def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Read from the store, off the event loop."""
        loop = asyncio.get_running_loop()
        return await self._patiently(
            loop.run_in_executor(self._readers, lambda: function(*arguments))
        )

    async def do(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Write, or read the result of a write: runs after all earlier writes."""
        loop = asyncio.get_running_loop()
        return await self._patiently(
            loop.run_in_executor(self._hands, lambda: function(*arguments))
        )

    async def _patiently(self, work: asyncio.Future[Result]) -> Result:
        try:
            done, _ = await asyncio.wait({work}, timeout=self.patience)
        except asyncio.CancelledError:
            work.cancel()
            raise
        if not done:
            # Tasks that have not started are cancelled.
            work.cancel()
            raise Unstored(SILENT, silent=True)
        error = work.exception()
        if error is None:
            return work.result()
        LOG.warning("the store: %s", str(error).strip().partition("\n")[0])
        raise Unstored(str(error) if isinstance(error, StoreError) else SILENT) from error

    def close(self) -> None:
        self._hands.shutdown(wait=True)
        self._readers.shutdown(wait=True)


def refuse(done: asyncio.Future[None], error: Exception) -> None:
    """Pass the error to the waiting task, unless it is gone."""
    if not done.done():
        done.set_exception(error)
