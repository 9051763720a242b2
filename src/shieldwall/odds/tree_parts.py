"""The parts of trees, and what is known of trees that differ in hit points alone, path by path."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.tape.enumeration import Fork
from shieldwall.engine.tape.request import Choice

LEAF: Final = 0
DICE: Final = 1
CHOICE: Final = 2
SKETCH: Final = 3


class Node:
    """A part of a tree: a leaf with its number, a die with weights, or a choice."""

    def __init__(self, number: int, kind: int) -> None:
        self.number = number
        self.kind = kind
        self.leaf = -1
        self.void = False
        """Whether dice that decide nothing, and are rolled again, are behind it."""
        self.ways: list[Node] = []
        self.weights: list[int] = []
        """Of a die: how many of its faces lead to each way."""
        self.total = 0
        self.unit = -1
        """Of a choice: who makes it, when, among what, and what the minds would say."""
        self.point = -1
        self.choices: list[Choice] = []
        self.said: tuple[int, ...] = ()
        self.together = 0
        self.pass_: i64 = -1
        """The pass over positions that has worked out last what this part is worth, and that."""
        self.low: i64 = 0
        self.high: i64 = 0
        self.wins: i64 = 0
        self.losses: i64 = 0


class Line:
    """What is known along a line of hit point totals."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}

    def between(self, place: int) -> Node | None:
        """The tree on both sides of a place, where it is the same one."""
        below = above = -1
        for known in self.nodes:
            if known <= place and known > below:
                below = known
            if known >= place and (above < 0 or known < above):
                above = known
        if below < 0 or above < 0:
            return None
        found = self.nodes[below]
        return found if found is self.nodes[above] else None

    def agrees(self, other: Line, place: int) -> bool:
        """Whether two lines lead to the same trees at the nearest totals on both sides."""
        below = above = -1
        for known in self.nodes:
            if known in other.nodes:
                if known < place and known > below:
                    below = known
                if known > place and (above < 0 or known < above):
                    above = known
        if below < 0 or above < 0:
            return False
        return self.nodes[below] is other.nodes[below] and self.nodes[above] is other.nodes[above]


class TreePath:
    """A path along dice that fell and choices that were made, and what lies behind it.

    Known by the hit points of both at the start. Where it is the same below and above some total,
    it is the same there: rules compare hit points with thresholds, as they do dice.
    """

    def __init__(self) -> None:
        self.onward: dict[tuple[object, ...], TreePath] = {}
        self.rows: dict[int, Line] = {}
        self.columns: dict[int, Line] = {}

    def beyond(self, fork: Fork, way: int) -> TreePath:
        if fork.tag:
            key: tuple[object, ...] = (fork.tag, way)
        elif fork.count > 1:
            key = (fork.point, fork.unit, fork.ways[way].key())
        else:
            return self
        found = self.onward.get(key)
        if found is None:
            found = TreePath()
            self.onward[key] = found
        return found

    def known(self, hp: int, there: int) -> Node | None:
        row = self.rows.get(hp)
        column = self.columns.get(there)
        found: Node | None = None
        if row is not None:
            found = row.between(there)
        if found is None and column is not None:
            found = column.between(hp)
        # Where the one's total makes no difference below and above a total of the other, it makes
        # none there.
        if found is None and row is not None and column is not None:
            for place, node in row.nodes.items():
                if self.columns[place].agrees(column, hp):
                    return node
            for place, node in column.nodes.items():
                if self.rows[place].agrees(row, there):
                    return node
        return found

    def note(self, hp: int, there: int, node: Node) -> None:
        row = self.rows.get(hp)
        if row is None:
            row = Line()
            self.rows[hp] = row
        row.nodes[there] = node
        column = self.columns.get(there)
        if column is None:
            column = Line()
            self.columns[there] = column
        column.nodes[hp] = node
