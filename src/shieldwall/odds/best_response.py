"""The exact best response of a side against deterministic minds.

Every step of the fight is enumerated with all dice and all choices of the side
(`minds.look_ahead.best_answers`).
"""

from __future__ import annotations

import time
from typing import Final

from shieldwall.engine.state.state import State
from shieldwall.engine.tape.step_tree import Endless, Node
from shieldwall.minds.look_ahead.best_answers import AnswersWork, forest_of, settle
from shieldwall.odds.attack_scene import OddsError
from shieldwall.odds.small_fights import SmallFight, TooManyStates

MOST: Final = 50_000
ROUNDS_OF_VALUES: Final = 10_000


class ResponseWork(AnswersWork):
    """The steps of a small fight."""

    def __init__(self, fight: SmallFight, team: int) -> None:
        super().__init__(fight.start, fight.rules, team, fight.minds)
        self.fight = fight


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
    forest = forest_of(work, fight.start)
    first = work.number(fight.start.copy())
    trees: list[Node | None] = []
    while len(trees) < len(work.states):
        state = work.states[len(trees)]
        if len(work.states) > most:
            raise TooManyStates(len(work.states), most, " Its best response is larger still.")
        try:
            trees.append(None if state.outcome is not None else forest.grow(state))
        except Endless as error:
            raise OddsError(f"{error}: that cannot be counted") from None
    values = [won(state, team) for state in work.states]
    settle(trees, values, fight.within / 1000, ROUNDS_OF_VALUES)
    return BestResponse(values[first], len(trees), time.perf_counter() - began)


def won(state: State, team: int) -> float:
    return 1.0 if state.outcome is not None and state.outcome.team == team else 0.0
