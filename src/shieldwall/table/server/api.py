"""REST routes: sources of new fights, fights, seats, invitations."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import segno
from fastapi import APIRouter, Depends, Header, HTTPException, Path, Request, Response
from fastapi.responses import PlainTextResponse

from shieldwall.table.message_parts import SeatView
from shieldwall.table.play.new_fights import read_fight_sources
from shieldwall.table.play.rooms import Rooms, TokenOwner
from shieldwall.table.play.unit_pictures import INERT, KINDS
from shieldwall.table.protocol import PROTOCOL
from shieldwall.table.server.access import Place, link
from shieldwall.table.server.rest_models import (
    FightLine,
    FightSources,
    Invitation,
    Link,
    Me,
    NewFight,
    NewSeat,
    OpenTable,
    Rename,
    Started,
)
from shieldwall.version import __version__

router: Final = APIRouter(prefix="/api")
Answers = dict[int | str, dict[str, Any]]
CLOSED: Final[Answers] = {
    401: {"description": "The token is missing or unknown."},
    403: {"description": "The token does not allow this."},
}
GONE: Final[Answers] = {
    **CLOSED,
    404: {"description": "There is no such fight or seat."},
    409: {"description": "That cannot be done now."},
}


def hall_of(request: Request) -> Rooms:
    rooms = request.app.state.rooms
    assert isinstance(rooms, Rooms)
    return rooms


async def anybody(
    request: Request, authorization: Annotated[str, Header(max_length=250)] = ""
) -> TokenOwner:
    kind, _, token = authorization.partition(" ")
    holder = None
    if kind.lower() == "bearer":
        holder = await hall_of(request).holder(token.strip())
    if holder is None:
        raise HTTPException(401, "This link is not valid; ask for a new one.")
    request.app.state.open_connections.know(request.client)
    return holder


async def guest(holder: Annotated[TokenOwner, Depends(anybody)]) -> TokenOwner:
    if holder.kind not in ("host", "guest"):
        raise HTTPException(403, "A seat's link does not open this.")
    return holder


async def host(holder: Annotated[TokenOwner, Depends(anybody)]) -> TokenOwner:
    if holder.kind != "host":
        raise HTTPException(403, "Only the GM's link opens this.")
    return holder


TheRooms = Annotated[Rooms, Depends(hall_of)]
Anybody = Annotated[TokenOwner, Depends(anybody)]
OpenConnection = Annotated[TokenOwner, Depends(guest)]
Host = Annotated[TokenOwner, Depends(host)]
FightId = Annotated[str, Path(max_length=40)]
SeatName = Annotated[str, Path(max_length=40)]
UnitName = Annotated[str, Path(max_length=60)]


@router.get("/health")
async def health() -> dict[str, str | int]:
    return {"version": __version__, "protocol": PROTOCOL}


@router.get("/me", responses=CLOSED)
async def me(rooms: TheRooms, holder: Anybody) -> Me:
    """The owner of the token."""
    return await rooms.me(holder)


@router.get("/shelf", responses=CLOSED)
async def what_there_is(_: Host) -> FightSources:
    """Everything a new fight can be made of."""
    return await asyncio.to_thread(read_fight_sources)


@router.get("/invitation", responses=CLOSED)
async def invitation(request: Request, rooms: TheRooms, _: Host) -> Invitation:
    """How players join the table."""
    return invitation_of(request, rooms)


def invitation_of(request: Request, rooms: Rooms) -> Invitation:
    place, network = request.app.state.place, getattr(request.app.state, "network", None)
    found = invite(place, link(rooms.guest_token))
    can_close = network is not None and network.can_close
    return found.model_copy(update={"can_open": network is not None, "can_close": can_close})


@router.put("/network", responses=GONE)
async def network(request: Request, rooms: TheRooms, wanted: OpenTable, _: Host) -> Invitation:
    """Open the table to the local network, or close it, without a restart."""
    found = getattr(request.app.state, "network", None)
    if found is None:
        raise HTTPException(409, "This table cannot be opened from here.")
    await (found.open() if wanted.open else found.close())
    return invitation_of(request, rooms)


@router.get("/fights", responses=CLOSED)
async def fights(rooms: TheRooms, holder: OpenConnection) -> list[FightLine]:
    """All fights, newest first; for a guest only those with a free seat."""
    return await rooms.fights(holder)


@router.post("/fights", status_code=201, responses=CLOSED)
async def start(rooms: TheRooms, wanted: NewFight, _: Host) -> Started:
    return await rooms.start(wanted)


@router.post("/fights/{fight}/again", status_code=201, responses=GONE)
async def again(rooms: TheRooms, fight: FightId, _: Host) -> Started:
    """Start the same fight again, with new dice."""
    return await rooms.fight_list.again(fight)


@router.post("/fights/{fight}/duplicate", status_code=201, responses=GONE)
async def duplicate(rooms: TheRooms, fight: FightId, _: Host) -> FightLine:
    """Copy a fight in its current state."""
    return await rooms.fight_list.duplicate(fight)


@router.patch("/fights/{fight}", responses=GONE)
async def rename(rooms: TheRooms, fight: FightId, wanted: Rename, _: Host) -> FightLine:
    return await rooms.fight_list.rename(fight, wanted.title)


@router.delete("/fights/{fight}", status_code=204, responses=GONE)
async def delete(rooms: TheRooms, fight: FightId, _: Host) -> None:
    """Delete a fight; `restore` works for two minutes, or until the table is closed."""
    await rooms.fight_list.delete(fight)


@router.post("/fights/{fight}/restore", responses=GONE)
async def restore(rooms: TheRooms, fight: FightId, _: Host) -> FightLine:
    """Restore a recently deleted fight."""
    return await rooms.fight_list.restore(fight)


@router.post("/fights/{fight}/continue", responses=GONE)
async def go_on(rooms: TheRooms, fight: FightId, _: Host) -> FightLine:
    """Continue a fight whose tape the current rules cannot replay to its end."""
    return await rooms.go_on(fight)


@router.put("/fights/{fight}/seats", responses=GONE)
async def put_seat(rooms: TheRooms, fight: FightId, wanted: NewSeat, _: Host) -> SeatView:
    """Create a seat, or change the units of an existing one."""
    return await rooms.put_seat(fight, wanted)


@router.delete("/fights/{fight}/seats/{name}", status_code=204, responses=GONE)
async def revoke(rooms: TheRooms, fight: FightId, name: SeatName, _: Host) -> None:
    room = await rooms.room(fight)
    async with room.lock:
        await rooms.revoke(room, name)


@router.post("/fights/{fight}/seats/{name}/take", responses=GONE)
async def take(rooms: TheRooms, fight: FightId, name: SeatName, _: OpenConnection) -> Link:
    """Take a free seat; returns a personal link."""
    return await rooms.take(fight, name)


@router.post("/fights/{fight}/watch", responses=GONE)
async def watch(rooms: TheRooms, fight: FightId, _: OpenConnection) -> Link:
    """Take a seat to watch from, if the GM allows watchers."""
    return await rooms.watch(fight)


@router.get("/fights/{fight}/seats/{name}/invitation", responses=GONE)
async def seat_invitation(
    request: Request, rooms: TheRooms, fight: FightId, name: SeatName, _: Host
) -> Invitation:
    """How a player joins a given seat."""
    room = await rooms.room(fight)
    seat = room.seats.get(name)
    if seat is None:
        raise HTTPException(404, f"There is no seat called {name}.")
    if not seat.link:
        raise HTTPException(409, f"The link of {name} is no longer valid; make a new one.")
    return invite(request.app.state.place, seat.link, name)


@router.get("/fights/{fight}/tape", responses=GONE, response_class=PlainTextResponse)
async def tape(rooms: TheRooms, fight: FightId, _: Host) -> PlainTextResponse:
    """The tape of the whole fight, even if it cannot be opened."""
    return PlainTextResponse(await rooms.tape(fight))


@router.get("/fights/{fight}/pictures/{name}", responses=GONE)
async def picture(rooms: TheRooms, fight: FightId, name: UnitName, holder: Anybody) -> Response:
    """The picture of a unit, or of the map (`*map*`), for seats that may see it."""
    row = await rooms.unit_pictures.get(holder, fight, name)
    headers = {"content-security-policy": INERT, "content-disposition": "inline"}
    return Response(row.data, media_type=KINDS[row.kind], headers=headers)


@router.put("/fights/{fight}/pictures/{name}", status_code=204, responses=GONE)
async def put_picture(
    request: Request, rooms: TheRooms, fight: FightId, name: UnitName, holder: Anybody
) -> None:
    """Set a unit's picture, sent as the body: PNG, JPEG or WebP, up to 64 KB."""
    await rooms.unit_pictures.put(holder, fight, name, await request.body())


@router.delete("/fights/{fight}/pictures/{name}", status_code=204, responses=GONE)
async def drop_picture(rooms: TheRooms, fight: FightId, name: UnitName, holder: Anybody) -> None:
    """Remove a unit's picture; the default icon is shown again."""
    await rooms.unit_pictures.drop(holder, fight, name)


def invite(where: Place, path: str, name: str = "") -> Invitation:
    """How players, or one of them, join: an address with its QR code, or instructions."""
    address = where.address + path
    if not where.lan:
        return Invitation(
            lan=False,
            address=address,
            words="Only this machine reaches the table. Open it to the network to let players "
            "join from their own.",
        )
    rows = segno.make(address, error="m").matrix
    whose = f"This is the seat of {name} alone: " if name else "Players on this network "
    return Invitation(
        lan=True,
        address=address,
        words=f"{whose}open the link, or point a phone at the code.",
        qr=["".join(str(int(bool(cell))) for cell in row) for row in rows],
    )
