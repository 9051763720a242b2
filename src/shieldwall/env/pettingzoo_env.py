"""All sides of a fight as a PettingZoo environment (AEC): the deciding side is the agent.

    from shieldwall.env.pettingzoo_env import env
    fight = env(encounter="duel")

An action is an index into the list of offered actions, as in `gym_env`; the observation and `infos`
contain the mask. Needs `pip install shieldwall[pettingzoo]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from shieldwall.env.game import Game
from shieldwall.env.game_state import State
from shieldwall.env.gym_env import SLOTS, observation_of, observation_space, offered


def env(**options: Any) -> Any:
    """The environment, with PettingZoo's usual wrappers."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(AECEnv):  # type: ignore[misc]
    """Agents are named after the sides of the encounter."""

    metadata = {
        "name": "shieldwall_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        encounter: str = "duel",
        rules: str = "",
        mapless: bool = False,
        rounds: int = 0,
        slots: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = Game(encounter, rules, mapless, rounds=rounds)
        self.slots = slots
        self.render_mode = render_mode
        self.possible_agents = self.game.players
        self.agents: list[str] = []
        seen = observation_space(self.game, slots)
        mask = seen.spaces.pop("action_mask")
        self.observation_spaces = {
            agent: spaces.Dict({"observation": spaces.Dict(seen.spaces), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(slots) for agent in self.possible_agents}
        self.dice = np.random.default_rng()
        self.state_now: State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.dice = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.state_now = self.game.new_initial_state(int(self.dice.integers(2**62)))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.choose_agent()

    def choose_agent(self) -> None:
        """The deciding side is next; once the fight is over, all in turn."""
        state = self.state_now
        assert state is not None
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.current_player()]
            mask = self.observe(self.agent_selection)["action_mask"]
            self.infos[self.agent_selection] = {"action_mask": mask}

    def observe(self, agent: str) -> dict[str, Any]:
        assert self.state_now is not None, "call reset first"
        player = self.possible_agents.index(agent)
        found = observation_of(self.state_now, player, self.slots)
        mask = found.pop("action_mask")
        return {"observation": found, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_now
        assert state is not None
        assert action is not None, "only a unit that is out of the fight gives no action"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        places = offered(state, self.slots)
        if not 0 <= action < len(places):
            raise ValueError(
                f"{agent} has no action {action}: {len(places)} are offered, from 0 (`action_mask`)"
            )
        state.apply_index(places[action])
        if state.is_terminal():
            given_up = state.outcome() == "round-limit"
            for place, name in enumerate(self.possible_agents):
                self.rewards[name] = state.returns()[place]
                self.terminations[name] = not given_up
                self.truncations[name] = given_up
        self.choose_agent()
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode is None or self.state_now is None:
            return None
        player = self.possible_agents.index(self.agent_selection)
        return self.state_now.observation_string(player)

    def close(self) -> None:
        self.state_now = None
