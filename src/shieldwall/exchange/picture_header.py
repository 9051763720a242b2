"""Kind and size of a picture, from its first bytes; nothing is decoded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_BYTES: Final = 48_000_000
MAX_SIDE: Final = 32_000
MAX_PIXELS: Final = 300_000_000

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_NO_FRAME: Final = frozenset((0xC4, 0xC8, 0xCC))


@dataclass(frozen=True, slots=True)
class Picture:
    """The header of a picture file."""

    data: bytes
    ending: str
    width: int
    height: int


def picture_of(data: bytes) -> Picture | str:
    """The picture, or why it is refused."""
    if len(data) > MAX_BYTES:
        return f"larger than {MAX_BYTES // 1_000_000} MB"
    found = _png(data) or _webp(data) or _jpeg(data)
    if found is None:
        return "neither PNG, JPEG nor WebP"
    ending, width, height = found
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE) or width * height > MAX_PIXELS:
        return f"{width} x {height} pixels is too large"
    return Picture(data, ending, width, height)


def _png(data: bytes) -> tuple[str, int, int] | None:
    if not data.startswith(_PNG) or len(data) < 33 or data[12:16] != b"IHDR":
        return None
    return "png", int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _webp(data: bytes) -> tuple[str, int, int] | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        return "webp", width, int.from_bytes(data[27:30], "little") + 1
    if data[12:16] == b"VP8L" and data[20] == 0x2F:
        bits = int.from_bytes(data[21:25], "little")
        return "webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if data[12:16] == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width = int.from_bytes(data[26:28], "little") & 0x3FFF
        return "webp", width, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def _jpeg(data: bytes) -> tuple[str, int, int] | None:
    if not data.startswith(b"\xff\xd8"):
        return None
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        mark = data[place + 1]
        if 0xC0 <= mark <= 0xCF and mark not in _NO_FRAME:
            height = int.from_bytes(data[place + 5 : place + 7], "big")
            return "jpg", int.from_bytes(data[place + 7 : place + 9], "big"), height
        length = int.from_bytes(data[place + 2 : place + 4], "big")
        place += 1 if mark == 0xFF else 2 + max(2, length)
    return None
