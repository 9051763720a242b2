"""Access control: secret links, hosts and origins, size and rate limits, headers."""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections import OrderedDict
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shieldwall.table.server.large_bodies import most_body

TOKEN_BYTES: Final = 20
"""160 random bits."""
MOST_BODY: Final = 64 * 1024
MOST_MESSAGE: Final = 16 * 1024
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
SECURITY: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
OPENER: Final = ("cross-origin-opener-policy", "same-origin")
"""Browsers accept this header only from localhost or over https, and complain elsewhere."""
MOST_ADDRESSES: Final = 4000
"""Maximum number of addresses with a rate limit; the least recent are dropped."""
HASHED: Final = "/assets/"
"""Files here have their content hash in the name, and never change."""
FOREVER: Final = "public, max-age=31536000, immutable"


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def link(token: str, fight: str = "") -> str:
    """The token is after the `#`, which browsers do not send."""
    return f"/#token={token}" + (f"&fight={fight}" if fight else "")


class Bucket:
    """Token bucket: a burst, then a rate per second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic()

    def take(self, late: float = 0.0) -> bool:
        """Whether one more is allowed; `late` adds seconds of credit if the server was late."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left + late * self.rate < 1:
            return False
        self.left -= 1
        return True


class Rate(NamedTuple):
    """Limits for messages of one connection and for connections of one address."""

    a_second: int = 20
    at_once: int = 60
    requests_a_second: int = 100
    requests_at_once: int = 1000


class RateLimiter:
    """Rate limits by address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def may_come(self, address: str) -> bool:
        rate = self.rate
        bucket = self._buckets.pop(address, None)
        if bucket is None:
            bucket = Bucket(rate.requests_a_second, rate.requests_at_once)
        self._buckets[address] = bucket
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


def host_of(value: str) -> str:
    """The host without its port: `[::1]:80` and `table.lan:80` alike."""
    if value.startswith("["):
        return value.partition("]")[0].lower() + "]"
    return value.partition(":")[0].lower()


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page of this server sent the request."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        # `http://[bad` is not a valid address.
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


class Place:
    """How the server can be reached: only from this machine, or from its network."""

    def __init__(self, address: str = "http://127.0.0.1", lan: bool = False) -> None:
        self.address = address
        self.lan = lan
        self.names: frozenset[str] = frozenset()
        """Names of this machine that are accepted while it is open to the network."""

    def open_at(self, address: str, names: tuple[str, ...]) -> None:
        self.address, self.lan = address, True
        self.names = frozenset(name.lower() for name in names)

    def close(self, address: str) -> None:
        self.address, self.lan, self.names = address, False, frozenset()


class AccessMiddleware:
    """Refuses foreign hosts and origins, large bodies and floods; adds the headers.

    A page of another site could make a browser send requests here, or read the answers under its
    own host name pointing to this machine (DNS rebinding); these checks block both.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], place: Place, rate: Rate) -> None:
        self.app = app
        self.visitors = RateLimiter(rate)
        self.hosts = {*LOOPBACK, *(host.lower() for host in hosts)}
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if problem:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem})
                return
            await PlainTextResponse(problem + "\n", 403)(scope, receive, guarded(scope, send))
            return
        client = scope.get("client")
        if not self.visitors.may_come(client[0] if client else ""):
            await self._too_often(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        most = most_body(str(scope.get("path", "")), MOST_BODY)
        if not length.isdigit() or int(length) > most or "transfer-encoding" in headers:
            await PlainTextResponse("too much\n", 413)(scope, receive, guarded(scope, send))
            return
        await self.app(scope, receive, guarded(scope, send))

    async def _too_often(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "too many requests"})
            return
        answer = PlainTextResponse("too many requests\n", 429, {"retry-after": "1"})
        await answer(scope, receive, guarded(scope, send))

    def _problem(self, scope: Scope, headers: Headers) -> str:
        host = headers.get("host", "")
        if not self._is_our_host(host_of(host)):
            return "unknown host"
        origin = headers.get("origin")
        if origin is not None and not is_same_origin(origin, host):
            return "foreign origin"
        site = headers.get("sec-fetch-site", "none")
        if site == "cross-site" and (scope["type"] == "websocket" or scope["method"] != "GET"):
            return "foreign origin"
        return ""

    def _is_our_host(self, host: str) -> bool:
        if host in self.hosts:
            return True
        if not self.place.lan:
            return False
        if host in self.place.names:
            return True
        try:
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            return False
        # A literal address cannot be used for DNS rebinding.
        return address.is_private or address.is_loopback or address.is_link_local


def guarded(scope: Scope, send: Send) -> Send:
    """Add the headers of every answer."""
    path = str(scope.get("path", ""))
    local = host_of(Headers(scope=scope).get("host", "")) in LOOPBACK

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY.items():
                headers.setdefault(name, value)
            if local:
                headers.setdefault(*OPENER)
            stays = path.startswith(HASHED) and message["status"] in (200, 304)
            headers["cache-control"] = FOREVER if stays else "no-store"
        await send(message)

    return with_headers
