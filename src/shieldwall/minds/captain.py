"""The captain: plays the fight on in its head after each of a few choices, and takes the best.

First it compares plans for its whole side (everybody by their part, all against one foe, all wait,
all hold their actions, all leave), then the choices of the one who acts, each followed by the best
plan. Every choice meets the same dice (common random numbers) and is compared with what it would do
without thought; the worse half is dropped again and again, and what is left is looked at more
closely. The fights of the head end after the next round (later where few are left), and there the
position is weighed (`fight_value`). Foes fight on as soldiers in most of them and as their kind in
the others.

How far it goes is counted in turns, so the same seed always gives the same answer. A limit of
processor time, three times what such a decision is meant to take, is there for slow machines alone.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter, thread_time
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.dice import substream
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.minds.candidates import Scout
from shieldwall.minds.fight_value import Worth
from shieldwall.minds.gm_mind import settle_it
from shieldwall.minds.mind import Natural, Seated
from shieldwall.minds.plan_sentences import deed
from shieldwall.minds.random_mind import stir
from shieldwall.minds.rollouts import Foresight, Strata
from shieldwall.minds.side_plans import SidePlan, may_leave, plans_for
from shieldwall.text.sentences import start, who

STRENGTHS: Final = {"captain:fast": 3_000, "captain": 30_000, "captain:strong": 300_000}
"""By name: the turns played in the head for one decision."""
SECONDS: Final = {"captain:fast": 0.05, "captain": 0.5, "captain:strong": 5.0}
"""What these turns are meant to take on one core of the compiled build."""
PATIENCE: Final = 3.0
"""Times that many seconds of processor time it breaks off, whatever it has found by then."""
PLANNING: Final = 3
"""One part of so many goes into the plan of the side."""
TO_THE_END: Final = 12
"""Rounds ahead where few are left, or where it is about leaving, which pays late."""
FEW: Final = 3
SOME: Final = 5
"""Fighters left whose fights are short and quickly played."""
LEAST: Final = 3
"""Fights after each choice before any is dropped."""
SET_UP: Final = 2
"""Turns that it costs to begin a fight in the head."""
EXPECTED: Final = -5.0
"""The gain of a choice before any fight, in thousandths: most others are worse than the usual."""
SPREAD: Final = 100.0
"""How far the gains of choices are from that, as a standard deviation."""


class ChoiceValue:
    """A choice, and how much better than the usual one the fights after it went."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.fights = 0
        self.gain = 0
        self.squares = 0
        self.chances = 0
        """To win, in thousandths, all fights together."""

    def note(self, gain: int, chance: int) -> None:
        self.fights += 1
        self.gain += gain
        self.squares += gain * gain
        self.chances += chance

    def mean(self) -> float:
        return self.gain / self.fights if self.fights else 0.0

    def doubt(self) -> float:
        """The standard error of the mean."""
        if self.fights < 2:
            return 1000.0
        mean = self.mean()
        spread = self.squares / self.fights - mean * mean
        return sqrt(max(spread, 1.0) / (self.fights - 1))

    def likely_gain(self, expected: float, spread: float) -> float:
        """The mean of the fights and what one expects without them, each by its precision.

        Of many choices one always looks good by luck; this trusts a few fights little.
        """
        doubt = self.doubt()
        weight = spread * spread / (spread * spread + doubt * doubt)
        return weight * self.mean() + (1.0 - weight) * expected

    def percent(self) -> int:
        """The chance to win after it, as far as it has seen."""
        return (self.chances + 5 * self.fights) // (10 * self.fights) if self.fights else 0


class Captain(Seated):
    """Looks ahead, in interrupts too."""

    def __init__(self, name: str = "captain", seed: int = 0, turns: int = 0) -> None:
        super().__init__(name, True)
        self.seed = seed
        self.turns = turns or STRENGTHS[name]
        """What one decision may cost."""
        self.limit = 1e9 if turns else PATIENCE * SECONDS[name]
        """Seconds of processor time after which it breaks off."""
        self.expected = EXPECTED
        self.spread = SPREAD
        self.ahead = 0
        """Rounds it looks ahead, 0 for as many as suit the fight."""
        self.scout = Scout()
        self.natural = Natural("natural")
        self.last: ChoiceValue | None = None
        """What it decided last."""
        self.usual: ChoiceValue | None = None
        """What it compared that with."""
        self.words = ""
        """The plan of the side behind it, "" for none in particular."""
        self.seconds = 0.0
        """How long it thought about it."""
        self.work = 0
        """Turns it may play for it: more where few are left, whose turns take less time."""
        self.spent = 0
        """Turns played for it so far."""
        self.ends = 0.0
        """When its processor time is over."""

    def __call__(self, request: Request) -> Choice:
        if request.point == RULING:
            return settle_it(request)
        began = perf_counter()
        self.ends = thread_time() + self.limit
        self.last = None
        self.usual = None
        self.words = ""
        self.seconds = 0.0
        self.spent = 0
        first = self.natural(request)
        unit = request.battle.state.units[first.unit]
        if unit.broken:
            # It has had enough, however well the fight might go on.
            return first
        side: i64 = unit.side
        self.work = self.turns * work_rate(request.battle.state)
        fork = Foresight(request, side)
        if not fork.ready:
            return first
        best = self.think(fork, request, first, unit, side)
        self.last = best
        self.seconds = perf_counter() - began
        return best.choice

    def think(
        self, fork: Foresight, request: Request, first: Choice, unit: Unit, side: i64
    ) -> ChoiceValue:
        state = request.battle.state
        team = state.sides[side].team
        seed = stir(state, side, self.seed + 977 * request.point)
        fork.strata = Strata(seed)
        as_usual = SidePlan("")
        as_usual.man(state, team)
        usual = as_usual.own_mind()(request)
        plans = [as_usual]
        if request.point == TURN:
            if may_leave(request.battle, unit, side):
                leaving = self.leaves(fork, request, as_usual, usual, team, seed)
                if leaving is not None:
                    return leaving
            plans += plans_for(request.battle, state.units[usual.unit], side)
        plan = as_usual
        if len(plans) > 1 and self.has_a_choice(request, plans, usual):
            plan = self.best_plan(fork, request, plans, usual, team, seed)
        self.words = plan.words
        choices = self.scout.look(self.view_of(request), request, plan.own_mind()(request))
        for other in (usual, first):
            if other not in choices:
                choices.append(other)
        if len(choices) == 1:
            return ChoiceValue(choices[0])
        return self.compare(fork, choices, plan, team, seed)

    def has_a_choice(self, request: Request, plans: list[SidePlan], usual: Choice) -> bool:
        """Whether there is anything to think about."""
        if len(self.scout.look(self.view_of(request), request, usual)) > 1:
            return True
        for plan in plans:
            if plan.own_mind()(request) != usual:
                return True
        return False

    def leaves(
        self,
        fork: Foresight,
        request: Request,
        stay: SidePlan,
        usual: Choice,
        team: int,
        seed: int,
    ) -> ChoiceValue | None:
        """The first step away, where the side fares better by leaving; None to fight on."""
        leave = SidePlan("we cannot win this, away from here", leaves=True)
        leave.man(request.battle.state, team)
        choice = leave.own_mind()(request)
        if choice == usual:
            return None
        staying, leaving = ChoiceValue(usual), ChoiceValue(choice)
        number = 0
        while number < LEAST or self.goes_on(self.work // PLANNING):
            minds = stay.minds_of(number)
            base = self.fight_on(fork, staying, minds, team, seed, number, TO_THE_END)
            if base is None:
                return None
            minds = leave.minds_of(number)
            value = self.fight_on(fork, leaving, minds, team, seed, number, TO_THE_END)
            if value is None:
                return None
            staying.note(0, base.chance)
            leaving.note(value.with_lives() - base.with_lives(), value.chance)
            number += 1
        if leaving.likely_gain(self.expected, self.spread) <= 0:
            return None
        self.words = leave.words
        self.usual = staying
        return leaving

    def best_plan(
        self,
        fork: Foresight,
        request: Request,
        plans: list[SidePlan],
        usual: Choice,
        team: int,
        seed: int,
    ) -> SidePlan:
        """The plan for the side that goes best in the fights of its head."""
        state = request.battle.state
        tried = [ChoiceValue(usual)]
        for plan in plans[1:]:
            plan.man(state, team)
            tried.append(ChoiceValue(plan.own_mind()(request)))
        number = 0
        ahead = self.ahead or rounds_ahead(state)
        until = self.spent + (self.work - self.spent) // PLANNING
        while number < LEAST or self.goes_on(until):
            base = 0
            for place in range(len(plans)):
                minds = plans[place].minds_of(number)
                found = self.fight_on(fork, tried[place], minds, team, seed, number, ahead)
                if found is None:
                    return plans[0]
                if place == 0:
                    base = found.value
                tried[place].note(found.value - base, found.chance)
            number += 1
        best = 0
        most = 0.0
        for place in range(1, len(plans)):
            gain = tried[place].likely_gain(self.expected, self.spread)
            if gain > most:
                most = gain
                best = place
        return plans[best]

    def compare(
        self, fork: Foresight, choices: list[Choice], plan: SidePlan, team: int, seed: int
    ) -> ChoiceValue:
        usual = ChoiceValue(choices[0])
        self.usual = usual
        others = [ChoiceValue(choice) for choice in choices[1:]]
        stages = len(others).bit_length()
        number = 0
        ahead = self.ahead or rounds_ahead(fork.origin)
        while True:
            until = self.spent + (self.work - self.spent) // stages
            done = 0
            while done < LEAST or self.goes_on(until):
                minds = plan.minds_of(number)
                base = self.fight_on(fork, usual, minds, team, seed, number, ahead)
                if base is None:
                    return usual
                usual.note(0, base.chance)
                alive: list[ChoiceValue] = []
                for other in others:
                    found = self.fight_on(fork, other, minds, team, seed, number, ahead)
                    if found is not None:
                        other.note(found.value - base.value, found.chance)
                        alive.append(other)
                others = alive
                number += 1
                done += 1
                if not others:
                    return usual
            stages -= 1
            if stages == 0 or not self.goes_on(self.work):
                break
            keep_better(others)
        best = usual
        most = 0.0
        for other in others:
            gain = other.likely_gain(self.expected, self.spread)
            if gain > most:
                most = gain
                best = other
        return best

    def goes_on(self, until: int) -> bool:
        """Whether there is work and time left."""
        return self.spent < until and thread_time() < self.ends

    def fight_on(
        self,
        fork: Foresight,
        prospect: ChoiceValue,
        minds: list[Answer],
        team: int,
        seed: int,
        number: int,
        rounds: int,
    ) -> Worth | None:
        """How the fight of this number after the choice went; None where it cannot be."""
        battle = fork.play_on(prospect.choice, minds, substream(seed, number), rounds, number)
        if battle is None:
            return None
        self.spent += battle.turns + SET_UP
        return Worth(battle, team)

    def plan(self, request: Request, choice: Choice) -> str:
        last = self.last
        if last is None or choice != last.choice:
            return self.natural.plan(request, choice)
        if last.fights == 0 and choice.verb in (DONE, PASS):
            return ""
        battle = request.battle
        name = start(who(battle.state, choice.unit))
        said = f"{name} {deed(battle, battle.state.units[choice.unit], choice)}"
        if self.words:
            said += f": {self.words}"
        usual = self.usual
        if last.fights and usual is not None:
            said += f". We win {last.percent()} in 100 from here"
            if usual is not last and usual.percent() < last.percent():
                said += f", not {usual.percent()}"
        return f"{said}. {self.seconds:.2f} s of thought."


def standing_in(state: State) -> int:
    """How many still fight."""
    standing = 0
    for unit in state.units:
        if unit.status == ACTIVE and not unit.broken:
            standing += 1
    return standing


def rounds_ahead(state: State) -> int:
    """To the end of the round after this one; further where few are left and fights are short."""
    standing = standing_in(state)
    if standing <= FEW:
        return TO_THE_END
    return 3 if standing <= SOME else 1


def work_rate(state: State) -> int:
    """How many turns of so few take the time of one in a fight of many."""
    standing = standing_in(state)
    if standing <= FEW:
        return 4
    return 2 if standing <= SOME else 1


def keep_better(others: list[ChoiceValue]) -> None:
    """Drop the worse half, one at least stays."""
    keep = (len(others) + 1) // 2
    while len(others) > keep:
        worst = others[0]
        for other in others:
            if other.mean() <= worst.mean():
                worst = other
        others.remove(worst)
