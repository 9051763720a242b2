"""The exact best response of a side against deterministic minds.

Every step of the fight is enumerated with all dice and all choices of the side. Value iteration
from below gives the chance to win with optimal choices. Positions that differ only in the number of
the round are one, as in `small_fight_chain`.
"""

from __future__ import annotations

import time
from typing import Final

from shieldwall.books.aachen.aachen_dials import INITIATIVE_INDIVIDUAL
from shieldwall.engine.battle import Battle
from shieldwall.engine.option import SEARCHED, option_of
from shieldwall.engine.points import RULING
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.minds.gm_mind import default_answer
from shieldwall.odds.attack_scene import OddsError
from shieldwall.odds.equivalence import drop_dead_units, forget, is_plain, rebase_rounds
from shieldwall.odds.small_fights import SmallFight, TooManyStates
from shieldwall.odds.step_tree import CHOICE, LEAF, Endless, Forest, Node, Work

MOST: Final = 50_000
ROUNDS_OF_VALUES: Final = 10_000


class ResponseWork(Work):
    """One step: minds answer for the other sides, and every answer of the side is explored."""

    def __init__(self, fight: SmallFight, team: int) -> None:
        self.fight = fight
        self.team = team
        self.plain = is_plain(fight.start)
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
        if asked < 0 and any(
            unit.seat == seat and state.sides[unit.side].team == self.team for unit in state.units
        ):
            return self.own(request)
        choice = self.fight.minds[seat](request)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        return [choice]

    def own(self, request: Request) -> list[Choice]:
        found: list[Choice] = []
        for choice in request.options:
            if not option_of(choice.verb).has(SEARCHED) or choice in found:
                continue
            if choice.verb == "run" and choice.target < 0 and self.fight.setup.grid.open:
                # Without a map, moves only matter to close with a foe.
                continue
            found.append(choice)
        return found or list(request.options)

    def run(self, start: State, oracle: Odometer) -> int:
        battle = Battle(start.copy(), self.fight.rules, oracle, None, 0)
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


class BestResponse:
    """The highest chance of a side to win."""

    def __init__(self, wins: float, states: int, seconds: float) -> None:
        self.wins = wins
        self.states = states
        self.seconds = seconds


def best_response(fight: SmallFight, side: str, most: int = MOST) -> BestResponse:
    """The chance to win of a side that plays optimally against the others' minds."""
    names = [team_side.name for team_side in fight.setup.sides]
    if side not in names:
        raise OddsError(f"no side is called {side!r}; there is {', '.join(names)}")
    began = time.perf_counter()
    team = fight.setup.sides[names.index(side)].team
    work = ResponseWork(fight, team)
    forest = Forest(work)
    forest.again = len(fight.start.sides)
    if INITIATIVE_INDIVIDUAL.of(fight.rules):
        forest.again += len(fight.start.units)
    first = work.number(fight.start.copy())
    trees: list[Node | None] = []
    while len(trees) < len(work.states):
        state = work.states[len(trees)]
        if len(work.states) > most:
            raise TooManyStates(len(work.states), most, " Its best response is larger still.")
        try:
            trees.append(None if state.outcome is not None else forest.grow(state))
        except Endless as error:
            raise OddsError(f"{error}: that is not counted") from None
    values = [won(state, team) for state in work.states]
    settle(trees, values, fight.within)
    return BestResponse(values[first], len(trees), time.perf_counter() - began)


def won(state: State, team: int) -> float:
    return 1.0 if state.outcome is not None and state.outcome.team == team else 0.0


def settle(trees: list[Node | None], values: list[float], within: float) -> None:
    """Improve the values from below until no change exceeds a thousandth of `within`."""
    for _ in range(ROUNDS_OF_VALUES):
        change = 0.0
        for number in range(len(trees) - 1, -1, -1):
            tree = trees[number]
            if tree is not None:
                value = worth(tree, values, {})
                change = max(change, value - values[number])
                values[number] = value
        if change <= within / 1000:
            return


def worth(node: Node, values: list[float], known: dict[int, float]) -> float:
    """The best value of a tree."""
    if node.kind == LEAF:
        return values[node.leaf]
    found = known.get(node.number)
    if found is None:
        if node.kind == CHOICE:
            found = max(worth(way, values, known) for way in node.ways)
        else:
            found = 0.0
            for way, weight in zip(node.ways, node.weights, strict=True):
                found += worth(way, values, known) * weight / node.total
        known[node.number] = found
    return found
