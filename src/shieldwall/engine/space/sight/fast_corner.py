"""Visibility of a corner: the fast test, on machine integers, for screens along the axes.

The eye is a corner of the target moved infinitesimally inside it, towards (sx, sy, sz); all results
are limits (docs/decisions/0003-line-of-sight.md). From the corner the viewer's box is a range of
plan directions and, over each of them, a range of slopes. Closed screens hide plan directions.
Where other screens cross the rest, the directions are cut at all their ends into sectors; in a
sector the slope at which a line touches a given edge is linear, so what holds at both ends of a
sector holds within it. If the two ends disagree the result is UNSURE, and `exact_corner` decides.

Coordinates are below 24,000, scales below 2^15.1, heights within 12,000 either way (checked when
the scene is made): all products of three stay below 2^61.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.engine.space.sight.screen_list import ALONG_X, ALONG_Y, SLANTED
from shieldwall.engine.space.sight.screens import CLOSED, HIGH, LOW, Box, Scene, bend

HIDDEN: Final = 0
SEEN: Final = 1
UNSURE: Final = 2


def turn(ax: i64, ay: i64, bx: i64, by: i64) -> i64:
    """Positive if direction a turns from x towards y to reach b."""
    return ax * by - ay * bx


class FastCornerTest:
    """Looks from the corners of one box at another; holds the scratch space for it."""

    def __init__(self, scene: Scene) -> None:
        room = [0] * (scene.screens + 8)
        self.scene = scene
        # The eye, and the viewer's box.
        self.cx: i64 = 0
        self.cy: i64 = 0
        self.sx: i64 = 0
        self.sy: i64 = 0
        self.cz: i64 = 0
        self.sz: i64 = 0
        self.ax0: i64 = 0
        self.ay0: i64 = 0
        self.ax1: i64 = 0
        self.ay1: i64 = 0
        self.az0: i64 = 0
        self.az1: i64 = 0
        self.front_x: i64 = 0
        self.front_y: i64 = 0
        # Ranges of directions hidden by closed screens, in order of their starts: start, end.
        self.closed: i64 = 0
        self.shut_x0 = vec[i64](room)
        self.shut_y0 = vec[i64](room)
        self.shut_x1 = vec[i64](room)
        self.shut_y1 = vec[i64](room)
        # Ranges of directions crossed by other screens.
        self.partial: i64 = 0
        self.part_x0 = vec[i64](room)
        self.part_y0 = vec[i64](room)
        self.part_x1 = vec[i64](room)
        self.part_y1 = vec[i64](room)
        self.part_of = vec[i64](room)
        self.part_kind = vec[i64](room)
        # The ends of sectors, in order.
        ends = [0] * (2 * len(room) + 8)
        self.ends: i64 = 0
        self.end_x = vec[i64](ends)
        self.end_y = vec[i64](ends)
        # The edges over one sector: the slope at direction r is z * |r along axis| / far.
        edges = [0] * (2 * len(room) + 4)
        self.edges: i64 = 0
        self.edge_z = vec[i64](edges)
        self.edge_axis = vec[i64](edges)
        self.edge_sign = vec[i64](edges)
        self.edge_far = vec[i64](edges)
        self.floors: i64 = 0
        self.floor = vec[i64](edges)
        self.ceilings: i64 = 0
        self.ceiling = vec[i64](edges)
        self.middles: i64 = 0
        self.under = vec[i64](edges)
        self.over = vec[i64](edges)
        self.links: i64 = 0
        self.link = vec[i64](edges)

    def corner(self, cx: i64, cy: i64, sx: i64, sy: i64, low: i64, high: i64, viewer: Box) -> i64:
        """HIDDEN, SEEN or UNSURE for the lower corner, plus 4 times that for the upper one."""
        self.cx = cx
        self.cy = cy
        self.sx = sx
        self.sy = sy
        self.ax0 = viewer.x0
        self.ay0 = viewer.y0
        self.ax1 = viewer.x1
        self.ay1 = viewer.y1
        self.az0 = viewer.z0
        self.az1 = viewer.z1
        x0: i64 = viewer.x0 - cx
        x1: i64 = viewer.x1 - cx
        y0: i64 = viewer.y0 - cy
        y1: i64 = viewer.y1 - cy
        front_x: i64 = 0
        if x0 > 0 or (x0 == 0 and sx < 0):
            front_x = 1
        elif x1 < 0 or (x1 == 0 and sx > 0):
            front_x = -1
        front_y: i64 = 0
        if y0 > 0 or (y0 == 0 and sy < 0):
            front_y = 1
        elif y1 < 0 or (y1 == 0 and sy > 0):
            front_y = -1
        if front_x == 0 and front_y == 0:
            return SEEN + 4 * SEEN
        self.front_x = front_x
        self.front_y = front_y
        # The first and the last direction in which the viewer lies, turning from x to y.
        rx: i64 = x1
        ry: i64 = y1
        lx: i64 = x0
        ly: i64 = y0
        if front_x > 0:
            rx = x1 if front_y > 0 else x0
            ry = y0
            lx = x1 if front_y < 0 else x0
            ly = y1
        elif front_x < 0:
            rx = x0 if front_y < 0 else x1
            ry = y1
            lx = x0 if front_y > 0 else x1
            ly = y0
        elif front_y > 0:
            ry = y0
            ly = y0
        else:
            rx = x0
            ry = y1
            lx = x1
            ly = y1
        # If that is the eye's own corner, the viewer's box begins along its side.
        if rx == 0 and ry == 0:
            if front_x == 0:
                ry = y1 if front_y > 0 else y0
            else:
                rx = x1 if front_x > 0 else x0
        if lx == 0 and ly == 0:
            if front_x == 0:
                ly = y1 if front_y > 0 else y0
            else:
                lx = x1 if front_x > 0 else x0
        if turn(rx, ry, lx, ly) <= 0:
            return UNSURE + 4 * UNSURE  # the eye is on a side of a large viewer
        if not self.sort_out(rx, ry, lx, ly):
            return HIDDEN
        return self.gaps(rx, ry, lx, ly, low, high)

    def sort_out(self, rx: i64, ry: i64, lx: i64, ly: i64) -> bool:
        """Fill the ranges of directions; false if one closed screen hides them all."""
        scene: Scene = self.scene
        cx: i64 = self.cx
        cy: i64 = self.cy
        sx: i64 = self.sx
        sy: i64 = self.sy
        self.closed = 0
        self.partial = 0
        index: i64 = 0
        while index < scene.count:
            n: i64 = scene.picked[index]
            kind: i64 = scene.kinds[index]
            index += 1
            ud: i64 = scene.d0[n]
            vd: i64 = scene.d1[n]
            ux: i64 = scene.x0[n] - cx * ud
            uy: i64 = scene.y0[n] - cy * ud
            vx: i64 = scene.x1[n] - cx * vd
            vy: i64 = scene.y1[n] - cy * vd
            way: i64 = turn(ux, uy, vx, vy)
            if way == 0:
                # The screen's line goes through the corner: the infinitesimal offset decides the
                # side.
                if ux * vx + uy * vy > 0:
                    continue  # seen edge on
                way = turn(ux, uy, -sx, -sy) * vd + turn(-sx, -sy, vx, vy) * ud
                if way == 0:
                    continue
            if way < 0:
                ux, uy, ud, vx, vy, vd = vx, vy, vd, ux, uy, ud
            if not self.is_before(ux, uy, ud, vx, vy, vd):
                continue
            if ux == 0 and uy == 0:
                ux = -sx
                uy = -sy
            if vx == 0 and vy == 0:
                vx = -sx
                vy = -sy
            # The directions that the screen and the viewer have in common.
            whole = True
            if turn(rx, ry, ux, uy) > 0 and turn(ux, uy, lx, ly) >= 0:
                whole = False
            elif turn(ux, uy, rx, ry) >= 0 and turn(rx, ry, vx, vy) >= 0:
                ux = rx
                uy = ry
            else:
                continue
            if turn(vx, vy, lx, ly) > 0 and turn(rx, ry, vx, vy) >= 0:
                whole = False
            else:
                vx = lx
                vy = ly
            if turn(ux, uy, vx, vy) <= 0:
                continue
            if kind == CLOSED:
                if whole:
                    return False
                self.shut(ux, uy, vx, vy)
            else:
                place: i64 = self.partial
                self.part_x0[place] = ux
                self.part_y0[place] = uy
                self.part_x1[place] = vx
                self.part_y1[place] = vy
                self.part_of[place] = n
                self.part_kind[place] = kind
                self.partial += 1
        return True

    def is_before(self, ux: i64, uy: i64, ud: i64, vx: i64, vy: i64, vd: i64) -> bool:
        """Whether a screen, which does not cross the viewer's box, is in front of it."""
        x0: i64 = self.ax0 - self.cx
        x1: i64 = self.ax1 - self.cx
        y0: i64 = self.ay0 - self.cy
        y1: i64 = self.ay1 - self.cy
        if self.front_x > 0 and ux <= x0 * ud and vx <= x0 * vd:
            return True
        if self.front_x < 0 and ux >= x1 * ud and vx >= x1 * vd:
            return True
        if self.front_y > 0 and uy <= y0 * ud and vy <= y0 * vd:
            return True
        if self.front_y < 0 and uy >= y1 * ud and vy >= y1 * vd:
            return True
        return (
            bend(ux, uy, ud, vx, vy, vd, x0, y0) <= 0
            and bend(ux, uy, ud, vx, vy, vd, x0, y1) <= 0
            and bend(ux, uy, ud, vx, vy, vd, x1, y0) <= 0
            and bend(ux, uy, ud, vx, vy, vd, x1, y1) <= 0
        )

    def shut(self, ux: i64, uy: i64, vx: i64, vy: i64) -> None:
        """Insert a hidden range, ordered by its start."""
        place: i64 = self.closed
        while place > 0:
            before: i64 = place - 1
            x: i64 = self.shut_x0[before]
            y: i64 = self.shut_y0[before]
            if turn(x, y, ux, uy) >= 0:
                break
            self.shut_x0[place] = x
            self.shut_y0[place] = y
            self.shut_x1[place] = self.shut_x1[before]
            self.shut_y1[place] = self.shut_y1[before]
            place = before
        self.shut_x0[place] = ux
        self.shut_y0[place] = uy
        self.shut_x1[place] = vx
        self.shut_y1[place] = vy
        self.closed += 1

    def gaps(self, rx: i64, ry: i64, lx: i64, ly: i64, low: i64, high: i64) -> i64:
        """Look through the gaps between the closed screens."""
        lower: i64 = HIDDEN
        upper: i64 = HIDDEN
        x: i64 = rx
        y: i64 = ry
        index: i64 = 0
        while index <= self.closed:
            nx: i64 = lx
            ny: i64 = ly
            if index < self.closed:
                nx = self.shut_x0[index]
                ny = self.shut_y0[index]
            if turn(x, y, nx, ny) > 0:
                if self.partial == 0:
                    return SEEN + 4 * SEEN
                if not self.cut(x, y, nx, ny):
                    return UNSURE + 4 * UNSURE
                if lower != SEEN:
                    found: i64 = self.sectors(low, 1)
                    if found != HIDDEN:
                        lower = found
                if upper != SEEN:
                    found = self.sectors(high, -1)
                    if found != HIDDEN:
                        upper = found
                if lower == SEEN and upper == SEEN:
                    break
            if index < self.closed:
                ex: i64 = self.shut_x1[index]
                ey: i64 = self.shut_y1[index]
                if turn(x, y, ex, ey) > 0:
                    x = ex
                    y = ey
            index += 1
        return lower + 4 * upper

    def cut(self, x: i64, y: i64, nx: i64, ny: i64) -> bool:
        """Cut a range of directions into sectors; false if a slanted screen crosses it partly."""
        self.ends = 2
        self.end_x[0] = x
        self.end_y[0] = y
        self.end_x[1] = nx
        self.end_y[1] = ny
        index: i64 = 0
        while index < self.partial:
            if (
                turn(x, y, self.part_x1[index], self.part_y1[index]) > 0
                and turn(self.part_x0[index], self.part_y0[index], nx, ny) > 0
            ):
                if self.scene.axis[self.part_of[index]] == SLANTED:
                    return False
                self.cut_at(self.part_x0[index], self.part_y0[index])
                self.cut_at(self.part_x1[index], self.part_y1[index])
            index += 1
        self.cut_at(self.ax0 - self.cx, self.ay0 - self.cy)
        self.cut_at(self.ax0 - self.cx, self.ay1 - self.cy)
        self.cut_at(self.ax1 - self.cx, self.ay0 - self.cy)
        self.cut_at(self.ax1 - self.cx, self.ay1 - self.cy)
        return True

    def cut_at(self, x: i64, y: i64) -> None:
        last: i64 = self.ends - 1
        if (
            turn(self.end_x[0], self.end_y[0], x, y) <= 0
            or turn(x, y, self.end_x[last], self.end_y[last]) <= 0
        ):
            return
        place: i64 = last
        while True:
            way: i64 = turn(self.end_x[place - 1], self.end_y[place - 1], x, y)
            if way == 0:
                return
            if way > 0:
                break
            place -= 1
        move: i64 = self.ends
        while move > place:
            self.end_x[move] = self.end_x[move - 1]
            self.end_y[move] = self.end_y[move - 1]
            move -= 1
        self.end_x[place] = x
        self.end_y[place] = y
        self.ends += 1

    def sectors(self, cz: i64, sz: i64) -> i64:
        """Look from height `cz`, infinitesimally towards `sz`, through each sector in turn."""
        self.cz = cz
        self.sz = sz
        result: i64 = HIDDEN
        index: i64 = 0
        while index + 1 < self.ends:
            found: i64 = self.sector(index)
            if found == SEEN:
                return SEEN
            if found == UNSURE:
                result = UNSURE
            index += 1
        return result

    def sector(self, index: i64) -> i64:
        x: i64 = self.end_x[index]
        y: i64 = self.end_y[index]
        nx: i64 = self.end_x[index + 1]
        ny: i64 = self.end_y[index + 1]
        self.edges = 0
        self.floors = 0
        self.ceilings = 0
        self.middles = 0
        item: i64 = 0
        while item < self.partial:
            if (
                turn(self.part_x0[item], self.part_y0[item], x, y) >= 0
                and turn(nx, ny, self.part_x1[item], self.part_y1[item]) >= 0
            ):
                n: i64 = self.part_of[item]
                axis: i64 = self.scene.axis[n]
                far: i64 = self.scene.x0[n] if axis == ALONG_Y else self.scene.y0[n]
                kind: i64 = self.part_kind[item]
                if kind == LOW:
                    self.floor[self.floors] = self.edge(axis, far, self.scene.high[n])
                    self.floors += 1
                elif kind == HIGH:
                    self.ceiling[self.ceilings] = self.edge(axis, far, self.scene.low[n])
                    self.ceilings += 1
                else:
                    self.under[self.middles] = self.edge(axis, far, self.scene.low[n])
                    self.over[self.middles] = self.edge(axis, far, self.scene.high[n])
                    self.middles += 1
            item += 1
        if self.edges == 0:
            return SEEN
        self.viewer_edges(x, y, nx, ny)
        if not self.is_shut(index, index + 1) or not self.is_shut(index + 1, index):
            return SEEN
        if self.links_hold(index):
            return HIDDEN
        return UNSURE

    def edge(self, axis: i64, place: i64, height: i64) -> i64:
        """Record a level edge of a screen at `height`, on the line where x or y is `place`."""
        n: i64 = self.edges
        z: i64 = height - self.cz
        far: i64 = place - self.cx
        side: i64 = self.sx
        if axis == ALONG_X:
            far = place - self.cy
            side = self.sy
        if far == 0:
            # The screen is infinitesimally close, and so is the eye's height to its corner.
            self.edge_sign[n] = -side
            if z == 0:
                z = -self.sz
                far = 1
        elif far < 0:
            self.edge_sign[n] = -1
            far = -far
        else:
            self.edge_sign[n] = 1
        self.edge_z[n] = z
        self.edge_axis[n] = axis
        self.edge_far[n] = far
        self.edges += 1
        return n

    def viewer_edges(self, x: i64, y: i64, nx: i64, ny: i64) -> None:
        """Record the lowest and the highest slope of the viewer's box."""
        near_axis: i64 = ALONG_Y
        near: i64 = 0
        far_axis: i64 = ALONG_Y
        far: i64 = 0
        side: i64 = 0
        while side < 4:
            # The sides are x0, x1, y0, y1; in front are those the eye lies outside of.
            axis: i64 = ALONG_Y if side < 2 else ALONG_X
            place: i64 = self.ax0
            front: bool = self.front_x > 0
            if side == 1:
                place = self.ax1
                front = self.front_x < 0
            elif side == 2:
                place = self.ay0
                front = self.front_y > 0
            elif side == 3:
                place = self.ay1
                front = self.front_y < 0
            ux: i64 = (place if axis == ALONG_Y else self.ax0) - self.cx
            uy: i64 = (self.ay0 if axis == ALONG_Y else place) - self.cy
            vx: i64 = (place if axis == ALONG_Y else self.ax1) - self.cx
            vy: i64 = (self.ay1 if axis == ALONG_Y else place) - self.cy
            way: i64 = turn(ux, uy, vx, vy)
            side += 1
            if way == 0:
                # At the viewer's own side: everything of it is met there first.
                if front and ux * vx + uy * vy <= 0:
                    near_axis = axis
                    near = place
                continue
            if way < 0:
                ux, uy, vx, vy = vx, vy, ux, uy
            if turn(ux, uy, x, y) >= 0 and turn(nx, ny, vx, vy) >= 0:
                if front:
                    near_axis = axis
                    near = place
                else:
                    far_axis = axis
                    far = place
        # A height above the eye is met lowest at the far side, one below at the near side.
        if self.az0 > self.cz:
            self.floor[self.floors] = self.side_edge(far_axis, far, self.az0)
        else:
            self.floor[self.floors] = self.side_edge(near_axis, near, self.az0)
        self.floors += 1
        if self.az1 > self.cz:
            self.ceiling[self.ceilings] = self.side_edge(near_axis, near, self.az1)
        else:
            self.ceiling[self.ceilings] = self.side_edge(far_axis, far, self.az1)
        self.ceilings += 1

    def side_edge(self, axis: i64, place: i64, height: i64) -> i64:
        """Record an edge of the viewer's box; one level with the eye is level at any distance."""
        n: i64 = self.edge(axis, place, height)
        if height == self.cz:
            self.edge_z[n] = 0
            self.edge_far[n] = 1
        return n

    def compare(self, one: i64, other: i64, end: i64) -> i64:
        """The difference of two edges' slopes at an end of the sector, times a positive number.

        An edge above or below the eye at zero distance is upright: its slope is infinite.
        """
        z: i64 = self.edge_z[one]
        w: i64 = self.edge_z[other]
        far: i64 = self.edge_far[one]
        away: i64 = self.edge_far[other]
        if far == 0 or away == 0:
            steep: i64 = 0
            if far == 0:
                steep = 1 if z > 0 else -1
            if away == 0:
                steep -= 1 if w > 0 else -1
            return steep
        r: i64 = self.end_x[end] if self.edge_axis[one] == ALONG_Y else self.end_y[end]
        q: i64 = self.end_x[end] if self.edge_axis[other] == ALONG_Y else self.end_y[end]
        return z * (self.edge_sign[one] * r) * away - w * (self.edge_sign[other] * q) * far

    def beside(self, one: i64, other: i64, end: i64, inward: i64) -> i64:
        """`compare` just inside that end."""
        found: i64 = self.compare(one, other, end)
        return found if found != 0 else self.compare(one, other, inward)

    def is_shut(self, end: i64, inward: i64) -> bool:
        """Whether all slopes are hidden just inside an end; `link` then records how.

        It holds the highest floor, the middles that continue from it upwards, the lowest ceiling.
        """
        level: i64 = self.floor[0]
        index: i64 = 1
        while index < self.floors:
            if self.beside(self.floor[index], level, end, inward) > 0:
                level = self.floor[index]
            index += 1
        goal: i64 = self.ceiling[0]
        index = 1
        while index < self.ceilings:
            if self.beside(self.ceiling[index], goal, end, inward) < 0:
                goal = self.ceiling[index]
            index += 1
        self.link[0] = level
        self.links = 1
        while self.beside(level, goal, end, inward) < 0:
            before: i64 = self.links
            index = 0
            while index < self.middles:
                if (
                    self.beside(self.under[index], level, end, inward) <= 0
                    and self.beside(self.over[index], level, end, inward) > 0
                ):
                    level = self.over[index]
                    self.link[self.links] = self.under[index]
                    self.link[self.links + 1] = level
                    self.links += 2
                index += 1
            if self.links == before:
                return False
        self.link[self.links] = goal
        self.links += 1
        return True

    def links_hold(self, end: i64) -> bool:
        """Whether the links found at the sector's other end hide everything at this one too."""
        index: i64 = 0
        while index < self.links:
            if self.compare(self.link[index], self.link[index + 1], end) < 0:
                return False
            index += 2
        return True
