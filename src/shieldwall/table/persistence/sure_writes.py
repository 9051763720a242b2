"""Writes beside the tape (titles, deletions, pictures) that may fail after they were committed.

The store is asked what has become of a write that failed. Where it does not answer at all, the one
who wanted it gets words, and what it comes to follows when the store answers again. So what people
are shown is what the store holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from shieldwall.table.persistence.writer import StoreWriter, Unstored

SHORTEST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 10.0
"""Seconds between two questions whether the store answers again."""


class SureWrites:
    """Does a write and then what follows from it; both, or neither."""

    def __init__(self, writer: StoreWriter) -> None:
        self.writer = writer
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(
        self,
        write: Callable[[], None],
        is_done: Callable[[], bool],
        then: Callable[[], Awaitable[None]],
    ) -> None:
        """`write` and `is_done` talk to the store; `then` runs here once it is stored.

        Raises `Unstored` where it is not, or where nobody knows yet.
        """
        try:
            await self.writer.do(write)
        except Unstored as error:
            if error.silent:
                self._find_out_later(is_done, then)
                raise
            try:
                done = await self.writer.do(is_done)
            except Unstored:
                self._find_out_later(is_done, then)
                raise error from None
            if not done:
                raise
        await then()

    def close(self) -> None:
        """What is still open is read from the store when the table starts the next time."""
        for task in self._tasks:
            task.cancel()

    def _find_out_later(
        self, is_done: Callable[[], bool], then: Callable[[], Awaitable[None]]
    ) -> None:
        task = asyncio.create_task(self._find_out(is_done, then))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _find_out(
        self, is_done: Callable[[], bool], then: Callable[[], Awaitable[None]]
    ) -> None:
        wait = SHORTEST_WAIT
        while True:
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)
            try:
                done = await self.writer.do(is_done)
            except Unstored:
                continue
            if done:
                await then()
            return
