"""Actions chosen factor by factor: the masks show exactly what is legal, for a state and many."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.env.random_play import any_action, game

from shieldwall.env import Game, State
from shieldwall.env.arena import Arena

FACTORS = 6


def mask_of_all(state: State, *chosen: int) -> list[int]:
    """The mask by a look at every legal action."""
    place = len(chosen)
    mask = [0] * (list(state.game.factor_sizes.values())[place] + 1)
    for factors in state.factored_actions():
        if factors[:place] == chosen:
            mask[factors[place]] = 1
    return mask


@pytest.mark.parametrize("name", ["duel", "hall", "crypt", "sunken-way", "briar-hollow"])
def test_masks_show_what_is_legal(name: str) -> None:
    dice = Random(4)
    state = game(name, False).new_initial_state(2)
    for _ in range(60):
        if state.is_terminal():
            break
        for factors in dice.sample(state.factored_actions(), min(8, state.legal_count())):
            for place in range(FACTORS):
                chosen = factors[:place]
                assert list(state.factor_masks(*chosen)) == mask_of_all(state, *chosen)
        state.apply_action(any_action(state, dice))


def test_a_value_that_no_action_has_allows_nothing_after_it() -> None:
    state = Game("hall").new_initial_state(1)
    sizes = list(state.game.factor_sizes.values())
    legal = state.factored_actions()
    for place in range(FACTORS - 1):
        for wrong in (sizes[place] + 7, -5):
            chosen = (*legal[-1][:place], wrong)
            assert not any(state.factor_masks(*chosen)), chosen


def test_the_last_place_of_a_mask_stands_for_none() -> None:
    """What a sampler draws is an answer: the place after all values, instead of -1."""
    state = Game("hall").new_initial_state(1)
    sizes = list(state.game.factor_sizes.values())
    for action, factors in zip(state.legal_actions(), state.factored_actions(), strict=True):
        drawn = [size if one < 0 else one for one, size in zip(factors, sizes, strict=True)]
        for place in range(2, FACTORS):
            assert state.factor_masks(*drawn[:place]) == state.factor_masks(*factors[:place])
        assert state.action_of(*drawn) == state.action_of(*factors) == action


def test_a_copy_has_masks_at_once() -> None:
    state = Game("duel").new_initial_state(1)
    assert any(state.clone().factor_masks())
    factors = state.factored_actions()[0]
    assert state.clone().action_of(*factors) == state.legal_actions()[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_arena_is_played_factor_by_factor(workers: int) -> None:
    """All fights choose a unit, then a verb and so on; each mask is the state's."""
    rng = np.random.default_rng(3)
    with Arena(Game("crypt"), fights=5, seed=2, workers=workers) as arena:
        for _ in range(15):
            batch = arena.batch()
            factors, offsets = batch.factors, batch.offsets
            chosen: list[np.ndarray] = []
            for place in range(FACTORS):
                masks = batch.factor_masks(*chosen)
                width = list(arena.game.factor_sizes.values())[place] + 1
                assert masks.shape == (5, width)
                drawn = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
                for number, mask in enumerate(masks):
                    rows = factors[offsets[number] :][: batch.counts[number]] % (
                        np.array(list(arena.game.factor_sizes.values())) + 1
                    )
                    same = np.all(rows[:, :place] == [one[number] for one in chosen], axis=1)
                    assert set(np.flatnonzero(mask)) == set(rows[same, place].tolist())
                chosen.append(np.array(drawn))
            places = arena.places_of(*chosen)
            assert ((places >= 0) & (places < batch.counts)).all()
            arena.step(places)


def test_an_arena_refuses_factors_that_are_wrong() -> None:
    arena = Arena(Game("duel"), fights=2)
    batch = arena.batch()
    one = np.zeros(2, dtype=int)
    with pytest.raises(ValueError, match="give 2 whole numbers for each factor"):
        batch.factor_masks(np.zeros(3, dtype=int))
    with pytest.raises(ValueError, match="give 2 whole numbers for each factor"):
        batch.factor_masks(np.zeros(2))
    with pytest.raises(ValueError, match="there is no factor after"):
        batch.factor_masks(one, one, one, one, one, one)
    with pytest.raises(ValueError, match="unit, verb, target, weapon, square, note: an array each"):
        arena.places_of(one)
    with pytest.raises(ValueError, match="fight 0 has no legal action with"):
        arena.places_of(one, one + 3, one, one, one, one)
