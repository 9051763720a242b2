"""The list of fights: rename, copy, replay, delete and restore."""

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
    from shieldwall.table.play.rooms import Rooms

LOG: Final = logging.getLogger(__name__)
MOST_TITLE: Final = 80
UNDO_SECONDS: Final = 120.0
"""Seconds during which a deleted fight can be restored."""


class FightList:
    """Renames, copies, deletes and restores the fights of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._purging: dict[str, asyncio.TimerHandle] = {}
        """By deleted fight: the timer that removes it permanently."""
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Deleted fights are purged when the store is next opened."""
        for waiting in self._purging.values():
            waiting.cancel()

    async def again(self, ident: str) -> Started:
        """Start the same fight again, with new dice."""
        room = await self.rooms.room(ident)
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
        pictures = await self.rooms.unit_pictures.of(ident)
        return await self.rooms.lay_out(setup, table, seats, orders, pictures)

    async def rename(self, ident: str, title: str) -> FightLine:
        row = await self.rooms.row(ident)
        store = self.rooms.store

        def is_done() -> bool:
            found = store.sure_fight(ident)
            return found is not None and found.title == title

        async def then() -> None:
            room = self.rooms.by_id.get(ident)
            if room is not None:
                room.row = room.row._replace(title=title)

        await self.rooms.sure.do(lambda: store.rename(ident, title), is_done, then)
        return await self.rooms.line(row._replace(title=title), True)

    async def duplicate(self, ident: str) -> FightLine:
        """Copy a fight in its current state."""
        row = await self.rooms.row(ident)
        rows = await self.rooms.writer.call(self.rooms.store.entries, ident)
        title = f"{row.title} (copy)"[:MOST_TITLE]
        copy = row._replace(ident=secrets.token_hex(8), title=title, created=now())
        seats = [
            seat._replace(fight=copy.ident, hash=token_hash(new_token()), entered=False)
            for seat in await self.rooms.writer.call(self.rooms.store.seats, ident)
        ]
        entries = tuple((one.kind, one.text) for one in rows)
        first = Batch(copy.ident, 0, entries, row.round, row.over, row.standing)
        await self.rooms.add(copy, seats, first, await self.rooms.unit_pictures.of(ident))
        return await self.rooms.line(copy, True)

    async def delete(self, ident: str) -> None:
        """Remove a fight from all lists and disconnect its clients; `restore` works for a while."""
        await self.rooms.row(ident)
        store, moment = self.rooms.store, now()

        async def then() -> None:
            # After this write the store does not open it any more, so it stays closed.
            async with self.rooms.opening(ident):
                room = self.rooms.by_id.get(ident)
                if room is not None:
                    async with room.lock:
                        room.close()
                    del self.rooms.by_id[ident]
            loop = asyncio.get_running_loop()
            self._purging[ident] = loop.call_later(UNDO_SECONDS, self._purge, ident)

        await self.rooms.sure.do(
            lambda: store.set_deleted(ident, moment), lambda: self._is_deleted(ident), then
        )

    def _is_deleted(self, ident: str) -> bool:
        row = self.rooms.store.sure_fight(ident)
        return row is not None and bool(row.deleted)

    async def restore(self, ident: str) -> FightLine:
        """Restore a recently deleted fight."""
        store = self.rooms.store

        async def then() -> None:
            waiting = self._purging.pop(ident, None)
            if waiting is not None:
                waiting.cancel()

        await self.rooms.sure.do(
            lambda: store.set_deleted(ident, ""), lambda: not self._is_deleted(ident), then
        )
        return await self.rooms.line(await self.rooms.row(ident), True)

    def _purge(self, ident: str) -> None:
        self._purging.pop(ident, None)
        self._tasks.add(
            task := asyncio.create_task(self.rooms.writer.do(self.rooms.store.purge, ident))
        )
        task.add_done_callback(self._purged)

    def _purged(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            # It stays hidden, and is purged at the next start.
            LOG.warning("a deleted fight could not be taken out: %s", task.exception())
