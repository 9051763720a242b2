"""The squares that lines from one square cross in plan, found in one sweep.

`plan_search` asks whether a line joins two squares. Here the lines from one square advance column
by column and split where an edge stops some of them; every square they pass is met. In each
quadrant the lines rise. A beam is a convex cone of them (`cones`): those that pass above some
points and below others. Points are corners of squares, counted in squares from the viewer's own, so
all numbers stay below 2^40.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shieldwall.engine.space.sight.cone_pool import RAY, ConePool

ABOVE: Final = -1
"""The lines are to pass above a point …"""
BELOW: Final = 1
"""… or below it."""

ENTRY: Final = 4
"""Numbers stored for a waiting beam: start, rays, column, and whether it is inside the column."""
EVERYWHERE: Final = 1 << 40


class Beams(ConePool):
    """The lines from a square across a map whose edges stop some of them."""

    def __init__(self, width: i64, height: i64, right: vec[u8], below: vec[u8]) -> None:
        super().__init__()
        self.width: i64 = width
        self.height: i64 = height
        self.right = right
        """Per square: what its edge to the next column stops, one bit per kind …"""
        self.below = below
        """… and its edge to the next row."""
        self.stops: i64 = 0
        """The bit of the edges that count."""
        self.met = vec[u8]()
        """Squares met, one bit each, eight to a number."""
        self.body: i64 = 0
        self.wide: i64 = 0
        self.tall: i64 = 0
        """Squares in the quadrant."""
        self.first: i64 = 0
        self.over: i64 = 0
        self.up: i64 = 0
        """The quadrant's first square, and how far the next ones in its directions are."""
        self.side: i64 = 0
        self.top_edge: i64 = 0
        """Where the edges towards smaller columns and towards larger rows are kept."""
        self.waiting = vec[i64]([0] * (ENTRY * 64))
        self.waits: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0

    def spread(self, x: i64, y: i64, size: i64, stops: i64) -> vec[u8]:
        """A bit for each square that a line meets from the square of `size` at x, y."""
        self.met = vec[u8]([0] * ((self.width * self.height + 7) // 8))
        self.body = size
        self.stops = stops
        quadrant: i64 = 0
        while quadrant < 4:
            if quadrant & 1 == 0:
                self.wide = self.width - x
                self.over = 1
                self.side = -1
                self.first = x
            else:
                self.wide = x + size
                self.over = -1
                self.side = 0
                self.first = x + size - 1
            if quadrant & 2 == 0:
                self.tall = self.height - y
                self.up = self.width
                self.top_edge = 0
                self.first += y * self.width
            else:
                self.tall = y + size
                self.up = -self.width
                self.top_edge = -self.width
                self.first += (y + size - 1) * self.width
            self.sweep()
            quadrant += 1
        return self.met

    def sweep(self) -> None:
        """Follow all rising lines of the quadrant."""
        size: i64 = self.body
        # All rising lines above the corner (size, 0); then those below the corner (0, size).
        self.put(0, -1, 0, size, -size, 0, -1)
        self.put(RAY, 0, 1, 0, -1, 0, 0)
        self.put(2 * RAY, 0, 0, -1, 0, 1, 0)
        self.top = 3 * RAY
        self.waits = 0
        count: i64 = self.clip(0, 3, 0, size, BELOW)
        self.wait(self.at, count, 0, 1)
        while self.waits > 0:
            self.waits -= 1
            place: i64 = self.waits * ENTRY
            begin: i64 = self.waiting[place]
            count = self.waiting[place + 1]
            # Everything behind the last waiting beam has been followed to its end.
            self.top = begin + count * RAY
            self.follow(begin, count, self.waiting[place + 2], self.waiting[place + 3] != 0)

    def wait(self, begin: i64, count: i64, column: i64, inside: i64) -> None:
        place: i64 = self.waits * ENTRY
        while len(self.waiting) < place + ENTRY:
            self.waiting = append(self.waiting, 0)
        self.waiting[place] = begin
        self.waiting[place + 1] = count
        self.waiting[place + 2] = column
        self.waiting[place + 3] = inside
        self.waits += 1

    def follow(self, begin: i64, count: i64, column: i64, inside: bool) -> None:
        """Follow a beam from column to column until it splits or ends.

        `inside`: it has passed the edge of its column already.
        """
        while column < self.wide:
            self.span(begin, count, column)
            if self.low >= self.tall:
                return
            if not inside and self.is_parted_at_edge(column):
                self.part_at_edge(begin, count, column)
                return
            inside = False
            self.reach(begin, count, column + 1)
            if self.is_parted_in_column(column):
                self.part_in_column(begin, count, column)
                return
            self.meet(column, self.low, self.high)
            column += 1

    def span(self, begin: i64, count: i64, x: i64) -> None:
        """The rows in which the lines cross the edge of a column: `low` to `high`."""
        rays = self.rays
        low: i64 = EVERYWHERE
        high: i64 = -1
        index: i64 = 0
        at: i64 = begin
        while index < count:
            slope: i64 = rays[at + 1]
            rise: i64 = -(rays[at] * x + rays[at + 2])
            if slope == 0:
                if rise < 0:
                    low = 0
                elif rise > 0:
                    high = EVERYWHERE
            elif rise <= 0:
                low = 0
            else:
                row: i64 = rise // slope
                if row < low:
                    low = row
                if row * slope == rise:
                    row -= 1
                if row > high:
                    high = row
            index += 1
            at += RAY
        self.low = low
        self.high = high if high < self.tall else self.tall - 1

    def reach(self, begin: i64, count: i64, x: i64) -> None:
        """The last row the lines reach at the end of a column."""
        rays = self.rays
        high: i64 = -1
        index: i64 = 0
        at: i64 = begin
        while index < count:
            slope: i64 = rays[at + 1]
            rise: i64 = -(rays[at] * x + rays[at + 2])
            if rise > 0:
                if slope == 0:
                    high = EVERYWHERE
                else:
                    row: i64 = (rise - 1) // slope
                    if row > high:
                        high = row
            index += 1
            at += RAY
        self.high = high if high < self.tall else self.tall - 1

    def is_parted_at_edge(self, column: i64) -> bool:
        if column == 0:
            return False
        right = self.right
        stops: i64 = self.stops
        row: i64 = self.low
        if column < self.body and row < self.body:
            row = self.body
        edge: i64 = self.first + column * self.over + row * self.up + self.side
        while row <= self.high:
            if i64(right[edge]) & stops != 0:
                return True
            row += 1
            edge += self.up
        return False

    def is_open_edge(self, column: i64, row: i64) -> bool:
        """Whether lines pass from the column before into a square."""
        if column < self.body and row < self.body:
            return True
        edge: i64 = self.first + column * self.over + row * self.up + self.side
        return i64(self.right[edge]) & self.stops == 0

    def part_at_edge(self, begin: i64, count: i64, column: i64) -> None:
        """Split a beam at the gaps in the edges before a column."""
        low: i64 = self.low
        high: i64 = self.high
        row: i64 = low
        while row <= high:
            if not self.is_open_edge(column, row):
                row += 1
                continue
            start: i64 = row
            while row <= high and self.is_open_edge(column, row):
                row += 1
            self.at = begin
            left: i64 = count
            if start > low:
                left = self.clip(begin, count, column, start, ABOVE)
            if left > 0 and row <= high:
                left = self.clip(self.at, left, column, row, BELOW)
            if left > 0:
                self.wait(self.at, left, column, 1)

    def is_parted_in_column(self, column: i64) -> bool:
        """Whether an edge between squares of a column stops some of the lines."""
        below = self.below
        stops: i64 = self.stops
        row: i64 = self.low
        if column < self.body and row < self.body - 1:
            row = self.body - 1
        edge: i64 = self.first + column * self.over + row * self.up + self.top_edge
        while row < self.high:
            if i64(below[edge]) & stops != 0:
                return True
            row += 1
            edge += self.up
        return False

    def is_open_above(self, column: i64, row: i64) -> bool:
        """Whether lines pass from a square to the one above it."""
        if column < self.body and row < self.body - 1:
            return True
        edge: i64 = self.first + column * self.over + row * self.up + self.top_edge
        return i64(self.below[edge]) & self.stops == 0

    def part_in_column(self, begin: i64, count: i64, column: i64) -> None:
        """Split a beam at the edges inside a column that stop lines."""
        low: i64 = self.low
        high: i64 = self.high
        row: i64 = low
        while row <= high:
            start: i64 = row
            while row < high and self.is_open_above(column, row):
                row += 1
            self.at = begin
            left: i64 = count
            if start > low:
                left = self.clip(begin, count, column, start, ABOVE)
            if left > 0:
                here: i64 = self.at
                self.reach(here, left, column + 1)
                self.meet(column, start, row if row < self.high else self.high)
                if row < self.high:
                    left = self.clip(here, left, column + 1, row + 1, BELOW)
                if left > 0:
                    self.wait(self.at, left, column + 1, 0)
            row += 1

    def meet(self, column: i64, low: i64, high: i64) -> None:
        met = self.met
        cell: i64 = self.first + column * self.over + low * self.up
        row: i64 = low
        while row <= high:
            place: i64 = cell >> 3
            met[place] = u8(i64(met[place]) | (1 << (cell & 7)))
            cell += self.up
            row += 1
