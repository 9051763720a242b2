"""What one step costs on a map, whoever takes it: walls, heights, ground and corners.

One table for each size of creature and each way the doors stand, worked out once. Costs are in
steps of 5 ft; 0 means that the step cannot be taken.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from shieldwall.engine.space import breathe
from shieldwall.engine.space.grid import (
    DIFFICULT,
    FOOT,
    IMPASSABLE,
    SHEER,
    SQUARE,
    STAIRS,
    GridMap,
    Wall,
)
from shieldwall.engine.state.state import Unit

# Eight directions, straight ones first: among equally cheap paths the straighter one is kept.
DX: Final[tuple[int, ...]] = (0, 1, 0, -1, 1, 1, -1, -1)
DY: Final[tuple[int, ...]] = (-1, 0, 1, 0, -1, 1, 1, -1)
OPPOSITE: Final[tuple[int, ...]] = (2, 3, 0, 1, 6, 7, 4, 5)

EASY_RISE: Final = 30
"""Inches one steps up in stride."""
STAIR_RISE: Final = SQUARE
"""The most one stair may rise."""
EASY_DROP: Final = SQUARE
"""A 5 ft ledge is jumped down in stride; more is climbed."""
VAULT: Final = 4 * FOOT
"""Over a wall up to this height one climbs as over difficult ground."""
PASSAGE_WIDTH: Final = 30
PASSAGE_HEIGHT: Final = SQUARE
"""An opening at least so large lets a creature through."""


# Gaits beside a walk, added to the squares along a creature's side.
GAITS: Final = 4
IN_THE_AIR: Final = GAITS
"""Over ground, bodies and walls, wherever the ceiling leaves room."""
THROUGH_WALLS: Final = 2 * GAITS
"""Anywhere."""


class StepTable:
    """For each square and each of the eight directions, the cost of the step."""

    def __init__(self, cost: vec[i64], width: int) -> None:
        self.cost = cost
        self.ways = vec[i64]([DY[way] * width + DX[way] for way in range(8)])
        """How far each direction leads in numbers of squares."""
        self.dx = vec[i64]([DX[way] for way in range(8)])
        self.down = vec[i64]([DY[way] * width for way in range(8)])
        self.unreached = vec[i16]([0] * (len(cost) // 8))
        """A zero for each square, for those who write steps on a copy of it."""
        self.zeros = vec[i64]([0])
        """As many as somebody has needed so far, to be copied."""
        none: i64 = 0
        self.plain = vec[u8]([0] * none)
        """Filled when first asked for (`open_ground.plain_squares`)."""

    def some_zeros(self, count: i64) -> vec[i64]:
        """So many of them at least; nobody writes on these."""
        if len(self.zeros) < count:
            self.zeros = vec[i64]([0] * count)
        return self.zeros


class StepTables:
    """The tables of one map for one cost of difficult ground, by size of creature."""

    def __init__(self, difficult_cost: i64) -> None:
        self.difficult_cost = difficult_cost
        self.by_gait: list[StepTable | None] = [None] * (3 * GAITS)


def steps(grid: GridMap, gait: i64, difficult_cost: i64) -> StepTable:
    """The table for creatures of a gait, made on first use.

    A gait is the squares along a side; IN_THE_AIR or THROUGH_WALLS more for those who go so.
    """
    kept = grid.step_tables
    if not isinstance(kept, StepTables) or kept.difficult_cost != difficult_cost:
        kept = StepTables(difficult_cost)
        grid.step_tables = kept
    table = kept.by_gait[gait]
    if table is None:
        if gait == 1:
            table = _man_size(grid, difficult_cost)
        elif gait > GAITS:
            table = _airborne(grid, gait % GAITS, gait > THROUGH_WALLS)
        else:
            table = _larger(grid, gait, steps(grid, 1, difficult_cost))
        kept.by_gait[gait] = table
    return table


def enterable(grid: GridMap, cell: int) -> bool:
    """Whether a square can be stood in at all."""
    return (
        not grid.is_solid(cell)
        and grid.ground[cell] != IMPASSABLE
        and grid.ceiling[cell] - grid.floor[cell] >= SQUARE
    )


def _man_size(grid: GridMap, difficult_cost: int) -> StepTable:
    near = _walls_by_cell(grid)
    cost = vec[i64]([0] * (int(grid.cells) * 8))
    for y in range(grid.height):
        breathe()
        for x in range(grid.width):
            for way in range(4):
                cost[(y * grid.width + x) * 8 + way] = _straight(
                    grid, near, x, y, way, difficult_cost
                )
    for y in range(grid.height):
        breathe()
        for x in range(grid.width):
            for way in range(4, 8):
                cost[(y * grid.width + x) * 8 + way] = _diagonal(
                    grid, near, cost, x, y, way, difficult_cost
                )
    return StepTable(cost, int(grid.width))


def _airborne(grid: GridMap, size: int, through_walls: bool) -> StepTable:
    """Over everything there is room above, or through it."""
    width = int(grid.width)
    height = int(grid.height)
    near = {} if through_walls else _walls_by_cell(grid)
    cost = vec[i64]([0] * (width * height * 8))
    for y in range(height - size + 1):
        breathe()
        for x in range(width - size + 1):
            for way in range(8):
                tx = x + DX[way]
                ty = y + DY[way]
                if not (0 <= tx <= width - size and 0 <= ty <= height - size):
                    continue
                worst = 1
                if not through_walls:
                    for cy in range(size):
                        for cx in range(size):
                            here = (y + cy) * width + x + cx
                            there = (ty + cy) * width + tx + cx
                            one = _flown(grid, near, here, there, size)
                            beside = (here + DX[way], here + DY[way] * width)
                            if way >= 4 and not all(
                                _flown(grid, near, here, side, size) for side in beside
                            ):
                                one = 0
                            worst = 0 if one == 0 or worst == 0 else max(worst, one)
                cost[(y * width + x) * 8 + way] = worst
    return StepTable(cost, width)


def _flown(grid: GridMap, near: dict[int, list[Wall]], here: int, there: int, size: int) -> int:
    """A step in the air: what must be risen over counts upwards, like any other way (SOV-007)."""
    low = grid.matter_top(here)
    high = grid.matter_top(there)
    roof = min(int(grid.ceiling[here]), int(grid.ceiling[there]))
    level = max(low, high)
    if roof - level < size * SQUARE:
        return 0
    rise = abs(high - low)
    for wall in near.get(here, []):
        if _past(grid, wall, here, there) != 1:
            if wall.top + size * SQUARE > roof:
                return 0
            rise = max(rise, wall.top - level)
    return max(1, (rise + SQUARE - 1) // SQUARE)


def _straight(
    grid: GridMap, near: dict[int, list[Wall]], x: int, y: int, way: int, difficult_cost: int
) -> int:
    tx = x + DX[way]
    ty = y + DY[way]
    if not (0 <= tx < grid.width and 0 <= ty < grid.height):
        return 0
    here = y * grid.width + x
    there = ty * grid.width + tx
    if not enterable(grid, here) or not enterable(grid, there):
        return 0
    crossing = _crossing(grid, near, here, there)
    if crossing == 0:
        return 0
    return max(_ground_cost(grid, here, there, difficult_cost), crossing)


def _diagonal(
    grid: GridMap,
    near: dict[int, list[Wall]],
    cost: vec[i64],
    x: int,
    y: int,
    way: int,
    difficult_cost: int,
) -> int:
    """SOV-011: both squares beside the step must be open, and so must the ways around."""
    tx = x + DX[way]
    ty = y + DY[way]
    if not (0 <= tx < grid.width and 0 <= ty < grid.height):
        return 0
    here = y * grid.width + x
    there = ty * grid.width + tx
    if not enterable(grid, here) or not enterable(grid, there):
        return 0
    level = max(grid.floor[here], grid.floor[there])
    crossing = _crossing(grid, near, here, there)
    if crossing == 0:
        return 0
    for side in (y * grid.width + tx, ty * grid.width + x):
        if grid.is_solid(side) or grid.ground[side] == IMPASSABLE:
            return 0
        if grid.floor[side] > level + EASY_RISE:
            return 0
        first = _crossing(grid, near, here, side)
        second = _crossing(grid, near, side, there)
        if first == 0 or second == 0:
            return 0
        crossing = max(crossing, first, second)
    return max(_ground_cost(grid, here, there, difficult_cost), crossing)


def _ground_cost(grid: GridMap, here: int, there: int, difficult_cost: int) -> int:
    """SOV-007 and SOV-009 for the ground, G-05 for heights."""
    flat = difficult_cost if grid.ground[there] == DIFFICULT else 1
    up: int = grid.floor[there] - grid.floor[here]
    on_stairs = grid.ground[here] == STAIRS or grid.ground[there] == STAIRS
    if on_stairs and abs(up) <= STAIR_RISE:
        return flat
    if -EASY_DROP <= up <= EASY_RISE:
        return flat
    climbed = (abs(up) + SQUARE - 1) // SQUARE
    return max(flat, 2 * climbed)


def _crossing(grid: GridMap, near: dict[int, list[Wall]], here: int, there: int) -> int:
    """1 where no wall stands between two centres, 2 over a low one, 0 where one bars the way."""
    walls = near.get(here, [])
    if here != there:
        walls = walls + [wall for wall in near.get(there, []) if wall not in walls]
    worst = 1
    for wall in walls:
        one = _past(grid, wall, here, there)
        if one == 0:
            return 0
        worst = max(worst, one)
    return worst


def over_the_edge(grid: GridMap, here: int, there: int) -> bool:
    """Whether one pushed from a square goes over a sheer edge into the lower one beside it."""
    if not grid.drops or grid.floor[there] >= grid.floor[here] or not enterable(grid, there):
        return False
    sheer = False
    for wall in grid.walls:
        if _past(grid, wall, here, there) == 0:
            if wall.make != SHEER:
                return False
            sheer = True
    return sheer


def _past(grid: GridMap, wall: Wall, here: int, there: int) -> int:
    width = int(grid.width)
    ax = here % width * SQUARE + SQUARE // 2
    ay = here // width * SQUARE + SQUARE // 2
    bx = there % width * SQUARE + SQUARE // 2
    by = there // width * SQUARE + SQUARE // 2
    # Where the line from centre to centre meets the wall's line, as a fraction along the wall.
    wx = wall.x1 - wall.x0
    wy = wall.y1 - wall.y0
    sx = bx - ax
    sy = by - ay
    cross = wx * sy - wy * sx
    if cross == 0:
        return 1
    along = (ax - wall.x0) * sy - (ay - wall.y0) * sx
    across = (ax - wall.x0) * wy - (ay - wall.y0) * wx
    if cross < 0:
        cross, along, across = -cross, -along, -across
    if not (0 <= along <= cross and 0 <= across <= cross):
        return 1
    level: int = max(grid.floor[here], grid.floor[there])
    if wall.make == SHEER:
        return 0
    if wall.bottom >= level + PASSAGE_HEIGHT:
        return 1
    if wall.door < 0 or grid.is_open(wall.door):
        length_squared = wx * wx + wy * wy
        for hole in wall.openings:
            if (
                hole.end - hole.start >= PASSAGE_WIDTH
                and hole.sill <= level + EASY_RISE
                and hole.lintel >= level + PASSAGE_HEIGHT
                and hole.start * hole.start * cross * cross <= along * along * length_squared
                and along * along * length_squared <= hole.end * hole.end * cross * cross
            ):
                return 1
    if wall.top <= level + VAULT and wall.door < 0:
        return 2
    return 0


def _walls_by_cell(grid: GridMap) -> dict[int, list[Wall]]:
    """By square the walls that touch it, be it at an edge or a corner.

    The line from the centre of a square to that of a neighbour lies in these two squares, so a wall
    that bars it touches one of them.
    """
    near: dict[int, list[Wall]] = {}
    width = int(grid.width)
    height = int(grid.height)
    for wall in grid.walls:
        x0, y0, x1, y1 = wall.x0, wall.y0, wall.x1, wall.y1
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        run = x1 - x0
        rise = y1 - y0
        for row in range(max(0, (y0 - 1) // SQUARE), min(height - 1, y1 // SQUARE) + 1):
            west = min(x0, x1)
            east = max(x0, x1)
            if rise > 0:
                # Where the wall enters and leaves the row, rounded outwards.
                enters = max(y0, row * SQUARE) - y0
                leaves = min(y1, (row + 1) * SQUARE) - y0
                first = run * (enters if run > 0 else leaves)
                last = run * (leaves if run > 0 else enters)
                west = x0 + first // rise
                east = x0 - (-last // rise)
            left = max(0, (west - 1) // SQUARE)
            right = min(width - 1, east // SQUARE)
            for column in range(left, right + 1):
                near.setdefault(row * width + column, []).append(wall)
    return near


def _larger(grid: GridMap, size: int, small: StepTable) -> StepTable:
    """A large creature steps where each of its squares could (G-01), on one level."""
    width = int(grid.width)
    height = int(grid.height)
    cost = vec[i64]([0] * (width * height * 8))
    fits = [
        x + size <= width and y + size <= height and footprint_fits(grid, x, y, size, small)
        for y in range(height)
        for x in range(width)
    ]
    for y in range(height - size + 1):
        breathe()
        for x in range(width - size + 1):
            if not fits[y * width + x]:
                continue
            for way in range(8):
                tx = x + DX[way]
                ty = y + DY[way]
                if not (0 <= tx <= width - size and 0 <= ty <= height - size):
                    continue
                if not fits[ty * width + tx]:
                    continue
                worst = 0
                for cy in range(y, y + size):
                    for cx in range(x, x + size):
                        one: int = small.cost[(cy * width + cx) * 8 + way]
                        if one == 0:
                            worst = -1
                            break
                        worst = max(worst, one)
                    if worst < 0:
                        break
                if worst > 0:
                    cost[(y * width + x) * 8 + way] = worst
    return StepTable(cost, int(grid.width))


def footprint_fits(grid: GridMap, x: int, y: int, size: int, small: StepTable) -> bool:
    """Whether a body of `size` squares can stand with its top left square at x, y."""
    width = int(grid.width)
    if not (x >= 0 and y >= 0 and x + size <= grid.width and y + size <= grid.height):
        return False
    for cy in range(y, y + size):
        for cx in range(x, x + size):
            cell = cy * width + cx
            if not enterable(grid, cell):
                return False
            if grid.ceiling[cell] - grid.floor[cell] < size * SQUARE:
                return False
            # No wall or ledge may run through the body.
            if cx + 1 < x + size and small.cost[cell * 8 + 1] == 0:
                return False
            if cy + 1 < y + size and small.cost[cell * 8 + 2] == 0:
                return False
    return True


def body_fits(grid: GridMap, cell: int, size: int, difficult_cost: int) -> bool:
    """Whether a body can stand with its top left square on `cell`, ignoring other units."""
    if size == 1:
        return enterable(grid, cell)
    width = int(grid.width)
    small = steps(grid, 1, difficult_cost)
    return footprint_fits(grid, cell % width, cell // width, size, small)


def height_on(grid: GridMap, unit: Unit, x: i64, y: i64) -> i64:
    """The height of the unit's feet with its top left square at x, y."""
    size: i64 = unit.sheet.size
    if unit.aloft > 0:
        return unit.aloft + highest_matter(grid, x, y, size)
    if size == 1:
        return grid.floor[y * grid.width + x]
    return standing_height(grid, x, y, size)


def highest_matter(grid: GridMap, x: i64, y: i64, size: i64) -> i64:
    """The top of whatever lies under a body in the air."""
    highest: i64 = grid.matter_top(y * grid.width + x)
    for cy in range(y, y + size):
        for cx in range(x, x + size):
            highest = max(highest, grid.matter_top(cy * grid.width + cx))
    return highest


def standing_height(grid: GridMap, x: int, y: int, size: int) -> int:
    """The height of the feet: the highest floor under the body."""
    width = int(grid.width)
    highest: int = grid.floor[y * width + x]
    if size > 1:
        for cy in range(y, y + size):
            for cx in range(x, x + size):
                highest = max(highest, grid.floor[cy * width + cx])
    return highest
