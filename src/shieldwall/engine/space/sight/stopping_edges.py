"""The edges of squares that stop sight between creatures of roughly known heights."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.sight.screen_list import ALONG_X, ALONG_Y, squares_under
from shieldwall.engine.space.sight.screens import Scene

MAY: Final = 1
"""Something on the edge may stop a line …"""
SURE: Final = 2
"""… and this edge stops each of them."""


class StoppingEdges:
    """The edges of a map for feet from `lowest` up and heads up to `highest`, in inches.

    A screen that is not on an edge is put on all four edges of each square it crosses, as one that
    may stop a line: it is uncertain whether such a square is seen.
    """

    def __init__(self, scene: Scene, lowest: i64, highest: i64) -> None:
        self.width: i64 = scene.width
        self.height: i64 = scene.height
        self.right = vec[u8](bytes(int(scene.cells)))
        """By square, of the edge to the next column."""
        self.below = vec[u8](bytes(int(scene.cells)))
        """By square, of the edge to the next row."""
        self.certain = True
        """Whether each edge stops either every line or none."""
        number: i64 = 0
        while number < scene.screens:
            low: i64 = scene.low[number]
            high: i64 = scene.high[number]
            if high > lowest and low < highest:
                closed = low <= lowest and high >= highest
                axis: i64 = scene.axis[number]
                if axis == ALONG_Y and scene.x0[number] % SQUARE == 0:
                    self.put_upright(scene, number, closed)
                elif axis == ALONG_X and scene.y0[number] % SQUARE == 0:
                    self.put_across(scene, number, closed)
                else:
                    self.certain = False
                    for cell in squares_under(
                        scene.screen(int(number)), int(self.width), int(self.height)
                    ):
                        self.surround(cell)
            number += 1

    def put_upright(self, scene: Scene, number: i64, closed: bool) -> None:
        column: i64 = scene.x0[number] // SQUARE - 1
        if column < 0 or column + 1 >= self.width:
            return
        start: i64 = scene.y0[number]
        end: i64 = scene.y1[number]
        if start > end:
            start, end = end, start
        row: i64 = start // SQUARE
        while row * SQUARE < end:
            whole = row * SQUARE >= start and (row + 1) * SQUARE <= end
            cell: i64 = row * self.width + column
            self.right[cell] = self.stopped(self.right[cell], closed and whole)
            row += 1

    def put_across(self, scene: Scene, number: i64, closed: bool) -> None:
        row: i64 = scene.y0[number] // SQUARE - 1
        if row < 0 or row + 1 >= self.height:
            return
        start: i64 = scene.x0[number]
        end: i64 = scene.x1[number]
        if start > end:
            start, end = end, start
        column: i64 = start // SQUARE
        while column * SQUARE < end:
            whole = column * SQUARE >= start and (column + 1) * SQUARE <= end
            cell: i64 = row * self.width + column
            self.below[cell] = self.stopped(self.below[cell], closed and whole)
            column += 1

    def stopped(self, before: u8, sure: bool) -> u8:
        if sure or before == MAY | SURE:
            return MAY | SURE
        self.certain = False
        return MAY

    def surround(self, cell: i64) -> None:
        self.right[cell] = self.stopped(self.right[cell], False)
        self.below[cell] = self.stopped(self.below[cell], False)
        if cell % self.width > 0:
            self.right[cell - 1] = self.stopped(self.right[cell - 1], False)
        if cell >= self.width:
            self.below[cell - self.width] = self.stopped(self.below[cell - self.width], False)
