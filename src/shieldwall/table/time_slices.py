"""Long work on the event loop in slices, so that no table blocks another.

Self-contained work goes to worker processes (`workers`). Lists of choices, logs and views need the
fight itself, which only this process has: they yield between two slices. The room's lock stays
held, so the fight does not change meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

PIECE: Final = 0.009
"""Seconds of work per slice; the longest single step adds to it.

With half of it every table waits for all others: 50 of them took 103 ms instead of 63 (95 of 100
choices).
"""


class Pace:
    """Tracks the time since the last yield."""

    def __init__(self, piece: float = PIECE) -> None:
        self.piece = piece
        self.rests = 0
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Yield to other tasks if the slice is used up."""
        if time.perf_counter() - self._since >= self.piece:
            self.rests += 1
            await asyncio.sleep(0)
            self._since = time.perf_counter()
