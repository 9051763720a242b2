"""Random players for the tests of environments."""

from __future__ import annotations

from random import Random

from shieldwall.content import list_encounters, load_encounter
from shieldwall.env import CHANCE, Game, State

NAMES = [info.name for info in list_encounters()]
GAMES = [(name, mapless) for name in NAMES for mapless in (False, True)]


def play(state: State, dice: Random, most: int = 400) -> State:
    """At most this many random decisions: first a verb, then one of its actions."""
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(any_action(state, dice))
    return state


def any_action(state: State, dice: Random) -> int:
    actions = state.legal_actions()
    if state.current_player() == CHANCE:
        return dice.choice(actions)
    verbs = [choice.verb for choice in state.legal_choices()]
    verb = dice.choice(sorted(set(verbs)))
    return dice.choice([action for action, one in zip(actions, verbs, strict=True) if one == verb])


def game(name: str, mapless: bool, **more: object) -> Game:
    return Game(load_encounter(name), mapless=mapless, **more)  # type: ignore[arg-type]
