"""Time to import another program's cave map: 100 x 100 squares and 5,000 wall segments."""

from __future__ import annotations

import json
import math
import time

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import cover
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.tape.dice import Dice
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.map_drawing import checked_map
from shieldwall.exchange.map_files.uvtt import Choices

SIDE = 100
SEGMENTS = 5000
CORNERS = 20
PAIRS = 2000


def cave() -> str:
    """A Universal VTT file with rocks of twenty irregular sides at random places."""
    dice = Dice(7)

    def between(low: float, high: float) -> float:
        return low + (high - low) * int(dice.roll(10_000)) / 10_000

    strokes = []
    for _ in range(SEGMENTS // CORNERS):
        x, y, size = between(3, SIDE - 3), between(3, SIDE - 3), between(0.6, 2.4)
        turns = [2 * math.pi * corner / CORNERS for corner in range(CORNERS)]
        points = []
        for turn in turns:
            far = size * between(0.8, 1.2)
            points.append({"x": x + far * math.cos(turn), "y": y + far * math.sin(turn)})
        strokes.append([*points, points[0]])
    size_of_it = {"x": SIDE, "y": SIDE}
    resolution = {"map_size": size_of_it, "pixels_per_grid": 70}
    return json.dumps({"format": 0.3, "resolution": resolution, "line_of_sight": strokes})


def import_cave() -> dict[str, object]:
    """Time from the file's text to our map with its steps, then sight between places on it."""
    text = cave()
    began = time.perf_counter()
    (made,) = import_text("uvtt", text, "cave.uvtt", Choices()).files
    grid: GridMap = checked_map(made.text, "cave.yaml").grid
    brought = time.perf_counter()
    steps(grid, 1, 2)
    walked = time.perf_counter()
    dice = Dice(11)
    counts = [0, 0, 0, 0]
    worst = 0.0
    for _ in range(PAIRS):
        x, y = int(dice.roll(SIDE)) - 1, int(dice.roll(SIDE)) - 1
        # Archers look 120 ft and more; most looks are shorter.
        tx = min(SIDE - 1, max(0, x + int(dice.roll(49)) - 25))
        ty = min(SIDE - 1, max(0, y + int(dice.roll(49)) - 25))
        asked = time.perf_counter()
        counts[cover(grid, y * SIDE + x, ty * SIDE + tx)] += 1
        worst = max(worst, time.perf_counter() - asked)
    seen = time.perf_counter()
    return {
        "segments": len(grid.walls),
        "import_s": round(brought - began, 2),
        "steps_s": round(walked - brought, 2),
        "sight_ms": round((seen - walked) / PAIRS * 1000, 2),
        "sight_worst_ms": round(worst * 1000, 1),
        "covers": "/".join(map(str, counts)),
    }
