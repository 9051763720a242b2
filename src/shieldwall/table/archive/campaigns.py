"""Campaigns: named groups of fights, and the state of their party.

The name is an entry in the fight's own record, so it is exported with the fight. A next fight with
the survivors joins the same campaign.
"""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING, Any, Final

from shieldwall.display.markers import conditions
from shieldwall.fight import Fight
from shieldwall.table.archive.bundle import (
    CAMPAIGN,
    BadArchive,
    Brought,
    archive_bytes,
    read_archive,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.publish.fight_stats import spent
from shieldwall.text.fates import fate_word
from shieldwall.text.sentences import start, who

if TYPE_CHECKING:
    from shieldwall.table.play.rooms import Rooms

MOST_NAME: Final = 60
Json = dict[str, Any]


def campaign_name(text: str) -> str:
    """Validate and normalise a campaign name; raises ValueError with the reason."""
    name = " ".join(text.split())
    if len(name) > MOST_NAME or not name.isprintable():
        raise ValueError(f"A campaign's name has at most {MOST_NAME} letters, all of them visible.")
    return name


def party_of(fight: Fight) -> list[Json]:
    """The units of the players' sides as they are after the fight."""
    state = fight.state
    home = {one.ident: one.side for one in fight.setup.placements}
    return [
        {
            "unit": unit.ident,
            "name": start(who(state, int(unit.index))),
            "fate": fate_word(unit),
            "hp": int(unit.hp),
            "max_hp": int(unit.sheet.hp),
            "conditions": conditions(unit),
            "spent": spent(unit),
        }
        for unit in state.units
        if state.sides[home.get(unit.ident, int(unit.side))].players and not unit.summoned
    ]


class Campaigns:
    """The campaigns of one server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def of(self, ident: str) -> str:
        """The campaign of a fight, "" for none."""
        return await self.rooms.writer.call(self.rooms.store.last_entry, ident, CAMPAIGN)

    async def put(self, ident: str, name: str) -> None:
        """Assign a fight to a campaign, or to none ("")."""
        try:
            name = campaign_name(name)
        except ValueError as error:
            raise Wrong(str(error)) from None
        room = await self.rooms.room(ident)
        async with room.lock:
            trouble = room.stalled or await room.attempt(room.store([(CAMPAIGN, name)]))
        if trouble:
            raise Wrong(trouble, 503)

    async def all(self) -> list[Json]:
        """All campaigns, latest first, with their fights and the state of the party."""
        found: dict[str, list[Json]] = {}
        for row in await self.rooms.writer.call(self.rooms.store.fights):
            name = await self.of(row.ident)
            if name:
                line = {
                    "id": row.ident,
                    "title": row.title,
                    "book": row.book,
                    "round": row.round,
                    "over": row.over,
                    "started": row.created,
                    "played": row.played or row.created,
                }
                found.setdefault(name, []).append(line)
        return [
            {"name": name, "fights": fights, "party": await self._party(fights)}
            for name, fights in sorted(found.items())
        ]

    async def _party(self, fights: list[Json]) -> list[Json]:
        try:
            room = await self.rooms.room(max(fights, key=lambda one: str(one["played"]))["id"])
        except Wrong:
            return []
        async with room.lock:
            return party_of(room.fight)

    async def archive(self, name: str) -> bytes:
        """Everything stored, or the fights of one campaign, as a zip."""
        fights = None
        if name:
            rows = await self.rooms.writer.call(self.rooms.store.fights)
            fights = [row.ident for row in rows if await self.of(row.ident) == name]
            if not fights:
                raise Wrong(f"There is no campaign called {name}.", 404)
        return await asyncio.to_thread(archive_bytes, self.rooms.store, fights)

    async def bring(self, data: bytes) -> Brought:
        """Import an archive from another machine."""
        try:
            return await asyncio.to_thread(read_archive, self.rooms.store, io.BytesIO(data))
        except BadArchive as error:
            raise Wrong(str(error)) from None
