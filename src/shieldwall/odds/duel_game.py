"""A duel as a game of perfect information: its positions and their successors.

A position is both hit point totals and the rest: everything else that rules can distinguish,
without round numbers. The rules are run to enumerate a step (`tree`), once for all hit point totals
that the rules do not distinguish.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from shieldwall.engine.tape.step_tree import Forest
from shieldwall.engine.tape.tree_parts import Node
from shieldwall.odds.duel_step import DuelWork


class Layer:
    """The trees of one rest, by hit points."""

    def __init__(self, width: int, height: int) -> None:
        self.trees: list[Node | None] = [None] * (width * height)
        self.rows: list[int] = list(range(width))
        self.columns: list[int] = list(range(height))
        """For each total, the lowest one with the same trees."""


class Game:
    """All positions of a duel, and their successors."""

    def __init__(self, work: DuelWork, hp: int, hp_there: int, merge: bool = True) -> None:
        self.work = work
        self.forest = Forest(work, merge)
        work.shortcut = merge
        self.merge = merge
        self.hp: i64 = hp
        self.hp_there: i64 = hp_there
        self.height: i64 = hp_there + 1
        self.tick: Callable[[], None] = no_tick
        """Called regularly during long computations, to allow interruption."""
        self.layers: dict[int, Layer] = {}
        """By rest."""
        self.by_marks: dict[tuple[int, ...], Layer] = {}
        """By the trees at a layer's extremes and in its middle."""
        self.passes: i64 = 0

    def next_pass(self) -> i64:
        """A unique number for each pass over the positions."""
        self.passes += 1
        return self.passes

    def tree(self, rest: i64, hp: i64, there: i64) -> Node:
        """Every result of the next step."""
        layer = self.layers.get(rest)
        if layer is None:
            layer = Layer(self.hp + 1, self.height)
            self.tick()
            if self.merge:
                layer = self.surveyed(layer, rest)
            self.layers[rest] = layer
        place = layer.rows[hp] * self.height + layer.columns[there]
        node = layer.trees[place]
        if node is None:
            node = self.grow(layer, rest, layer.rows[hp], layer.columns[there])
        return node

    def surveyed(self, layer: Layer, rest: int) -> Layer:
        """The layer of a rest with its trees, shared with an earlier rest if they are the same.

        Rests that differ only in what no rule uses any more, such as the order of a finished round,
        lead to the same trees. If those at the extremes and in the middle are equal, all are.
        """
        lines = self.lines(self.hp)
        lines_there = self.lines(self.hp_there)
        self.forest.learning = True
        marks = [
            self.grow(layer, rest, hp, there).number
            for hp in lines[:2]
            for there in lines_there[:2]
        ]
        marks.append(self.grow(layer, rest, lines[2], lines_there[2]).number)
        self.forest.learning = False
        key = tuple(marks)
        twin = self.by_marks.get(key)
        if twin is None:
            self.survey(layer, rest)
            self.by_marks[key] = layer
            twin = layer
        del self.forest.trails[rest]
        return twin

    def lines(self, most: i64) -> tuple[int, int, int]:
        """One duellist's totals that are combined with all of the other's."""
        return (1, int(most), int(most + 1) // 2)

    def survey(self, layer: Layer, rest: int) -> None:
        """Build the trees along the edges and through the middle, from the extremes inwards.

        They show which totals matter: if two totals lead to the same trees with the other's lowest,
        middle and highest total, they do with all. Shared parts are not explored again.
        """
        lines = self.lines(self.hp)
        lines_there = self.lines(self.hp_there)
        totals = inwards(int(self.hp))
        totals_there = inwards(int(self.hp_there))
        for there in lines_there:
            for hp in totals:
                self.grow(layer, rest, hp, there)
        for hp in lines:
            for there in totals_there:
                self.grow(layer, rest, hp, there)
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
                        self.grow(layer, rest, hp, there)

    def alike(self, layer: Layer, pairs: list[tuple[int, int, int, int]]) -> bool:
        for hp, other_hp, there, other_there in pairs:
            node = layer.trees[hp * self.height + there]
            if node is not layer.trees[other_hp * self.height + other_there]:
                return False
        return True

    def grow(self, layer: Layer, rest: int, hp: i64, there: i64) -> Node:
        place = hp * self.height + there
        node = layer.trees[place]
        if node is None:
            self.forest.lesson = rest
            self.forest.family = rest
            self.forest.hp = hp
            self.forest.there = there
            node = self.forest.grow(self.work.state(rest, self.work.code_of(hp, there)))
            layer.trees[place] = node
        return node


def no_tick() -> None:
    pass


def inwards(most: int) -> list[int]:
    """The totals from 1 on, ordered so that each lies between two earlier ones."""
    found = [1, most] if most > 1 else [1]
    spans = [(1, most)]
    for low, high in spans:
        if high - low > 1:
            middle = (low + high) // 2
            found.append(middle)
            spans += [(low, middle), (middle, high)]
    return found
