"""REST routes of the archive: replay, share, branch, review, campaigns."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from shieldwall.table.server.api import CLOSED, GONE, Anybody, FightId, Host, TheRooms
from shieldwall.table.server.large_bodies import UPLOAD_BODY, body_of
from shieldwall.table.server.rest_models import FightLine, Wanted

archive_router: Final = APIRouter(prefix="/api")
AsSeat = Annotated[str, Query(alias="as", max_length=40)]
INERT: Final = "sandbox; default-src 'none'"
"""A shared file is for download; it must not run here."""


class Branch(Wanted):
    """Branch point of a new fight: number of tape entries."""

    entry: int = Field(ge=0, le=10_000_000)


@archive_router.get("/fights/{fight}/replay", responses=GONE)
async def replay(rooms: TheRooms, fight: FightId, holder: Anybody, seat: AsSeat = "") -> Response:
    """A fight line by line from the view of one seat; the GM may choose any seat."""
    packed = await rooms.archive_access.film(holder, fight, seat)
    return Response(packed, media_type="application/json", headers={"content-encoding": "gzip"})


@archive_router.get("/fights/{fight}/share", responses=GONE)
async def share(rooms: TheRooms, fight: FightId, holder: Anybody, seat: AsSeat = "") -> Response:
    """The replay as one HTML file that needs no server."""
    text = await rooms.archive_access.shared(holder, fight, seat)
    name = re.sub(r"[^a-z0-9]+", "-", (await rooms.row(fight)).title.lower()).strip("-") or "fight"
    headers = {
        "content-disposition": f'attachment; filename="{name}.html"',
        "content-security-policy": INERT,
    }
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


@archive_router.post("/fights/{fight}/branch", status_code=201, responses=GONE)
async def branch(rooms: TheRooms, fight: FightId, wanted: Branch, _: Host) -> FightLine:
    """Start a new fight that continues from any point of this one."""
    return await rooms.archive_access.branch(fight, wanted.entry)


@archive_router.post("/fights/{fight}/review", status_code=202, responses=GONE)
async def start_review(rooms: TheRooms, fight: FightId, _: Host) -> dict[str, Any]:
    """Start the review in the background; `GET` returns its progress."""
    return await rooms.reviews.start(fight)


@archive_router.get("/fights/{fight}/review", responses=GONE)
async def review(rooms: TheRooms, fight: FightId, _: Host) -> dict[str, Any]:
    """The last finished review, and the progress of a running one."""
    return await rooms.reviews.state(fight)


@archive_router.delete("/fights/{fight}/review", status_code=204, responses=GONE)
async def stop_review(rooms: TheRooms, fight: FightId, _: Host) -> None:
    """Stop a running review."""
    await rooms.reviews.stop(fight)


class InCampaign(Wanted):
    """The campaign of a fight; "" for none."""

    name: str = Field(max_length=100)


@archive_router.get("/campaigns", responses=CLOSED)
async def campaigns(rooms: TheRooms, _: Host) -> list[dict[str, Any]]:
    """All campaigns with their fights and the state of their party."""
    return await rooms.campaigns.all()


@archive_router.put("/fights/{fight}/campaign", status_code=204, responses=GONE)
async def put_in_campaign(rooms: TheRooms, fight: FightId, wanted: InCampaign, _: Host) -> None:
    """Assign a fight to a campaign, or to none."""
    await rooms.campaigns.put(fight, wanted.name)


@archive_router.get("/archive", responses=GONE)
async def archive(
    rooms: TheRooms, _: Host, campaign: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """Everything stored as one zip, or the fights of one campaign."""
    data = await rooms.campaigns.archive(campaign)
    headers = {"content-disposition": 'attachment; filename="shieldwall.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


@archive_router.post("/archive", status_code=201, responses=GONE)
async def bring(request: Request, rooms: TheRooms, _: Host) -> dict[str, list[str]]:
    """Import an archive from another machine; nothing is overwritten."""
    brought = await rooms.campaigns.bring(await body_of(request, UPLOAD_BODY))
    return brought._asdict()
