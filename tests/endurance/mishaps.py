"""Faults of disk, database and clock, and their repair."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from tests.endurance.injected import Injector
from tests.endurance.postgres import Postgres

DISK: Final = (
    "full disk", "failing writes", "read-only disk", "failing syncs", "failing reads", "slow disk",
    "torn writes",
)  # fmt: skip
CLOCK: Final = "clock jumps"
JUMPS: Final = (-50 * 31_536_000, -86_400, -3600, -1, 3600, 86_400, 10 * 31_536_000, 0)
"""Seconds; 1976 and 2036 among them."""
LYING: Final = "lying disk"
"""It says that it has written, and has not: nothing could hold then. Only when asked for, to see
that what is lost is found."""
LOCKED: Final = "store locked by another program"
MOVED: Final = "store moved away"
CUT: Final = "connections cut"
STOPPED: Final = "database stopped"
FROZEN: Final = "database frozen"
FULL: Final = "full disk of the database"


class Mishaps:
    """For one table; one thing at a time goes wrong, the clock aside."""

    def __init__(self, chance: random.Random, injector: Injector) -> None:
        self.chance = chance
        self.injector = injector
        self.now = ""

    def names(self) -> list[str]:
        return [CLOCK] if self.injector.library is not None else []

    def of(self, only: tuple[str, ...]) -> list[str]:
        """Those there are, or those of them that were asked for."""
        return [one for one in [*self.names(), LYING] if one in only] if only else self.names()

    async def strike(self, name: str) -> None:
        self.now = name
        if name == CLOCK:
            self.injector.turn_clock(self.chance.choice(JUMPS))
        else:
            await self._strike(name)

    async def heal(self) -> None:
        """Everything is repaired except the clock, which is not set back."""
        name, self.now = self.now, ""
        if name and name != CLOCK:
            await self._heal(name)

    async def _strike(self, name: str) -> None:
        raise NotImplementedError

    async def _heal(self, name: str) -> None:
        raise NotImplementedError


class OfSqlite(Mishaps):
    def __init__(self, chance: random.Random, injector: Injector, file: Path) -> None:
        super().__init__(chance, injector)
        self.file = file
        self._done = threading.Event()
        self._holding: asyncio.Task[None] | None = None

    def names(self) -> list[str]:
        disk = [*DISK, CLOCK] if self.injector.library is not None else []
        return [*disk, LOCKED, MOVED]

    async def _strike(self, name: str) -> None:
        if name == LOCKED:
            self._done.clear()
            self._holding = asyncio.create_task(asyncio.to_thread(self._hold))
        elif name == MOVED:
            self.file.rename(self._elsewhere)
        else:
            self.injector.strike(name, self.chance.choice((0, 0, 1, 3, 8)))

    @property
    def _elsewhere(self) -> Path:
        return self.file.with_name("moved-away")

    def _hold(self) -> None:
        """Write nothing, and block all other writers."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.file, timeout=5)) as other:
            other.execute("BEGIN IMMEDIATE")
            self._done.wait(60)
            other.rollback()

    async def _heal(self, name: str) -> None:
        if name == LOCKED:
            self._done.set()
            if self._holding is not None:
                await self._holding
        elif name == MOVED:
            with suppress(FileNotFoundError):
                self._elsewhere.rename(self.file)
        else:
            self.injector.heal()


class OfPostgres(Mishaps):
    def __init__(
        self, chance: random.Random, injector: Injector, server: Postgres, disk: Injector
    ) -> None:
        super().__init__(chance, injector)
        self.server = server
        self.disk = disk
        """Of the database itself."""
        self._stopped: list[int] = []

    def names(self) -> list[str]:
        full = [FULL] if self.disk.library is not None else []
        return [*super().names(), CUT, CUT, STOPPED, FROZEN, *full]

    async def _strike(self, name: str) -> None:
        if name == CUT:
            await asyncio.to_thread(self.server.cut)
        elif name == STOPPED:
            await asyncio.to_thread(self.server.stop)
        elif name == FROZEN:
            self._stopped = self.server.freeze()
        else:
            self.disk.strike("full disk", self.chance.choice((0, 2, 10)))

    async def _heal(self, name: str) -> None:
        if name == FROZEN:
            self.server.thaw(self._stopped)
        elif name == FULL:
            self.disk.heal()
        await asyncio.to_thread(self._run_again)

    def _run_again(self) -> None:
        """A database that gave up is started again, as its owner would."""
        for _ in range(100):
            if not self.server.runs():
                with suppress(Exception):
                    self.server.start()
            if self.server.is_well():
                return
            threading.Event().wait(0.1)
        raise AssertionError("PostgreSQL does not come back")
