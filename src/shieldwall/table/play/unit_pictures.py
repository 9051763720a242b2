"""Pictures of a fight: of its units and its map.

They are untrusted and never decoded here. Only PNG, JPEG and WebP by their first bytes, up to a
size limit, are accepted, and they are served only as pictures.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from shieldwall.content import ContentError
from shieldwall.content.encounters import encounter_picture
from shieldwall.content.user_folder import known_names
from shieldwall.exchange.picture_header import MAX_BYTES, Picture, picture_of
from shieldwall.exchange.untrusted_json import read_bytes
from shieldwall.table.message_parts import MapView
from shieldwall.table.persistence.tables import MAP, PictureRow
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.server.access import MOST_BODY

if TYPE_CHECKING:
    from shieldwall.table.play.room import Room
    from shieldwall.table.play.rooms import Rooms, TokenOwner

LARGEST_SIDE: Final = 1024
"""Maximum pixels per side of a unit's picture; the page scales them down."""
MOST_SQUARES: Final = 10_000
KINDS: Final = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
INERT: Final = "default-src 'none'; sandbox"
"""Content security policy of pictures: opened directly, they can run and load nothing."""


class MapPicture(NamedTuple):
    """A picture and its number of pixels per square."""

    picture: Picture
    pixels: int


class Shown(NamedTuple):
    """A room's metadata of a picture."""

    mark: str
    wide: float = 0
    high: float = 0
    """For the map: the number of squares it covers."""


def map_picture(encounter: str) -> MapPicture | None:
    """The picture of an encounter's map; None without a usable one."""
    if encounter not in known_names("encounters"):
        return None
    try:
        found = encounter_picture(encounter)
        if found is None:
            return None
        picture = picture_of(read_bytes(found[0], MAX_BYTES))
    except (ContentError, OSError):
        return None
    return None if isinstance(picture, str) else MapPicture(picture, found[1])


def shown_pictures(rows: Sequence[PictureRow]) -> dict[str, Shown]:
    found = {}
    for row in rows:
        facts = json.loads(row.facts or "{}")
        found[row.name] = Shown(row.mark, facts.get("wide", 0), facts.get("high", 0))
    return found


def with_picture(view: MapView, pictures: dict[str, Shown]) -> MapView:
    """The map with its picture, for seats that may see all of it."""
    shown = pictures.get(MAP)
    if shown is None:
        return view
    more = {"picture": shown.mark, "picture_width": shown.wide, "picture_height": shown.high}
    return view.model_copy(update=more)


class UnitPictures:
    """The pictures of all fights."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def load(self, room: Room) -> None:
        rooms = self.rooms
        rows = await rooms.writer.call(rooms.store.pictures, room.row.ident)
        room.pictures = shown_pictures(rows)

    async def of(self, fight: str, units: set[str] | None = None) -> list[PictureRow]:
        """The pictures of a fight for a copy of it; with `units`, only theirs and no map."""
        rooms, found = self.rooms, []
        for shown in await rooms.writer.call(rooms.store.pictures, fight):
            if units is None or shown.name in units:
                row = await rooms.writer.call(rooms.store.picture, fight, shown.name)
                if row is not None:
                    found.append(row)
        return found

    async def put(self, holder: TokenOwner, fight: str, unit: str, data: bytes) -> None:
        """Set a unit's picture: by the GM, or by the unit's player."""
        await self._may_change(holder, fight, unit)
        if len(data) > MOST_BODY:
            raise Wrong(f"That picture is larger than {MOST_BODY // 1024} KB.", 413)
        picture = picture_of(data)
        if isinstance(picture, str):
            raise Wrong(f"That picture is {picture}.", 415)
        if max(picture.width, picture.height) > LARGEST_SIDE:
            raise Wrong(f"A picture may be up to {LARGEST_SIDE} pixels wide and high.", 413)
        row, store = _row(fight, unit, picture, ""), self.rooms.store

        def is_done() -> bool:
            kept = shown_pictures(store.sure_pictures(fight))
            return unit in kept and kept[unit].mark == row.mark

        async def then() -> None:
            await self._show(fight, shown_pictures([row]))

        await self.rooms.sure.do(lambda: store.put_picture(row), is_done, then)

    async def drop(self, holder: TokenOwner, fight: str, unit: str) -> None:
        await self._may_change(holder, fight, unit)
        store = self.rooms.store

        async def then() -> None:
            await self._show(fight, {unit: None})

        await self.rooms.sure.do(
            lambda: store.drop_picture(fight, unit),
            lambda: unit not in shown_pictures(store.sure_pictures(fight)),
            then,
        )

    async def get(self, holder: TokenOwner, fight: str, name: str) -> PictureRow:
        """A picture, for seats that may know its content; others get an error."""
        gone = Wrong("There is no such picture.", 404)
        room = await self._room(holder, fight)
        seat = None if holder.seat is None else room.seats.get(holder.seat.name)
        if holder.kind != "host":
            knowledge = room.players_knowledge() if seat is None else room.knowledge_of(seat)
            number = room.fight.names.index.get(name, -1)
            if name == MAP:
                if holder.kind == "guest" or (not knowledge.gm and room.settings.fog):
                    raise gone
            elif number < 0 or not knowledge.knows_number(number):
                raise gone
        row = await self.rooms.writer.call(self.rooms.store.picture, fight, name)
        if row is None:
            raise gone
        return row

    async def _show(self, fight: str, changed: Mapping[str, Shown | None]) -> None:
        """Send it to all clients of an open room."""
        room = self.rooms.by_id.get(fight)
        if room is None:
            return
        async with room.lock:
            kept = {**room.pictures, **changed}
            room.pictures = {name: shown for name, shown in kept.items() if shown is not None}
            await room.publisher.publish()

    async def _room(self, holder: TokenOwner, fight: str) -> Room:
        if holder.seat is not None and holder.seat.fight != fight:
            raise Wrong("There is no such fight.", 404)
        return await self.rooms.room(fight)

    async def _may_change(self, holder: TokenOwner, fight: str, unit: str) -> None:
        room = await self._room(holder, fight)
        seat = None if holder.seat is None else room.seats.get(holder.seat.name)
        role = "gm" if holder.kind == "host" else "watcher" if seat is None else seat.role
        own = seat is not None and seat.role == "player" and unit in seat.units
        if role != "gm" and not own:
            raise Wrong("You may change the pictures of your own units.", 403)
        if unit not in room.fight.names.units:
            raise Wrong("There is no such unit.", 404)


def map_row(found: MapPicture) -> PictureRow:
    """The row of a map's picture, without a fight yet."""
    picture, pixels = found
    wide, high = picture.width / pixels, picture.height / pixels
    return _row("", MAP, picture, json.dumps({"wide": wide, "high": high}))


def checked_picture(fight: str, name: str, data: bytes, facts: object) -> PictureRow:
    """A picture from an archive; raises ValueError with the reason."""
    found = picture_of(data)
    if isinstance(found, str):
        raise ValueError(f"it is {found}")
    if name != MAP:
        if len(data) > MOST_BODY or max(found.width, found.height) > LARGEST_SIDE:
            raise ValueError("it is too large")
        return _row(fight, name, found, "")
    given = json.loads(facts) if isinstance(facts, str) and facts else {}
    sizes = [given.get(key) if isinstance(given, dict) else None for key in ("wide", "high")]
    if not all(isinstance(one, int | float) and 0 < one < MOST_SQUARES for one in sizes):
        raise ValueError("it does not say how many squares it covers")
    return _row(fight, name, found, json.dumps({"wide": sizes[0], "high": sizes[1]}))


def _row(fight: str, name: str, picture: Picture, facts: str) -> PictureRow:
    mark = hashlib.sha256(picture.data).hexdigest()[:20]
    return PictureRow(fight, name, picture.ending, mark, facts, picture.data)
