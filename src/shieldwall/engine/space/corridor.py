"""Which squares a search for squares in range looks at, if it need not look at all.

A corridor must hold the squares of the way to each square it holds. Then the search finds these
squares in the same order, at the same cost and by the same way as a search of everything.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import rise
from shieldwall.engine.state.state import Unit

FAR_OFF: Final = 1000


class Corridor:
    """All squares."""

    def holds(self, cell: i64, walked: i64) -> bool:
        """Whether the search looks at a square that it reaches after so many steps."""
        return True


class Field:
    """The steps from every square to the nearest of some goals, ignoring units."""

    def __init__(self, steps_to: vec[i32]) -> None:
        self.steps_to = steps_to
        """By square; UNREACHED if no way leads to a goal."""

    def steps_from(self, cell: i64) -> i64:
        return i64(self.steps_to[cell])


class WaysTo(Corridor):
    """The squares on the way to some goals by which it is no longer than `steps`, in all."""

    def __init__(self, goals: list[Field], steps: i64) -> None:
        self.goals = goals
        self.steps = steps

    def holds(self, cell: i64, walked: i64) -> bool:
        left: i64 = self.steps - walked
        for goal in self.goals:
            if i64(goal.steps_to[cell]) <= left:
                return True
        return False


class WaysNear(Corridor):
    """The squares from which a body may still come within `span` of a unit in `allowance` steps.

    If nothing is in the way: a step changes the distance by one at most.
    """

    def __init__(self, grid: GridMap, body: i64, units: list[Unit], allowance: i64, span: i64):
        self.width: i64 = grid.width
        self.steps: i64 = allowance + span
        self.boxes = vec[i64](capacity=4 * len(units))
        """For each unit the first and last column, and the first and last row, that it touches."""
        for unit in units:
            size: i64 = unit.sheet.size
            self.boxes = append(self.boxes, unit.x - body + 1)
            self.boxes = append(self.boxes, unit.x + size - 1)
            self.boxes = append(self.boxes, unit.y - body + 1)
            self.boxes = append(self.boxes, unit.y + size - 1)

    def holds(self, cell: i64, walked: i64) -> bool:
        left: i64 = self.steps - walked
        boxes = self.boxes
        y: i64 = cell // self.width
        x: i64 = cell - y * self.width
        place: i64 = 0
        while place < len(boxes):
            if boxes[place] - left <= x <= boxes[place + 1] + left:
                if boxes[place + 2] - left <= y <= boxes[place + 3] + left:
                    return True
            place += 4
        return False


class WaysOff(Corridor):
    """The squares from which a man-sized unit may still get far enough from all foes.

    On ground of one height: a step changes the distance by one at most.
    """

    def __init__(self, grid: GridMap, foes: list[Unit]) -> None:
        self.grid = grid
        self.foes = vec[i64](capacity=3 * len(foes))
        """For each foe x, y and the height of its feet."""
        for foe in foes:
            self.foes = append(self.foes, foe.x)
            self.foes = append(self.foes, foe.y)
            self.foes = append(self.foes, foe.feet)
        self.gained: i64 = 0
        """A square after so many steps must be this much farther from the foes, and the steps."""

    def holds(self, cell: i64, walked: i64) -> bool:
        far: i64 = self.gained + walked
        return self.least(cell, far - 1) >= far

    def least(self, cell: i64, enough: i64) -> i64:
        """Steps from a square to the nearest foe; any number up to `enough` if not more."""
        foes = self.foes
        feet: i64 = self.grid.floor[cell]
        y: i64 = cell // self.grid.width
        x: i64 = cell - y * self.grid.width
        least: i64 = FAR_OFF
        place: i64 = 0
        while place < len(foes):
            apart: i64 = x - foes[place]
            if apart < 0:
                apart = -apart
            down: i64 = y - foes[place + 1]
            if down < 0:
                down = -down
            if down > apart:
                apart = down
            if feet != foes[place + 2]:
                up: i64 = rise(feet, 1, foes[place + 2], 1)
                if up > apart:
                    apart = up
            if apart < least:
                least = apart
                if least <= enough:
                    return least
            place += 3
        return least
