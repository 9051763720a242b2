"""Load control: how busy the table is, and which work waits meanwhile.

Choices are always handled at once. While the event loop is late, odds and lines of sight wait until
it has caught up, and decisions of minds wait briefly. Work for the worker processes runs in order
of deadline: fog views, then minds, then odds. If many minds wait for a worker, each searches less
deeply.
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
"""Seconds between two measurements."""
BUSY: Final = 0.15
"""Lateness in seconds from which the event loop counts as busy."""
CALM: Final = 0.05
LATEST: Final = 10.0
"""Upper bound of measured lateness: a machine that was asleep is not busy."""
KEPT: Final = 0.7
"""Weight of the previous lateness in each measurement: one long task alone delays no work."""
A_MINUTE: Final = 60.0
LASTS: Final = 20.0
"""Seconds of overload before the host gets a message."""
MINDS_WAIT: Final = 2.0
"""Maximum seconds that a mind's decision waits for the table."""
ODDS_WAIT: Final = 15.0
"""The same for odds and lines of sight."""

LOOK: Final = 0.0
THOUGHT: Final = 0.5
ODDS: Final = 5.0
SHARPER: Final = 10.0
"""Kinds of work, by the seconds they may wait, so that none starves."""
SOME: Final = 2
MANY: Final = 6
"""Waiting minds per worker from which minds search less deeply, or hardly at all."""


class LoopDelay:
    """Lateness of the event loop. No work waits while it is not measured."""

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
        """Record the lateness of one measurement."""
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
        """Wait until the table has caught up, at most `most` seconds."""
        if self.is_busy:
            try:
                await asyncio.wait_for(self._calm.wait(), most)
            except TimeoutError:
                return


class Turns:
    """Worker slots, given by earliest deadline."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = places
        self._count = 0
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []

    def waiting(self, kind: float) -> int:
        """Number of waiting tasks of a kind."""
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
    """The weaker mind to use under load.

    `strengths` are the searching minds, quickest first; `least` is the one that does not search.
    """
    if name not in strengths or waiting < SOME * places:
        return name
    place = list(strengths).index(name) - 1
    return strengths[place] if waiting < MANY * places and place >= 0 else least
