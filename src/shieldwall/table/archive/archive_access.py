"""Replays of fights, from the view of the GM or of one seat."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

from shieldwall.display.choice_groups import ready_units
from shieldwall.fight import Fight
from shieldwall.review.decisions import choice_before
from shieldwall.store.save_file import tape_text
from shieldwall.table.archive.film import Viewer, packed_film
from shieldwall.table.archive.share_page import NotBuilt, shared_page
from shieldwall.table.message_parts import Settings
from shieldwall.table.persistence.database import now, token_hash
from shieldwall.table.persistence.records import (
    SEEN,
    TABLE,
    TAPE,
    Standing,
    TableState,
    standing,
)
from shieldwall.table.persistence.tables import Batch, EntryRow
from shieldwall.table.persistence.writer import SILENT
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.publish.side_shares import shares_text
from shieldwall.table.seats import GM
from shieldwall.table.server.access import new_token
from shieldwall.table.server.rest_models import FightLine
from shieldwall.table.workers import FightText

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room
    from shieldwall.table.play.rooms import Rooms, TokenOwner

NOT_OVER: Final = "The replay opens when the fight is over."
MOST_TITLE: Final = 80


class Seen(NamedTuple):
    """A fight and its viewer."""

    text: FightText
    title: str
    viewer: Viewer
    tape: str
    """The whole record if the viewer may know everything, else ""."""


class ArchiveAccess:
    """Opens finished fights for seats with access to them."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def film(self, holder: TokenOwner, ident: str, seat: str) -> bytes:
        """The replay as gzipped JSON."""
        seen = await self._seen(holder, ident, seat)
        more = (("title", seen.title), ("fight", ident))
        return await self.rooms.workers.do(packed_film, seen.text, seen.viewer, more)

    async def shared(self, holder: TokenOwner, ident: str, seat: str) -> str:
        """The replay as one HTML file; includes the tape if the viewer may know everything."""
        seen = await self._seen(holder, ident, seat)
        more = [("title", seen.title)]
        if seen.tape:
            more.append(("tape", seen.tape))
        film = await self.rooms.workers.do(packed_film, seen.text, seen.viewer, tuple(more))
        try:
            return await asyncio.to_thread(shared_page, seen.title, film)
        except NotBuilt as error:
            raise Wrong(str(error), 409) from None

    async def _seen(self, holder: TokenOwner, ident: str, seat: str) -> Seen:
        if holder.kind == "guest":
            raise Wrong("Open the replay with a seat's link.", 403)
        if holder.seat is not None:
            if holder.seat.fight != ident:
                raise Wrong("There is no such fight.", 404)
            if seat not in ("", holder.seat.name):
                raise Wrong("Only the GM sees the fight as others saw it.", 403)
            seat = holder.seat.name
        room = await self.rooms.room(ident)
        async with room.lock:
            if room.stalled:
                raise Wrong(SILENT, 503)
            found = room.seats.get(seat or GM)
            if found is None:
                raise Wrong(f"There is no seat called {seat}.", 404)
            if found.role != "gm" and holder.kind != "host" and room.fight.outcome is None:
                raise Wrong(NOT_OVER, 409)
            rows = await self.rooms.writer.call(self.rooms.store.entries, ident)
            viewer = viewer_of(room, found.role, found.units, found.name, rows)
            whole = found.role == "gm"
            tape = await asyncio.to_thread(tape_text, room.fight) if whole else ""
            return Seen(room.room_timers.text(), room.row.title, viewer, tape)

    async def branch(self, ident: str, entries: int) -> FightLine:
        """A new fight that continues from this one after `entries` tape entries."""
        rooms = self.rooms
        room = await rooms.room(ident)
        async with room.lock:
            if room.stalled:
                raise Wrong(SILENT, 503)
            fight = room.fight
            keep = choice_before(fight, entries)
            if keep is None:
                raise Wrong("No choice has been made in this fight yet.", 409)
            twin = await asyncio.to_thread(fight.at, keep)
            texts = room.recorder.texts[:keep]
            rows = await rooms.writer.call(rooms.store.entries, ident)
        found = standing(rows)
        settings = settings_then(found, keep).model_copy(update={"paused": False})
        minds = without_minds_of(twin, found.table.minds)
        table = TableState(settings, minds, found.table.plans)
        stored = [(TABLE, table.text()), *((TAPE, text) for text in texts)]
        stored += [
            (SEEN, text)
            for text, after in zip(found.seen, found.seen_after, strict=True)
            if after <= keep
        ]
        number = int(twin.state.clock.round)
        where = f" (from round {number})" if number else " (from the start)"
        row = await rooms.row(ident)
        title = f"{row.title[: MOST_TITLE - len(where)]}{where}"
        copy = row._replace(ident=secrets.token_hex(8), title=title, created=now(), over=False)
        seats = [
            seat._replace(fight=copy.ident, hash=token_hash(new_token()), entered=False)
            for seat in await rooms.writer.call(rooms.store.seats, ident)
        ]
        first = Batch(copy.ident, 0, tuple(stored), number, False, shares_text(twin))
        await rooms.add(copy, seats, first, await rooms.unit_pictures.of(ident))
        return await rooms.line(await rooms.row(copy.ident), True)


def without_minds_of(fight: Fight, minds: dict[str, str]) -> dict[str, str]:
    """The minds without those of the asked unit: a person chooses for it."""
    free: set[str] = set()
    for request in fight.requests:
        for unit in ready_units(request):
            free |= {unit.ident, fight.setup.sides[unit.side].name}
    return {who: mind for who, mind in minds.items() if who not in free}


def settings_then(found: Standing, entries: int) -> Settings:
    """The settings after `entries` tape entries."""
    for after, settings in reversed(found.changes):
        if after <= entries:
            return settings
    return found.table.settings


def viewer_of(
    room: Room, role: str, units: frozenset[str], name: str, rows: list[EntryRow]
) -> Viewer:
    """The view of a seat at the time the fight was played."""
    found = standing(rows)
    seats = tuple(
        (unit, seat.name) for seat in room.seats.values() if seat.role == "player"
        for unit in sorted(seat.units)
    )  # fmt: skip
    return Viewer(
        role,  # type: ignore[arg-type]
        units,
        name,
        tuple(room.changes()),
        tuple(zip(found.seen_after, found.seen, strict=True)),
        seats,
        tuple(room.pictures.items()),
    )
