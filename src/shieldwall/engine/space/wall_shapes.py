"""Default shapes of the kinds of walls, in inches."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.space.grid import BARRED, FOOT, SHEER


class Shape:
    """The height of a wall, 0 for up to the ceiling, and its opening (width 0 for none)."""

    def __init__(self, height: int = 0, width: int = 0, sill: int = 0, lintel: int = 0) -> None:
        self.height = height
        self.width = width
        self.sill = sill
        self.lintel = lintel


SHAPES: Final = {
    "wall": Shape(),
    "low wall": Shape(height=3 * FOOT),
    "window": Shape(width=3 * FOOT, sill=3 * FOOT, lintel=6 * FOOT),
    "slit": Shape(width=1 * FOOT, sill=3 * FOOT, lintel=5 * FOOT),
    "door": Shape(width=5 * FOOT, sill=0, lintel=7 * FOOT),
    "bars": Shape(),
    "portcullis": Shape(width=5 * FOOT, sill=0, lintel=7 * FOOT),
    "drop": Shape(),
}
MAKES: Final = {"bars": BARRED, "portcullis": BARRED, "drop": SHEER}
"""The kinds that do not block sight; all others are MASONRY."""
DOORS: Final = ("door", "portcullis")
"""The kinds that open and close."""
