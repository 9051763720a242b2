"""Environments for learning and search: games, states, and adapters to other libraries.

    >>> from shieldwall.env import Game
    >>> state = Game("duel").new_initial_state(seed=1)

See `docs/research.md`. The adapters need their libraries: `shieldwall.env.gym_env`,
`shieldwall.env.pettingzoo_env`, `shieldwall.env.openspiel_game`.
"""

from __future__ import annotations

from shieldwall.env.game import CHANCE, TERMINAL, Game
from shieldwall.env.game_state import State

__all__ = ["CHANCE", "TERMINAL", "Game", "State"]
