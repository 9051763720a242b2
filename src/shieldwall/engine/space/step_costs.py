"""Step costs on a map, independent of units: walls, heights, ground and corners.

One table for each creature size and each state of the doors, cached. Costs are in steps of 5 ft; 0
means that the step is impossible.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space import let_threads_run
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
from shieldwall.engine.space.step_table import (
    DX,
    DY,
    GAITS,
    THROUGH_WALLS,
    StepTable,
)
from shieldwall.engine.state.state import Unit

EASY_RISE: Final = 30
"""Maximum rise in inches at normal cost."""
STAIR_RISE: Final = SQUARE
"""Maximum rise of one stair."""
EASY_DROP: Final = SQUARE
"""A drop of up to 5 ft has normal cost; more must be climbed."""
VAULT: Final = 4 * FOOT
"""A wall up to this height can be climbed like difficult ground."""
PASSAGE_WIDTH: Final = 30
PASSAGE_HEIGHT: Final = SQUARE
"""Minimum size of an opening that lets a creature through."""


class StepTables:
    """The tables of one map for one cost of difficult ground, by creature size."""

    def __init__(self, difficult_cost: i64) -> None:
        self.difficult_cost = difficult_cost
        self.by_gait: list[StepTable | None] = [None] * (3 * GAITS)


def steps(grid: GridMap, gait: i64, difficult_cost: i64) -> StepTable:
    """The table of a gait, cached.

    A gait is the creature's size, plus IN_THE_AIR or THROUGH_WALLS.
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


def enterable(grid: GridMap, cell: i64) -> bool:
    """Whether a square can be stood in at all."""
    floor: i64 = grid.floor[cell]
    return (
        grid.solid[cell] <= floor
        and grid.ground[cell] != IMPASSABLE
        and grid.ceiling[cell] - floor >= SQUARE
    )


def _man_size(grid: GridMap, difficult_cost: i64) -> StepTable:
    terrain = Terrain(grid, difficult_cost)
    width: i64 = grid.width
    cost = vec[i64]([0] * (grid.cells * 8))
    y: i64 = 0
    while y < grid.height:
        let_threads_run()
        x: i64 = 0
        while x < width:
            cell: i64 = y * width + x
            if terrain.enter[cell] != 0:
                way: i64 = 0
                while way < 8:
                    tx: i64 = x + terrain.dx[way]
                    ty: i64 = y + terrain.dy[way]
                    if 0 <= tx < width and 0 <= ty < grid.height:
                        there: i64 = ty * width + tx
                        if terrain.enter[there] == 0:
                            pass
                        elif way < 4:
                            cost[cell * 8 + way] = terrain.straight(cell, there)
                        else:
                            cost[cell * 8 + way] = terrain.diagonal(
                                cell, there, y * width + tx, ty * width + x
                            )
                    way += 1
            x += 1
        y += 1
    return StepTable(cost, int(width))


class Terrain:
    """Compute the step costs of a walker; walls are tested only near the squares they touch."""

    def __init__(self, grid: GridMap, difficult_cost: i64) -> None:
        self.grid = grid
        self.floor = grid.floor
        self.ground = grid.ground
        self.solid = grid.solid
        self.difficult_cost: i64 = difficult_cost
        self.dx = vec[i64]([DX[way] for way in range(8)])
        self.dy = vec[i64]([DY[way] for way in range(8)])
        self.near = _walls_by_cell(grid)
        self.walled = vec[u8]([0] * grid.cells)
        """1 for each square that a wall touches."""
        for cell in self.near:
            self.walled[cell] = 1
        self.enter = vec[u8]([0] * grid.cells)
        """1 for each square that can be stood in."""
        here: i64 = 0
        while here < grid.cells:
            if enterable(grid, here):
                self.enter[here] = 1
            here += 1

    def straight(self, here: i64, there: i64) -> i64:
        """The cost between two adjacent squares that can be stood in."""
        crossing: i64 = self.crossing(here, there)
        if crossing == 0:
            return 0
        cost: i64 = self.ground_cost(here, there)
        return cost if cost > crossing else crossing

    def diagonal(self, here: i64, there: i64, side: i64, other: i64) -> i64:
        """Both squares beside a diagonal step must be open, and so must the detours (SOV-011)."""
        crossing: i64 = self.crossing(here, there)
        if crossing == 0:
            return 0
        level: i64 = self.floor[here]
        if self.floor[there] > level:
            level = self.floor[there]
        turns: i64 = 0
        while turns < 2:
            floor: i64 = self.floor[side]
            if self.solid[side] > floor or self.ground[side] == IMPASSABLE:
                return 0
            if floor > level + EASY_RISE:
                return 0
            first: i64 = self.crossing(here, side)
            second: i64 = self.crossing(side, there)
            if first == 0 or second == 0:
                return 0
            if first > crossing:
                crossing = first
            if second > crossing:
                crossing = second
            side = other
            turns += 1
        cost: i64 = self.ground_cost(here, there)
        return cost if cost > crossing else crossing

    def ground_cost(self, here: i64, there: i64) -> i64:
        """The cost of ground (SOV-007, SOV-009) and of heights (G-05)."""
        flat: i64 = self.difficult_cost if self.ground[there] == DIFFICULT else 1
        up: i64 = self.floor[there] - self.floor[here]
        if -EASY_DROP <= up <= EASY_RISE:
            return flat
        high: i64 = up if up > 0 else -up
        if high <= STAIR_RISE and (self.ground[here] == STAIRS or self.ground[there] == STAIRS):
            return flat
        climbed: i64 = 2 * ((high + SQUARE - 1) // SQUARE)
        return climbed if climbed > flat else flat

    def crossing(self, here: i64, there: i64) -> i64:
        """1 if no wall stands between two centres, 2 over a low wall, 0 if a wall blocks it."""
        if self.walled[here] == 0 and self.walled[there] == 0:
            return 1
        walls = self.near.get(int(here), [])
        worst: i64 = 1
        for wall in walls:
            one: i64 = _past(self.grid, wall, here, there)
            if one == 0:
                return 0
            if one > worst:
                worst = one
        for wall in self.near.get(int(there), []):
            if wall not in walls:
                one = _past(self.grid, wall, here, there)
                if one == 0:
                    return 0
                if one > worst:
                    worst = one
        return worst


def _airborne(grid: GridMap, size: i64, through_walls: bool) -> StepTable:
    """Fly over everything with room above it, or pass through it."""
    air = Air(grid, size, {} if through_walls else _walls_by_cell(grid))
    width: i64 = grid.width
    across: i64 = width - size
    down: i64 = grid.height - size
    cost = vec[i64]([0] * (grid.cells * 8))
    y: i64 = 0
    while y <= down:
        let_threads_run()
        x: i64 = 0
        while x <= across:
            way: i64 = 0
            while way < 8:
                tx: i64 = x + air.dx[way]
                ty: i64 = y + air.dy[way]
                if 0 <= tx <= across and 0 <= ty <= down:
                    cell: i64 = y * width + x
                    cost[cell * 8 + way] = 1 if through_walls else air.body_step(cell, way)
                way += 1
            x += 1
        y += 1
    return StepTable(cost, int(width))


class Air:
    """Compute the step costs of a flier with a body of `size` squares."""

    def __init__(self, grid: GridMap, size: i64, near: dict[int, list[Wall]]) -> None:
        self.grid = grid
        self.size: i64 = size
        self.width: i64 = grid.width
        self.near = near
        self.dx = vec[i64]([DX[way] for way in range(8)])
        self.dy = vec[i64]([DY[way] for way in range(8)])
        self.walled = vec[u8]([0] * grid.cells)
        for cell in near:
            self.walled[cell] = 1

    def body_step(self, cell: i64, way: i64) -> i64:
        """The highest step cost of the body's squares; 0 if one of them is blocked."""
        worst: i64 = 1
        cy: i64 = 0
        while cy < self.size:
            cx: i64 = 0
            while cx < self.size:
                here: i64 = cell + cy * self.width + cx
                aside: i64 = here + self.dx[way]
                ahead: i64 = here + self.dy[way] * self.width
                one: i64 = self.step(here, ahead + self.dx[way])
                if one == 0:
                    return 0
                if way >= 4 and (self.step(here, aside) == 0 or self.step(here, ahead) == 0):
                    return 0
                if one > worst:
                    worst = one
                cx += 1
            cy += 1
        return worst

    def step(self, here: i64, there: i64) -> i64:
        """Rising over obstacles counts like any other distance (SOV-007)."""
        grid = self.grid
        low: i64 = grid.matter_top(here)
        high: i64 = grid.matter_top(there)
        roof: i64 = grid.ceiling[here]
        if grid.ceiling[there] < roof:
            roof = grid.ceiling[there]
        level: i64 = low if low > high else high
        room: i64 = self.size * SQUARE
        if roof - level < room:
            return 0
        rise: i64 = high - low if high > low else low - high
        if self.walled[here] != 0:
            for wall in self.near[int(here)]:
                if _past(grid, wall, here, there) != 1:
                    top: i64 = wall.top
                    if top + room > roof:
                        return 0
                    if top - level > rise:
                        rise = top - level
        steps_up: i64 = (rise + SQUARE - 1) // SQUARE
        return steps_up if steps_up > 1 else 1


def over_the_edge(grid: GridMap, here: int, there: int) -> bool:
    """Whether a unit pushed from a square falls over a sheer edge into the lower one beside it."""
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
    # Where the line between the centres meets the wall's line, as a fraction along the wall.
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
    """By square, the walls that touch it at an edge or corner.

    The line between the centres of two neighbouring squares lies in these two squares, so a wall
    that blocks it touches one of them.
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


def _larger(grid: GridMap, size: i64, small: StepTable) -> StepTable:
    """A large creature steps where each of its squares could (G-01), on one level."""
    width: i64 = grid.width
    across: i64 = width - size
    down: i64 = grid.height - size
    cost = vec[i64]([0] * (grid.cells * 8))
    fits = vec[u8]([0] * grid.cells)
    y: i64 = 0
    while y <= down:
        let_threads_run()
        x: i64 = 0
        while x <= across:
            if footprint_fits(grid, x, y, size, small):
                fits[y * width + x] = 1
            x += 1
        y += 1
    y = 0
    while y <= down:
        let_threads_run()
        x = 0
        while x <= across:
            cell: i64 = y * width + x
            if fits[cell] != 0:
                way: i64 = 0
                while way < 8:
                    tx: i64 = x + small.dx[way]
                    there: i64 = cell + small.ways[way]
                    if 0 <= tx <= across and 0 <= there < grid.cells and fits[there] != 0:
                        cost[cell * 8 + way] = _body_step(small, cell, way, size, width)
                    way += 1
            x += 1
        y += 1
    return StepTable(cost, int(width))


def _body_step(small: StepTable, cell: i64, way: i64, size: i64, width: i64) -> i64:
    """The highest step cost of a body's squares; 0 if one of them is blocked."""
    worst: i64 = 0
    cy: i64 = 0
    while cy < size:
        cx: i64 = 0
        while cx < size:
            one: i64 = small.cost[(cell + cy * width + cx) * 8 + way]
            if one == 0:
                return 0
            if one > worst:
                worst = one
            cx += 1
        cy += 1
    return worst


def footprint_fits(grid: GridMap, x: i64, y: i64, size: i64, small: StepTable) -> bool:
    """Whether a body of `size` squares can stand with its top left square at x, y."""
    width: i64 = grid.width
    if not (x >= 0 and y >= 0 and x + size <= width and y + size <= grid.height):
        return False
    for cy in range(y, y + size):
        for cx in range(x, x + size):
            cell: i64 = cy * width + cx
            if not enterable(grid, cell):
                return False
            if grid.ceiling[cell] - grid.floor[cell] < size * SQUARE:
                return False
            # No wall or ledge may cross the body.
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
    """The top of the matter below a flying body."""
    highest: i64 = grid.matter_top(y * grid.width + x)
    cy: i64 = y
    while cy < y + size:
        cell: i64 = cy * grid.width + x
        end: i64 = cell + size
        while cell < end:
            top: i64 = grid.matter_top(cell)
            if top > highest:
                highest = top
            cell += 1
        cy += 1
    return highest


def standing_height(grid: GridMap, x: i64, y: i64, size: i64) -> i64:
    """The height of the feet: the highest floor under the body."""
    highest: i64 = grid.floor[y * grid.width + x]
    cy: i64 = y
    while cy < y + size:
        cell: i64 = cy * grid.width + x
        end: i64 = cell + size
        while cell < end:
            if grid.floor[cell] > highest:
                highest = grid.floor[cell]
            cell += 1
        cy += 1
    return highest
