"""The conformance tests of the projects whose interfaces we offer, on our games."""

from __future__ import annotations

import copy
import os
import pickle
import warnings
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from tests.env.installed import needed


@pytest.mark.parametrize(
    "options",
    [{"encounter": "duel"}, {"encounter": "duel", "mapless": True, "side": 1}],
    ids=["duel", "duel without a map, the other side"],
)
def test_gymnasium_checks_the_environment(options: dict[str, Any]) -> None:
    needed("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from shieldwall.env.gym_env import FightEnv

    with warnings.catch_warnings():
        # It would rather have bounded boxes, and asks for a made environment to be unwrapped.
        warnings.simplefilter("ignore")
        check_env(FightEnv(rounds=3, opponent="simple", **options), skip_render_check=False)


def test_gymnasium_makes_it_by_its_name_and_a_victory_is_worth_one() -> None:
    gymnasium = needed("gymnasium")
    import shieldwall.env.gym_env

    assert shieldwall.env.gym_env.SLOTS == 512
    env = gymnasium.make("shieldwall/Fight-v0", encounter="duel", opponent="simple", rounds=8)
    seen = set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            count = int(observation["action_mask"].sum())
            assert count == len(info["actions"]) > 0
            observation, reward, ended, stopped, info = env.step(seed % count)
            over = ended or stopped
            assert not info["illegal"]
            assert reward == 0.0 or over
        assert observation["action_mask"].sum() == 0
        seen.add(reward)
    assert seen <= {-1.0, 0.0, 1.0}
    assert -1.0 in seen, "who does the first thing allowed loses sooner or later"


@pytest.mark.parametrize("opponent", ["simple", "soldier", "natural", "captain:fast"])
def test_an_environment_in_the_middle_of_a_fight_is_copied_and_pickled(opponent: str) -> None:
    needed("gymnasium")
    from shieldwall.env.gym_env import FightEnv

    env = FightEnv(mapless=True, opponent=opponent)
    _, info = env.reset(seed=2)
    env.step(np.int64(1))
    assert env.state is not None
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.state is not None
        assert twin.state is not env.state
        assert twin.state.tape() == env.state.tape()
        twin.step(np.int64(0))
        assert len(twin.state.tape()) > len(env.state.tape())
        assert twin.reset(seed=2)[1] == info


def test_where_too_much_is_legal_every_kind_of_action_is_offered() -> None:
    needed("gymnasium")
    from shieldwall.env.gym_env import FightEnv

    env = FightEnv(encounter="hall", opponent="simple", slots=300)
    for seed in range(9):
        observation, info = env.reset(seed=seed)
        assert env.state is not None
        if env.state.legal_count() > 400:
            break
    else:
        raise AssertionError("the hall has more than 400 legal actions in one of nine fights")
    state = env.state
    assert info["left_out"] == state.legal_count() - len(info["actions"]) > 0
    assert 250 < len(info["actions"]) == int(observation["action_mask"].sum()) <= 300
    assert info["actions"] == sorted(set(info["actions"]) & set(state.legal_actions()))
    kinds = {(*factors[:4], factors[5]) for factors in state.factored_actions()}
    listed = [tuple(row) for row in observation["options"][: len(info["actions"])].tolist()]
    assert {(*factors[:4], factors[5]) for factors in listed} == kinds
    assert listed == [tuple(state.frame.codes.decode(action)) for action in info["actions"]]
    place = len(listed) // 2
    before = state.clone()
    env.step(np.int64(place))
    before.apply_action(info["actions"][place])
    assert before.tape() == state.tape()[: len(before.tape())]


def test_pettingzoo_says_what_is_offered() -> None:
    needed("pettingzoo")
    from shieldwall.env.pettingzoo_env import raw_env

    fight = raw_env(encounter="duel", mapless=True, rounds=3)
    fight.reset(seed=1)
    count = int(fight.infos[fight.agent_selection]["action_mask"].sum())
    with pytest.raises(ValueError, match=f"has no action {count}: {count} are offered, from 0"):
        fight.step(count)


def test_pettingzoo_checks_the_environment() -> None:
    needed("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from shieldwall.env.pettingzoo_env import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(encounter="duel", rounds=3), num_cycles=60, verbose_progress=False)
        seed_test(lambda: env(encounter="duel", mapless=True, rounds=3), num_cycles=20)


@pytest.mark.parametrize("parameters", ["encounter=duel", "encounter=duel,mapless=True"])
def test_open_spiel_plays_at_random_and_finds_nothing_wrong(parameters: str) -> None:
    pyspiel = needed("pyspiel", "openspiel")
    import shieldwall.env.openspiel_game

    assert shieldwall.env.openspiel_game.GAME_TYPE.short_name == "shieldwall"
    game = pyspiel.load_game(f"shieldwall({parameters},rounds=2,turn_limit=4)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_open_spiel_learns_that_two_teams_play_for_the_same_stake() -> None:
    pyspiel = needed("pyspiel", "openspiel")
    import shieldwall.env.openspiel_game

    two = pyspiel.load_game("shieldwall(encounter=duel)")
    assert two.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert two.utility_sum() == 0.0
    many = pyspiel.load_game("shieldwall(encounter=market-brawl)")
    assert many.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert shieldwall.env.openspiel_game.GAME_TYPE.utility == many.get_type().utility


def test_open_spiel_gets_observations_and_information_states_apart() -> None:
    pyspiel = needed("pyspiel", "openspiel")
    import shieldwall.env.openspiel_game

    assert shieldwall.env.openspiel_game.GAME_TYPE.provides_information_state_tensor
    state = pyspiel.load_game(
        "shieldwall(encounter=duel,mapless=True,rounds=2)"
    ).new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    seen, known = state.observation_string(0), state.information_state_string(0)
    assert seen == state.fight.observation_string(0)
    assert known == state.fight.information_state_string(0)
    assert known.endswith(seen)
    assert len(known) > len(seen)
    tensor = state.observation_tensor(0)
    assert tensor == pytest.approx(state.fight.observation_tensor(0))
    more = state.information_state_tensor(0)
    assert more[: len(tensor)] == pytest.approx(tensor)
    assert more == pytest.approx(state.fight.information_state_tensor(0))
    assert len(more) > len(tensor)


def test_open_spiel_writes_a_playthrough() -> None:
    needed("pyspiel", "openspiel")
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    import shieldwall.env.openspiel_game

    assert shieldwall.env.openspiel_game.PARAMETERS["encounter"] == "duel"
    text = playthrough(
        "shieldwall(encounter=duel,mapless=True,rounds=1,turn_limit=2)",
        action_sequence=[7, 0],
        seed=1,
    )
    assert "IsTerminal() = True" in text
    assert "initiative 8" in text


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="a developer may go without them")
@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo", "pyspiel", "mcp"])
def test_continuous_integration_goes_without_none_of_them(module: str) -> None:
    assert import_module(module) is not None
