"""Areas on the grid: a radius is a square of twice its length around a grid intersection."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.state import Unit


def radius_area(grid: GridMap, x: int, y: int, radius: int) -> list[int]:
    """The squares of a radius in feet around the top left corner of column x and row y (SOV-008).

    A 20 ft radius covers 8 by 8 squares; squares beyond the map's edge are left out.
    """
    reach = radius // 5
    width = int(grid.width)
    return [
        row * width + column
        for row in range(max(0, y - reach), min(int(grid.height), y + reach))
        for column in range(max(0, x - reach), min(width, x + reach))
    ]


def stands_in_radius(grid: GridMap, unit: Unit, x: i64, y: i64, radius: i64) -> bool:
    """Whether the unit stands on one of the squares of `radius_area`."""
    reach: i64 = radius // 5
    size: i64 = 1 if grid.open else unit.sheet.size
    return x - reach - size < unit.x < x + reach and y - reach - size < unit.y < y + reach
