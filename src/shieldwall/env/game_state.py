"""The state of a game for Python users, with texts, arrays, copies and tapes."""

from __future__ import annotations

from array import array
from operator import index
from typing import TYPE_CHECKING, Any

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import u8

from shieldwall.engine.points import POINT_NAMES
from shieldwall.engine.state.state import State as Moment
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Entry, Rolled
from shieldwall.engine.tape.request import Choice
from shieldwall.env import state_text
from shieldwall.env.action_codes import FACTORS
from shieldwall.env.array_shapes import shaped
from shieldwall.env.decision_oracle import DecisionOracle
from shieldwall.env.observations import SCALAR_WIDTH, UNIT_WIDTH, Look
from shieldwall.env.stepper import CHANCE, TERMINAL, Stepper
from shieldwall.text.notation import choice_text

if TYPE_CHECKING:
    from shieldwall.env.game import Game


class State(Stepper):
    """A state at which a player decides. Make one with `Game.new_initial_state`."""

    def __init__(self, game: Game, oracle: DecisionOracle, moment: Moment) -> None:
        super().__init__(game.frame, oracle, moment)
        self.game = game

    def get_game(self) -> Game:
        return self.game

    def num_players(self) -> int:
        return self.frame.players

    def move_number(self) -> int:
        return self.decisions

    # Results.

    def returns(self) -> list[float]:
        """1 for a side of the winning team, -1 for the others; 0 for all while undecided."""
        outcome = self.battle.state.outcome
        if outcome is None or outcome.team < 0:
            return [0.0] * self.frame.players
        return [1.0 if side.team == outcome.team else -1.0 for side in self.battle.state.sides]

    def rewards(self) -> list[float]:
        """Zero until the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def outcome(self) -> str:
        """How the fight has ended, as the engine's reason; "" while it continues."""
        outcome = self.battle.state.outcome
        return "" if outcome is None else outcome.reason

    # Actions by their factors.

    def factored_actions(self) -> list[tuple[int, int, int, int, int, int]]:
        """Unit, verb, target, weapon, square and note of each legal action, in the same order."""
        decode = self.frame.codes.decode
        return [decode(action) for action in self.legal_actions()]

    def factor_masks(self, *chosen: int) -> bytearray:
        """Mask of the values of the next factor, given those already chosen.

        One longer than the number of values: the last stands for none. Choosing unit, verb, target,
        weapon, square and note in this order always gives a legal action.
        """
        given = [index(value) for value in chosen]
        if len(given) >= len(FACTORS):
            raise ValueError(f"there is no factor after {', '.join(FACTORS)}: use `action_of`")
        mask = vec[u8]([0] * (self.frame.codes.factor_sizes()[len(given)] + 1))
        self.mark_values(given, mask, 0)
        return bytearray(mask)

    def action_of(self, *factors: int) -> int:
        """The legal action with these six factors; -1 or the last place of a mask is none."""
        if len(factors) == len(FACTORS):
            action = int(self.frame.codes.code_of([index(factor) for factor in factors]))
            if self.place_of(action) >= 0:
                return action
        raise ValueError(f"no legal action has the factors {factors}")

    def legal_actions_mask(self) -> bytearray:
        """Mask of the legal actions among all of the game; for dice, among their faces."""
        if self.is_chance_node():
            return bytearray(b"\1" * self.sides)
        mask = bytearray(self.game.num_distinct_actions)
        for action in self.legal_actions():
            mask[action] = 1
        return mask

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """An action in the notation of tapes: `alda attack goblin-1 with sword`."""
        who = self.current_player() if player is None else player
        if who == CHANCE:
            return f"{self.tag} {action + 1}"
        if who == self.current_player():
            place = self.place_of(action)
            if place >= 0:
                return self.choice_to_string(self.option(place))
        return state_text.factors_text(self, action, who)

    def choice_to_string(self, choice: Choice) -> str:
        return choice_text(state_text.names_for(self, self.current_player()), choice)

    # Observations.

    def observation(self, player: int) -> dict[str, Any]:
        """Arrays `units`, `scalars` and `map` (`Game.observation_shapes`); numpy if installed."""
        shapes = self.game.observation_shapes
        rows, scalars, planes = self.observed(player)
        return {
            "units": shaped(rows, shapes["units"]),
            "scalars": shaped(scalars, shapes["scalars"]),
            "map": shaped(planes, shapes["map"]),
        }

    def observed(self, player: int) -> tuple[vec[float], vec[float], bytes]:
        """The three arrays, the last as plain 32-bit floats."""
        look = Look(self, player)
        rows = vec[float]([0.0] * (self.frame.rows * UNIT_WIDTH))
        scalars = vec[float]([0.0] * SCALAR_WIDTH)
        planes = BytesWriter()
        look.fill_rows(rows, 0, 0)
        look.fill_scalars(scalars, 0)
        look.write_planes(planes)
        return rows, scalars, planes.getvalue()

    def observation_tensor(self, player: int) -> list[float]:
        """The three arrays concatenated and flattened."""
        rows, scalars, planes = self.observed(player)
        flat = array("f", rows)
        flat.extend(scalars)
        flat.frombytes(planes)
        return flat.tolist()

    def observation_string(self, player: int) -> str:
        return state_text.observed(self, player)

    def information_state_string(self, player: int) -> str:
        """All observations and actions of the side so far, in order."""
        return state_text.recalled(self, player)

    def information_state_tensor(self, player: int) -> list[float]:
        """The observation, then for each unit its last known position, and how long ago."""
        return self.observation_tensor(player) + state_text.remembered(self, player)

    # Copies and records.

    def clone(self) -> State:
        """An independent copy with the same future dice."""
        oracle, moment = self.apart()
        twin = State(self.game, oracle, moment)
        self.make_like(twin)
        return twin

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def tape(self) -> list[Entry]:
        """Every die and choice so far, in order."""
        return self.oracle.entries.copy()

    def history(self) -> list[int]:
        """The actions from the start, including dice if chance is a player."""
        return [action for _, action in state_text.steps_of(self)]

    def undo_action(self, player: int, action: int) -> State:
        """The state before the last decision, which was this one; this state is not changed."""
        steps = state_text.steps_of(self)
        if not steps or steps[-1] != (player, action):
            raise ValueError("that was not the last decision")
        return state_text.first_steps(self, len(steps) - 1)

    def serialize(self) -> str:
        """The tape as text, for `Game.deserialize_state` and `shieldwall replay`."""
        return state_text.tape_of(self)

    def __reduce__(self) -> tuple[object, ...]:
        entries: list[tuple[object, ...]] = []
        for entry in self.oracle.entries:
            if isinstance(entry, Rolled):
                entries.append((entry.tag, entry.sides, entry.value))
            elif isinstance(entry, Chose):
                entries.append((entry.seat, entry.point, *entry.choice.key()))
        answers = [choice.key() for choice in self.answers]
        return revived, (self.game, entries, answers, self.oracle.dice.words())

    def __str__(self) -> str:
        return state_text.whole(self)

    def __repr__(self) -> str:
        asked = self.current_player()
        if asked == TERMINAL:
            return f"State(over: {self.outcome()})"
        if asked == CHANCE:
            return f"State(d{self.sides} for {self.tag})"
        point = POINT_NAMES[self.request().point]
        return f"State(round {self.moment().clock.round}, {self.game.players[asked]}, {point})"


def revived(
    game: Game,
    entries: list[tuple[Any, ...]],
    answers: list[tuple[Any, ...]],
    dice: tuple[int, ...],
) -> State:
    """Unpickle a state."""
    tape: list[Entry] = []
    for entry in entries:
        if len(entry) == 3:
            tape.append(Rolled(*entry))
        else:
            tape.append(Chose(entry[0], entry[1], Choice(*entry[2:])))
    state = game.replay(tape)
    for answer in answers:
        state.apply_choice(Choice(*answer))
    state.oracle.dice = Dice.from_words(dice)
    return state
