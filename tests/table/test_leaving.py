"""A client sends orders and leaves at once: the orders are carried out."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from shieldwall.table.server.app import next_text


def test_what_was_sent_before_leaving_is_read_though_an_answer_did_not_get_through() -> None:
    waiting: deque[dict[str, Any]] = deque(
        [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": "the order"},
            {"type": "websocket.receive", "bytes": b"no text"},
            {"type": "websocket.disconnect", "code": 1001},
        ]
    )

    async def receive() -> dict[str, Any]:
        return waiting.popleft()

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            raise OSError("the client has left")

    async def read() -> list[str | None]:
        socket = WebSocket({"type": "websocket"}, receive, send)
        await socket.accept()
        with pytest.raises(WebSocketDisconnect):
            await socket.send_text("welcome")
        return [await next_text(socket) for _ in range(4)]

    assert asyncio.run(read()) == ["the order", "", None, None]
