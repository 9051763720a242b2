"""Tree nodes, and caches of trees that differ only in hit points, by path."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.tape.enumeration import Fork
from shieldwall.engine.tape.request import Choice

LEAF: Final = 0
DICE: Final = 1
CHOICE: Final = 2
SKETCH: Final = 3

UNKNOWN: Final = 0
NO: Final = 1
YES: Final = 2

DAMAGE: Final = "damage"
"""The die after which nothing is different but the hit points it has cost."""


class Node:
    """A node: a leaf with its number, a die with weights, or a choice."""

    def __init__(self, number: int, kind: int) -> None:
        self.number = number
        self.kind = kind
        self.leaf = -1
        self.void = False
        """Whether it contains dice that are rerolled."""
        self.ways: list[Node] = []
        self.weights: list[int] = []
        """For a die: how many faces lead to each branch."""
        self.total = 0
        self.unit = -1
        """For a choice: the unit, the point, the options and the minds' answers."""
        self.point = -1
        self.choices: list[Choice] = []
        self.said: tuple[int, ...] = ()
        self.together = 0
        self.asked: tuple[object, ...] = ()
        """The same as a key."""
        self.quiet = UNKNOWN
        """Whether the fight may go on behind it with the same hit points."""
        self.pass_: i64 = -1
        """The last pass over positions that computed its value, and that value."""
        self.low: i64 = 0
        self.high: i64 = 0
        self.wins: i64 = 0
        self.losses: i64 = 0


class Line:
    """Known trees along a line of hit point totals."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}

    def between(self, place: int) -> Node | None:
        """The tree on both sides of a total, if it is the same."""
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
        """Whether two lines have the same trees at the nearest totals on both sides."""
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


def between_lines(lines: dict[int, Line], across: int, place: int) -> Node | None:
    """What is known at a place of the nearest lines on both sides, where it is the same."""
    below = -1
    above = -1
    for number in lines:
        if below < number < across and lines[number].between(place) is not None:
            below = number
        elif number > across and (above < 0 or number < above):
            if lines[number].between(place) is not None:
                above = number
    if below < 0 or above < 0:
        return None
    found = lines[below].between(place)
    return found if found is lines[above].between(place) else None


class Totals:
    """What lies behind a place in trees that differ in hit points alone, by both totals there.

    Where it is the same below and above some total, it is the same there: rules compare hit points
    with thresholds, as they do dice.
    """

    def __init__(self) -> None:
        self.rows: dict[int, Line] = {}
        self.columns: dict[int, Line] = {}

    def known(self, hp: int, there: int) -> Node | None:
        row = self.rows.get(hp)
        column = self.columns.get(there)
        found: Node | None = None
        if row is not None:
            found = row.between(there)
        if found is None and column is not None:
            found = column.between(hp)
        if found is None:
            found = between_lines(self.rows, hp, there)
        if found is None:
            found = between_lines(self.columns, there, hp)
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


class TreePath:
    """A fork that dice and choices lead to, and what is known of it by the totals at that moment.

    Of damage only what it has left counts, not how it fell: a blow for 4 with 10 hit points leads
    to the same fork as one for 3 with 9.
    """

    def __init__(self) -> None:
        self.whole = Totals()
        self.behind: dict[tuple[object, ...], Totals] = {}
        """By the way taken: what lies behind it."""
        self.onward: dict[tuple[object, ...], TreePath] = {}

    def known(self, fork: Fork, way: int) -> Node | None:
        """What lies behind a way of the fork."""
        totals = self.behind.get(way_key(fork, way))
        return None if totals is None else totals.known(int(fork.hp), int(fork.there))

    def note(self, fork: Fork, way: int, node: Node) -> None:
        key = way_key(fork, way)
        totals = self.behind.get(key)
        if totals is None:
            totals = Totals()
            self.behind[key] = totals
        totals.note(int(fork.hp), int(fork.there), node)

    def first(self) -> TreePath:
        """Of where all begin: the first fork."""
        found = self.onward.get(())
        if found is None:
            found = TreePath()
            self.onward[()] = found
        return found

    def next(self, fork: Fork, way: int, after: Fork) -> TreePath:
        """The fork that comes after a way of this one."""
        key = way_key(fork, way)
        if fork.tag == DAMAGE:
            lost: i64 = fork.hp - after.hp
            lost_there: i64 = fork.there - after.there
            if lost == 0 or lost_there == 0:
                key = (DAMAGE, way - int(lost + lost_there), lost != 0, lost_there != 0)
        found = self.onward.get(key)
        if found is None:
            found = TreePath()
            self.onward[key] = found
        return found


def way_key(fork: Fork, way: int) -> tuple[object, ...]:
    return (fork.tag, way) if fork.tag else (fork.point, fork.unit, fork.ways[way].key())
