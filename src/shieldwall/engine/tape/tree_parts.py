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
"""The die after which only the hit points it has cost differ."""


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
        self.slotted: i64 = -1
        """The last list of steps that has a slot for it (`odds.duel_rounds`), and that slot."""
        self.slot: i64 = -1


def index_of(totals: list[int], total: i64) -> i64:
    """The index of the lowest known total that is not below this one."""
    low: i64 = 0
    high: i64 = len(totals)
    while low < high:
        middle: i64 = (low + high) >> 1
        if totals[middle] < total:
            low = middle + 1
        else:
            high = middle
    return low


class Line:
    """Known trees along a line of hit point totals, in ascending order."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self.nodes: list[Node] = []
        self.last: i64 = -1
        """The last query, and its result."""
        self.answer: Node | None = None

    def at(self, place: i64) -> Node | None:
        """The tree of a total, if it is known itself."""
        index = index_of(self.places, place)
        if index < len(self.places) and self.places[index] == place:
            return self.nodes[index]
        return None

    def note(self, place: i64, node: Node) -> None:
        index = index_of(self.places, place)
        if index < len(self.places) and self.places[index] == place:
            self.nodes[index] = node
        else:
            self.places.insert(index, place)
            self.nodes.insert(index, node)
        self.last = -1

    def between(self, place: i64) -> Node | None:
        """The tree on both sides of a total, if it is the same."""
        if place != self.last:
            self.answer = self.found(place)
            self.last = place
        return self.answer

    def found(self, place: i64) -> Node | None:
        index = index_of(self.places, place)
        if index == len(self.places):
            return None
        node = self.nodes[index]
        if self.places[index] == place:
            return node
        return node if index > 0 and self.nodes[index - 1] is node else None

    def agrees(self, other: Line, place: i64) -> bool:
        """Whether two lines have the same trees at the nearest totals on both sides."""
        above: i64 = index_of(self.places, place)
        below: i64 = above - 1
        if above < len(self.places) and self.places[above] == place:
            above += 1
        while below >= 0:
            theirs = other.at(self.places[below])
            if theirs is not None:
                if theirs is not self.nodes[below]:
                    return False
                break
            below -= 1
        if below < 0:
            return False
        while above < len(self.places):
            theirs = other.at(self.places[above])
            if theirs is not None:
                return theirs is self.nodes[above]
            above += 1
        return False


class Lines:
    """The lines of one direction, in ascending order of the total they are for."""

    def __init__(self) -> None:
        self.totals: list[int] = []
        self.lines: list[Line] = []

    def line(self, total: i64) -> Line | None:
        index = index_of(self.totals, total)
        if index < len(self.totals) and self.totals[index] == total:
            return self.lines[index]
        return None

    def made(self, total: i64) -> Line:
        index = index_of(self.totals, total)
        if index == len(self.totals) or self.totals[index] != total:
            self.totals.insert(index, total)
            self.lines.insert(index, Line())
        return self.lines[index]

    def between(self, across: i64, place: i64) -> Node | None:
        """What is known at a place of the nearest lines on both sides, where it is the same."""
        above: i64 = index_of(self.totals, across)
        below: i64 = above - 1
        if above < len(self.totals) and self.totals[above] == across:
            above += 1
        node: Node | None = None
        while below >= 0 and node is None:
            node = self.lines[below].between(place)
            below -= 1
        if node is None:
            return None
        while above < len(self.totals):
            other = self.lines[above].between(place)
            if other is not None:
                return node if other is node else None
            above += 1
        return None


class Totals:
    """The subtrees at one place of trees that differ only in hit points, by both totals there.

    Where it is the same below and above some total, it is the same there: rules compare hit points
    with thresholds, as they do dice.
    """

    def __init__(self) -> None:
        self.rows = Lines()
        self.columns = Lines()

    def known(self, hp: i64, there: i64) -> Node | None:
        row = self.rows.line(hp)
        column = self.columns.line(there)
        found: Node | None = None
        if row is not None:
            found = row.between(there)
        if found is None and column is not None:
            found = column.between(hp)
        if found is None:
            found = self.rows.between(hp, there)
        if found is None:
            found = self.columns.between(there, hp)
        # Where the one's total makes no difference below and above a total of the other, it makes
        # none there.
        if found is None and row is not None and column is not None:
            place: i64 = 0
            while place < len(row.places):
                across = self.columns.line(row.places[place])
                if across is not None and across.agrees(column, hp):
                    return row.nodes[place]
                place += 1
            place = 0
            while place < len(column.places):
                along = self.rows.line(column.places[place])
                if along is not None and along.agrees(row, there):
                    return column.nodes[place]
                place += 1
        return found

    def note(self, hp: i64, there: i64, node: Node) -> None:
        self.rows.made(hp).note(there, node)
        self.columns.made(there).note(hp, node)


class TreePath:
    """A fork reached by dice and choices, and its known subtrees by the totals at that moment.

    Only the remaining hit points count, not the damage: a hit for 4 with 10 hit points leads to the
    same fork as one for 3 with 9.
    """

    def __init__(self) -> None:
        self.whole = Totals()
        self.behind: dict[tuple[object, ...], Totals] = {}
        """The continuation, by the way taken."""
        self.onward: dict[tuple[object, ...], TreePath] = {}

    def known(self, fork: Fork, way: int) -> Node | None:
        """The continuation behind a way of the fork."""
        totals = self.behind.get(way_key(fork, way))
        return None if totals is None else totals.known(fork.hp, fork.there)

    def note(self, fork: Fork, way: int, node: Node) -> None:
        key = way_key(fork, way)
        totals = self.behind.get(key)
        if totals is None:
            totals = Totals()
            self.behind[key] = totals
        totals.note(fork.hp, fork.there, node)

    def first(self) -> TreePath:
        """The first fork of all trees."""
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
