"""Everything that can come of a step, as a tree: dice and choices inside, what came of it outside.

Each path is one run of the real rules. Equal parts of trees are one object, so that two faces of a
die after which everything is the same are found by comparing two pointers. Faces are merged by
bisection: where the lowest and the highest face of a stretch lead to the same tree, so do all
between them. Rules compare a die with thresholds, so that faces alike lie side by side. The die of
an attack is compared with armour alone, not with hit points or later dice: where much lies behind
it, its faces are first compared by sketches; and a family of trees that differ in hit points alone
learns from its extremes at which of its faces anything changes. A test counts all faces of samples
and finds the same trees.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Final

from mypy_extensions import mypyc_attr

from shieldwall.engine.state.state import State
from shieldwall.engine.tape.enumeration import MOST_AGAIN, Asker, Fork, Odometer, Void
from shieldwall.odds.tree_parts import CHOICE, DICE, LEAF, SKETCH, Node, TreePath

__all__ = ["CHOICE", "DICE", "LEAF", "Endless", "Forest", "Node", "Work", "cases", "chances"]

HEAVY: Final = 6
"""Runs behind one face of a die from which on it is worth a look ahead."""
ALONE: Final = "attack"
"""The die that no later die is added to or compared with: only its own thresholds matter."""
VOID: Final = -1
"""The leaf of dice that are rolled again."""
DEEPEST: Final = 200
"""Dice and choices of one step: those of a chase may go on without end."""


class Endless(ValueError):
    """A step that has no last die."""


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
        self.again = MOST_AGAIN
        """How many dice for one order of initiative count as rolled once."""
        self.runs = 0
        """How often the rules were run."""
        self.known: dict[tuple[object, ...], Node] = {}
        self.leaves: dict[int, Node] = {}
        self.start: State | None = None
        self.family = -1
        """Of trees that differ in hit points alone: their common number; -1 for any other."""
        self.lesson = -1
        """Whose lessons a family learns from."""
        self.learning = True
        """Whether this tree teaches where dice change something, or makes use of it."""
        self.lessons: dict[tuple[object, ...], set[int]] = {}
        self.trails: dict[int, TreePath] = {}
        self.rolled = False
        """Whether the last sketch saw a die: without one its two ends are the same."""
        self.hp = 0
        self.there = 0
        """Of such a family: the hit points of this tree."""

    def grow(self, start: State) -> Node:
        """The tree of every result of the work from this state."""
        self.start = start
        return self.explore([], None, self.trail())

    def trail(self) -> TreePath | None:
        """Where trees are alike but for hit points: what is known of them."""
        if self.family < 0 or not self.merge:
            return None
        found = self.trails.get(self.family)
        if found is None:
            found = TreePath()
            self.trails[self.family] = found
        return found

    def explore(
        self, path: list[int], known: list[Fork] | None = None, trail: TreePath | None = None
    ) -> Node:
        """The tree behind a path along forks that are known."""
        if trail is not None:
            seen = trail.known(self.hp, self.there)
            if seen is not None:
                trail.note(self.hp, self.there, seen)
                return seen
        if len(path) > DEEPEST:
            raise Endless("its dice may go on without end")
        start = self.start
        assert start is not None
        oracle = Odometer(self.work, path, known)
        oracle.again = self.again
        self.runs += 1
        try:
            node = self.leaf(self.work.run(start, oracle))
        except Void:
            node = self.leaf(VOID)
        last = len(oracle.forks) - 1
        trails: list[TreePath] = []
        if trail is not None:
            # Behind the first fork with something known behind it, nothing is looked into again.
            place = len(path)
            while place <= last:
                trails.append(trail)
                trail = trail.beyond(oracle.forks[place], oracle.taken[place])
                seen = trail.known(self.hp, self.there)
                if seen is not None:
                    node = seen
                    last = place
                place += 1
            trail.note(self.hp, self.there, node)
        place = last
        while place >= len(path):
            fork = oracle.forks[place]
            here = trails[place - len(path)] if trails else None
            if fork.count > 1:
                way = Way(oracle.taken[:place], oracle.forks[: place + 1], here)
                if fork.tag:
                    node = self.die(way, fork, node)
                else:
                    node = self.choice(way, fork, node)
                if here is not None:
                    here.note(self.hp, self.there, node)
            place -= 1
        return node

    def leaf(self, number: int) -> Node:
        found = self.leaves.get(number)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), LEAF)
            found.leaf = number
            found.void = number == VOID
            self.leaves[number] = found
        return found

    def die(self, way: Way, fork: Fork, first: Node) -> Node:
        """A die of which the tree behind the lowest face is known."""
        sides = fork.count
        faces: list[Node | None] = [None] * sides
        faces[0] = first
        learned = self.learned(way, fork) if self.merge and fork.tag == ALONE else None
        if learned is not None and not self.learning and 2 * len(learned) < sides:
            for face in range(1, sides):
                faces[face] = way.beyond(self, face) if face in learned else faces[face - 1]
        elif self.merge and sides > 2:
            before = self.runs
            faces[sides - 1] = way.beyond(self, sides - 1)
            if self.runs - before > HEAVY and fork.tag == ALONE:
                self.by_sketch(way, faces)
            else:
                self.bisect(way, faces, 0, sides - 1, False)
        else:
            for face in range(1, sides):
                faces[face] = way.beyond(self, face)
        if learned is not None and self.learning:
            for face in range(1, sides):
                if faces[face] is not faces[face - 1]:
                    learned.add(face)
        weights: dict[int, int] = {}
        nodes: dict[int, Node] = {}
        void = False
        for node in faces:
            assert node is not None
            weights[node.number] = weights.get(node.number, 0) + 1
            nodes[node.number] = node
            void = void or node.void
        if void and way.is_first(fork.tag):
            return self.settled(weights, nodes, sides)
        return self.dice(weights, nodes, sides)

    def learned(self, way: Way, fork: Fork) -> set[int] | None:
        """The faces at which something changes, as seen at this place of like trees."""
        if self.lesson < 0:
            return None
        key = (self.lesson, fork.tag, fork.count, *way.shape())
        found = self.lessons.get(key)
        if found is None and self.learning:
            found = set()
            self.lessons[key] = found
        return found

    def dice(self, weights: dict[int, int], nodes: dict[int, Node], total: int) -> Node:
        """The node of a die, one for all that are alike."""
        order = sorted(weights)
        if len(order) == 1:
            return nodes[order[0]]
        key: tuple[object, ...] = (DICE, tuple([(number, weights[number]) for number in order]))
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), DICE)
            found.ways = [nodes[number] for number in order]
            found.weights = [weights[number] for number in order]
            found.total = total
            for number in order:
                found.void = found.void or nodes[number].void
            self.known[key] = found
        return found

    def settled(self, weights: dict[int, int], nodes: dict[int, Node], total: int) -> Node:
        """Dice that are rolled again until they decide: as if only what decides could fall.

        Each time they are rolled the odds are the same, so those of one decisive throw are those
        of all of them.
        """
        shares: dict[int, Fraction] = {}
        found: dict[int, Node] = {}
        for number, weight in weights.items():
            self.spread(nodes[number], Fraction(weight, total), shares, found)
        common = 1
        for share in shares.values():
            common = common * share.denominator // gcd(common, share.denominator)
        scaled = {number: int(share * common) for number, share in shares.items()}
        least = gcd(*scaled.values())
        fair = {number: weight // least for number, weight in scaled.items()}
        return self.dice(fair, found, sum(fair.values()))

    def spread(
        self, node: Node, share: Fraction, shares: dict[int, Fraction], found: dict[int, Node]
    ) -> None:
        if not node.void:
            shares[node.number] = shares.get(node.number, Fraction(0)) + share
            found[node.number] = node
        elif node.kind == DICE:
            for way, weight in zip(node.ways, node.weights, strict=True):
                self.spread(way, share * Fraction(weight, node.total), shares, found)
        else:
            assert node.kind == LEAF, "a choice between dice that are rolled again"

    def by_sketch(self, way: Way, faces: list[Node | None]) -> None:
        """Fill the faces of a die with much behind it, of which the first and the last are known.

        Faces are told apart by what follows them with every later die at its lowest and at its
        highest face, whatever is chosen; only one face of each kind is looked into.
        """
        last = len(faces) - 1
        kinds: list[Node | None] = [None] * len(faces)
        kinds[0] = self.kind(way, 0)
        kinds[last] = self.kind(way, last)
        self.bisect(way, kinds, 0, last, True)
        face = 1
        while face < last:
            if kinds[face] is kinds[face - 1]:
                faces[face] = faces[face - 1]
            elif kinds[face] is kinds[last]:
                faces[face] = faces[last]
            else:
                faces[face] = way.beyond(self, face)
            face += 1

    def kind(self, way: Way, face: int) -> Node:
        path = [*way.before, face]
        self.rolled = False
        low = self.sketch(path, way.forks, False)
        high = self.sketch(path, way.forks, True) if self.rolled else low
        return self.marked(("both", low.number, high.number))

    def sketch(self, path: list[int], known: list[Fork], high: bool) -> Node:
        """Behind a path: every choice, with all dice at one end."""
        if len(path) > DEEPEST:
            raise Endless("its dice may go on without end")
        start = self.start
        assert start is not None
        oracle = Odometer(self.work, path, known)
        oracle.again = self.again
        oracle.high = high
        self.runs += 1
        try:
            node = self.leaf(self.work.run(start, oracle))
        except Void:
            node = self.leaf(VOID)
        place = len(oracle.forks) - 1
        while place >= len(path):
            fork = oracle.forks[place]
            if fork.tag:
                self.rolled = True
                node = self.marked((fork.tag, fork.count, node.number))
            elif fork.count > 1:
                forks = oracle.forks[: place + 1]
                key: tuple[object, ...] = (fork.unit, fork.point, fork.said, node.number)
                for number in range(1, fork.count):
                    other = self.sketch([*oracle.taken[:place], number], forks, high)
                    key = (*key, other.number)
                ways = tuple([choice.key() for choice in fork.ways])
                node = self.marked((*key, ways))
            place -= 1
        return node

    def marked(self, key: tuple[object, ...]) -> Node:
        """A node that stands for a sketch."""
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), SKETCH)
            self.known[key] = found
        return found

    def bisect(
        self, way: Way, faces: list[Node | None], low: int, high: int, sketched: bool
    ) -> None:
        """Fill the faces between two known ones, with what lies beyond or with their kinds."""
        if high - low < 2:
            return
        if faces[low] is faces[high]:
            for face in range(low + 1, high):
                faces[face] = faces[low]
            return
        middle = (low + high) // 2
        faces[middle] = self.kind(way, middle) if sketched else way.beyond(self, middle)
        self.bisect(way, faces, low, middle, sketched)
        self.bisect(way, faces, middle, high, sketched)

    def choice(self, way: Way, fork: Fork, first: Node) -> Node:
        """A question of which the tree behind the first answer is known."""
        ways = [first]
        same = True
        for number in range(1, fork.count):
            node = way.beyond(self, number)
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
            for node in ways:
                found.void = found.void or node.void
            self.known[key] = found
        return found


class Way:
    """The path to a fork, and the forks along it up to itself."""

    def __init__(self, before: list[int], forks: list[Fork], trail: TreePath | None) -> None:
        self.before = before
        self.forks = forks
        self.trail = trail

    def beyond(self, forest: Forest, number: int) -> Node:
        """The tree behind one way of the fork."""
        trail = None if self.trail is None else self.trail.beyond(self.forks[-1], number)
        return forest.explore([*self.before, number], self.forks, trail)

    def shape(self) -> tuple[object, ...]:
        """What was rolled and chosen on the way, whatever the dice showed."""
        found: list[object] = []
        for fork, way in zip(self.forks, self.before, strict=False):
            if fork.tag:
                found.append(fork.tag)
            elif fork.count > 1:
                found.append((fork.point, fork.unit, fork.ways[way].verb))
        return tuple(found)

    def is_first(self, tag: str) -> bool:
        """Whether no die for the same purpose was rolled before."""
        for fork in self.forks[:-1]:
            if fork.tag == tag:
                return False
        return True


def chances(node: Node) -> dict[int, Fraction]:
    """By leaf, the chance to end there; a tree without open choices."""
    found, total = cases(node)
    return {leaf: Fraction(count, total) for leaf, count in found.items()}


def cases(node: Node) -> tuple[dict[int, int], int]:
    """By leaf, how many of so many equally likely cases end there; a tree without open choices."""
    total = case_count(node, {})
    found: dict[int, int] = {}
    collect(node, total, found)
    return found, total


def case_count(node: Node, known: dict[int, int]) -> int:
    """How many cases there must be for each face of each die to have a whole number of them."""
    if node.kind == LEAF:
        return 1
    assert node.kind == DICE, "a choice was left open"
    count = known.get(node.number, 0)
    if count == 0:
        count = 1
        for way in node.ways:
            behind = case_count(way, known)
            if count % behind:
                count = count * behind // gcd(count, behind)
        count *= node.total
        known[node.number] = count
    return count


def collect(node: Node, count: int, found: dict[int, int]) -> None:
    if node.kind == LEAF:
        found[node.leaf] = found.get(node.leaf, 0) + count
        return
    each = count // node.total
    ways = node.ways
    weights = node.weights
    for number in range(len(ways)):
        collect(ways[number], each * weights[number], found)
