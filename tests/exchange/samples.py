"""Small files of other programs, written for these tests."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def stroke(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def portal(
    start: tuple[float, float], end: tuple[float, float], closed: bool = True
) -> dict[str, Any]:
    middle = {"x": (start[0] + end[0]) / 2, "y": (start[1] + end[1]) / 2}
    bounds = stroke(start, end)
    return {
        "position": middle,
        "bounds": bounds,
        "rotation": 0.0,
        "closed": closed,
        "freestanding": False,
    }


def crypt() -> dict[str, Any]:
    """Two rooms drawn from 2, 1 on, half a square short at the right; walls a hair off."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 2, "y": 1},
            "map_size": {"x": 12.5, "y": 8},
            "pixels_per_grid": 20,
        },
        "line_of_sight": [
            stroke((2, 1), (14, 1), (14, 4)),
            stroke((14, 5), (14, 9), (2, 9), (2, 1)),
            stroke((6.01, 1), (6.02, 4)),
            stroke((6, 5), (6, 9)),
            stroke((9.3, 3.1), (11.7, 6.4)),
        ],
        "objects_line_of_sight": [stroke((12, 4), (13, 4), (13, 5), (12, 5), (12, 4))],
        "portals": [portal((6, 4), (6, 5)), portal((14, 4), (14, 5), closed=False)],
        "lights": [
            {
                "position": {"x": 5, "y": 3},
                "range": 4.5,
                "intensity": 1,
                "color": "ffd28a60",
                "shadows": True,
            }
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "image": base64.b64encode(png(250, 160)).decode(),
    }


def crypt_text() -> str:
    return json.dumps(crypt())
