"""Exact small fights as a Markov chain: deterministic minds, every die counted.

A position is the complete state before a die: all hit points, and the rest. The rules are run to
enumerate the dice (`tree`); minds are asked again at every position. `probability_flow` computes
the probability of each position.

Positions that differ only in the number of the round are one (`equivalence`). Dice are enumerated
once for all hit points that the rules do not distinguish; some samples are enumerated separately,
and if they differ, less is merged from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.books.aachen.aachen_dials import INITIATIVE_INDIVIDUAL
from shieldwall.engine.battle import Battle
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.enumeration import Odometer, Touched
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import CHOICE, LEAF, Forest, Node
from shieldwall.minds.look_ahead.equivalence import drop_dead_units, forget, is_plain, rebase_rounds
from shieldwall.odds.exact_positions import End, PositionWork, Uncountable

SINGLY: Final = 3
"""How many hit point totals are enumerated singly before merging is tried."""
CHECKED: Final = 40
"""One in this many merged positions is enumerated separately as a check."""


class TooLarge(Exception):
    """More positions than the limit."""


class Ends:
    """All ends of one tree with their probabilities."""

    def __init__(self) -> None:
        self.ends: list[End] = []
        self.chances: list[float] = []


class Position:
    """A moment before a die, or the end of the fight."""

    def __init__(self, rest: int, code: int, opening: list[Choice], over: bool) -> None:
        self.rest = rest
        self.code = code
        self.opening = opening
        """The choices of the step before its die."""
        self.over = over
        self.ends: Ends | None = None
        """The ends after its dice, computed on demand."""


class Landing:
    """A position, and how many rounds have begun before it."""

    def __init__(self, number: int, rounds: int) -> None:
        self.number = number
        self.rounds = rounds


class ChainWork(PositionWork):
    """One step from a position, answered by minds."""

    def __init__(
        self,
        start: State,
        rules: Ruleset,
        minds: list[Callable[[Request], Choice]],
        is_last: bool = False,
    ) -> None:
        super().__init__(start, rules)
        self.minds = minds
        self.rounds = 1 if is_last else 0
        """1 if the fight ends undecided with the current round, whatever its number."""
        self.plain = is_plain(start)
        self.oracle: Odometer | None = None
        self.opening: list[Choice] = []

    # Requests.

    def ways(self, request: Request) -> list[Choice]:
        oracle = self.oracle
        assert oracle is not None
        place = len(oracle.forks)
        if place < len(self.opening) and not has_rolled(oracle):
            return [self.opening[place]]
        choice = self.minds[request.seats[0]](request)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        return [choice]

    # Results.

    def run(self, start: State, oracle: Odometer) -> int:
        self.oracle = oracle
        battle = Battle(start.copy(), self.rules, oracle, None, self.rounds)
        battle.step()
        return self.end(start, battle.state)

    def end(self, start: State, state: State) -> int:
        """The number of the end of a step."""
        begun = int(state.clock.round - start.clock.round)
        if self.plain:
            drop_dead_units(state)
        lost = 0
        if len(state.units) != len(self.steps):
            raise Uncountable("a unit joins the fight while it runs")
        for number in range(len(self.steps)):
            hp = int(state.units[number].hp)
            if not 0 <= hp < self.bases[number]:
                raise Uncountable("a unit has more HP than before the fight")
            lost += (int(start.units[number].hp) - hp) * self.steps[number]
        return self.numbered(self.rest(state), lost, begun)

    def strip(self, state: State) -> None:
        rebase_rounds(state)
        if self.plain:
            forget(state)


def has_rolled(oracle: Odometer) -> bool:
    for fork in oracle.forks:
        if fork.tag:
            return True
    return False


# Dice shared by many hit points.


class Family:
    """Positions that differ only in hit points, with the same choices before the dice."""

    def __init__(self, rest: int, opening: list[Choice]) -> None:
        self.rest = rest
        self.opening = opening
        self.points: dict[int, Node] = {}
        """Enumerated trees by hit point code."""
        self.axes: list[int] = []
        """The units whose hit points matter, as far as known."""
        self.actor = -1
        """The acting unit, whose hit points may matter too."""
        for choice in opening:
            self.actor = choice.unit
            aim = choice.target if choice.target >= 0 else choice.unit
            self.axes = [aim] if aim >= 0 else []
        self.groups: dict[int, Group] = {}
        """By the hit points that matter."""
        self.hits = 0
        self.mixed = False
        """Whether every total is enumerated separately."""


class Group:
    """Positions of a family with the same hit points where they matter."""

    def __init__(self) -> None:
        self.count = 0
        self.node: Node | None = None


class Chain:
    """All reached positions of a fight, and their successors."""

    def __init__(self, work: ChainWork, start: State, most: int, merge: bool = True) -> None:
        self.work = work
        self.most = most
        self.merge = merge
        self.forest = Forest(work)
        # All sides roll initiative at once; later rolls break ties.
        self.forest.again = len(start.sides)
        if INITIATIVE_INDIVIDUAL.of(work.rules):
            self.forest.again += len(start.units)
        self.positions: list[Position] = []
        self.places: dict[int, int] = {}
        self.landings: dict[int, Landing] = {}
        """By place after dice (`place_of`)."""
        self.families: dict[tuple[object, ...], Family] = {}
        self.found: dict[int, Ends] = {}
        self.mended = 0
        """Families where merging failed and was given up."""
        self.start = start
        self.first = self.place_of(start)
        """The initial place."""

    def place_of(self, state: State) -> int:
        """The rest times the number of hit point codes, plus the code."""
        code = self.work.code(state)
        return self.work.rest(state.copy()) * self.work.span + code

    def in_last_round(self) -> Chain:
        """The same fight, ending undecided with the current round."""
        work = self.work
        last = ChainWork(self.start, work.rules, work.minds, True)
        return Chain(last, self.start, self.most, self.merge)

    def land(self, place: int) -> Landing:
        """Continue from a place after dice until the next die."""
        found = self.landings.get(place)
        if found is None:
            found = self.pass_on(place // self.work.span, place % self.work.span)
            self.landings[place] = found
        return found

    def pass_on(self, rest: int, code: int) -> Landing:
        work = self.work
        work.opening = []
        state = work.state(rest, code)
        begun = 0
        chosen: list[Choice] = []
        while state.outcome is None:
            before = state.copy()
            oracle = Odometer(work, [])
            oracle.closed = True
            work.oracle = oracle
            rolls = False
            try:
                Battle(state, work.rules, oracle, None, work.rounds).step()
            except Touched:
                rolls = True
            if rolls or (begun and state.clock.round > before.clock.round):
                # Stop before a die or a second round: rounds are counted one by one.
                chosen = oracle.said
                state = before
                break
            if state.clock.round > before.clock.round:
                begun = 1
        over = state.outcome is not None
        if work.plain:
            drop_dead_units(state)
        now = work.code(state)
        kept = work.rest(state)
        return Landing(self.place(kept, now, chosen, over), begun)

    def place(self, rest: int, code: int, opening: list[Choice], over: bool) -> int:
        key = rest * self.work.span + code
        found = self.places.get(key)
        if found is None:
            found = len(self.positions)
            if found >= self.most:
                raise TooLarge
            self.places[key] = found
            self.positions.append(Position(rest, code, opening, over))
        return found

    def ends(self, position: Position) -> Ends:
        """The ends of a position's dice."""
        if position.ends is not None:
            return position.ends
        node = self.node(position)
        found = self.found.get(node.number)
        if found is None:
            found = Ends()
            shares: dict[int, float] = {}
            hand_on(node, 1.0, shares)
            for leaf in sorted(shares):
                found.ends.append(self.work.ends[leaf])
                found.chances.append(shares[leaf])
            self.found[node.number] = found
        position.ends = found
        return found

    # The dice.

    def node(self, position: Position) -> Node:
        """The results of a position's dice."""
        key: tuple[object, ...] = (position.rest,)
        for choice in position.opening:
            key = (*key, choice.key())
        family = self.families.get(key)
        if family is None:
            family = Family(position.rest, position.opening)
            self.families[key] = family
        known = family.points.get(position.code)
        if known is not None:
            return known
        if not self.merge or family.mixed:
            return self.grow(family, position.code)
        return self.shared(family, position.code)

    def shared(self, family: Family, code: int) -> Node:
        """The tree of positions that differ only in hit points that do not matter.

        They do not matter if nothing changes from their minimum to their maximum.
        """
        mark = 0
        for axis in family.axes:
            mark += code // self.work.steps[axis] % self.work.bases[axis] * self.work.steps[axis]
        group = family.groups.get(mark)
        if group is None:
            group = Group()
            family.groups[mark] = group
        group.count += 1
        node = group.node
        if node is None:
            node = self.grow(family, code)
            if group.count >= SINGLY:
                low = self.grow(family, self.extreme(family, code, False))
                high = self.grow(family, self.extreme(family, code, True))
                if low is node and high is node:
                    group.node = node
                else:
                    self.widen(family)
            return node
        family.hits += 1
        if family.hits % CHECKED == 1 and self.grow(family, code) is not node:
            self.widen(family)
            self.mended += 1
            node = family.points[code]
        return node

    def widen(self, family: Family) -> None:
        """Let other hit points matter too: those of the actor, or of any unit."""
        family.groups = {}
        if family.actor < 0 or family.actor in family.axes:
            family.mixed = True
        else:
            family.axes.append(family.actor)

    def extreme(self, family: Family, code: int, high: bool) -> int:
        """The code with all hit points that should not matter at their minimum or maximum."""
        work = self.work
        found = 0
        for number in range(len(work.steps)):
            hp = code // work.steps[number] % work.bases[number]
            if number not in family.axes and hp > 0:
                hp = work.bases[number] - 1 if high else 1
            found += hp * work.steps[number]
        return found

    def grow(self, family: Family, code: int) -> Node:
        known = family.points.get(code)
        if known is None:
            self.work.opening = family.opening
            known = self.forest.grow(self.work.state(family.rest, code))
            family.points[code] = known
        return known


def hand_on(node: Node, chance: float, chances: dict[int, float]) -> None:
    if node.kind == LEAF:
        chances[node.leaf] = chances.get(node.leaf, 0.0) + chance
        return
    assert node.kind != CHOICE, "minds leave no choice open"
    for number in range(len(node.ways)):
        hand_on(node.ways[number], chance * node.weights[number] / node.total, chances)
