"""Playouts for a mind: the moment of a request, by its side's knowledge, with other dice.

Real dice are not used. Foes at unknown positions are put where the side could not have seen them;
foes never seen are left out.
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
"""Strata of a die's range."""
NO_DICE: Final = Dice(0)
"""Placeholder where dice come from elsewhere."""


class Once(Answerer):
    """Gives one answer to the current request and delegates all later ones."""

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
    """Stratification of the first die of each roller over the playouts.

    In every `PARTS` playouts it comes from each stratum once, in a separate order per roller (a
    Latin hypercube), so that few playouts cover the dice well.
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
    """Dice of a playout: the n-th d20 of a unit is the same whatever happened before.

    Two playouts after different choices thus differ by the choices, not by who rolls which die.
    """

    def __init__(
        self, strata: Strata, fight: int, seed: int, answers: Sequence[Answer], units: int
    ) -> None:
        # Minds of playouts test legality themselves.
        super().__init__(NO_DICE, answers, False)
        self.strata = strata
        self.fight: i64 = fight
        self.low: i64 = seed & HALF
        self.high: i64 = (seed >> 32) & HALF
        self.battle: Battle | None = None
        self.rolled: list[int] = [0] * (2 * units + 2)
        """For no unit and for each unit: the number of d20s, and of other dice."""

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
    """Mix 32 bits (Wellons' hash prospector); no product exceeds a machine integer."""
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & HALF
    word = ((word ^ (word >> 15)) * 0x735A2D97) & HALF
    return word ^ (word >> 15)


class Foresight:
    """The starting point of playouts. `ready` is False if the moment cannot be forked fairly."""

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
            # Actions of unseen foes in the current step must not be replayed.
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
        """Playout number `fight` after this choice, with these minds and dice, for `rounds` rounds.

        None if the step is impossible by this side's knowledge.
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
