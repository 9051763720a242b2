"""Order among the fights of a hall: renamed, copied, played again, deleted and brought back."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Final

from shieldwall.table.persistence.database import now, token_hash
from shieldwall.table.persistence.records import TableState
from shieldwall.table.persistence.tables import Batch
from shieldwall.table.play.survivors import first_orders
from shieldwall.table.seats import GM
from shieldwall.table.server.access import new_token
from shieldwall.table.server.rest_models import FightLine, NewSeat, Started

if TYPE_CHECKING:
    from shieldwall.table.play.rooms import Hall

LOG: Final = logging.getLogger(__name__)
MOST_TITLE: Final = 80
UNDO_SECONDS: Final = 120.0
"""How long a deleted fight can be brought back."""


class Keeper:
    """Keeps order among the fights of one hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._purging: dict[str, asyncio.TimerHandle] = {}
        """By fight that was deleted: what takes it out for good."""
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """What is deleted then goes when the store is opened the next time."""
        for waiting in self._purging.values():
            waiting.cancel()

    async def again(self, ident: str) -> Started:
        """The same fight from its beginning, with new dice."""
        room = await self.hall.room(ident)
        settings = room.settings.model_copy(update={"paused": False})
        table = TableState(settings, dict(room.minds), tuple(sorted(room.plans)))
        setup = room.fight.setup
        known = {placement.ident for placement in setup.placements}
        seats = [
            NewSeat(name=seat.name, units=sorted(seat.units & known), role=seat.role)
            for seat in room.seats.values()
            if seat.name != GM
        ]
        orders = first_orders(room.fight)
        started = await self.hall.lay_out(setup, table, seats, orders)
        await self.hall.albums.bring(ident, started.fight)
        return started

    async def rename(self, ident: str, title: str) -> FightLine:
        row = await self.hall.row(ident)
        await self.hall.scribe.do(self.hall.store.rename, ident, title)
        room = self.hall.rooms.get(ident)
        if room is not None:
            room.row = room.row._replace(title=title)
        return await self.hall.line(row._replace(title=title), True)

    async def duplicate(self, ident: str) -> FightLine:
        """A fight of its own that stands as this one does now."""
        row = await self.hall.row(ident)
        rows = await self.hall.scribe.call(self.hall.store.entries, ident)
        title = f"{row.title} (copy)"[:MOST_TITLE]
        copy = row._replace(ident=secrets.token_hex(8), title=title, created=now())
        seats = [
            seat._replace(fight=copy.ident, hash=token_hash(new_token()), entered=False)
            for seat in await self.hall.scribe.call(self.hall.store.seats, ident)
        ]
        entries = tuple((one.kind, one.text) for one in rows)
        first = Batch(copy.ident, 0, entries, row.round, row.over, row.standing)
        await self.hall.scribe.do(self.hall.store.add_fight, copy, seats, first)
        await self.hall.albums.bring(ident, copy.ident)
        return await self.hall.line(copy, True)

    async def delete(self, ident: str) -> None:
        """Out of every list, and everybody is shown out; `restore` brings it back for a while."""
        await self.hall.row(ident)
        lock = self.hall.opening(ident)
        async with lock:
            room = self.hall.rooms.get(ident)
            if room is None:
                await self.hall.scribe.do(self.hall.store.set_deleted, ident, now())
            else:
                async with room.lock:
                    await self.hall.scribe.do(self.hall.store.set_deleted, ident, now())
                    room.close()
                del self.hall.rooms[ident]
        loop = asyncio.get_running_loop()
        self._purging[ident] = loop.call_later(UNDO_SECONDS, self._purge, ident)

    async def restore(self, ident: str) -> FightLine:
        """Bring back a fight that was deleted a moment ago."""
        waiting = self._purging.pop(ident, None)
        if waiting is not None:
            waiting.cancel()
        await self.hall.scribe.do(self.hall.store.set_deleted, ident, "")
        return await self.hall.line(await self.hall.row(ident), True)

    def _purge(self, ident: str) -> None:
        self._purging.pop(ident, None)
        self._tasks.add(
            task := asyncio.create_task(self.hall.scribe.do(self.hall.store.purge, ident))
        )
        task.add_done_callback(self._purged)

    def _purged(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            # It stays hidden, and goes when the table starts the next time.
            LOG.warning("a deleted fight could not be taken out: %s", task.exception())
