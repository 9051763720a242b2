"""How busy the table is, and what waits while it is too busy.

Choices are heard at once, always. While the event loop is late, odds and lines of sight wait until
it has caught up, and what minds have decided waits a little. Work for the worker processes is done
in the order of its deadlines: what a look through the fog shows, then minds, then odds. Where many
minds wait for a worker, each looks less far ahead.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

LOG: Final = logging.getLogger(__name__)
EVERY: Final = 0.1
"""Seconds between two looks at the clock."""
BUSY: Final = 0.15
"""So late the event loop is busy."""
CALM: Final = 0.05
LATEST: Final = 10.0
"""What counts as late at most: a machine that was asleep is not busy."""
KEPT: Final = 0.7
"""Of the lateness measured before, at each look: one long piece of work alone makes nobody wait."""
A_MINUTE: Final = 60.0
LASTS: Final = 20.0
"""Seconds after which the host is told that the table is busy."""
MINDS_WAIT: Final = 2.0
"""Seconds that what a mind has decided waits for the table at most."""
ODDS_WAIT: Final = 15.0
"""The same for odds and lines of sight."""

LOOK: Final = 0.0
THOUGHT: Final = 0.5
ODDS: Final = 5.0
SHARPER: Final = 10.0
"""Kinds of work for the workers, by the seconds they may wait: so none waits for ever."""
SOME: Final = 2
MANY: Final = 6
"""Minds that wait for each worker: from so many on they look less far ahead, or hardly at all."""


class LoopDelay:
    """How late the event loop is. Nobody is kept waiting where it is not watched."""

    def __init__(self, busy: float = BUSY) -> None:
        self.busy = busy
        self.lag = 0.0
        """Seconds."""
        self._calm = asyncio.Event()
        self._calm.set()
        self._task: asyncio.Task[None] | None = None
        self._busy_since = 0.0
        self._said = -A_MINUTE

    @property
    def is_busy(self) -> bool:
        return not self._calm.is_set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self.note(0.0)

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(EVERY)
            self.note(max(0.0, loop.time() - before - EVERY))

    def note(self, late: float) -> None:
        """So late a look at the clock came."""
        late = min(late, LATEST)
        self.lag = late if late == 0 else KEPT * self.lag + (1 - KEPT) * late
        if self.lag > self.busy:
            if not self.is_busy:
                self._calm.clear()
                self._busy_since = time.monotonic()
            self._say()
        elif self.lag < min(CALM, self.busy) and self.is_busy:
            self._calm.set()

    def _say(self) -> None:
        now = time.monotonic()
        if now - self._busy_since >= LASTS and now - self._said >= A_MINUTE:
            self._said = now
            LOG.warning(
                "the table is busy (%.0f ms late): choices go first, odds wait, minds look less "
                "far ahead",
                1000 * self.lag,
            )

    async def calm(self, most: float) -> None:
        """Wait until the table has caught up, but no longer than that."""
        if self.is_busy:
            try:
                await asyncio.wait_for(self._calm.wait(), most)
            except TimeoutError:
                return


class Turns:
    """Places at the workers, given to the one whose deadline comes first."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = places
        self._count = 0
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []

    def waiting(self, kind: float) -> int:
        """How many wait with work of a kind."""
        return sum(one[2] == kind and not one[3].done() for one in self._waiting)

    @asynccontextmanager
    async def turn(self, kind: float) -> AsyncIterator[None]:
        await self._take(kind)
        try:
            yield
        finally:
            self._give()

    async def _take(self, kind: float) -> None:
        if self._free:
            self._free -= 1
            return
        loop = asyncio.get_running_loop()
        place: asyncio.Future[None] = loop.create_future()
        self._count += 1
        heapq.heappush(self._waiting, (loop.time() + kind, self._count, kind, place))
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give()
            raise

    def _give(self) -> None:
        while self._waiting:
            place = heapq.heappop(self._waiting)[3]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


def hurried(name: str, strengths: Sequence[str], waiting: int, places: int, least: str) -> str:
    """The mind that thinks in the place of another, where so many wait for so many workers.

    `strengths` are the minds that search, the quickest first; `least` is the one that does not.
    """
    if name not in strengths or waiting < SOME * places:
        return name
    place = list(strengths).index(name) - 1
    return strengths[place] if waiting < MANY * places and place >= 0 else least
