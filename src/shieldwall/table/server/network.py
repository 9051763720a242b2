"""Opening the table to the local network, and closing it again, while it runs."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import sys
from contextlib import suppress
from typing import Final

import uvicorn

from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.server.access import Place
from shieldwall.table.server.connection_limits import OpenConnections

LOOPBACK: Final = "127.0.0.1"
WAITING: Final = 512
"""Maximum number of connections in the queue."""
LOG: Final = logging.getLogger(__name__)


def lan_address() -> str:
    """This machine's address on its network; found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; OSError if the port is not free."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":
        # SO_REUSEADDR would share a port that another program listens on.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


def own_names() -> tuple[str, ...]:
    """Names of this machine that others on the network may use."""
    own = socket.gethostname()
    return (own, f"{own.partition('.')[0]}.local")


class Network:
    """A second listener at the network address, beside the local one."""

    def __init__(
        self, server: uvicorn.Server, place: Place, open_connections: OpenConnections
    ) -> None:
        self.server = server
        self.place = place
        self.open_connections = open_connections
        self._here = place.address
        self._listener: asyncio.Server | None = None
        self._lock = asyncio.Lock()

    @property
    def can_close(self) -> bool:
        """Whether it was opened from the page; if the command line opened it, it stays open."""
        return self._listener is not None

    async def open(self) -> None:
        async with self._lock:
            if self.place.lan:
                return
            address = lan_address()
            if ipaddress.ip_address(address).is_loopback:
                raise Wrong("This machine is not connected to a network.", 409)
            listening = self._bound(address)
            config, state = self.server.config, self.server.server_state
            loop = asyncio.get_running_loop()

            def protocol() -> asyncio.Protocol:
                return config.http_protocol_class(  # type: ignore[call-arg]
                    config=config,
                    server_state=state,
                    app_state=self.server.lifespan.state,
                    _loop=loop,
                )

            self._listener = await loop.create_server(protocol, sock=listening)
            self.server.servers.append(self._listener)
            port = listening.getsockname()[1]
            self.place.open_at(f"http://{address}:{port}", own_names())
            LOG.info("open to the network at %s", self.place.address)

    def _bound(self, address: str) -> socket.socket:
        """Bind to the default port, else to any free one."""
        port = self.server.servers[0].sockets[0].getsockname()[1]
        problem = ""
        for number in (port, 0):
            try:
                return listen(address, number)
            except OSError as error:
                problem = error.strerror or str(error)
        raise Wrong(f"The table cannot be opened at {address}: {problem}.", 409)

    async def close(self) -> None:
        """Refuse other machines, and close their connections."""
        async with self._lock:
            if self._listener is None:
                if self.place.lan:
                    raise Wrong("It was opened on the command line: start it with --no-lan.", 409)
                return
            listener, self._listener = self._listener, None
            self.place.close(self._here)
            listener.close()
            with suppress(ValueError):
                self.server.servers.remove(listener)
            for guest in list(self.open_connections.guests.values()):
                name = guest.transport.get_extra_info("sockname")
                if name and not ipaddress.ip_address(name[0]).is_loopback:
                    guest.transport.abort()
