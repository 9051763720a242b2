"""The REST part for fights that have been played: replay, share, continue from a point, review."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from pydantic import Field

from shieldwall.table.server.api import GONE, Anybody, FightId, Host, TheHall
from shieldwall.table.server.rest_models import FightLine, Wanted

archive_router: Final = APIRouter(prefix="/api")
AsSeat = Annotated[str, Query(alias="as", max_length=40)]
INERT: Final = "sandbox; default-src 'none'"
"""A shared file is to be saved; it does not run here."""


class Branch(Wanted):
    """Where a new fight leaves the old one: after so many entries of its tape."""

    entry: int = Field(ge=0, le=10_000_000)


@archive_router.get("/fights/{fight}/replay", responses=GONE)
async def replay(hall: TheHall, fight: FightId, holder: Anybody, seat: AsSeat = "") -> Response:
    """A fight line by line, as one seat may know it; the GM may look as any seat."""
    packed = await hall.archivist.film(holder, fight, seat)
    return Response(packed, media_type="application/json", headers={"content-encoding": "gzip"})


@archive_router.get("/fights/{fight}/share", responses=GONE)
async def share(hall: TheHall, fight: FightId, holder: Anybody, seat: AsSeat = "") -> Response:
    """The replay as one HTML file that needs no server."""
    text = await hall.archivist.shared(holder, fight, seat)
    name = re.sub(r"[^a-z0-9]+", "-", (await hall.row(fight)).title.lower()).strip("-") or "fight"
    headers = {
        "content-disposition": f'attachment; filename="{name}.html"',
        "content-security-policy": INERT,
    }
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


@archive_router.post("/fights/{fight}/branch", status_code=201, responses=GONE)
async def branch(hall: TheHall, fight: FightId, wanted: Branch, _: Host) -> FightLine:
    """A new fight that goes on from any point of this one."""
    return await hall.archivist.branch(fight, wanted.entry)


@archive_router.post("/fights/{fight}/review", status_code=202, responses=GONE)
async def start_review(hall: TheHall, fight: FightId, _: Host) -> dict[str, Any]:
    """Work out the review in the background; `GET` says how far it is."""
    return await hall.reviews.start(fight)


@archive_router.get("/fights/{fight}/review", responses=GONE)
async def review(hall: TheHall, fight: FightId, _: Host) -> dict[str, Any]:
    """The last finished review, and how far one is that is under way."""
    return await hall.reviews.state(fight)


@archive_router.delete("/fights/{fight}/review", status_code=204, responses=GONE)
async def stop_review(hall: TheHall, fight: FightId, _: Host) -> None:
    """Stop a review that is under way."""
    await hall.reviews.stop(fight)
