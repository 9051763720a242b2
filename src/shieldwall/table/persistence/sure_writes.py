"""Writes besides the tape (titles, deletions, pictures) that may fail after the commit.

After a failed write the store is checked for its result. If the store does not answer, the caller
gets an error message, and the follow-up runs when the store answers again. So clients always see
what is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from shieldwall.table.persistence.writer import StoreWriter, Unstored

SHORTEST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 10.0
"""Maximum seconds between two checks whether the store answers again."""


class SureWrites:
    """Performs a write and its follow-up; both, or neither."""

    def __init__(self, writer: StoreWriter) -> None:
        self.writer = writer
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(
        self,
        write: Callable[[], None],
        is_done: Callable[[], bool],
        then: Callable[[], Awaitable[None]],
    ) -> None:
        """Run `write` and `is_done` against the store, then `then` once it is stored.

        Raises `Unstored` if it is not stored, or if that is unknown.
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
        """Unresolved writes are read from the store at the next start."""
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
