"""All results of a step as a tree: dice and choices inside, ends as leaves.

Each path is one run of the real rules. Equal subtrees are one object, so that equivalent faces of a
die are found by comparing pointers. Faces are merged by bisection: if the lowest and the highest
face of an interval lead to the same tree, so do all between them, because rules compare a die with
thresholds. An attack die is compared only with AC, not with hit points or later dice: if its
subtrees are large, its faces are first compared by sketches; and trees that differ only in hit
points learn from their extremes at which faces anything changes. A test enumerates all faces of
samples and finds the same trees.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Final

from mypy_extensions import mypyc_attr

from shieldwall.engine.state.state import State
from shieldwall.engine.tape.enumeration import MOST_AGAIN, Asker, Fork, Odometer, Void
from shieldwall.engine.tape.tree_parts import CHOICE, DAMAGE, DICE, LEAF, SKETCH, Node, TreePath

__all__ = ["CHOICE", "DICE", "LEAF", "Endless", "Forest", "Node", "Work", "cases", "chances"]

HEAVY: Final = 5
"""Runs behind one face of a die from which on sketches pay off."""
ALONE: Final = "attack"
"""The die that no later die is added to or compared with: only its own thresholds matter."""
VOID: Final = -1
"""The leaf of dice that are rerolled."""
DEEPEST: Final = 200
"""Maximum number of dice and choices in a step: a chase may be endless."""


class Endless(ValueError):
    """A step without a last die."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Work(Asker):
    """The enumerated work: a run of the rules that ends in a numbered leaf."""

    def run(self, start: State, oracle: Odometer) -> int:
        raise AssertionError("every work runs")

    def moved(self, leaf: int, unit: int, amount: int) -> int:
        """The same leaf with more damage to one of the two units."""
        raise AssertionError("only for trees that differ in hit points alone")

    def leaves_between(self, leaf: int, other: int, steps: int) -> list[int]:
        """The leaves between two, if each deals one more damage than the last; otherwise none."""
        return []


class Forest:
    """The trees of one work, with shared subtrees."""

    def __init__(self, work: Work, merge: bool = True) -> None:
        self.work = work
        self.merge = merge
        self.again = MOST_AGAIN
        """How many dice for one order of initiative count as a single roll."""
        self.runs = 0
        """How often the rules were run."""
        self.known: dict[tuple[object, ...], Node] = {}
        self.leaves: dict[int, Node] = {}
        self.start: State | None = None
        self.family = -1
        """The common number of trees that differ only in hit points; otherwise -1."""
        self.lesson = -1
        """The family whose lessons are used."""
        self.learning = True
        """Whether this tree records where dice matter, or uses the records."""
        self.lessons: dict[tuple[object, ...], set[int]] = {}
        self.trails: dict[int, TreePath] = {}
        self.rolled = False
        """Whether the last sketch saw a die: without one its two ends are equal."""
        self.hp = 0
        self.there = 0
        """For such a family: the hit points of this tree."""
        self.moves: dict[tuple[int, int, int], Node] = {}

    def grow(self, start: State) -> Node:
        """The tree of all results of the work from this state."""
        self.start = start
        if not self.is_in_family():
            return self.explore([], None, None)
        root = self.trails.get(self.family)
        if root is None:
            root = TreePath()
            self.trails[self.family] = root
        node = root.whole.known(self.hp, self.there)
        if node is None:
            node = self.explore([], None, root)
        root.whole.note(self.hp, self.there, node)
        return node

    def is_in_family(self) -> bool:
        """Whether trees differ only in hit points, so that subtrees are remembered."""
        return self.family >= 0 and self.merge

    def explore(self, path: list[int], known: list[Fork] | None, trail: TreePath | None) -> Node:
        """The tree behind a path along known forks; `trail` belongs to the last of them."""
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
        forks = oracle.forks
        taken = oracle.taken
        last = len(forks) - 1
        trails: list[TreePath] = []
        if trail is not None:
            place = len(path)
            while place <= last:
                fork = forks[place]
                if place == 0:
                    trail = trail.first()
                else:
                    trail = trail.next(forks[place - 1], taken[place - 1], fork)
                seen = trail.whole.known(fork.hp, fork.there)
                if seen is not None:
                    # Stop at the first fork with a known subtree.
                    node = self.from_start(seen, fork)
                    last = place - 1
                trails.append(trail)
                place += 1
        place = last
        while place >= len(path):
            fork = forks[place]
            here = trails[place - len(path)] if trails else None
            if here is not None:
                here.note(fork, taken[place], self.from_fork(node, fork))
            if fork.count > 1:
                way = Way(taken[:place], forks[: place + 1], here)
                if fork.tag:
                    node = self.die(way, fork, node)
                else:
                    node = self.choice(way, fork, node)
            if here is not None:
                here.whole.note(fork.hp, fork.there, self.from_fork(node, fork))
            place -= 1
        return node

    # Trees with more damage before them.

    def from_start(self, node: Node, fork: Fork) -> Node:
        """Convert a tree that counts damage from a fork to one that counts from the start."""
        there = self.there - int(fork.there)
        return self.moved(self.moved(node, 0, self.hp - int(fork.hp)), 1, there)

    def from_fork(self, node: Node, fork: Fork) -> Node:
        """The reverse of `from_start`."""
        there = int(fork.there) - self.there
        return self.moved(self.moved(node, 0, int(fork.hp) - self.hp), 1, there)

    def moved(self, node: Node, unit: int, amount: int) -> Node:
        """The same tree with more damage to a unit."""
        if amount == 0 or (node.kind == LEAF and node.leaf == VOID):
            return node
        key = (node.number, unit, amount)
        found = self.moves.get(key)
        if found is None:
            if node.kind == LEAF:
                found = self.leaf(self.work.moved(node.leaf, unit, amount))
            elif node.kind == CHOICE:
                ways = [self.moved(way, unit, amount) for way in node.ways]
                found = self.question(node.asked, ways, node)
            else:
                weights: dict[int, int] = {}
                nodes: dict[int, Node] = {}
                for number in range(len(node.ways)):
                    way = self.moved(node.ways[number], unit, amount)
                    weights[way.number] = weights.get(way.number, 0) + node.weights[number]
                    nodes[way.number] = way
                found = self.dice(weights, nodes, node.total)
            self.moves[key] = found
        return found

    def fill_slope(self, way: Way, faces: list[Node | None], low: int, high: int) -> bool:
        """Fill the faces of a damage die if each costs a hit point more than the last; say whether.

        If two faces differ in nothing else, no threshold lies between them.
        """
        first = faces[low]
        last = faces[high]
        assert first is not None
        assert last is not None
        if way.forks[-1].tag != DAMAGE:
            return False
        if not self.is_in_family():
            if first.kind != LEAF or last.kind != LEAF:
                return False
            between = self.work.leaves_between(first.leaf, last.leaf, high - low)
            for number in range(len(between)):
                faces[low + 1 + number] = self.leaf(between[number])
            return len(between) > 0
        for unit in range(2):
            if self.moved(first, unit, high - low) is last:
                for face in range(low + 1, high):
                    faces[face] = self.moved(first, unit, face - low)
                return True
        return False

    def leaf(self, number: int) -> Node:
        found = self.leaves.get(number)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), LEAF)
            found.leaf = number
            found.void = number == VOID
            self.leaves[number] = found
        return found

    def die(self, way: Way, fork: Fork, first: Node) -> Node:
        """The node of a die whose lowest face is already explored."""
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
        """The faces at which something changes, recorded at this place of similar trees."""
        if self.lesson < 0:
            return None
        key = (self.lesson, fork.tag, fork.count, *way.shape())
        found = self.lessons.get(key)
        if found is None and self.learning:
            found = set()
            self.lessons[key] = found
        return found

    def dice(self, weights: dict[int, int], nodes: dict[int, Node], total: int) -> Node:
        """The node of a die, shared if equal."""
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
        """Dice that are rerolled until they decide: condition on the deciding results.

        The odds are the same at each reroll, so those of one deciding roll are those of all.
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
        """Fill the faces of a die with large subtrees, of which the first and the last are known.

        Faces are distinguished by what follows with every later die at its minimum and at its
        maximum, for all choices; only one face of each kind is explored.
        """
        last = len(faces) - 1
        kinds: list[Node | None] = [None] * len(faces)
        for face in (0, last):
            known = faces[face]
            assert known is not None
            if known.kind == LEAF:
                # A sketch without later dice has the same two ends.
                kinds[face] = self.marked(("both", known.number, known.number))
            else:
                kinds[face] = self.kind(way, face)
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
        """A node that represents a sketch."""
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), SKETCH)
            self.known[key] = found
        return found

    def bisect(
        self, way: Way, faces: list[Node | None], low: int, high: int, sketched: bool
    ) -> None:
        """Fill the faces between two known ones, with subtrees or with sketches."""
        if high - low < 2:
            return
        if faces[low] is faces[high]:
            for face in range(low + 1, high):
                faces[face] = faces[low]
            return
        if not sketched and self.fill_slope(way, faces, low, high):
            return
        middle = (low + high) // 2
        faces[middle] = self.kind(way, middle) if sketched else way.beyond(self, middle)
        self.bisect(way, faces, low, middle, sketched)
        self.bisect(way, faces, middle, high, sketched)

    def choice(self, way: Way, fork: Fork, first: Node) -> Node:
        """The node of a request whose first answer is already explored."""
        ways = [first]
        same = True
        for number in range(1, fork.count):
            node = way.beyond(self, number)
            ways.append(node)
            same = same and node is first
        if same:
            return first
        asked = (
            CHOICE,
            fork.unit,
            fork.point,
            tuple([choice.key() for choice in fork.ways]),
            fork.said,
            fork.together,
        )
        model = Node(-1, CHOICE)
        model.unit = fork.unit
        model.point = fork.point
        model.choices = fork.ways
        model.said = fork.said
        model.together = fork.together
        return self.question(asked, ways, model)

    def question(self, asked: tuple[object, ...], ways: list[Node], like: Node) -> Node:
        """The shared node of a choice."""
        key: tuple[object, ...] = (asked, tuple([node.number for node in ways]))
        found = self.known.get(key)
        if found is None:
            found = Node(len(self.known) + len(self.leaves), CHOICE)
            found.ways = ways
            found.unit = like.unit
            found.point = like.point
            found.choices = like.choices
            found.said = like.said
            found.together = like.together
            found.asked = asked
            for node in ways:
                found.void = found.void or node.void
            self.known[key] = found
        return found


class Way:
    """The path to a fork, and the forks along it, including itself."""

    def __init__(self, before: list[int], forks: list[Fork], trail: TreePath | None) -> None:
        self.before = before
        self.forks = forks
        self.trail = trail

    def beyond(self, forest: Forest, number: int) -> Node:
        """The tree behind one way of the fork."""
        if self.trail is not None:
            fork = self.forks[-1]
            seen = self.trail.known(fork, number)
            if seen is not None:
                return forest.from_start(seen, fork)
        node = forest.explore([*self.before, number], self.forks, self.trail)
        if self.trail is not None:
            self.trail.note(self.forks[-1], number, forest.from_fork(node, self.forks[-1]))
        return node

    def shape(self) -> tuple[object, ...]:
        """The dice and choices on the path, ignoring the faces."""
        found: list[object] = []
        for fork, way in zip(self.forks, self.before, strict=False):
            if fork.tag:
                found.append(fork.tag)
            elif fork.count > 1:
                found.append((fork.point, fork.unit, fork.ways[way].verb))
        return tuple(found)

    def is_first(self, tag: str) -> bool:
        """Whether no die with the same tag was rolled before."""
        for fork in self.forks[:-1]:
            if fork.tag == tag:
                return False
        return True


def chances(node: Node) -> dict[int, Fraction]:
    """Probability by leaf, for a tree without open choices."""
    found, total = cases(node)
    return {leaf: Fraction(count, total) for leaf, count in found.items()}


def cases(node: Node) -> tuple[dict[int, int], int]:
    """Number of equally likely cases by leaf, for a tree without open choices."""
    total = case_count(node, {})
    found: dict[int, int] = {}
    collect(node, total, found)
    return found, total


def case_count(node: Node, known: dict[int, int]) -> int:
    """The number of cases so that each face of each die has an integer number of them."""
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
