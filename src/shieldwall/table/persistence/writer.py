"""Writes what happens at all tables, many at a time, without holding up the event loop."""

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
"""Seconds a store may take to answer; more than its own limits, which come first."""
UNSTORED: Final = "It could not be stored, so it has not happened."
SILENT: Final = "The store does not answer. Play waits until it does."
BROKEN: Final = "This went wrong by a mistake in Shieldwall, so it has not happened."
LOG: Final = logging.getLogger(__name__)


class Unstored(Exception):
    """The store has not done it, as far as anybody knows; the message is for the GM.

    It may have been done nevertheless: a connection can break after the last word was sent.
    """

    def __init__(self, words: str, silent: bool = False) -> None:
        super().__init__(words)
        self.silent = silent
        """Whether the store has not answered at all: it may still be at it."""


class StoreWriter:
    """The only one who talks to the store: entries that wait are committed together.

    Everything comes back when the store has done it, and raises `Unstored` where it has not, or
    does not answer. Writes are done one after the other; so who reads by `do` after a write that
    failed reads what has become of it.
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
            # Who has lost patience has been told that it is not stored.
            taken = [one for one in self._waiting if not one[1].done()]
            self._waiting = []
            batches = [batch for batch, _ in taken]
            try:
                await loop.run_in_executor(self._hands, self.store.append, batches)
            except Exception as error:  # noqa: BLE001 - handed to those who wait for it
                if len(taken) == 1:
                    refuse(taken[0][1], error)
                else:
                    # One of them does not fit: each by itself, so that the others do not suffer.
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
        except Exception as error:  # noqa: BLE001 - handed to the one who waits for it
            refuse(done, error)
        else:
            if not done.done():
                done.set_result(None)

    async def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Read something of the store, off the event loop."""
        loop = asyncio.get_running_loop()
        return await self._patiently(
            loop.run_in_executor(self._readers, lambda: function(*arguments))
        )

    async def do(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Write something, or read what has become of a write: after all writes before it."""
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
            # What nobody has begun yet is not begun any more.
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
    """Hand the error to the waiting task, if it has not gone away meanwhile."""
    if not done.done():
        done.set_exception(error)
