"""Walking distances to goals, and the squares on a way to them that is not too long."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64


class Field:
    """The steps from every square to the nearest of some goals, ignoring units."""

    def __init__(self, steps_to: vec[i32]) -> None:
        self.steps_to = steps_to
        """By square; `reach.UNREACHED` if no way leads to a goal."""

    def steps_from(self, cell: i64) -> i64:
        return i64(self.steps_to[cell])


class Corridor:
    """The squares on the way to some goals by which it is no longer than `steps`, in all."""

    def __init__(self, goals: list[Field], steps: i64) -> None:
        self.goals = goals
        self.steps = steps

    def holds(self, cell: i64, walked: i64) -> bool:
        """Whether one of the goals is near enough to the square after so many steps."""
        left: i64 = self.steps - walked
        for goal in self.goals:
            if i64(goal.steps_to[cell]) <= left:
                return True
        return False
