"""The server: REST routes, one WebSocket, and the page."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import ValidationError
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from shieldwall.table.library.chance_runs import ChanceRuns
from shieldwall.table.library.library_api import router as library_router
from shieldwall.table.library.library_api import say_outdated
from shieldwall.table.library.library_files import Conflict
from shieldwall.table.persistence.writer import Unstored
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.play.room import Room
from shieldwall.table.play.rooms import Rooms
from shieldwall.table.protocol import (
    PROTOCOL,
    Hello,
    Invite,
    Ping,
    Pong,
    Revoke,
    SetSeat,
    Trouble,
    client_message,
)
from shieldwall.table.seats import MOST_CLIENTS, Client, Seat
from shieldwall.table.server.access import MOST_MESSAGE, AccessMiddleware, Bucket, Place, Rate
from shieldwall.table.server.api import router
from shieldwall.table.server.archive_api import archive_router
from shieldwall.table.server.connection_limits import (
    AT_ONCE,
    QUEUE,
    Limits,
    OnceAMinute,
    OpenConnections,
    http_protocol,
    limits_here,
    websocket_protocol,
)
from shieldwall.table.server.network import Network
from shieldwall.table.server.rest_models import NewSeat
from shieldwall.version import __version__

PAGE: Final = Path(__file__).parents[1] / "page"
HELLO_SECONDS: Final = 10
PONG_SECONDS: Final = 60
"""Seconds without a pong before a client counts as gone; generous, as a busy table is late too."""
MOST_WRONG: Final = 20
"""Maximum invalid messages before a client is disconnected."""
MOST_CONNECTIONS: Final = 2000
POLICY: Final = 1008
LATER: Final = 1013
"""WebSocket close codes: the page reconnects by itself only after the second."""
TRY_AGAIN: Final = "The store does not answer just now. Try again in a moment."


def make_app(
    rooms: Rooms,
    place: Place | None = None,
    hosts: tuple[str, ...] = (),
    page: Path = PAGE,
    rate: Rate = Rate(),  # noqa: B008
    limits: Limits | None = None,
) -> FastAPI:
    """The whole server with all its fights."""
    where = place or Place()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        rooms.loop_delay.start()
        yield
        await app.state.chances.close()
        await rooms.close()

    app = FastAPI(
        title="Shieldwall's table",
        version=__version__,
        description="Fights in the browser. The WebSocket at /ws is described in the handbook.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(AccessMiddleware, hosts=hosts, place=where, rate=rate)
    app.state.rooms = rooms
    app.state.place = where
    app.state.connections = 0
    app.state.chances = ChanceRuns()
    app.state.open_connections = OpenConnections(limits or limits_here())
    app.add_exception_handler(Wrong, _say_what_is_wrong)
    app.add_exception_handler(RequestValidationError, _say_what_is_not_understood)
    app.add_exception_handler(Unstored, _say_that_the_store_is_silent)
    app.add_exception_handler(Conflict, say_outdated)
    app.include_router(router)
    app.include_router(archive_router)
    app.include_router(library_router)
    _add_socket(app, rooms, rate)
    _add_page(app, page)
    return app


class TableServer(uvicorn.Server):
    """Accepts a few connections at a time; the rest wait in the system's queue."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            # The loop has set its own, smaller backlog.
            listening.listen(QUEUE)


def server_of(app: FastAPI) -> uvicorn.Server:
    """The app on uvicorn with its production settings: quiet, small messages only."""
    open_connections = app.state.open_connections
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, OnceAMinute) for one in logger.filters):
            logger.addFilter(OnceAMinute())
    config = uvicorn.Config(
        app,
        http=http_protocol(open_connections),
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws=websocket_protocol(open_connections),
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_timeout=PONG_SECONDS,
        timeout_graceful_shutdown=2,
        backlog=AT_ONCE,
    )
    server = TableServer(config)
    app.state.network = Network(server, app.state.place, open_connections)
    return server


async def _say_what_is_wrong(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Wrong) else 500
    return JSONResponse({"detail": str(error)}, status)


async def _say_what_is_not_understood(_: Request, error: Exception) -> Response:
    """Report a validation error without its input: NaN, 1e999 and lone surrogates are not JSON."""
    problems = error.errors() if isinstance(error, RequestValidationError) else []
    detail = [{key: one[key] for key in ("type", "loc", "msg") if key in one} for one in problems]
    text = json.dumps({"detail": detail}, default=str, ensure_ascii=True)
    return Response(text, 422, media_type="application/json")


async def _say_that_the_store_is_silent(_: Request, __: Exception) -> Response:
    return JSONResponse({"detail": TRY_AGAIN}, 503)


# The page.


def _add_page(app: FastAPI, page: Path) -> None:
    if (page / "index.html").is_file():
        app.mount("/", StaticFiles(directory=page, html=True), name="page")
        return

    @app.get("/", response_class=PlainTextResponse, include_in_schema=False)
    async def not_built() -> str:
        return "The page of the table has not been built; `make build` does it.\n"


# The socket.


def _add_socket(app: FastAPI, rooms: Rooms, rate: Rate) -> None:
    @app.websocket("/ws")
    async def talk(websocket: WebSocket) -> None:
        if app.state.connections >= MOST_CONNECTIONS:
            await websocket.close(POLICY, "too many connections")
            return
        app.state.connections += 1
        try:
            await websocket.accept()
            await ClientSession(rooms, websocket, rate, app.state.open_connections).hold()
        finally:
            app.state.connections -= 1


async def next_text(websocket: WebSocket) -> str | None:
    """The next text of a client: "" for a message without text, None once the client has left.

    `receive_text` refuses after a failed send, though what the client sent before it left waits.
    """
    try:
        message = await websocket.receive()
    except RuntimeError:
        return None
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""


class ClientSession:
    """One client, from hello to disconnect."""

    def __init__(
        self, rooms: Rooms, websocket: WebSocket, rate: Rate, open_connections: OpenConnections
    ) -> None:
        self.rooms = rooms
        self.open_connections = open_connections
        self.websocket = websocket
        self.client = Client()
        self.bucket = Bucket(rate.a_second, rate.at_once)
        self.wrong = 0

    async def hold(self) -> None:
        try:
            placed = await self._hello()
            if placed is None:
                return
            room, seat, hello = placed
            await self._talk(room, seat, hello)
        except (WebSocketDisconnect, RuntimeError):
            # Disconnected in the middle of a message; `_talk` has cleaned up.
            return

    async def _hello(self) -> tuple[Room, Seat, Hello] | None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self.websocket.receive_text()
        except TimeoutError:
            await self.websocket.close(POLICY, "say hello first")
            return None
        except KeyError:
            await self.websocket.close(POLICY, "text, please")
            return None
        try:
            message = client_message.validate_json(text[:MOST_MESSAGE])
        except ValidationError:
            message = None
        if not isinstance(message, Hello):
            await self._refuse("Say hello first, with the token of your link.")
            return None
        if message.protocol != PROTOCOL:
            await self._refuse(f"This server speaks protocol {PROTOCOL}: load the page again.")
            return None
        try:
            found = await self.rooms.seat(message.token, message.fight)
        except Unstored:
            await self._refuse(TRY_AGAIN, LATER)
            return None
        except Wrong as error:
            await self._refuse(str(error), LATER if error.status == 503 else POLICY)
            return None
        if found is None:
            await self._refuse("This link is not valid; ask the GM for a new one.")
            return None
        self.open_connections.know(self.websocket.client)
        if len(found[1].clients) + len(found[1].entering) >= MOST_CLIENTS:
            await self._refuse("Too many connections use this seat already.")
            return None
        return found[0], found[1], message

    async def _refuse(self, text: str, code: int = POLICY) -> None:
        await self.websocket.send_text(Trouble(text=text).model_dump_json())
        await self.websocket.close(code, text[:100])

    async def _talk(self, room: Room, seat: Seat, hello: Hello) -> None:
        await room.enter(seat, self.client, hello.since, hello.run)
        speaking = asyncio.create_task(self._speak())
        try:
            while not self.client.gone:
                text = await next_text(self.websocket)
                if text is None:
                    break
                await self._take(room, seat, text)
        finally:
            self.client.leave("goodbye")
            await room.leave(seat, self.client)
            await asyncio.gather(speaking, return_exceptions=True)

    async def _speak(self) -> None:
        """Send the outbox in order until the client leaves."""
        while True:
            text = await self.client.outbox.get()
            if text is None:
                await self.websocket.close(POLICY, self.client.reason[:100])
                return
            await self.websocket.send_text(text)

    async def _take(self, room: Room, seat: Seat, text: str) -> None:
        if not self.bucket.take(self.rooms.loop_delay.lag):
            self.client.leave("too many messages")
            return
        try:
            message = client_message.validate_json(text)
        except ValidationError as error:
            self.wrong += 1
            self.client.send(Trouble(text=understood(error)))
            if self.wrong > MOST_WRONG:
                self.client.leave("too many invalid messages")
            return
        if isinstance(message, Ping):
            self.client.send(Pong())
        elif isinstance(message, Hello):
            self.client.send(Trouble(text="You have already said hello."))
        elif isinstance(message, SetSeat | Invite | Revoke):
            await self._seat(room, seat, message)
        else:
            await room.hear(seat, self.client, message)

    async def _seat(self, room: Room, seat: Seat, message: SetSeat | Invite | Revoke) -> None:
        """Only the GM assigns seats."""
        if seat.role != "gm":
            self.client.send(Trouble(text="Only the GM can do that."))
            return
        async with room.lock:
            try:
                if isinstance(message, SetSeat):
                    wanted = NewSeat(name=message.name, units=message.units, role=message.role)
                    await self.rooms.put_seat_in(room, wanted)
                elif isinstance(message, Invite):
                    await self.rooms.invite(room, message.name)
                else:
                    await self.rooms.revoke(room, message.name)
            except (Wrong, ValidationError) as error:
                self.client.send(Trouble(text=str(error)))
            await room.publisher.publish()


def understood(error: ValidationError) -> str:
    """The error in a message, without repeating its content."""
    parts = []
    for problem in error.errors(include_input=False, include_url=False)[:5]:
        where = ".".join(str(part) for part in problem["loc"])
        parts.append(f"{where}: {problem['msg']}" if where else problem["msg"])
    return "That message is not understood: " + "; ".join(parts)
