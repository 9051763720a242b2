"""A fork for a mind: the moment it is asked at, as its side knows it, played on with other dice.

Nothing of the real dice is in it. Foes whose place the side has lost are put somewhere it could not
have seen them; those it has never seen are not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import MOST_ROUNDS, leave_to_minds
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.dice import HALF, Dice, splitmix64
from shieldwall.engine.tape.entries import Desync, Entry
from shieldwall.engine.tape.oracles import Answer, Answerer, Live, ReplayThenLive
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.knowledge.side_knowledge import imagine, knows_place

D20: Final = 20
PARTS: Final = 10
"""Of the range of a die."""
NO_DICE: Final = Dice(0)
"""For those whose dice come from elsewhere."""


class Once(Answerer):
    """Gives one answer to the question at hand, and leaves all later ones to somebody else."""

    def __init__(self, point: int, unit: int, choice: Choice, then: Answer) -> None:
        super().__init__()
        self.point = point
        self.unit = unit
        self.choice = choice
        self.then = then
        self.given = False

    def __call__(self, request: Request) -> Choice:
        if not self.given and request.point == self.point and request.unit == self.unit:
            self.given = True
            return self.choice
        return self.then(request)


class Strata:
    """Which part of its range the first die of each roller comes from, in fight after fight.

    In every `PARTS` fights it comes from each part once, in an order of its own for each roller (a
    Latin hypercube): a few fights show the dice that many would.
    """

    def __init__(self, seed: int) -> None:
        self.seed: i64 = seed & HALF
        self.block: i64 = -1
        self.orders: list[list[int]] = []

    def part(self, place: int, fight: i64) -> i64:
        block: i64 = fight // PARTS
        if block != self.block:
            self.block = block
            self.orders = []
        while place >= len(self.orders):
            self.orders.append(self.shuffled(len(self.orders)))
        return self.orders[place][fight % PARTS]

    def shuffled(self, place: int) -> list[int]:
        order = list(range(PARTS))
        word: i64 = mixed((self.seed + place * 0x9E3779B1 + self.block * 0x85EBCA77) & HALF)
        for last in range(PARTS - 1, 0, -1):
            word = mixed((word + 0x9E3779B1) & HALF)
            other = int(word * (last + 1) >> 32)
            order[last], order[other] = order[other], order[last]
        return order


class SharedDice(Live):
    """Dice of a fight in the head: the n-th d20 of a unit shows the same, whatever went before it.

    So two fights after different choices differ by the choices, and not by who rolls which die.
    """

    def __init__(
        self, strata: Strata, fight: int, seed: int, answers: Sequence[Answer], units: int
    ) -> None:
        # Minds of the head ask the rules themselves.
        super().__init__(NO_DICE, answers, False)
        self.strata = strata
        self.fight: i64 = fight
        self.low: i64 = seed & HALF
        self.high: i64 = (seed >> 32) & HALF
        self.battle: Battle | None = None
        self.rolled: list[int] = [0] * (2 * units + 2)
        """For nobody and for each unit: how many d20, and how many other dice."""

    def roll(self, tag: str, sides: i64) -> i64:
        battle = self.battle
        assert battle is not None
        place = 2 * int(battle.roller) + 2
        if sides != D20:
            place += 1
        rolled = self.rolled
        while place >= len(rolled):
            rolled.append(0)
        number: i64 = rolled[place]
        rolled[place] = number + 1
        word: i64 = mixed(self.low ^ (place * 0x9E3779B1 & HALF))
        word = mixed((word + self.high + number * 0x85EBCA77) & HALF)
        if number == 0:
            part: i64 = self.strata.part(place, self.fight)
            word = ((part << 32) + word) // PARTS
        return (word * sides >> 32) + 1


def mixed(word: i64) -> i64:
    """Noise from 32 bits (Wellons' hash prospector); no product outgrows a machine integer."""
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & HALF
    word = ((word ^ (word >> 15)) * 0x735A2D97) & HALF
    return word ^ (word >> 15)


class Foresight:
    """What a mind may play on from. `ready` is False where the moment cannot be forked fairly."""

    def __init__(self, request: Request, side: i64) -> None:
        battle = request.battle
        self.rules: Ruleset = battle.rules
        self.rounds = battle.rounds
        self.side = side
        self.seat = request.seats[0]
        self.point = request.point
        self.unit = request.unit
        self.origin: State = battle.state
        self.entries: list[Entry] = []
        self.strata = Strata(0)
        self.murky = battle.state.murky
        self.ready = request.point == TURN
        recalled = battle.oracle.recall()
        if recalled is not None:
            self.origin = recalled.state
            self.entries = recalled.entries.copy()
            self.ready = True
        if self.murky and self.ready and self.entries:
            # What an unseen foe has done in the middle of this step is not ours to replay.
            for number in range(len(self.origin.units)):
                before = self.origin.units[number]
                now = battle.state.units[number]
                if knows_place(self.origin, side, before) != knows_place(battle.state, side, now):
                    self.ready = False
            if request.cause >= 0:
                cause = battle.state.units[request.cause]
                self.ready = self.ready and knows_place(battle.state, side, cause)

    def play_on(
        self,
        choice: Choice,
        minds: Sequence[Answer],
        seed: int,
        rounds: int = MOST_ROUNDS,
        fight: int = 0,
    ) -> Battle | None:
        """Fight number `fight` after this choice, by these minds and dice, for so many rounds more.

        None where the step cannot have come about as this side imagines it.
        """
        state = leave_to_minds(self.origin.copy())
        if self.murky:
            imagine(state, self.rules, self.side, Dice(splitmix64(seed)))
        answers = list(minds)
        answers[self.seat] = Once(self.point, self.unit, choice, minds[self.seat])
        live = SharedDice(self.strata, fight, seed, answers, len(state.units))
        limit = state.clock.round + rounds
        if 0 < self.rounds < limit:
            limit = self.rounds
        battle = Battle(state, self.rules, live, None, limit)
        live.battle = battle
        battle.oracle = ReplayThenLive(self.entries, 0, live)
        try:
            battle.step()
        except (Desync, IllegalChoice):
            return None
        battle.oracle = live
        battle.play()
        return battle
