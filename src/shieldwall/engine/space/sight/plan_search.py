"""The search of `line_search` on machine integers, for the simplest case: sight in plan.

Only closed screens (without room above or below) count here. If they alone leave no line between
two squares there is none, and the general search, which handles heights and slanted walls, is
skipped. Lines, points and cones are those of `cones`; every point has scale 1 and lies within `FAR`
inches, so that all numbers stay below 2^42.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.sight.cone_pool import RAY, ConePool
from shieldwall.engine.space.sight.screens import CLOSED, Box, Scene

UNSURE: Final = 0
SHUT: Final = 1
"""No line passes the closed screens."""
CLEAR: Final = 2
"""A line passes; other screens may still block it."""

FAR: Final = 1 << 18
"""Inches: more than 4,000 squares."""


class PlanSearch(ConePool):
    """Whether closed screens leave a line between two squares."""

    def __init__(self) -> None:
        super().__init__()
        self.swap = False
        self.x: i64 = 0
        self.y: i64 = 0
        self.ends = vec[i64]()
        """The two ends of each screen: x, y, x, y."""
        self.screens: i64 = 0

    def judge(self, scene: Scene, a: Box, b: Box) -> i64:
        """Whether closed screens alone leave a line between two squares.

        For boxes of one square that no screen crosses, among screens along the axes.
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
        """Store the closed screens relative to the first square; False if one is out of range."""
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
        """Whether a rising or falling line through both squares passes all closed screens."""
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
        """Split the lines at the ends of the screens in turn; none may cross a screen."""
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
