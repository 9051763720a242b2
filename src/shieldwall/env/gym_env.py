"""One side of a fight as a Gymnasium environment; a mind plays the others.

    import gymnasium
    import shieldwall.env.gym_env  # registers shieldwall/Fight-v0
    env = gymnasium.make("shieldwall/Fight-v0", encounter="duel", opponent="soldier")

An action is an index into the list of offered actions; `info["actions"]` has their stable numbers,
and `action_mask` in the observation says how many there are. All legal actions are offered if there
is room; otherwise fewer squares of each move, and `info["left_out"]` says how many are missing.
Needs `pip install shieldwall[gymnasium]`.
"""

from __future__ import annotations

from typing import Any, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces

from shieldwall.engine.tape.oracles import Answer
from shieldwall.env.action_codes import FACTORS
from shieldwall.env.game import Game
from shieldwall.env.game_state import State
from shieldwall.minds import make_mind

SLOTS = 512
"""Maximum number of offered actions."""

T = TypeVar("T")


def observation_space(game: Game, slots: int) -> spaces.Dict:
    """The arrays of `State.observation`, the options by their factors, and the mask."""
    if slots < 1:
        raise ValueError(f"slots is the number of actions offered at most: at least 1, not {slots}")
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(-np.inf, np.inf, shape, np.float32)
        for name, shape in game.observation_shapes.items()
    }
    sizes = np.array(list(game.factor_sizes.values()), dtype=np.int32)
    high = np.broadcast_to(sizes, (slots, len(FACTORS)))
    boxes["options"] = spaces.Box(np.full_like(high, -1), high.copy(), dtype=np.int32)
    boxes["action_mask"] = spaces.Box(0, 1, (slots,), np.int8)
    return spaces.Dict(boxes)


def offered(state: State, slots: int) -> list[int]:
    """The places of the offered actions in the list of legal ones, in ascending order.

    If there are too many, actions that differ only in their square share the room with all others:
    each gets the same number of squares at most, spread over its whole list.
    """
    count = state.legal_count()
    if count <= slots:
        return list(range(count))
    groups: dict[tuple[int, ...], list[int]] = {}
    for place, (unit, verb, target, weapon, _, note) in enumerate(state.factored_actions()):
        groups.setdefault((unit, verb, target, weapon, note), []).append(place)
    kinds = spread(list(groups.values()), slots)
    most = 1
    while sum(min(len(places), most + 1) for places in kinds) <= slots:
        most += 1
    return sorted(place for places in kinds for place in spread(places, most))


def spread(items: list[T], most: int) -> list[T]:
    """Some of the items, at even distances."""
    if len(items) <= most:
        return items
    return [items[number * len(items) // most] for number in range(most)]


def observation_of(state: State, player: int, slots: int) -> dict[str, Any]:
    """The observation of a deciding player; for others the list of options is empty."""
    found = state.observation(player)
    options = np.full((slots, len(FACTORS)), -1, dtype=np.int32)
    mask = np.zeros(slots, dtype=np.int8)
    if state.current_player() == player:
        factors = state.factored_actions()
        places = offered(state, slots)
        options[: len(places)] = [factors[place] for place in places]
        mask[: len(places)] = 1
    return {**found, "options": options, "action_mask": mask}


class FightEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """`side` decides; `opponent` names the mind of all other sides.

    The reward is 1 for a victory, -1 for a defeat, and 0 until then. An index outside the list ends
    the turn or passes, and `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        encounter: str = "duel",
        rules: str = "",
        mapless: bool = False,
        side: int = 0,
        opponent: str = "soldier",
        rounds: int = 0,
        slots: int = SLOTS,
        render_mode: str | None = None,
    ) -> None:
        self.game = Game(encounter, rules, mapless, rounds=rounds)
        if not 0 <= side < self.game.num_players:
            sides = ", ".join(f"{n} {name}" for n, name in enumerate(self.game.players))
            raise ValueError(f"there is no side {side}; there is {sides}")
        make_mind(opponent)  # raises at once if there is no mind with that name
        self.side = side
        self.opponent = opponent
        self.slots = slots
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game, slots)
        self.action_space = spaces.Discrete(slots)
        self.minds: list[Answer] = []
        self.seeded = 0
        """The seed of the current fight and its minds."""
        self.state: State | None = None

    def __getstate__(self) -> dict[str, Any]:
        # Minds hold compiled parts that cannot be copied.
        return {**self.__dict__, "minds": []}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """The same fight in a copy or a pickle. Its minds are new: what they planned is lost."""
        self.__dict__.update(kept)
        self.seat_minds()

    def seat_minds(self) -> None:
        mind = make_mind(self.opponent, self.seeded)
        mind.ignore_clock()
        self.minds = [mind] * self.game.num_players

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.seeded = int(self.np_random.integers(2**62))
        self.seat_minds()
        self.state = self.game.new_initial_state(self.seeded)
        self.let_others_play(self.state)
        return self.observed(self.state), self.info(self.state)

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        state = self.state
        if state is None:
            raise ValueError("call reset first")
        if state.is_terminal():
            raise ValueError("the fight is over: call reset")
        places = offered(state, self.slots)
        illegal = not 0 <= int(action) < len(places)
        state.apply_index(ending(state) if illegal else places[int(action)])
        self.let_others_play(state)
        info = self.info(state)
        info["illegal"] = illegal
        over = state.is_terminal()
        given_up = over and state.outcome() == "round-limit"
        reward = state.returns()[self.side] if over else 0.0
        return self.observed(state), reward, over and not given_up, given_up, info

    def let_others_play(self, state: State) -> None:
        while not state.is_terminal() and state.current_player() != self.side:
            state.apply_choice(self.minds[state.current_player()](state.request()))

    def observed(self, state: State) -> dict[str, Any]:
        return observation_of(state, self.side, self.slots)

    def info(self, state: State) -> dict[str, Any]:
        legal = state.legal_actions()
        places = offered(state, self.slots)
        return {
            "actions": [legal[place] for place in places],
            "left_out": len(legal) - len(places),
            "round": int(state.moment().clock.round),
        }

    def render(self) -> str | None:
        if self.render_mode is None or self.state is None:
            return None
        return self.state.observation_string(self.side)


def ending(state: State) -> int:
    """The index of the action that ends the turn or passes, otherwise the last."""
    choices = state.legal_choices()
    for place, choice in enumerate(choices):
        if choice.verb in ("done", "pass"):
            return place
    return len(choices) - 1


gymnasium.register(id="shieldwall/Fight-v0", entry_point="shieldwall.env.gym_env:FightEnv")
