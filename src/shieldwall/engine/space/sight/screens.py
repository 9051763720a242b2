"""What can stand in the way of sight: the map as upright screens, found by the squares they cross.

Where two neighbouring squares are filled to different heights, the step between them is a screen
on their common edge, from below everything up to the higher of the two; where their ceilings
differ, one from the lower ceiling upwards. A straight line that starts and ends in free space
passes through matter exactly when it passes through such a step, so the steps and the pieces of
walls are all there is to look at. Screens that continue each other are one.
"""

from __future__ import annotations

from math import gcd, isqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import MASONRY, MAX_HEIGHT, SKY, SQUARE, GridMap, Opening, Wall

DEEP: Final = -SKY
"""Below everything; SKY is above everything."""

# How a screen crosses the heights between two boxes.
CLOSED: Final = 0  # from below both to above both
LOW: Final = 1  # from below both
HIGH: Final = 2  # to above both
MIDDLE: Final = 3  # one can look over it and under it

# The line a screen stands on.
ALONG_Y: Final = 0  # x is constant
ALONG_X: Final = 1  # y is constant
SLANTED: Final = 2

# The slanted sides of the hull of two boxes.
FIRST_SIDE: Final = 1
SECOND_SIDE: Final = 2

Screen = tuple[int, int, int, int, int, int, int, int]
"""Two ends as homogeneous (x, y, scale), each scale positive; then bottom and top."""


class Box:
    """A creature's box in inches; `z0` to `z1` less the matter its square is filled with.

    `foot` and `head` are its own heights. `uneven` says that matter reaches into a box of several
    squares, so that what is free of it has to be taken square by square.
    """

    def __init__(self, scene: Scene, cell: int, size: int, feet: int) -> None:
        width: i64 = scene.width
        column: i64 = cell % width
        row: i64 = cell // width
        assert 0 <= cell < scene.cells and size > 0, "no such square"
        assert column + size <= width and row + size <= scene.height, "footprint outside the map"
        assert -MAX_HEIGHT <= feet <= MAX_HEIGHT, "too high or too low"
        self.column: i64 = column
        self.row: i64 = row
        self.size: i64 = size
        self.x0: i64 = column * SQUARE
        self.y0: i64 = row * SQUARE
        self.x1: i64 = self.x0 + size * SQUARE
        self.y1: i64 = self.y0 + size * SQUARE
        self.foot: i64 = feet
        self.head: i64 = feet + size * SQUARE
        self.z0: i64 = self.foot
        self.z1: i64 = self.head
        self.uneven = False
        if size == 1:
            self.z0 = max(self.foot, scene.top[cell])
            self.z1 = min(self.head, scene.roof[cell])
        else:
            for j in range(size):
                for i in range(size):
                    inner = cell + j * width + i
                    if scene.top[inner] > self.foot or scene.roof[inner] < self.head:
                        self.uneven = True


class Scene:
    """The screens of a map, and those between two boxes after `gather`.

    Screens are numbered; `x0`, `y0`, `d0` … hold them field by field. `start` and `items` list the
    numbers square by square. `picked` and `kinds` are filled by `gather`, `count` of them.
    """

    def __init__(self, grid: GridMap) -> None:
        width: i64 = grid.width
        cells: i64 = grid.cells
        self.width: i64 = width
        self.height: i64 = grid.height
        self.cells: i64 = cells
        self.top = vec[i64]([fill_height(grid, cell) for cell in range(cells)])
        self.roof = vec[i64](grid.ceiling)
        check_heights(grid)
        screens = merged(steps(self) + wall_screens(grid))
        self.screens: i64 = len(screens)
        self.x0 = vec[i64]([screen[0] for screen in screens])
        self.y0 = vec[i64]([screen[1] for screen in screens])
        self.d0 = vec[i64]([screen[2] for screen in screens])
        self.x1 = vec[i64]([screen[3] for screen in screens])
        self.y1 = vec[i64]([screen[4] for screen in screens])
        self.d1 = vec[i64]([screen[5] for screen in screens])
        self.low = vec[i64]([screen[6] for screen in screens])
        self.high = vec[i64]([screen[7] for screen in screens])
        self.axis = vec[i64]([axis_of(screen) for screen in screens])
        by_square: list[list[int]] = [[] for _ in range(cells)]
        for number, screen in enumerate(screens):
            for cell in squares_under(screen, self.width, self.height):
                by_square[cell].append(number)
        self.start = vec[i64]([0])
        self.items = vec[i64]()
        for numbers in by_square:
            for number in numbers:
                self.items = append(self.items, i64(number))
            self.start = append(self.start, i64(len(self.items)))
        blank = [0] * len(screens)
        self.stamp: i64 = 0
        self.stamps = vec[i64](blank)
        self.picked = vec[i64](blank)
        self.kinds = vec[i64](blank)
        self.count: i64 = 0
        self.inner_a = False
        self.inner_b = False
        """A screen picked passes through the inside of the first box, of the second."""
        self.slanted = False
        """A screen picked is slanted."""
        self.parted = False
        """One closed screen, or several that touch one another, part the boxes altogether."""
        self.ends = vec[i64](blank)
        """Of each screen picked: on which slanted sides of the hull it ends, a bit each."""
        self.waiting = vec[i64](blank)
        self.reached = vec[u8](blank)

    def pick(self, index: int) -> Screen:
        """A screen picked; where it leaves both boxes no room, it is taken as endless."""
        screen = self.screen(int(self.picked[index]))
        kind = self.kinds[index]
        low = screen[6] if kind in (HIGH, MIDDLE) else DEEP
        high = screen[7] if kind in (LOW, MIDDLE) else SKY
        return (*screen[:6], low, high)

    def screen(self, number: int) -> Screen:
        return (
            int(self.x0[number]),
            int(self.y0[number]),
            int(self.d0[number]),
            int(self.x1[number]),
            int(self.y1[number]),
            int(self.d1[number]),
            int(self.low[number]),
            int(self.high[number]),
        )

    def gather(self, a: Box, b: Box, brief: bool = False) -> None:
        """Pick the screens that reach into the inside of the hull of both boxes.

        Where it is `brief`, no more is picked once one screen parts them.
        """
        self.stamp += 1
        self.count = 0
        self.inner_a = False
        self.inner_b = False
        self.slanted = False
        self.parted = False
        floor: i64 = a.z0 if a.z0 < b.z0 else b.z0
        if b.foot < floor:
            floor = b.foot
        if a.foot < floor:
            floor = a.foot
        ceiling: i64 = a.head if a.head > b.head else b.head
        x0: i64 = a.x0 if a.x0 < b.x0 else b.x0
        x1: i64 = a.x1 if a.x1 > b.x1 else b.x1
        y0: i64 = a.y0 if a.y0 < b.y0 else b.y0
        y1: i64 = a.y1 if a.y1 > b.y1 else b.y1
        # The hull's two slanted sides touch both boxes at corners of the same kind: at the corners
        # (x0, y1) and (x1, y0) where b lies up or down both axes from a, else at the other two.
        main: bool = (b.x0 - a.x0) * (b.y0 - a.y0) + (b.x1 - a.x1) * (b.y1 - a.y1) >= 0
        p_ax: i64 = a.x0
        p_bx: i64 = b.x0
        q_ax: i64 = a.x1
        q_bx: i64 = b.x1
        if not main:
            p_ax = a.x1
            p_bx = b.x1
            q_ax = a.x0
            q_bx = b.x0
        p_dx: i64 = p_bx - p_ax
        p_dy: i64 = b.y1 - a.y1
        q_dx: i64 = q_bx - q_ax
        q_dy: i64 = b.y0 - a.y0
        # The side of each on which the hull does not lie; 0 where boxes of different size leave
        # both boxes on no single side of it.
        p_out: i64 = outside(p_ax, a.y1, p_dx, p_dy, a, b)
        q_out: i64 = outside(q_ax, a.y0, q_dx, q_dy, a, b)
        closed: i64 = 0
        row: i64 = y0 // SQUARE
        last: i64 = (y1 - 1) // SQUARE
        width: i64 = self.width
        while row <= last:
            # The hull is swept by a box moving from a to b; `t` is where it meets this row, in
            # 4096ths and rounded outwards.
            north: i64 = row * SQUARE
            south: i64 = north + SQUARE
            t0: i64 = 0
            t1: i64 = 4096
            step: i64 = b.y0 - a.y0
            if step > 0:
                t1 = min(t1, -((a.y0 - south) * 4096 // step))
            elif step < 0:
                t0 = max(t0, (a.y0 - south) * 4096 // -step)
            step = b.y1 - a.y1
            if step > 0:
                t0 = max(t0, (north - a.y1) * 4096 // step)
            elif step < 0:
                t1 = min(t1, -((north - a.y1) * 4096 // -step))
            west: i64 = min((b.x0 - a.x0) * t0, (b.x0 - a.x0) * t1) // 4096 + a.x0
            east: i64 = -(min((a.x1 - b.x1) * t0, (a.x1 - b.x1) * t1) // 4096) + a.x1
            cell: i64 = row * width + max(west, x0) // SQUARE
            end: i64 = row * width + (min(east, x1) - 1) // SQUARE
            while cell <= end:
                item: i64 = self.start[cell]
                stop: i64 = self.start[cell + 1]
                while item < stop:
                    n: i64 = self.items[item]
                    item += 1
                    if self.stamps[n] == self.stamp:
                        continue
                    self.stamps[n] = self.stamp
                    low: i64 = self.low[n]
                    high: i64 = self.high[n]
                    if high <= floor or low >= ceiling:
                        continue
                    ax: i64 = self.x0[n]
                    ay: i64 = self.y0[n]
                    ad: i64 = self.d0[n]
                    bx: i64 = self.x1[n]
                    by: i64 = self.y1[n]
                    bd: i64 = self.d1[n]
                    if (
                        (ax <= x0 * ad and bx <= x0 * bd)
                        or (ax >= x1 * ad and bx >= x1 * bd)
                        or (ay <= y0 * ad and by <= y0 * bd)
                        or (ay >= y1 * ad and by >= y1 * bd)
                    ):
                        continue
                    s: i64 = p_out * (p_dx * (ay - a.y1 * ad) - p_dy * (ax - p_ax * ad))
                    t: i64 = p_out * (p_dx * (by - a.y1 * bd) - p_dy * (bx - p_ax * bd))
                    if p_out != 0 and s >= 0 and t >= 0:
                        continue
                    u: i64 = q_out * (q_dx * (ay - a.y0 * ad) - q_dy * (ax - q_ax * ad))
                    v: i64 = q_out * (q_dx * (by - a.y0 * bd) - q_dy * (bx - q_ax * bd))
                    if q_out != 0 and u >= 0 and v >= 0:
                        continue
                    kind: i64 = LOW if low <= floor else MIDDLE
                    if high >= ceiling:
                        kind = CLOSED if low <= floor else HIGH
                    ends: i64 = 0
                    if kind == CLOSED:
                        if s >= 0 or t >= 0:
                            ends = FIRST_SIDE
                        if u >= 0 or v >= 0:
                            ends |= SECOND_SIDE
                        closed |= ends
                    self.picked[self.count] = n
                    self.kinds[self.count] = kind
                    self.ends[self.count] = ends
                    self.count += 1
                    axis: i64 = self.axis[n]
                    if axis == SLANTED:
                        self.slanted = True
                    if passes_through(self, n, a):
                        self.inner_a = True
                    if passes_through(self, n, b):
                        self.inner_b = True
                    if (
                        kind == CLOSED
                        and axis != SLANTED
                        and p_out != 0
                        and q_out != 0
                        and ((s >= 0 and v >= 0) or (t >= 0 and u >= 0))
                        and between(ax, ay, axis, a, b)
                    ):
                        self.parted = True
                        if brief:
                            return
                cell += 1
            row += 1
        if (
            not (self.parted or self.slanted or self.inner_a or self.inner_b)
            and closed == FIRST_SIDE | SECOND_SIDE
            and p_out != 0
            and q_out != 0
            and a.size == 1
            and b.size == 1
        ):
            self.parted = self.is_walled_off()

    def is_walled_off(self) -> bool:
        """Whether closed screens that touch lead from one slanted side of the hull to the other.

        None of them passes through a box, so they cannot lead around one: whoever goes straight
        from box to box within the hull crosses them.
        """
        count: i64 = self.count
        used: i64 = 0
        index: i64 = 0
        while index < count:
            self.reached[index] = 0
            if self.ends[index] & FIRST_SIDE:
                self.reached[index] = 1
                self.waiting[used] = index
                used += 1
            index += 1
        done: i64 = 0
        while done < used:
            here: i64 = self.waiting[done]
            done += 1
            if self.ends[here] & SECOND_SIDE:
                return True
            index = 0
            while index < count:
                if self.reached[index] == 0 and self.kinds[index] == CLOSED:
                    if self.touch(self.picked[here], self.picked[index]):
                        self.reached[index] = 1
                        self.waiting[used] = index
                        used += 1
                index += 1
        return False

    def touch(self, n: i64, m: i64) -> bool:
        """Whether two screens along the axes have a point in common, seen from above."""
        nd: i64 = self.d0[n]
        md: i64 = self.d0[m]
        if nd != self.d1[n] or md != self.d1[m]:
            return False
        return overlap(self.x0[n] * md, self.x1[n] * md, self.x0[m] * nd, self.x1[m] * nd) and (
            overlap(self.y0[n] * md, self.y1[n] * md, self.y0[m] * nd, self.y1[m] * nd)
        )


def overlap(a: i64, b: i64, c: i64, d: i64) -> bool:
    """Whether the spans from a to b and from c to d have a point in common."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    return a <= d and c <= b


def outside(x: i64, y: i64, dx: i64, dy: i64, a: Box, b: Box) -> i64:
    """The sign of the side of a line on which neither box has a corner; 0 if each side has one."""
    if dx == 0 and dy == 0:
        return 0
    left = False
    right = False
    turns: i64 = 0
    while turns < 8:
        box: Box = a if turns < 4 else b
        cx: i64 = box.x0 if turns & 1 else box.x1
        cy: i64 = box.y0 if turns & 2 else box.y1
        side: i64 = dx * (cy - y) - dy * (cx - x)
        left = left or side > 0
        right = right or side < 0
        turns += 1
    if left and right:
        return 0
    return -1 if left else 1


def passes_through(scene: Scene, n: i64, box: Box) -> bool:
    """Whether a screen meets the inside of a box, seen from above."""
    ax: i64 = scene.x0[n]
    ay: i64 = scene.y0[n]
    ad: i64 = scene.d0[n]
    bx: i64 = scene.x1[n]
    by: i64 = scene.y1[n]
    bd: i64 = scene.d1[n]
    if (
        (ax <= box.x0 * ad and bx <= box.x0 * bd)
        or (ax >= box.x1 * ad and bx >= box.x1 * bd)
        or (ay <= box.y0 * ad and by <= box.y0 * bd)
        or (ay >= box.y1 * ad and by >= box.y1 * bd)
    ):
        return False
    if scene.axis[n] != SLANTED:
        return True
    left = False
    right = False
    turns: i64 = 0
    while turns < 4:
        cx: i64 = box.x0 if turns & 1 else box.x1
        cy: i64 = box.y0 if turns & 2 else box.y1
        side: i64 = bend(ax - cx * ad, ay - cy * ad, ad, bx - cx * bd, by - cy * bd, bd, 0, 0)
        left = left or side > 0
        right = right or side < 0
        turns += 1
    return left and right


def bend(ax: i64, ay: i64, ad: i64, bx: i64, by: i64, bd: i64, cx: i64, cy: i64) -> i64:
    """Twice the area of a, b and the lattice point c, times both scales: its sign is the turn.

    Scales are at most 2^15.1 and coordinates at most 24,000 times their scale, so each of the three
    products stays under 2^60.3 and the sum under 2^62.
    """
    return ax * by - ay * bx + (bx * cy - by * cx) * ad + (cx * ay - cy * ax) * bd


def between(x: i64, y: i64, axis: i64, a: Box, b: Box) -> bool:
    """Whether the line of an upright screen along an axis has a box on either side."""
    if axis == ALONG_Y:
        return (a.x1 <= x and x <= b.x0) or (b.x1 <= x and x <= a.x0)
    return (a.y1 <= y and y <= b.y0) or (b.y1 <= y and y <= a.y0)


def fill_height(grid: GridMap, cell: int) -> int:
    """The height up to which a square is matter; SKY if nothing of it is free."""
    top = grid.matter_top(cell)
    return SKY if top >= grid.ceiling[cell] else top


def check_heights(grid: GridMap) -> None:
    """Refuse what would let the machine integers of the fast paths overflow."""
    for cell in range(grid.cells):
        floor = int(grid.floor[cell])
        solid = int(grid.solid[cell])
        ceiling = int(grid.ceiling[cell])
        assert -MAX_HEIGHT <= floor <= MAX_HEIGHT, "floor too high or too low"
        assert -MAX_HEIGHT <= solid <= MAX_HEIGHT or solid == SKY, "solid too high or too low"
        assert -MAX_HEIGHT <= ceiling <= MAX_HEIGHT or ceiling == SKY, "ceiling out of bounds"
    east = grid.width * SQUARE
    south = grid.height * SQUARE
    for wall in grid.walls:
        assert min(wall.x0, wall.x1) >= 0 and max(wall.x0, wall.x1) <= east, "wall outside the map"
        assert min(wall.y0, wall.y1) >= 0 and max(wall.y0, wall.y1) <= south, "wall outside the map"
        assert wall.bottom >= -MAX_HEIGHT and wall.bottom <= MAX_HEIGHT, "wall too low"
        assert wall.top >= -MAX_HEIGHT, "wall too low"
        assert wall.top <= MAX_HEIGHT or wall.top == SKY, "wall too high"


def steps(scene: Scene) -> list[Screen]:
    """The screens where matter steps up or down from one square to the next."""
    width = int(scene.width)
    height = int(scene.height)
    found: list[Screen] = []
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            x = (column + 1) * SQUARE
            y = (row + 1) * SQUARE
            if column + 1 < width:
                for low, high in step(scene, cell, cell + 1):
                    found.append((x, y - SQUARE, 1, x, y, 1, low, high))
            if row + 1 < height:
                for low, high in step(scene, cell, cell + width):
                    found.append((x - SQUARE, y, 1, x, y, 1, low, high))
    return found


def step(scene: Scene, cell: int, other: int) -> list[tuple[int, int]]:
    top = int(scene.top[cell])
    other_top = int(scene.top[other])
    found: list[tuple[int, int]] = []
    if top != other_top:
        found.append((DEEP, max(top, other_top)))
    roof = int(scene.roof[cell])
    other_roof = int(scene.roof[other])
    if roof != other_roof and top < SKY and other_top < SKY:
        found.append((min(roof, other_roof), SKY))
    return found


def wall_screens(grid: GridMap) -> list[Screen]:
    found: list[Screen] = []
    for wall in grid.walls:
        found.extend(wall_pieces(wall, wall.door < 0 or grid.is_open(wall.door)))
    return found


def wall_pieces(wall: Wall, with_openings: bool) -> list[Screen]:
    """A wall less its openings, cut where an opening begins or ends.

    The length of a slanted wall is counted in whole inches, its openings being moved along it in
    proportion; they never leave the line of the wall.
    """
    dx = wall.x1 - wall.x0
    dy = wall.y1 - wall.y0
    length = abs(dx) + abs(dy)
    if dx and dy:
        square = dx * dx + dy * dy
        length = isqrt(square)
        if square - length * length > length:
            length += 1
    if length == 0 or wall.make != MASONRY:
        return []
    holes: list[Opening] = []
    cuts = [0, length]
    if with_openings:
        for hole in wall.openings:
            holes.append(hole)
            cuts.append(min(max(hole.start, 0), length))
            cuts.append(min(max(hole.end, 0), length))
    cuts.sort()
    pieces: list[Screen] = []
    for index in range(len(cuts) - 1):
        start = cuts[index]
        end = cuts[index + 1]
        if start == end:
            continue
        spans = [(wall.bottom, wall.top)]
        for hole in holes:
            if hole.start <= start and end <= hole.end:
                left: list[tuple[int, int]] = []
                for low, high in spans:
                    left.append((low, min(high, hole.sill)))
                    left.append((max(low, hole.lintel), high))
                spans = [span for span in left if span[0] < span[1]]
        ax, ay, ad = along(wall, start, length)
        bx, by, bd = along(wall, end, length)
        for low, high in spans:
            if low < high:
                pieces.append((ax, ay, ad, bx, by, bd, low, high))
    return pieces


def along(wall: Wall, place: int, length: int) -> tuple[int, int, int]:
    """The point of a wall so many inches from its first end, homogeneous."""
    x = wall.x0 * length + (wall.x1 - wall.x0) * place
    y = wall.y0 * length + (wall.y1 - wall.y0) * place
    common = gcd(gcd(x, y), length)
    return x // common, y // common, length // common


def axis_of(screen: Screen) -> int:
    if screen[0] * screen[5] == screen[3] * screen[2]:
        return ALONG_Y
    if screen[1] * screen[5] == screen[4] * screen[2]:
        return ALONG_X
    return SLANTED


def merged(screens: list[Screen]) -> list[Screen]:
    """The same screens; equally high ones on one line along an axis are joined where they touch."""
    runs: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
    slanted: list[Screen] = []
    for screen in screens:
        axis = axis_of(screen)
        if axis == SLANTED:
            slanted.append(screen)
            continue
        x0, y0, _, x1, y1, _, low, high = screen
        line, start, end = (x0, y0, y1) if axis == ALONG_Y else (y0, x0, x1)
        runs.setdefault((axis, line, low, high), []).append((min(start, end), max(start, end)))
    found: list[Screen] = []
    for key in sorted(runs):
        axis, line, low, high = key
        spans = sorted(runs[key])
        start, end = spans[0]
        for span in [*spans[1:], (1 << 40, 1 << 40)]:
            if span[0] <= end:
                end = max(end, span[1])
                continue
            if axis == ALONG_Y:
                found.append((line, start, 1, line, end, 1, low, high))
            else:
                found.append((start, line, 1, end, line, 1, low, high))
            start, end = span
    return found + slanted


def squares_under(screen: Screen, width: int, height: int) -> list[int]:
    """Squares that together hold the screen; of two beside it, one is enough."""
    x0, y0, d0, x1, y1, d1, _, _ = screen
    if y0 * d1 > y1 * d0:
        x0, y0, d0, x1, y1, d1 = x1, y1, d1, x0, y0, d0
    first = min(y0 // (d0 * SQUARE), height - 1)
    last = max(first, -(-y1 // (d1 * SQUARE)) - 1)
    cells: list[int] = []
    for row in range(first, last + 1):
        # Where the screen enters and leaves the row, as x = n / d.
        n0, m0, n1, m1 = x0, d0, x1, d1
        rise = y1 * d0 - y0 * d1
        if rise > 0:
            run = x1 * d0 - x0 * d1
            if y0 < row * SQUARE * d0:
                n0 = x0 * rise + run * (row * SQUARE * d0 - y0)
                m0 = d0 * rise
            if y1 > (row + 1) * SQUARE * d1:
                n1 = x0 * rise + run * ((row + 1) * SQUARE * d0 - y0)
                m1 = d0 * rise
        west = min(n0 // (m0 * SQUARE), n1 // (m1 * SQUARE))
        east = max(-(-n0 // (m0 * SQUARE)), -(-n1 // (m1 * SQUARE))) - 1
        for column in range(west, max(west, east) + 1):
            cells.append(row * width + min(column, width - 1))
    return cells
