"""A duel as a game of perfect information: its positions, and what follows from each.

A position is both hit point totals, the rounds that passed without harm, and the rest: everything
else that is true, which rules can tell apart. What a step comes to is counted by running the rules
(`tree`); it is counted once for all hit point totals between which the rules do not distinguish.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from shieldwall.odds.passage import LATER, DuelWork, Unplayable, plain
from shieldwall.odds.trail import LEAF, Node
from shieldwall.odds.tree import Forest

QUIET: Final = 1
"""The number of quiet rounds with which steps are counted; the last round before the end apart."""


class Layer:
    """The trees of one rest, by hit points, in the last quiet round or before it."""

    def __init__(self, width: int, height: int) -> None:
        self.trees: list[Node | None] = [None] * (width * height)
        self.rows: list[int] = list(range(width))
        self.columns: list[int] = list(range(height))
        """For each total, the lowest one after which everything is the same."""


class Game:
    """All positions of a duel, and what follows from them."""

    def __init__(self, work: DuelWork, hp: int, hp_there: int, merge: bool = True) -> None:
        self.work = work
        self.forest = Forest(work, merge)
        work.shortcut = merge
        self.merge = merge
        self.hp: i64 = hp
        self.hp_there: i64 = hp_there
        self.height: i64 = hp_there + 1
        self.last: i64 = work.rules.quiet_rounds - 1
        """The count of quiet rounds after which one more ends the fight."""
        if self.last < QUIET + 1:
            raise Unplayable("a fight that stands still does not end by this book")
        self.tick: Callable[[], None] = rest_a_moment
        """Called now and then while there is much to count: a moment to be interrupted."""
        self.layers: dict[int, Layer] = {}
        self.round_ends: dict[int, bool] = {}

    def tree(self, rest: i64, quiet: i64, hp: i64, there: i64) -> Node:
        """Everything the next step can come to."""
        node = self.tree_of(rest * 2, hp, there)
        if quiet == self.last and self.ends_round(node):
            return self.tree_of(rest * 2 + 1, hp, there)
        return node

    def ends_round(self, node: Node) -> bool:
        """Whether a round without harm may be over behind it."""
        found = self.round_ends.get(node.number)
        if found is None:
            found = node.kind == LEAF and self.work.ends[node.leaf].quiet == LATER
            for way in node.ways:
                found = found or self.ends_round(way)
            self.round_ends[node.number] = found
        return found

    def tree_of(self, number: i64, hp: i64, there: i64) -> Node:
        """By the number of the rest and of the quiet round: the last one, or any before it."""
        layer = self.layers.get(number)
        if layer is None:
            layer = Layer(self.hp + 1, self.height)
            self.layers[number] = layer
            self.tick()
            if self.merge:
                self.survey(layer, number)
        place = layer.rows[hp] * self.height + layer.columns[there]
        node = layer.trees[place]
        if node is None:
            node = self.grow(layer, number, layer.rows[hp], layer.columns[there])
        return node

    def survey(self, layer: Layer, number: int) -> None:
        """Grow the trees along the edges and through the middle, from the extremes inwards.

        They show which totals make a difference: where two totals lead to the same trees with the
        other's lowest, middle and highest total, they do with all. And what they have in common
        with each other is not looked into again.
        """
        lines = (1, int(self.hp), int(self.hp + 1) // 2)
        lines_there = (1, int(self.hp_there), int(self.hp_there + 1) // 2)
        # The last quiet round is no different from those before it, as far as an attack goes.
        self.forest.learning = number % 2 == 0
        for hp in lines[:2]:
            for there in lines_there[:2]:
                self.grow(layer, number, hp, there)
        self.grow(layer, number, lines[2], lines_there[2])
        self.forest.learning = False
        totals = inwards(int(self.hp))
        totals_there = inwards(int(self.hp_there))
        for there in lines_there:
            for hp in totals:
                self.grow(layer, number, hp, there)
        for hp in lines:
            for there in totals_there:
                self.grow(layer, number, hp, there)
        for total in range(2, len(layer.rows)):
            if self.alike(layer, [(total, total - 1, there, there) for there in lines_there]):
                layer.rows[total] = layer.rows[total - 1]
        for total in range(2, len(layer.columns)):
            if self.alike(layer, [(hp, hp, total, total - 1) for hp in lines]):
                layer.columns[total] = layer.columns[total - 1]
        for hp in totals:
            if layer.rows[hp] == hp:
                for there in totals_there:
                    if layer.columns[there] == there:
                        self.grow(layer, number, hp, there)
        del self.forest.trails[number]

    def alike(self, layer: Layer, pairs: list[tuple[int, int, int, int]]) -> bool:
        for hp, other_hp, there, other_there in pairs:
            node = layer.trees[hp * self.height + there]
            if node is not layer.trees[other_hp * self.height + other_there]:
                return False
        return True

    def grow(self, layer: Layer, number: int, hp: i64, there: i64) -> Node:
        place = hp * self.height + there
        node = layer.trees[place]
        if node is None:
            start = self.work.rests[number // 2].copy()
            plain(start, hp, there, self.last if number % 2 else QUIET)
            self.forest.lesson = number // 2
            self.forest.family = number
            self.forest.hp = hp
            self.forest.there = there
            node = self.forest.grow(start)
            layer.trees[place] = node
        return node


def rest_a_moment() -> None:
    pass


def inwards(most: int) -> list[int]:
    """The totals from 1 on in such an order that each lies between two earlier ones."""
    found = [1, most] if most > 1 else [1]
    spans = [(1, most)]
    for low, high in spans:
        if high - low > 1:
            middle = (low + high) // 2
            found.append(middle)
            spans += [(low, middle), (middle, high)]
    return found
