"""The search of `line_search` on machine integers, for the plainest case: sight in plan.

Only screens that leave no room above or below count here. Where they alone leave no line between
two squares there is none, and the long search, which knows heights and slanted walls, need not
begin. Lines, points and cones are those of `cones`; every point has the scale 1 and lies within
`FAR` inches, so that all numbers stay below 2^42.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.sight.screens import CLOSED, Box, Scene

UNSURE: Final = 0
SHUT: Final = 1
"""No line passes the closed screens."""
CLEAR: Final = 2
"""One does; what else there is to look over or under may still be in its way."""

FAR: Final = 1 << 18
"""Inches: more than 4,000 squares."""
RAY: Final = 6
"""Numbers a ray takes: its own three, and three of the condition between it and the next."""


class PlanSearch:
    """Cones lie one behind the other in `rays`: where each begins, and how many rays it has."""

    def __init__(self) -> None:
        self.rays = vec[i64]([0] * (RAY * 256))
        self.size: i64 = RAY * 256
        self.values = vec[i64]([0] * 64)
        self.room: i64 = 64
        self.top: i64 = 0
        """Where the next cone goes."""
        self.at: i64 = 0
        """Where the cone clipped last begins."""
        self.swap = False
        self.x: i64 = 0
        self.y: i64 = 0
        self.ends = vec[i64]()
        """The two ends of each screen: x, y, x, y."""
        self.screens: i64 = 0

    def judge(self, scene: Scene, a: Box, b: Box) -> i64:
        """Whether closed screens alone leave a line between two squares.

        Asked of boxes of one square, through which no screen passes, among screens along the axes.
        """
        if a.column > b.column or (a.column == b.column and a.row > b.row):
            a, b = b, a
        if a.column == b.column and a.row == b.row:
            return UNSURE
        self.swap = a.column == b.column
        self.x = a.x0
        self.y = a.y0
        if not self.gather(scene):
            return UNSURE
        far: i64 = b.x0 - a.x0
        aside: i64 = b.y0 - a.y0
        if self.swap:
            far, aside = aside, far
        if self.is_clear(far, aside, True) or self.is_clear(far, aside, False):
            return CLEAR
        return SHUT

    def gather(self, scene: Scene) -> bool:
        """Note the closed screens, counted from the first square; False where one is too odd."""
        self.ends = vec[i64](capacity=4 * scene.count)
        self.screens = 0
        index: i64 = 0
        while index < scene.count:
            n: i64 = scene.picked[index]
            if scene.kinds[index] == CLOSED:
                if scene.d0[n] != 1 or scene.d1[n] != 1:
                    return False
                if not (
                    self.note(scene.x0[n], scene.y0[n]) and self.note(scene.x1[n], scene.y1[n])
                ):
                    return False
                self.screens += 1
            index += 1
        return True

    def note(self, x: i64, y: i64) -> bool:
        x -= self.x
        y -= self.y
        if self.swap:
            x, y = y, x
        self.ends = append(self.ends, x)
        self.ends = append(self.ends, y)
        return -FAR < x < FAR and -FAR < y < FAR

    def is_clear(self, far: i64, aside: i64, rises: bool) -> bool:
        """Whether a line through both squares, rising or falling, passes all closed screens."""
        self.top = 3 * RAY
        if rises:
            self.put(0, -1, 0, SQUARE, -SQUARE, 0, -1)
            self.put(RAY, 0, 1, 0, -1, 0, 0)
            self.put(2 * RAY, 0, 0, -1, 0, 1, 0)
        else:
            self.put(0, 1, 0, 0, 0, 0, -1)
            self.put(RAY, 0, 1, 0, 1, 0, 0)
            self.put(2 * RAY, 0, 0, -1, 0, 1, 0)
        left: i64 = 0 if rises else SQUARE
        right: i64 = SQUARE - left
        count: i64 = self.clip(0, 3, left, SQUARE, 1)
        if count > 0:
            count = self.clip(self.at, count, right, 0, -1)
        if count > 0:
            count = self.clip(self.at, count, far + left, aside + SQUARE, 1)
        if count > 0:
            count = self.clip(self.at, count, far + right, aside, -1)
        return count > 0 and self.past(self.at, count, 0)

    def past(self, begin: i64, count: i64, index: i64) -> bool:
        """Part the lines at the ends of one screen after another; none may cross it."""
        if index == self.screens:
            return True
        ax: i64 = self.ends[4 * index]
        ay: i64 = self.ends[4 * index + 1]
        bx: i64 = self.ends[4 * index + 2]
        by: i64 = self.ends[4 * index + 3]
        top: i64 = self.top
        side: i64 = 1
        while side >= -1:
            left: i64 = self.clip(begin, count, ax, ay, side)
            if left > 0:
                left = self.clip(self.at, left, bx, by, side)
                if left > 0 and self.past(self.at, left, index + 1):
                    return True
            self.top = top
            side -= 2
        return False

    def put(self, at: i64, x: i64, y: i64, z: i64, side_x: i64, side_y: i64, side_z: i64) -> None:
        rays = self.rays
        rays[at] = x
        rays[at + 1] = y
        rays[at + 2] = z
        rays[at + 3] = side_x
        rays[at + 4] = side_y
        rays[at + 5] = side_z

    def clip(self, begin: i64, count: i64, x: i64, y: i64, side: i64) -> i64:
        """The part of a cone on one side of a point: its number of rays, 0 for nothing inside."""
        while self.room < count:
            self.values = append(self.values, 0)
            self.room += 1
        while self.size < self.top + (count + 2) * RAY:
            self.rays = append(self.rays, 0)
            self.size += 1
        rays = self.rays
        values = self.values
        some = False
        every = True
        index: i64 = 0
        at: i64 = begin
        while index < count:
            worth: i64 = (rays[at] * x + rays[at + 1] * y + rays[at + 2]) * side
            values[index] = worth
            if worth > 0:
                some = True
            elif worth < 0:
                every = False
            at += RAY
            index += 1
        if not some:
            return 0
        self.at = begin
        if every:
            return count
        x *= side
        y *= side
        self.at = self.top
        kept: i64 = 0
        to: i64 = self.top
        index = 0
        while index < count:
            worth = values[index]
            after: i64 = values[index + 1] if index + 1 < count else values[0]
            at = begin + index * RAY
            sx: i64 = rays[at + 3]
            sy: i64 = rays[at + 4]
            sz: i64 = rays[at + 5]
            if worth >= 0:
                if worth == 0 and after <= 0:
                    self.put(to, rays[at], rays[at + 1], rays[at + 2], x, y, side)
                else:
                    self.put(to, rays[at], rays[at + 1], rays[at + 2], sx, sy, sz)
                to += RAY
                kept += 1
            if (worth > 0 and after < 0) or (worth < 0 and after > 0):
                # The new ray lies on this side of the cone; the side before it tells which way.
                nx: i64 = sy * side - sz * y
                ny: i64 = sz * x - sx * side
                nz: i64 = sx * y - sy * x
                before: i64 = at - RAY if index > 0 else begin + (count - 1) * RAY
                if rays[before + 3] * nx + rays[before + 4] * ny + rays[before + 5] * nz < 0:
                    nx = -nx
                    ny = -ny
                    nz = -nz
                if worth > 0:
                    self.put(to, nx, ny, nz, x, y, side)
                else:
                    self.put(to, nx, ny, nz, sx, sy, sz)
                to += RAY
                kept += 1
            index += 1
        self.top = to
        return kept
