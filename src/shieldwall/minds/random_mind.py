"""Randomness for minds: a seed from the side's knowledge, and the mind that does anything legal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.broken_units import or_flight
from shieldwall.engine.option import NOT_AT_RANDOM, option_of
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.dice import WORD, Dice, splitmix64
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.side_knowledge import knows_place
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.mind import Mind

TRIES: Final = 12
"""Candidates of one action tried before another action is tried."""


def stir(state: State, side: i64, seed: int) -> int:
    """A seed for this moment: the same for all states that look the same to the side."""
    value = splitmix64(seed * 1_000_003 + state.clock.round)
    for unit in state.units:
        if not knows_place(state, side, unit):
            continue
        facts = (
            int(unit.x) + 101 * int(unit.y) + 10_007 * int(unit.hp) + 1_000_003 * int(unit.status)
        )
        facts += (int(unit.mains) + 4 * int(unit.moves)) << 40
        facts += (1 if unit.acted else 0) + (2 if unit.prone else 0) << 48
        facts += (int(unit.wielded) + 1 + (unit.unloaded << 8)) << 52
        facts += len(unit.flurry) << 44
        value = splitmix64((value ^ facts) & WORD) + int(unit.index)
    return value & WORD


class RandomMind(Mind):
    """Any legal choice: first an action, then one of its choices. For the league and tests."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("random")
        self.seed = seed
        self.before = -1
        """Digest of the last turn's state: if nothing has changed since, it ends the turn."""

    def __call__(self, request: Request) -> Choice:
        if request.point == RULING:
            return default_answer(request)
        battle = request.battle
        options = request.options
        if request.point != TURN:
            assert isinstance(options, ReactionOptions)
            dice = Dice(stir(battle.state, options.unit.side, self.seed + request.point))
            return self.reaction(options, dice)
        assert isinstance(options, TurnOptions)
        mine: list[Unit] = []
        for unit in options.units:
            if unit.seat == request.seats[0]:
                mine.append(unit)
        moment = stir(battle.state, mine[0].side, self.seed)
        dice = Dice(moment)
        unit = mine[int(dice.roll(len(mine))) - 1]
        if moment == self.before:
            self.before = -1
            return or_flight(battle, Choice(int(unit.index), DONE))
        self.before = moment
        kinds = [
            spec.verb
            for spec in battle.rules.action_list
            if not option_of(spec.verb).has(NOT_AT_RANDOM)
        ]
        while kinds:
            verb = kinds.pop(int(dice.roll(len(kinds))) - 1)
            spec = battle.rules.actions[verb]
            found = spec.candidates(battle, unit)
            tries = TRIES
            while found and tries > 0:
                tries -= 1
                choice = found.pop(int(dice.roll(len(found))) - 1)
                if options.why_not(choice) is None:
                    return choice
        return or_flight(battle, Choice(int(unit.index), DONE))

    def reaction(self, options: ReactionOptions, dice: Dice) -> Choice:
        found: list[Choice] = []
        for choice in options:
            if not option_of(choice.verb).has(NOT_AT_RANDOM):
                found.append(choice)
        if not found:
            return Choice(int(options.unit.index), PASS)
        return found[int(dice.roll(len(found))) - 1]

    def plan(self, request: Request, choice: Choice) -> str:
        return "Chooses at random."
