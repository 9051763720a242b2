"""Mistakes of newcomers in Python raise errors that say what is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.env.installed import needed

from shieldwall.content import ContentError
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.env import CHANCE, Game, State
from shieldwall.env.arena import Arena


@pytest.fixture(scope="module")
def over() -> State:
    """A fight that has come to its end."""
    state = Game("duel", mapless=True, rounds=1).new_initial_state(1)
    while not state.is_terminal():
        done = [choice.verb for choice in state.legal_choices()]
        state.apply_index(done.index(DONE) if DONE in done else len(done) - 1)
    return state


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Game("dule"), "did you mean duel"),
        (lambda: Game("duel", rules="sovreign"), "did you mean sovereign"),
        (lambda: Game("duel", rounds=-1), "rounds is 0 for the usual limit"),
        (lambda: Game("duel", turn_limit=0), "turn_limit at least 1"),
        (lambda: Game("duel").decode(-4), "is no action of this game"),
    ],
)
def test_games_that_are_not_there(make: Callable[[], Any], words: str) -> None:
    with pytest.raises((ContentError, ValueError), match=words):
        make()


def test_actions_that_are_not_there() -> None:
    state = Game("duel").new_initial_state(1)
    count = len(state.legal_actions())
    with pytest.raises(ValueError, match=f"legal actions of player 0, of which there are {count}"):
        state.apply_action(-1)
    with pytest.raises(ValueError, match=f"there is no legal action number -1: there are {count}"):
        state.apply_index(-1)
    with pytest.raises(ValueError, match=f"there is no legal action number {count}"):
        state.apply_index(count)
    with pytest.raises(ValueError, match="there is no factor after unit, verb"):
        state.factor_masks(0, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="no legal action has the factors"):
        state.action_of(1, 2)
    with pytest.raises(ValueError, match="no die roll is pending"):
        state.roll(3)
    with pytest.raises(ValueError, match="is no action of this game"):
        state.action_to_string(10**9)
    assert state.move_number() == 0, "nothing was done by mistake"


@pytest.mark.parametrize("player", [-1, 2])
def test_nobody_else_looks(player: int) -> None:
    state = Game("duel").new_initial_state(1)
    for look in (state.observation, state.observation_string, state.information_state_tensor):
        with pytest.raises(ValueError, match="players are 0 to 1"):
            look(player)


def test_nothing_is_decided_when_the_fight_is_over(over: State) -> None:
    assert over.legal_actions() == []
    assert over.legal_choices() == []
    for decide in (
        lambda: over.apply_action(0),
        lambda: over.apply_index(0),
        lambda: over.apply_choice(Choice(0, DONE)),
        over.request,
    ):
        with pytest.raises(ValueError, match="the fight is over"):
            decide()


def test_a_die_is_not_a_question() -> None:
    state = Game("duel", chance="explicit").new_initial_state()
    with pytest.raises(ValueError, match="a d8 must be rolled for initiative"):
        state.request()
    with pytest.raises(ValueError, match="a d8 shows 1 to 8, not 9"):
        state.apply_action(8)
    state.apply_index(7)
    assert state.current_player() == CHANCE, "the other side's die"


def test_numbers_of_numpy_are_numbers() -> None:
    game = Game("duel")
    state = game.new_initial_state(np.int64(1))
    action = np.random.default_rng(1).choice(state.legal_actions())
    assert game.decode(action) == game.decode(int(action))
    state.apply_action(action)
    state.apply_index(np.int32(0))
    assert state.move_number() == 2


def test_answers_for_the_arena() -> None:
    arena = Arena(Game("duel"), fights=2)
    with pytest.raises(ValueError, match="1 answers for 2 fights"):
        arena.step([0])
    with pytest.raises(ValueError, match="one whole number as the answer for each fight"):
        arena.step([0.5, 1.0])


def test_a_side_or_a_mind_that_is_not_there() -> None:
    needed("gymnasium")
    from shieldwall.env.gym_env import FightEnv

    with pytest.raises(ValueError, match="there is no side 4; there is 0 challenger, 1 champion"):
        FightEnv(side=4)
    with pytest.raises(ValueError, match="did you mean soldier"):
        FightEnv(opponent="soldeir")
    with pytest.raises(ValueError, match="call reset first"):
        FightEnv().step(np.int64(0))
