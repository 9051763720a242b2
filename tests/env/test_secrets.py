"""Two fights that differ only in what a side cannot know look the same to it, in every book."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.env.random_play import any_action

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.engine.move.movement import put
from shieldwall.engine.tape.request import DONE, PASS
from shieldwall.env import TERMINAL, Game, State
from shieldwall.knowledge.side_knowledge import knows_place

PARTY = 0
DECISIONS = 14


def world(rules: str, mapless: bool, corner: int, hp: int, reach_for: int) -> Game:
    """The hall with its archers hidden somewhere at an edge, more or less hurt."""
    setup = load_encounter("hall", rules)
    setup.hidden = tuple(one.ident for one in setup.placements if "archer" in one.ident)
    assert len(setup.hidden) == 2
    game = Game(setup, mapless=mapless)
    start = game.frame.start
    for number, unit in enumerate(start.units):
        if unit.ident in setup.hidden:
            unit.hp = min(unit.hp, hp)
            unit.wielded = min(reach_for, len(unit.weapons) - 1)
            if not start.grid.open:
                put(start.grid, unit, corner + number * start.grid.width)
    return game


def shown(state: State) -> tuple[object, ...]:
    """Everything the party can ask for."""
    arrays = state.observation(PARTY)
    return (
        state.current_player(),
        state.legal_actions(),
        state.factored_actions(),
        [(name, array.tobytes()) for name, array in arrays.items()],
        state.observation_tensor(PARTY),
        state.observation_string(PARTY),
        state.information_state_string(PARTY),
        state.information_state_tensor(PARTY),
        state.is_terminal(),
    )


def is_found(state: State) -> bool:
    moment = state.moment()
    hidden = state.game.setup.hidden
    return any(unit.ident in hidden and knows_place(moment, PARTY, unit) for unit in moment.units)


def others_wait(state: State) -> None:
    """All other units do nothing, so that they stay unknown, and their questions stay secret."""
    while state.current_player() not in (PARTY, TERMINAL):
        verbs = [choice.verb for choice in state.legal_choices()]
        state.apply_index(next(n for n, verb in enumerate(verbs) if verb in (DONE, PASS)))


@pytest.mark.parametrize("mapless", [False, True], ids=["map", "no map"])
@pytest.mark.parametrize("rules", list(RULESETS))
def test_worlds_that_differ_in_hidden_things_look_the_same(rules: str, mapless: bool) -> None:
    compared = 0
    for seed in (0,):
        one = world(rules, mapless, 20, 100, 0).new_initial_state(seed)
        other = world(rules, mapless, 22, 1, 1).new_initial_state(seed)
        assert one.moment().key() != other.moment().key()
        dice = Random(seed)
        for _ in range(DECISIONS):
            for state in (one, other):
                others_wait(state)
            if one.is_terminal() or is_found(one) or is_found(other):
                break
            assert shown(one) == shown(other)
            compared += 1
            action = any_action(one, dice)
            assert one.action_to_string(action) == other.action_to_string(action)
            one.apply_action(action)
            other.apply_action(action)
    assert compared > 10


def test_a_hidden_unit_has_no_row_and_the_map_does_not_show_it() -> None:
    game = world("sovereign", False, 20, 100, 0)
    state = game.new_initial_state(0)
    seen = state.observation(PARTY)
    known = int(seen["units"][:, 0].sum())
    assert known == len(game.setup.placements) - 2
    open_game = Game(load_encounter("hall"))
    foes = open_game.new_initial_state(0).observation(PARTY)["map"]
    assert np.asarray(foes).sum() == np.asarray(seen["map"]).sum() + 2
