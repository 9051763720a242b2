"""A fight at a decision of a side or of the dice.

It uses the engine directly: no names, no log, no checkpoint for every step. A step that needs a
decision in its middle is unwound and runs again over its tape once the answer is there.
"""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import State as Moment
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Desync, Rolled
from shieldwall.engine.tape.request import Choice, IllegalChoice, NeedChoice, NeedRoll, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.env.action_codes import Codes
from shieldwall.env.decision_oracle import DecisionOracle
from shieldwall.env.legal_list import LegalList
from shieldwall.env.row_facts import KnownRows
from shieldwall.knowledge.side_knowledge import knows_place

CHANCE: Final = -1
TERMINAL: Final = -4
"""Instead of a player, as in OpenSpiel."""


class Frame:
    """The data shared by all states of a game."""

    def __init__(
        self,
        setup: Setup,
        rules: Ruleset,
        start: Moment,
        seats: list[int],
        rounds: int,
        explicit: bool,
        turn_limit: int,
        spare: int,
    ) -> None:
        self.setup = setup
        self.rules = rules
        self.start = start
        self.seats = seats
        """By seat, the side it plays: the player."""
        self.rounds = rounds
        self.explicit = explicit
        self.turn_limit: i64 = turn_limit
        self.players = len(setup.sides)
        self.units = len(setup.placements)
        self.rows = self.units + spare
        """How many units have a number: those of the set-up, and some that join."""
        self.codes = Codes(setup, rules, self.rows)
        self.everyone = list(range(self.units))
        self.rows_known = KnownRows()
        self.late = any(spec.out_of_turn for spec in rules.action_list)
        """Whether a unit of the acting side under an effect may act after its own turn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Stepper:
    """A fight at a decision. `apply_action` goes on to the next one."""

    def __init__(self, frame: Frame, oracle: DecisionOracle, moment: Moment) -> None:
        self.frame = frame
        self.oracle = oracle
        self.battle = Battle(moment, frame.rules, oracle, None, frame.rounds)
        self.requests: list[Request] = []
        """The simultaneous requests; each is a decision, and none sees the others' answers."""
        self.answers: list[Choice] = []
        self.sides = 0
        """The sides of the wanted die; 0 if none is wanted."""
        self.tag = ""
        self.spacing: i64 = 1
        """Steps from one kept state to the next. With more, an interrupted step costs more, all
        others less; only for fights that are neither copied nor thought about by minds."""
        self.since: i64 = 0
        """Steps done since the kept state."""
        self.interrupted = False
        """Whether the current step waits for an answer or a die, to be run again with it."""
        self.used: LegalList | None = None
        """The last listing, reused if no caller can hold it."""
        self.stale = False
        """For a copy: whether it still has to run to the moment it was made at."""
        self.listed: LegalList | None = None
        """The legal actions, listed on demand."""
        self.known: list[list[int]] = []
        """By player, its number for each unit; empty while all units are known to all."""
        self.repeats: i64 = 0
        """Decisions so far in the current turn."""
        self.turn_of = -1
        self.decisions = 0

    # The deciding player.

    def current_player(self) -> int:
        if self.stale:
            self.catch_up()
        if self.sides > 0:
            return CHANCE
        if not self.requests:
            return TERMINAL
        return self.frame.seats[self.requests[len(self.answers)].seats[0]]

    def is_terminal(self) -> bool:
        return not self.stale and self.sides == 0 and not self.requests

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def request(self) -> Request:
        """The engine's request, for a mind to answer; do not modify it."""
        if self.stale:
            self.catch_up()
        if not self.requests:
            raise ValueError(self.nobody_asked())
        return self.requests[len(self.answers)]

    def nobody_asked(self) -> str:
        if self.sides > 0:
            return f"no side decides now: a d{self.sides} must be rolled for {self.tag} (`roll`)"
        return "the fight is over: nothing is left to decide"

    def moment(self) -> Moment:
        """The complete engine state, as the GM sees it."""
        if self.stale:
            self.catch_up()
        return self.battle.state

    # Legal actions.

    def legal_actions(self) -> list[int]:
        """The numbers of all legal actions, in order; for dice, their faces minus one."""
        if self.stale:
            self.catch_up()
        if self.sides > 0:
            return list(range(self.sides))
        return self.legal().as_numbers() if self.requests else []

    def legal_count(self) -> int:
        """The number of legal actions."""
        if self.stale:
            self.catch_up()
        if self.sides > 0:
            return self.sides
        return int(self.legal().count) if self.requests else 0

    def legal_choices(self) -> list[Choice]:
        """The choices of `legal_actions`, in the same order."""
        found: list[Choice] = []
        if self.legal_count() == 0 or self.sides > 0:
            return found
        self.make_options()
        for place in range(self.legal().count):
            found.append(self.option(place))
        return found

    def make_options(self) -> None:
        """Make the choices with a path from a search, all at once."""
        legal = self.legal()
        for ways in legal.ways:
            spec = self.frame.rules.action_list[ways.number]
            doer = self.battle.state.units[ways.unit]
            for choice in spec.candidates(self.battle, doer):
                place = legal.place_of(self.frame.codes.encode(choice, legal.slots))
                if place >= 0 and legal.made(place) is None:
                    legal.remember(place, choice)

    def option(self, place: int) -> Choice:
        """The choice at an index of the legal actions."""
        legal = self.legal()
        choice = legal.made(place)
        if choice is None:
            codes = self.frame.codes
            unit, verb, target, weapon, square, _ = codes.decode(int(legal.code(place)))
            slots = legal.slots
            doer = self.battle.state.units[slots.index(unit)]
            if target >= 0:
                target = slots.index(target)
            name = codes.blocks[verb].verb
            number = codes.action_of[verb]
            if number < 0:
                choice = Choice(int(doer.index), name)
            else:
                reach = legal.reach_of(number, int(doer.index))
                spec = self.frame.rules.action_list[number]
                choice = spec.choice_of(self.battle, doer, target, weapon, square, reach)
            legal.remember(place, choice)
        return choice

    def legal(self) -> LegalList:
        """The legal actions of the deciding side, listed once per decision."""
        listed = self.listed
        if listed is None:
            request = self.requests[len(self.answers)]
            player = self.frame.seats[request.seats[0]]
            listed = self.used
            if listed is None:
                listed = LegalList(self.frame.codes, self.slots(player))
            else:
                listed.clear(self.slots(player))
            options = request.options
            if isinstance(options, TurnOptions):
                options.list_into(self.doers(options, player), listed)
            else:
                for choice in options:
                    listed.keep(choice)
            listed.finish()
            if self.repeats >= self.frame.turn_limit:
                listed.keep_endings()
            assert listed.count > 0, "a deciding player has at least one legal action"
            self.listed = listed
        return listed

    def doers(self, options: TurnOptions, player: int) -> list[Unit]:
        """The player's units that may act now, on their turn or out of it."""
        seats = self.frame.seats
        found: list[Unit] = []
        for unit in options.units:
            if seats[unit.seat] == player:
                found.append(unit)
        if self.frame.late:
            for unit in self.battle.state.units:
                if unit.effects and seats[unit.seat] == player and unit not in options.units:
                    found.append(unit)
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the wanted die, minus one, with their probabilities."""
        sides = self.sides
        return [(face, 1.0 / sides) for face in range(sides)]

    # Decisions.

    def apply_action(self, action: SupportsIndex) -> None:
        """Decide: a number from `legal_actions`."""
        if self.stale:
            self.catch_up()
        number = action if isinstance(action, int) else index(action)
        if self.sides > 0:
            self.roll(number + 1)
            return
        if not self.requests:
            raise ValueError(self.nobody_asked())
        place = self.place_of(number)
        if place < 0:
            raise ValueError(
                f"{number} is not among the legal actions of player {self.current_player()}, of "
                f"which there are {self.legal_count()} (`legal_actions`)"
            )
        self.answer(self.option(place))

    def place_of(self, number: int) -> int:
        """The index of a number among the legal actions; -1 for any other."""
        if self.stale:
            self.catch_up()
        if not self.requests or not 0 <= number < self.frame.codes.count:
            return -1
        return int(self.legal().place_of(number))

    def place_of_choice(self, choice: Choice) -> int:
        """The index among the legal actions of a mind's choice; -1 if it has no number."""
        player = self.current_player()
        if player < 0:
            return -1
        return self.place_of(int(self.frame.codes.encode(choice, self.slots(player))))

    def mark_values(self, chosen: list[int], out: vec[u8], at: i64) -> None:
        """The mask of the next factor of an action (`LegalList.mark_values`)."""
        if self.stale:
            self.catch_up()
        if self.requests:
            self.legal().mark_values(chosen, out, at)

    def apply_index(self, place: SupportsIndex) -> None:
        """Decide by the index in `legal_actions`."""
        number = place if isinstance(place, int) else index(place)
        count = self.legal_count()
        if not 0 <= number < count:
            if count == 0:
                raise ValueError(self.nobody_asked())
            raise ValueError(
                f"there is no legal action number {number}: there are {count}, numbered from 0"
            )
        if self.sides > 0:
            self.roll(number + 1)
        else:
            self.answer(self.option(number))

    def apply_choice(self, choice: Choice) -> None:
        """Decide like a mind: any legal choice."""
        refusal = self.request().options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        self.answer(choice)

    def roll(self, value: int) -> None:
        """The chance player's decision."""
        if self.sides == 0:
            raise ValueError("no die roll is pending")
        if not 1 <= value <= self.sides:
            raise ValueError(f"a d{self.sides} shows 1 to {self.sides}, not {value}")
        # The step runs again and takes the die where it asked for it.
        self.oracle.entries.append(Rolled(self.tag, self.sides, value))
        self.sides = 0
        self.decisions += 1
        self.advance()

    def answer(self, choice: Choice) -> None:
        self.answers.append(choice)
        if self.spacing > 1:
            self.used = self.listed
        self.listed = None
        self.decisions += 1
        if len(self.answers) < len(self.requests):
            return
        units = self.battle.state.units
        clock = self.battle.state.clock
        entries = self.oracle.entries
        for place in range(len(self.requests)):
            request = self.requests[place]
            given = self.answers[place]
            seat = units[given.unit].seat if given.unit >= 0 else request.seats[0]
            entries.append(Chose(seat, request.point, given))
            if request.point == TURN:
                turn = clock.round * 4096 + given.unit
                self.repeats = self.repeats + 1 if turn == self.turn_of else 1
                self.turn_of = turn
        self.advance()

    # Advancing.

    def advance(self) -> None:
        """Run steps until a decision is needed or the fight ends."""
        oracle = self.oracle
        battle = self.battle
        self.requests = []
        self.answers = []
        self.listed = None
        again = self.interrupted
        self.interrupted = False
        if again:
            # The current step began there, or an earlier one; partial results are discarded.
            frame = self.frame
            origin = oracle.origin
            assert origin is not None
            before = battle
            battle = Battle(origin.copy(), frame.rules, oracle, None, frame.rounds)
            battle.last_reaches = before.last_reaches
            self.battle = battle
            oracle.place = oracle.begun
            self.since = 0
        try:
            while battle.state.outcome is None:
                if not again:
                    if oracle.place == len(oracle.entries):
                        request = battle.opening()
                        if request is not None:
                            self.requests = [request]
                            break
                    if oracle.origin is None or self.since >= self.spacing:
                        oracle.begun = oracle.place
                        oracle.origin = battle.state.copy()
                        self.since = 0
                again = False
                battle.step()
                self.since += 1
                if self.spacing == 1:
                    oracle.origin = None
        except NeedChoice as need:
            self.requests = need.requests
            self.interrupted = True
        except NeedRoll as need_roll:
            self.sides = need_roll.sides
            self.tag = need_roll.tag
            self.interrupted = True
        if battle.state.outcome is not None:
            oracle.begun = oracle.place
        if self.known or battle.state.murky or len(battle.state.units) > self.frame.units:
            self.meet()

    # Copies.

    def apart(self) -> tuple[DecisionOracle, Moment]:
        """The parts of a copy: its own oracle, and the state at the start of the step."""
        if self.stale:
            self.catch_up()
        oracle = self.oracle.copy()
        origin = self.oracle.origin
        if origin is None:
            return oracle, self.battle.state.copy()
        # The state at the start of a step is never modified: it is copied whenever the step runs.
        oracle.origin = origin
        return oracle, origin

    def make_like(self, twin: Stepper) -> None:
        """Copy the remaining fields to a twin made with `apart`."""
        twin.answers = self.answers.copy()
        twin.sides = self.sides
        twin.tag = self.tag
        twin.interrupted = self.interrupted
        twin.stale = bool(self.requests) or self.sides > 0
        twin.listed = self.listed
        twin.known = [numbers.copy() for numbers in self.known]
        twin.repeats = self.repeats
        twin.turn_of = self.turn_of
        twin.decisions = self.decisions

    def catch_up(self) -> None:
        """Run to the moment this copy was made at."""
        self.stale = False
        answers = self.answers
        listed = self.listed
        self.advance()
        self.answers = answers
        self.listed = listed

    def reseed(self, seed: int) -> None:
        """Use other dice from here on."""
        self.oracle.dice = Dice(seed)

    def has_script(self) -> bool:
        """Whether the replayed tape has more entries."""
        return self.oracle.read < len(self.oracle.script)

    def follow(self) -> tuple[int, int]:
        """Make one decision of the script: returns its player and number."""
        oracle = self.oracle
        player = self.current_player()
        if player == TERMINAL:
            raise Desync(oracle.read, oracle.script[oracle.read], "the end of the tape")
        if player == CHANCE:
            value = oracle.scripted_die(self.tag, self.sides)
            self.roll(value)
            return player, value - 1
        choice = oracle.scripted(self.request())
        number = self.frame.codes.encode(choice, self.slots(player))
        self.apply_choice(choice)
        return player, number

    # Knowledge of each side.

    def slots(self, player: int) -> list[int]:
        """By unit, its number for the player; -1 for one never known."""
        return self.known[player] if self.known else self.frame.everyone

    def meet(self) -> None:
        """Number the units that a side has just come to know."""
        moment = self.battle.state
        frame = self.frame
        count = len(moment.units)
        if not self.known:
            if not frame.start.murky:
                self.known = [frame.everyone.copy() for _ in range(frame.players)]
            else:
                self.known = [[-1] * frame.units for _ in range(frame.players)]
        for player in range(frame.players):
            numbers = self.known[player]
            while len(numbers) < count:
                numbers.append(-1)
            given: i64 = 0
            for number in numbers:
                if number >= 0:
                    given += 1
            for unit in moment.units:
                if numbers[unit.index] < 0 and knows_place(moment, player, unit):
                    numbers[unit.index] = int(given)
                    given += 1
