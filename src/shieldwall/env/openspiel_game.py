"""Fights as an OpenSpiel game in Python: `pyspiel.load_game("shieldwall(encounter=duel)")`.

Import this module to register it. Chance is explicit. Parameters: encounter, rules, mapless,
rounds, turn_limit. Needs `pip install shieldwall[openspiel]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from shieldwall.env.game import TURN_LIMIT, Game
from shieldwall.env.game_state import State
from shieldwall.env.state_text import MEMORY_FIELDS

PARAMETERS: dict[str, Any] = {
    "encounter": "duel",
    "rules": "",
    "mapless": False,
    "rounds": 20,
    "turn_limit": TURN_LIMIT,
}


def game_type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="shieldwall",
        long_name="Shieldwall",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


GAME_TYPE = game_type(pyspiel.GameType.Utility.GENERAL_SUM)
"""The type that is registered: with three teams the returns do not add up to zero."""
TWO_TEAMS = game_type(pyspiel.GameType.Utility.ZERO_SUM)


class FightGame(pyspiel.Game):  # type: ignore[misc]
    """One encounter."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.game = Game(
            given["encounter"],
            given["rules"],
            given["mapless"],
            "explicit",
            given["rounds"],
            given["turn_limit"],
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions,
            max_chance_outcomes=self.game.max_chance_outcomes,
            num_players=self.game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.game.is_zero_sum else None,
            max_game_length=self.game.max_game_length,
        )
        super().__init__(TWO_TEAMS if self.game.is_zero_sum else GAME_TYPE, info, given)

    def new_initial_state(self) -> FightState:
        return FightState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> FightObserver:
        return FightObserver(self.game, iig_obs_type is not None and iig_obs_type.perfect_recall)


class FightState(pyspiel.State):  # type: ignore[misc]
    """A state behind OpenSpiel's interface; copies are made by its C++ side."""

    def __init__(self, game: FightGame) -> None:
        super().__init__(game)
        self.fight: State = game.game.new_initial_state()

    def current_player(self) -> int:
        return self.fight.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.fight.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.fight.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.fight.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.fight.action_to_string(action, player)

    def is_terminal(self) -> bool:
        return self.fight.is_terminal()

    def returns(self) -> list[float]:
        return self.fight.returns()

    def __str__(self) -> str:
        return str(self.fight)


class FightObserver:
    """Gives OpenSpiel a side's observations, or its whole information, as a tensor and as text."""

    def __init__(self, game: Game, recalls: bool) -> None:
        self.recalls = recalls
        """Whether it remembers: the information state, not only what is seen now."""
        shapes = dict(game.observation_shapes)
        if recalls:
            shapes["memory"] = (game.frame.rows, len(MEMORY_FIELDS))
        size = sum(int(np.prod(shape)) for shape in shapes.values())
        self.tensor = np.zeros(size, np.float32)
        self.dict = {}
        place = 0
        for name, shape in shapes.items():
            length = int(np.prod(shape))
            self.dict[name] = self.tensor[place : place + length].reshape(shape)
            place += length

    def set_from(self, state: FightState, player: int) -> None:
        fight = state.fight
        if self.recalls:
            self.tensor[:] = fight.information_state_tensor(player)
        else:
            self.tensor[:] = fight.observation_tensor(player)

    def string_from(self, state: FightState, player: int) -> str:
        fight = state.fight
        if self.recalls:
            return fight.information_state_string(player)
        return fight.observation_string(player)


pyspiel.register_game(GAME_TYPE, FightGame)
