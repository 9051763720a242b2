"""Obstacles to sight: the map as upright screens, indexed by the squares they cross.

Where two neighbouring squares are filled to different heights, the step between them is a screen on
their common edge, from below everything up to the higher of the two; where their ceilings differ,
one from the lower ceiling upwards. A straight line that starts and ends in free space passes
through matter exactly if it passes through such a step, so the steps and the pieces of walls are
sufficient. Adjoining screens are merged.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import MAX_HEIGHT, SKY, SQUARE, GridMap
from shieldwall.engine.space.sight.screen_list import (
    ALONG_Y,
    DEEP,
    SLANTED,
    Screen,
    axis_of,
    check_heights,
    fill_heights,
    merged,
    squares_under,
    steps,
    wall_screens,
)

# How a screen relates to the heights between two boxes.
CLOSED: Final = 0  # from below both to above both
LOW: Final = 1  # from below both
HIGH: Final = 2  # to above both
MIDDLE: Final = 3  # one can look over it and under it

# The slanted sides of the hull of two boxes.
FIRST_SIDE: Final = 1
SECOND_SIDE: Final = 2


class Box:
    """A creature's box in inches; `z0` to `z1` without the matter in its square.

    `foot` and `head` are its own heights. `uneven` says that matter reaches into a box of several
    squares, so that the free part must be taken square by square.
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
    numbers by square. `gather` fills `picked` and `kinds` with `count` entries.
    """

    def __init__(self, grid: GridMap) -> None:
        width: i64 = grid.width
        cells: i64 = grid.cells
        self.width: i64 = width
        self.height: i64 = grid.height
        self.cells: i64 = cells
        check_heights(grid)
        self.top = fill_heights(grid)
        self.roof = grid.ceiling
        found = steps(self.top, self.roof, width, self.height)
        screens = merged(found + wall_screens(grid))
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
        self.start = vec[i64]([0] * (cells + 1))
        self.items = vec[i64]()
        self.list_by_square(screens)
        blank = [0] * len(screens)
        self.stamp: i64 = 0
        self.stamps = vec[i64](blank)
        self.picked = vec[i64](blank)
        self.kinds = vec[i64](blank)
        self.count: i64 = 0
        self.inner_a = False
        self.inner_b = False
        """Whether a picked screen crosses the inside of the first box, of the second."""
        self.slanted = False
        """Whether a picked screen is slanted."""
        self.parted = False
        """Whether one closed screen, or several that touch, separate the boxes completely."""
        self.narrowed = False
        """Whether closed screens end on both slanted sides of the hull, so that they may do so."""
        self.ends = vec[i64](blank)
        """For each picked screen: bit mask of the slanted sides of the hull it ends on."""
        self.waiting = vec[i64](blank)
        self.reached = vec[u8](blank)

    def list_by_square(self, screens: list[Screen]) -> None:
        """Fill `start` and `items`."""
        under: list[list[int]] = []
        for screen in screens:
            cells = squares_under(screen, self.width, self.height)
            under.append(cells)
            for cell in cells:
                self.start[cell] += 1
        # Where each square's numbers end. Filled from the last screen on, that is where they begin.
        total: i64 = 0
        here: i64 = 0
        while here < self.cells:
            total += self.start[here]
            self.start[here] = total
            here += 1
        self.start[here] = total
        self.items = vec[i64]([0] * total)
        number: i64 = self.screens
        while number > 0:
            number -= 1
            for cell in under[number]:
                self.start[cell] -= 1
                self.items[self.start[cell]] = number

    def pick(self, index: int) -> Screen:
        """A picked screen; treated as unbounded if it leaves both boxes no room."""
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

        If `brief`, stop once one screen separates them.
        """
        self.stamp += 1
        self.count = 0
        self.inner_a = False
        self.inner_b = False
        self.slanted = False
        self.parted = False
        self.narrowed = False
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
        # (x0, y1) and (x1, y0) if b lies up or down both axes from a, otherwise at the other two.
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
        # The side of each on which the hull does not lie; 0 if boxes of different size are not on a
        # single side of it.
        p_out: i64 = outside(p_ax, a.y1, p_dx, p_dy, a, b)
        q_out: i64 = outside(q_ax, a.y0, q_dx, q_dy, a, b)
        closed: i64 = 0
        row: i64 = y0 // SQUARE
        last: i64 = (y1 - 1) // SQUARE
        width: i64 = self.width
        while row <= last:
            # A box moving from a to b sweeps the hull; `t` is where it meets this row, in 4096ths
            # and rounded outwards.
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
        self.narrowed = closed == FIRST_SIDE | SECOND_SIDE
        if (
            not (self.parted or self.slanted or self.inner_a or self.inner_b)
            and self.narrowed
            and p_out != 0
            and q_out != 0
            and a.size == 1
            and b.size == 1
        ):
            self.parted = self.is_walled_off()

    def is_walled_off(self) -> bool:
        """Whether touching closed screens connect one slanted side of the hull to the other.

        None of them crosses a box, so they cannot go around one: every straight line from box to
        box within the hull crosses them.
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
        """Whether two screens along the axes share a point, seen from above."""
        nd: i64 = self.d0[n]
        md: i64 = self.d0[m]
        if nd != self.d1[n] or md != self.d1[m]:
            return False
        return overlap(self.x0[n] * md, self.x1[n] * md, self.x0[m] * nd, self.x1[m] * nd) and (
            overlap(self.y0[n] * md, self.y1[n] * md, self.y0[m] * nd, self.y1[m] * nd)
        )


def overlap(a: i64, b: i64, c: i64, d: i64) -> bool:
    """Whether the intervals a to b and c to d share a point."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    return a <= d and c <= b


def outside(x: i64, y: i64, dx: i64, dy: i64, a: Box, b: Box) -> i64:
    """The sign of the side of a line without any corner of a box; 0 if both sides have one."""
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
    """Whether a screen crosses the inside of a box, seen from above."""
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
    """Whether an upright screen along an axis has a box on either side of its line."""
    if axis == ALONG_Y:
        return (a.x1 <= x and x <= b.x0) or (b.x1 <= x and x <= a.x0)
    return (a.y1 <= y and y <= b.y0) or (b.y1 <= y and y <= a.y0)
