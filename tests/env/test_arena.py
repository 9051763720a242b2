"""The vectorised arena plays the same fights as single states do, many at once."""

from __future__ import annotations

from multiprocessing import active_children
from typing import Any

import numpy as np
import pytest

from shieldwall.env import Game
from shieldwall.env.arena import Arena, Batch


@pytest.fixture(scope="module", params=["duel", "crypt"])
def game(request: pytest.FixtureRequest) -> Game:
    return Game(request.param)


def test_what_it_shows_is_what_each_state_shows(game: Game) -> None:
    arena = Arena(game, fights=2, seed=3, skip_forced=False)
    rng = np.random.default_rng(1)
    for _ in range(4):
        batch = arena.batch()
        actions = batch.actions
        for number, stepper in enumerate(arena.core.steppers):
            state = game.replay(stepper.oracle.entries)
            player = state.current_player()
            assert player == batch.players[number]
            first = batch.offsets[number]
            last = first + batch.counts[number]
            assert actions[first:last].tolist() == state.legal_actions()
            assert [tuple(row) for row in batch.factors[first:last]] == state.factored_actions()
            seen = state.observation(player)
            assert np.array_equal(batch.units[number], seen["units"])
            assert np.array_equal(batch.scalars[number], seen["scalars"])
            assert np.array_equal(batch.map[number], seen["map"])
        arena.step((rng.random(2) * batch.counts).astype(int))


def test_fights_end_and_new_ones_begin() -> None:
    arena = Arena(Game("duel", mapless=True, rounds=6, turn_limit=8), fights=8)
    rng = np.random.default_rng(2)
    ended = 0
    while arena.finished < 20:
        batch = arena.batch()
        assert (batch.counts > 1).all(), "a decision with one answer is not asked"
        fights, returns = arena.step((rng.random(8) * batch.counts).astype(int))
        assert returns.shape == (len(fights), 2)
        assert (returns.sum(axis=1) == 0).all(), "zero-sum"
        ended += len(fights)
    assert ended == arena.finished
    assert 0 <= sum(arena.wins) <= ended


def test_the_same_seed_and_answers_give_the_same_fights() -> None:
    def played() -> tuple[list[int], int]:
        arena = Arena(Game("duel"), fights=4, seed=9)
        arena.play(first, 200)
        return arena.wins, arena.batch().actions.sum()

    def first(batch: Batch) -> Any:
        return batch.counts - 1

    assert played() == played()


def test_a_place_that_is_not_there_is_refused_and_nothing_is_done() -> None:
    arena = Arena(Game("duel"), fights=2)
    before = arena.batch().actions
    with pytest.raises(ValueError, match="fight 1 has no action number 9999"):
        arena.step([0, 9999])
    with pytest.raises(ValueError, match="fight 0 has no action number -1"):
        arena.step([-1, 0])
    with pytest.raises(ValueError, match="3 answers for 2 fights"):
        arena.step([0, 0, 0])
    assert np.array_equal(arena.batch().actions, before)
    with pytest.raises(ValueError, match="2 fights need 1 to 2 workers, not 3"):
        Arena(Game("duel"), fights=2, workers=3)
    with pytest.raises(ValueError, match="sampled"):
        Arena(Game("duel", chance="explicit"))
    with pytest.raises(ValueError, match="at least one fight"):
        Arena(Game("duel"), fights=0)


# In several processes.


def test_two_processes_play_the_same_fights_as_one() -> None:
    game = Game("duel", mapless=True, rounds=4, turn_limit=6)
    rng = np.random.default_rng(5)
    one = Arena(game, fights=5, seed=4)
    with Arena(game, fights=5, seed=4, workers=2) as two:
        ended = 0
        for number in range(60):
            ours, theirs = one.batch(), two.batch()
            for name in ("players", "counts", "actions", "offsets"):
                assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
            if number > 3:
                assert np.array_equal(ours.units, theirs.units)
                assert np.array_equal(ours.scalars, theirs.scalars)
            if number % 20 == 0:
                assert np.array_equal(ours.map, theirs.map)
            places = (rng.random(5) * ours.counts).astype(int)
            for mine, other in zip(one.step(places), two.step(places), strict=True):
                assert np.array_equal(mine, other)
                ended += len(mine)
        assert ended > 0
        assert (one.wins, one.finished, one.decisions) == (two.wins, two.finished, two.decisions)


def test_what_a_batch_of_two_processes_shows_stays_after_the_next_step() -> None:
    with Arena(Game("duel"), fights=4, workers=2) as arena:
        batch = arena.batch()
        before = batch.units.copy()
        arena.step(batch.counts - 1)
        assert not np.array_equal(arena.batch().units, before)
        assert np.array_equal(batch.units, before)


def test_a_closed_arena_says_so_and_leaves_no_process() -> None:
    before = set(active_children())
    arena = Arena(Game("duel"), fights=2, workers=2)
    assert len(set(active_children()) - before) == 2
    arena.close()
    assert not set(active_children()) - before
    with pytest.raises(ValueError, match="closed"):
        arena.step([0, 0])
