"""Convex cones of lines on machine integers, one behind the other in one list.

Lines, points and cones are those of `cones`, every point with the scale 1: a cone is clipped at a
point, and what is left of it goes behind the last.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

RAY: Final = 6
"""Numbers stored per ray: its own three, and three for the condition between it and the next."""


class ConePool:
    """Cones lie one behind the other in `rays`: where each begins, and how many rays it has."""

    def __init__(self) -> None:
        self.rays = vec[i64]([0] * (RAY * 256))
        self.size: i64 = RAY * 256
        self.values = vec[i64]([0] * 64)
        self.room: i64 = 64
        self.top: i64 = 0
        """The start of the next cone."""
        self.at: i64 = 0
        """The start of the cone clipped last."""

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
