"""Everything that can come of a step, as a tree: dice and choices inside, what came of it outside.

Each path is one run of the real rules. Equal parts of trees are one object, so that two faces of a
die after which everything is the same are found by comparing two pointers. Faces are merged by
bisection: where the lowest and the highest face of a stretch lead to the same tree, so do all
between them. Rules compare a die with thresholds, so that faces alike lie side by side; a test
counts all faces of samples and finds the same trees.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import mypyc_attr

from shieldwall.core.odometer import Asker, Fork, Odometer
from shieldwall.core.request import Choice
from shieldwall.core.state import State

LEAF: Final = 0
DICE: Final = 1
CHOICE: Final = 2


class Node:
    """A part of a tree: a leaf with its number, a die with weights, or a choice."""

    def __init__(self, number: int, kind: int) -> None:
        self.number = number
        self.kind = kind
        self.leaf = -1
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Work(Asker):
    """What is enumerated: a run of the rules that ends in a numbered leaf."""

    def run(self, start: State, oracle: Odometer) -> int:
        raise AssertionError("every work runs")


class Forest:
    """Trees of one work, equal parts shared."""

    def __init__(self, work: Work, merge: bool = True) -> None:
        self.work = work
        self.merge = merge
        self.runs = 0
        """How often the rules were run."""
        self.known: dict[tuple[object, ...], Node] = {}
        self.leaves: dict[int, Node] = {}
        self.start: State | None = None

    def grow(self, start: State) -> Node:
        """The tree of everything the work can come to from this state."""
        self.start = start
        return self.explore([])

    def explore(self, path: list[int]) -> Node:
        """The tree behind a path."""
        start = self.start
        assert start is not None
        oracle = Odometer(self.work, path)
        self.runs += 1
        node = self.leaf(self.work.run(start, oracle))
        place = len(oracle.forks) - 1
        while place >= len(path):
            fork = oracle.forks[place]
            before = oracle.taken[:place]
            if fork.tag:
                node = self.die(before, fork.count, node)
            else:
                node = self.choice(before, fork, node)
            place -= 1
        return node

    def leaf(self, number: int) -> Node:
        found = self.leaves.get(number)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), LEAF)
            found.leaf = number
            self.leaves[number] = found
        return found

    def die(self, before: list[int], sides: int, first: Node) -> Node:
        """A die of so many sides, of whose lowest face the tree is known."""
        faces: list[Node | None] = [None] * sides
        faces[0] = first
        if self.merge and sides > 2:
            faces[sides - 1] = self.explore([*before, sides - 1])
            self.bisect(before, faces, 0, sides - 1)
        else:
            for face in range(1, sides):
                faces[face] = self.explore([*before, face])
        weights: dict[int, int] = {}
        nodes: dict[int, Node] = {}
        for node in faces:
            assert node is not None
            weights[node.number] = weights.get(node.number, 0) + 1
            nodes[node.number] = node
        if len(weights) == 1:
            return first
        order = sorted(weights)
        key: tuple[object, ...] = (DICE, tuple([(number, weights[number]) for number in order]))
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), DICE)
            found.ways = [nodes[number] for number in order]
            found.weights = [weights[number] for number in order]
            found.total = sides
            self.known[key] = found
        return found

    def bisect(self, before: list[int], faces: list[Node | None], low: int, high: int) -> None:
        """Fill the faces between two known ones."""
        if high - low < 2:
            return
        if faces[low] is faces[high]:
            for face in range(low + 1, high):
                faces[face] = faces[low]
            return
        middle = (low + high) // 2
        faces[middle] = self.explore([*before, middle])
        self.bisect(before, faces, low, middle)
        self.bisect(before, faces, middle, high)

    def choice(self, before: list[int], fork: Fork, first: Node) -> Node:
        """A question of which the tree behind the first answer is known."""
        ways = [first]
        same = True
        for way in range(1, fork.count):
            node = self.explore([*before, way])
            ways.append(node)
            same = same and node is first
        if same:
            return first
        key: tuple[object, ...] = (
            CHOICE,
            fork.unit,
            fork.point,
            tuple([choice.key() for choice in fork.ways]),
            tuple([node.number for node in ways]),
            fork.said,
            fork.together,
        )
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), CHOICE)
            found.ways = ways
            found.unit = fork.unit
            found.point = fork.point
            found.choices = fork.ways
            found.said = fork.said
            found.together = fork.together
            self.known[key] = found
        return found


def chances(node: Node) -> dict[int, Fraction]:
    """By leaf, the chance to end there; a tree without open choices."""
    found: dict[int, Fraction] = {}
    collect(node, Fraction(1), found)
    return found


def collect(node: Node, chance: Fraction, found: dict[int, Fraction]) -> None:
    if node.kind == LEAF:
        found[node.leaf] = found.get(node.leaf, Fraction(0)) + chance
        return
    assert node.kind == DICE, "a choice was left open"
    for way, weight in zip(node.ways, node.weights, strict=True):
        collect(way, chance * Fraction(weight, node.total), found)
