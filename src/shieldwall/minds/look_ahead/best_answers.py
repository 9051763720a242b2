"""The best answers of one side in a small fight, counted exactly.

The foes' minds are deterministic. Every step is run with all dice and all useful choices of the
side, and value iteration from below finds the chance to win. Positions that differ only in the
number of the round are one.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64, mypyc_attr

from shieldwall.books.aachen.aachen_dials import INITIATIVE_INDIVIDUAL
from shieldwall.engine.battle import Battle
from shieldwall.engine.option import SEARCHED, option_of
from shieldwall.engine.points import RULING
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import CHOICE, LEAF, Forest, Node, Work
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.look_ahead.equivalence import drop_dead_units, forget, is_plain, rebase_rounds


@mypyc_attr(allow_interpreted_subclasses=True)
class AnswersWork(Work):
    """One step: minds answer for the other sides, and every answer of the side is tried."""

    def __init__(self, start: State, rules: Ruleset, team: int, minds: Sequence[Answer]) -> None:
        self.rules = rules
        self.team = team
        self.minds = list(minds)
        """By seat."""
        self.plain = is_plain(start)
        self.numbers: dict[tuple[object, ...], int] = {}
        self.states: list[State] = []

    def ways(self, request: Request) -> list[Choice]:
        state = request.battle.state
        asked = request.unit
        if request.point == RULING:
            # Pursuit and GM rulings are answered by default.
            return [default_answer(request)]
        if asked >= 0 and state.sides[state.units[asked].side].team == self.team:
            return self.own(request)
        seat = request.seats[0]
        if asked < 0:
            for unit in state.units:
                if unit.seat == seat and state.sides[unit.side].team == self.team:
                    return self.own(request)
        choice = self.minds[seat](request)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        return [choice]

    def own(self, request: Request) -> list[Choice]:
        """The answers that are tried."""
        return useful_choices(request)

    def run(self, start: State, oracle: Odometer) -> int:
        battle = Battle(start.copy(), self.rules, oracle, None, 0)
        battle.step()
        return self.number(battle.state)

    def number(self, state: State) -> int:
        """The number of a state; modifies the state."""
        if self.plain:
            drop_dead_units(state)
        rebase_rounds(state)
        if self.plain:
            forget(state)
        key = state.key()
        found = self.numbers.get(key)
        if found is None:
            found = len(self.states)
            self.numbers[key] = found
            self.states.append(state)
        return found


def useful_choices(request: Request) -> list[Choice]:
    """The choices that can change who wins a small fight."""
    found: list[Choice] = []
    is_open = request.battle.state.grid.open
    for choice in request.options:
        if not option_of(choice.verb).has(SEARCHED) or choice in found:
            continue
        if choice.verb == "run" and choice.target < 0 and is_open:
            # Without a map, moves only matter to close with a foe.
            continue
        found.append(choice)
    return found or list(request.options)


def forest_of(work: AnswersWork, start: State) -> Forest:
    """Trees of steps in which initiative may be rolled once for each roller."""
    forest = Forest(work)
    forest.again = len(start.sides)
    if INITIATIVE_INDIVIDUAL.of(work.rules):
        forest.again += len(start.units)
    return forest


def settle(trees: list[Node | None], values: list[float], within: float, sweeps: int) -> None:
    """Improve the values from below until no change exceeds `within`."""
    for _ in range(sweeps):
        change = 0.0
        number = len(trees) - 1
        while number >= 0:
            tree = trees[number]
            if tree is not None:
                value = worth(tree, values, {})
                if value - values[number] > change:
                    change = value - values[number]
                values[number] = value
            number -= 1
        if change <= within:
            return


def worth(node: Node, values: list[float], known: dict[int, float]) -> float:
    """The best value of a tree."""
    if node.kind == LEAF:
        return values[node.leaf]
    before = known.get(node.number)
    if before is not None:
        return before
    found = 0.0
    if node.kind == CHOICE:
        found = worth(node.ways[0], values, known)
        for way in node.ways:
            value = worth(way, values, known)
            if value > found:
                found = value
    else:
        place: i64 = 0
        for way in node.ways:
            found += worth(way, values, known) * node.weights[place] / node.total
            place += 1
    known[node.number] = found
    return found
