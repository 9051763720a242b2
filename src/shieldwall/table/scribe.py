"""Writes what happens at all tables, many at a time, without holding up the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from shieldwall.table.store import Batch, Store

Result = TypeVar("Result")


class Scribe:
    """The store's only writer of entries: what waits is committed together.

    `write` comes back when the batch is safe, and raises what the store raised.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._hands = ThreadPoolExecutor(1, thread_name_prefix="scribe")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self._waiting: list[tuple[Batch, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, batch: Batch) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        await done

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            taken, self._waiting = self._waiting, []
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
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._hands, self.store.append, [batch])
        except Exception as error:  # noqa: BLE001 - handed to the one who waits for it
            refuse(done, error)
        else:
            if not done.done():
                done.set_result(None)

    async def call(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Anything else of the store, off the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: function(*arguments))

    def close(self) -> None:
        self._hands.shutdown(wait=True)
        self._readers.shutdown(wait=True)


def refuse(done: asyncio.Future[None], error: Exception) -> None:
    """Hand the error to the one who waits, if it has not gone away meanwhile."""
    if not done.done():
        done.set_exception(error)
