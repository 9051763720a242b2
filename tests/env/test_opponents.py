"""An arena in which a mind plays all sides but one, and what a mind would answer in it."""

from __future__ import annotations

import numpy as np
import pytest

from shieldwall.engine.tape.entries import Chose
from shieldwall.env import Game
from shieldwall.env.arena import Arena
from shieldwall.minds import make_mind
from shieldwall.minds.user_minds import MindError


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("opponent", ["simple", "soldier"])
def test_a_mind_plays_all_sides_but_one(opponent: str, workers: int) -> None:
    """Fight n asks side n modulo the number of sides, and its tape is that of single states."""
    game = Game("duel", mapless=True)
    with Arena(game, fights=4, seed=3, workers=workers, opponent=opponent) as arena:
        while arena.finished < 12:
            batch = arena.batch()
            assert batch.players.tolist() == [0, 1, 0, 1]
            arena.step(batch.counts - 1)


def test_the_opponent_answers_as_its_mind_does() -> None:
    game = Game("yard")
    arena = Arena(game, fights=2, seed=8, opponent="simple")
    rng = np.random.default_rng(1)
    for _ in range(25):
        arena.step((rng.random(2) * arena.batch().counts).astype(int))
    checked = 0
    mind = make_mind("simple")
    for number, stepper in enumerate(arena.core.steppers):
        state = game.begin(0, list(stepper.oracle.entries))
        while state.has_script():
            if state.current_player() not in (number, -1):
                entry = state.oracle.script[state.oracle.read]
                assert isinstance(entry, Chose)
                assert entry.choice == mind(state.request())
                checked += 1
            state.follow()
    assert checked > 10


@pytest.mark.parametrize("workers", [1, 2])
def test_advice_is_what_the_mind_would_answer(workers: int) -> None:
    """Following it on both sides plays the fight that the mind plays against itself."""
    game = Game("yard", mapless=True)
    mind = make_mind("simple")
    with Arena(game, fights=2, seed=5, workers=workers, skip_forced=False) as arena:
        state = game.new_initial_state(5)
        for _ in range(40):
            assert not state.is_terminal()
            batch = arena.batch()
            assert state.current_player() == batch.players[0]
            arena.step(arena.advice("simple"))
            state.apply_choice(mind(state.request()))


def test_a_mind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(MindError, match="no mind is called"):
        Arena(Game("duel"), fights=1, opponent="nobody")
    with pytest.raises(MindError, match="no mind is called"):
        Arena(Game("duel"), fights=1).advice("nobody")


def test_a_mind_that_thinks_ahead_advises_only_beside_an_opponent() -> None:
    with pytest.raises(ValueError, match="only an arena with an opponent"):
        Arena(Game("duel"), fights=1).advice("captain:fast")
    places = Arena(Game("duel"), fights=1, opponent="simple").advice("captain:fast")
    assert len(places) == 1
