"""A fight as a game: `Game` describes it, `State` is a decision point.

    >>> from shieldwall.env import Game
    >>> state = Game("duel").new_initial_state(seed=7)
    >>> state.current_player(), len(state.legal_actions()) > 1
    (0, True)

The names are OpenSpiel's. Players are the sides of the encounter, in its order. Rulings of
the GM have default answers (`minds/gm_mind.py`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from operator import index
from typing import SupportsIndex

from shieldwall.content import load_encounter, setup_from_text, setup_to_text
from shieldwall.content.ground.field import without_map
from shieldwall.engine.state.setup import MOST_ROUNDS, Setup
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.entries import Entry
from shieldwall.env.action_codes import FACTORS
from shieldwall.env.decision_oracle import DecisionOracle
from shieldwall.env.game_state import State
from shieldwall.env.observations import PLANES, SCALAR_WIDTH, UNIT_WIDTH
from shieldwall.env.stepper import CHANCE, TERMINAL, Frame
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.store.save_file import TapeFile, replay_tape

TURN_LIMIT = 64
"""After this many decisions in one turn it can only be ended."""
DECISIONS_BESIDE = 16
"""Upper bound of decisions out of turn and dice, per decision on a turn."""
SPARE_UNITS = 12
"""How many summoned or split-off units have numbers of their own."""


class Game:
    """One encounter with one book.

    `chance` is "sampled" (dice are rolled internally, from the seed) or "explicit" (each die is a
    decision of the chance player). `rules` selects another book than the encounter's.
    """

    def __init__(
        self,
        encounter: str | Setup = "duel",
        rules: str = "",
        mapless: bool = False,
        chance: str = "sampled",
        rounds: int = 0,
        turn_limit: int = TURN_LIMIT,
    ) -> None:
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance is {chance!r}; it may be sampled or explicit")
        if rounds < 0 or turn_limit < 1:
            raise ValueError("rounds is 0 for the usual limit or more, turn_limit at least 1")
        if isinstance(encounter, Setup):
            setup = encounter
        else:
            setup = load_encounter(encounter, rules)
        if mapless and not setup.grid.open:
            setup = without_map(setup)
        self.chance = chance
        self.rounds = rounds or setup.rounds or MOST_ROUNDS
        # A tape of the fight ends with the same round, wherever it is replayed.
        setup = setup.lasting(self.rounds)
        self.setup = setup
        self.turn_limit = turn_limit
        start = initial_state(setup)
        sheets = [placement.sheet for placement in setup.placements]
        joined = any(sheet.spells or sheet.powers for sheet in sheets)
        self.frame = Frame(
            setup,
            rules_of(setup),
            start,
            seat_sides(setup),
            self.rounds,
            chance == "explicit",
            turn_limit,
            SPARE_UNITS if joined else 0,
        )

    # Properties of the game.

    @property
    def num_players(self) -> int:
        return self.frame.players

    @property
    def players(self) -> list[str]:
        return [side.name for side in self.setup.sides]

    @property
    def num_distinct_actions(self) -> int:
        """One more than the largest action number."""
        return self.frame.codes.count

    @property
    def max_chance_outcomes(self) -> int:
        return 100

    @property
    def max_game_length(self) -> int:
        """An upper bound of the decisions of all sides, far above any real fight."""
        return self.rounds * self.frame.rows * (self.turn_limit + 1) * DECISIONS_BESIDE

    @property
    def is_zero_sum(self) -> bool:
        return self.num_players == 2 and len({side.team for side in self.setup.sides}) == 2

    @property
    def has_secrets(self) -> bool:
        """Whether any unit is hidden at the start."""
        return self.frame.start.murky

    # Layout of actions and observations.

    @property
    def verbs(self) -> list[str]:
        return [block.verb for block in self.frame.codes.blocks]

    @property
    def factor_sizes(self) -> dict[str, int]:
        """The number of values of each factor of an action (`State.factored_actions`)."""
        return dict(zip(FACTORS, self.frame.codes.factor_sizes()))

    def decode(self, action: SupportsIndex) -> dict[str, int]:
        """The factors of an action; -1 for an unused one."""
        return dict(zip(FACTORS, self.frame.codes.decode(index(action))))

    @property
    def observation_shapes(self) -> dict[str, tuple[int, ...]]:
        grid = self.setup.grid
        return {
            "units": (self.frame.rows, UNIT_WIDTH),
            "scalars": (SCALAR_WIDTH,),
            "map": (len(PLANES), int(grid.height), int(grid.width)),
        }

    # States.

    def new_initial_state(self, seed: SupportsIndex = 0) -> State:
        """The first decision; the same seed and choices give the same fight."""
        return self.begin(index(seed), [])

    def begin(self, seed: int, script: list[Entry]) -> State:
        """The first decision of a fight that takes its dice from a script while it lasts."""
        frame = self.frame
        oracle = DecisionOracle(Dice(substream(seed, 0)), frame.explicit)
        oracle.script = script
        state = State(self, oracle, frame.start.copy())
        if frame.start.murky:
            state.meet()
        state.advance()
        return state

    def replay(self, entries: list[Entry], seed: int = 0) -> State:
        """The state after a tape."""
        state = self.begin(seed, entries)
        while state.has_script():
            state.follow()
        return state

    def deserialize_state(self, text: str) -> State:
        """Read the output of `State.serialize`: a tape, as `shieldwall replay` reads it."""
        file = TapeFile("tape", text)
        fight = replay_tape(file, file.setup(self.setup))
        state = self.replay(fight.tape)
        for choice in fight.sealed():
            state.apply_choice(choice)
        return state

    # Pickling.

    def to_text(self) -> str:
        return json.dumps(
            {
                "setup": setup_to_text(self.setup),
                "chance": self.chance,
                "rounds": self.rounds,
                "turn_limit": self.turn_limit,
            }
        )

    def __reduce__(self) -> tuple[object, ...]:
        return game_from_text, (self.to_text(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self is other or self.to_text() == other.to_text())

    def __hash__(self) -> int:
        return hash((self.setup.title, self.chance, self.rounds))

    def __repr__(self) -> str:
        return f"Game({self.setup.title!r}, rules={self.setup.rules!r}, chance={self.chance!r})"


@lru_cache(maxsize=32)
def game_from_text(text: str) -> Game:
    """Cached, so that many states share one game."""
    data = json.loads(text)
    return Game(
        setup_from_text(data["setup"]),
        chance=data["chance"],
        rounds=data["rounds"],
        turn_limit=data["turn_limit"],
    )


def seat_sides(setup: Setup) -> list[int]:
    """The side of each seat; the GM's is assigned to the first and never asked."""
    found = list(range(len(setup.sides)))
    for name in seat_names(setup)[len(found) :]:
        side = 0
        for placement in setup.placements:
            if placement.seat == name:
                side = placement.side
        found.append(side)
    return found


__all__ = ["CHANCE", "TERMINAL", "Game", "State"]
