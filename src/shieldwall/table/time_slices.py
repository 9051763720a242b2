"""Work on the event loop that may grow long: done in pieces, so that no table waits for another.

What can be handed over whole goes to worker processes (`workers`). Lists of choices, logs and
views are made of the fight itself, which only this process has: their makers rest between two
pieces. A room's lock is held meanwhile, so nothing changes under their hands.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

PIECE: Final = 0.009
"""Seconds of work between two rests; the longest single piece comes on top of it. With half of it
every table waits for all others: 50 of them took 103 ms instead of 63 (95 of 100 choices)."""


class Pace:
    """How long somebody has worked since the others had their turn."""

    def __init__(self, piece: float = PIECE) -> None:
        self.piece = piece
        self.rests = 0
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Let the others have their turn, where it is time."""
        if time.perf_counter() - self._since >= self.piece:
            self.rests += 1
            await asyncio.sleep(0)
            self._since = time.perf_counter()
