"""The tape of a state as text: reading it restores the same moment, with any open question."""

from __future__ import annotations

from random import Random

import pytest
from tests.env.random_play import any_action

from shieldwall.env import Game, State
from shieldwall.store.save_file import SaveError, TapeFile, replay_tape


def comes_back(state: State) -> State:
    text = state.serialize()
    twin = state.game.deserialize_state(text)
    assert twin.current_player() == state.current_player()
    assert twin.legal_actions() == state.legal_actions()
    assert twin.tape() == state.tape()
    assert twin.answers == state.answers
    assert twin.returns() == state.returns()
    assert twin.moment().key() == state.moment().key()
    assert twin.serialize() == text
    return twin


def test_a_die_that_is_wanted_is_still_wanted() -> None:
    state = Game("duel", chance="explicit").new_initial_state()
    assert comes_back(state).chance_outcomes() == state.chance_outcomes()
    state.apply_action(7)
    twin = comes_back(state)
    twin.apply_action(0)
    assert [entry.value for entry in twin.tape()] == [8, 1]  # type: ignore[attr-defined]


def test_answers_that_wait_for_others_are_kept() -> None:
    """Dolmenwood asks several units at once what they declare."""
    state = Game("standing-stones", "dolmenwood").new_initial_state(2)
    dice = Random(2)
    waited = 0
    for _ in range(12):
        comes_back(state)
        waited += bool(state.answers)
        state.apply_action(any_action(state, dice))
    assert waited > 1


@pytest.mark.parametrize("rules", ["sovereign", "dolmenwood"])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_fight_that_ended_with_its_last_round_stays_over(rules: str, chance: str) -> None:
    game = Game("duel", rules, mapless=True, chance=chance, rounds=1, turn_limit=3)
    undecided = 0
    for seed in range(6):
        state = game.new_initial_state(seed)
        dice = Random(seed)
        while not state.is_terminal():
            state.apply_action(any_action(state, dice))
        assert comes_back(state).is_terminal()
        undecided += state.outcome() == "round-limit"
        file = TapeFile("tape", state.serialize())
        assert replay_tape(file, file.setup(None)).outcome is not None, "not at a table either"
    assert undecided > 0


def test_a_tape_of_another_fight_is_refused() -> None:
    text = Game("duel").new_initial_state(1).serialize()
    with pytest.raises(SaveError, match="the tape belongs to a different set-up"):
        Game("hall").deserialize_state(text)
    with pytest.raises(SaveError, match="not a tape"):
        Game("duel").deserialize_state("")
