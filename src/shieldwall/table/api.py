"""The REST part: what there is to play, fights, seats, invitations."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import segno
from fastapi import APIRouter, Depends, Header, HTTPException, Path, Request
from fastapi.responses import PlainTextResponse

from shieldwall.table.access import link
from shieldwall.table.hall import Hall, Holder
from shieldwall.table.protocol import PROTOCOL
from shieldwall.table.rest import (
    FightLine,
    Invitation,
    Link,
    Me,
    NewFight,
    NewSeat,
    Shelf,
    Started,
)
from shieldwall.table.shelf import shelf
from shieldwall.table.views import SeatView
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
    409: {"description": "It cannot be done as things stand."},
}


class Place:
    """Where the server can be reached."""

    def __init__(self, address: str = "http://127.0.0.1", lan: bool = False) -> None:
        self.address = address
        self.lan = lan


def hall_of(request: Request) -> Hall:
    hall = request.app.state.hall
    assert isinstance(hall, Hall)
    return hall


async def anybody(
    request: Request, authorization: Annotated[str, Header(max_length=250)] = ""
) -> Holder:
    kind, _, token = authorization.partition(" ")
    holder = None
    if kind.lower() == "bearer":
        holder = await hall_of(request).holder(token.strip())
    if holder is None:
        raise HTTPException(401, "This address is not known here; ask for a new one.")
    request.app.state.porch.know(request.client)
    return holder


async def guest(holder: Annotated[Holder, Depends(anybody)]) -> Holder:
    if holder.kind not in ("host", "guest"):
        raise HTTPException(403, "A seat's address does not open this.")
    return holder


async def host(holder: Annotated[Holder, Depends(anybody)]) -> Holder:
    if holder.kind != "host":
        raise HTTPException(403, "Only the GM's address opens this.")
    return holder


TheHall = Annotated[Hall, Depends(hall_of)]
Anybody = Annotated[Holder, Depends(anybody)]
Guest = Annotated[Holder, Depends(guest)]
Host = Annotated[Holder, Depends(host)]
FightId = Annotated[str, Path(max_length=40)]
SeatName = Annotated[str, Path(max_length=40)]


@router.get("/health")
async def health() -> dict[str, str | int]:
    return {"version": __version__, "protocol": PROTOCOL}


@router.get("/me", responses=CLOSED)
async def me(hall: TheHall, holder: Anybody) -> Me:
    """Whose token this is."""
    return await hall.me(holder)


@router.get("/shelf", responses=CLOSED)
async def what_there_is(_: Host) -> Shelf:
    """What a new fight can be made of."""
    return await asyncio.to_thread(shelf)


@router.get("/invitation", responses=CLOSED)
async def invitation(request: Request, hall: TheHall, _: Host) -> Invitation:
    """How players come to the table."""
    return invite(request.app.state.place, link(hall.guest_token))


@router.get("/fights", responses=CLOSED)
async def fights(hall: TheHall, holder: Guest) -> list[FightLine]:
    """Every fight, the newest first; for a guest those with a free seat."""
    return await hall.fights(holder)


@router.post("/fights", status_code=201, responses=CLOSED)
async def start(hall: TheHall, wanted: NewFight, _: Host) -> Started:
    return await hall.start(wanted)


@router.post("/fights/{fight}/continue", responses=GONE)
async def go_on(hall: TheHall, fight: FightId, _: Host) -> FightLine:
    """Go on with a fight that the rules of today no longer follow to its end."""
    return await hall.go_on(fight)


@router.put("/fights/{fight}/seats", responses=GONE)
async def put_seat(hall: TheHall, fight: FightId, wanted: NewSeat, _: Host) -> SeatView:
    """A new seat, or other units for one there is."""
    return await hall.put_seat(fight, wanted)


@router.delete("/fights/{fight}/seats/{name}", status_code=204, responses=GONE)
async def revoke(hall: TheHall, fight: FightId, name: SeatName, _: Host) -> None:
    room = await hall.room(fight)
    async with room.lock:
        await hall.revoke(room, name)


@router.post("/fights/{fight}/seats/{name}/take", responses=GONE)
async def take(hall: TheHall, fight: FightId, name: SeatName, _: Guest) -> Link:
    """Sit down on a free seat; the answer is a link of one's own."""
    return await hall.take(fight, name)


@router.get("/fights/{fight}/seats/{name}/invitation", responses=GONE)
async def seat_invitation(
    request: Request, hall: TheHall, fight: FightId, name: SeatName, _: Host
) -> Invitation:
    """How the one for whom a seat is meant comes to it."""
    room = await hall.room(fight)
    seat = room.seats.get(name)
    if seat is None:
        raise HTTPException(404, f"There is no seat called {name}.")
    if not seat.link:
        raise HTTPException(409, f"The link of {name} is not known any more; make a new one.")
    return invite(request.app.state.place, seat.link, name)


@router.get("/fights/{fight}/tape", responses=GONE, response_class=PlainTextResponse)
async def tape(hall: TheHall, fight: FightId, _: Host) -> PlainTextResponse:
    """The whole fight, to be replayed or kept; also of one that cannot be opened."""
    return PlainTextResponse(await hall.tape(fight))


def invite(where: Place, path: str, name: str = "") -> Invitation:
    """How players, or one of them, come to the table: an address and its code, or what to do."""
    address = where.address + path
    if not where.lan:
        return Invitation(
            lan=False,
            address=address,
            words="Only this machine reaches the table. Start it with `shieldwall serve --lan` "
            "to let players join from their own.",
        )
    rows = segno.make(address, error="m").matrix
    whose = f"This is the seat of {name} alone: " if name else "Players on this network "
    return Invitation(
        lan=True,
        address=address,
        words=f"{whose}open the address, or point a phone at the code.",
        qr=["".join(str(int(bool(cell))) for cell in row) for row in rows],
    )
