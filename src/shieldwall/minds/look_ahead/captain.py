"""The captain: plays on from each of a few choices and takes the best.

On its side's first turn of a round it compares plans for the whole side (each unit by its role, all
against one foe, all wait, all hold their actions, all leave) and keeps the best for the round. Then
it compares the choices of the acting unit, each followed by the plan. All choices use the same dice
(common random numbers) and are compared with the plan's choice; the worse half is dropped
repeatedly, and the rest gets more playouts. A playout ends after the next round (later with few
units left), where the position is evaluated (`fight_value`). Foes act as soldiers in most playouts
and by their temperament in the others.

Where few hit points are left it counts all dice and answers instead (`endgame`), and plays exactly.

Its effort is counted in turns. Where somebody waits for it, it also stops after three times the
intended processor time, so there a slow or busy machine may decide otherwise. Simulations have no
such limit: the same seed always gives the same answer.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter, thread_time
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.points import DECLARING, RULING, TURN
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.dice import substream
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.look_ahead.candidates import MOST, Scout
from shieldwall.minds.look_ahead.endgame import Endgame, may_count
from shieldwall.minds.look_ahead.fight_value import Worth
from shieldwall.minds.look_ahead.rollouts import Foresight, Strata
from shieldwall.minds.look_ahead.side_plans import SidePlan, may_leave, plans_for
from shieldwall.minds.mind import Natural, Seated
from shieldwall.minds.plan_sentences import action_phrase
from shieldwall.minds.random_mind import stir
from shieldwall.minds.temperament import SOLDIER
from shieldwall.text.sentences import start, who

STRENGTHS: Final = {"captain:fast": 6_000, "captain": 60_000, "captain:strong": 600_000}
"""Turns played per decision, by name."""
SECONDS: Final = {"captain:fast": 0.05, "captain": 0.5, "captain:strong": 5.0}
"""The intended seconds for these turns on one core of the compiled build."""
LIMIT_FACTOR: Final = 3.0
"""A decision stops after this many times the intended seconds of processor time."""
NO_LIMIT: Final = 1e9
BETWEEN: Final = 35
"""Percent of these turns in the middle of another's action: there are few choices, and often."""
PLANNING: Final = 0.6
"""The share of the turns spent on side plans, on the first turn of a side in a round."""
LEAVING: Final = 0.25
"""The share spent on whether to leave."""
FORLORN: Final = 0.15
"""Below this chance to win it leaves if that saves LIVES_SAVED of the standing units."""
LIVES_SAVED: Final = 250
"""In thousandths."""
TO_THE_END: Final = 12
"""Rounds ahead with few units left, or when considering retreat, which pays off late."""
FEW: Final = 3
SOME: Final = 5
"""With at most this many units left, playouts are short."""
LEAST: Final = 3
"""Playouts of each choice before any is dropped."""
SET_UP: Final = 2
"""The cost of starting a playout, in turns."""
EXPECTED: Final = -5.0
"""Prior mean gain of a choice in thousandths: most are worse than the usual choice."""
SPREAD: Final = 60.0
"""Prior standard deviation of the gain."""
MARGIN: Final = 8.0
"""The least gain, in thousandths, for leaving the usual choice."""
PLAN_SPREAD: Final = 150.0
"""The same for side plans, which differ more."""
LEAST_COUNT: Final = 30_000
"""Limit on runs of the rules for counting a small fight: this many, or a sixth of its turns per
decision if those are more, but at most ten per turn.
"""
COUNTING: Final = 10.0
"""Counting stops after this many times the intended seconds of processor time."""
HOPELESS: Final = 0.05
"""An exact chance below which it still considers leaving."""
PLAN_AHEAD: Final = 4
"""Rounds of a playout of a side plan: waiting pays off late."""


class ChoiceValue:
    """A choice, the plan behind it, and its gain over the usual choice in playouts."""

    def __init__(self, choice: Choice, plan: SidePlan | None = None) -> None:
        self.choice = choice
        self.plan = plan
        """The side's plan after the choice."""
        self.fights = 0
        self.gain = 0
        self.squares = 0
        self.chances = 0
        """Sum of the chances to win over all playouts, in thousandths."""

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
        """Posterior mean: playouts and prior, weighted by precision.

        Among many choices one always looks good by luck; this discounts few playouts.
        """
        doubt = self.doubt()
        weight = spread * spread / (spread * spread + doubt * doubt)
        return weight * self.mean() + (1.0 - weight) * expected

    def percent(self) -> int:
        """The chance to win after it, from the playouts so far."""
        return (self.chances + 5 * self.fights) // (10 * self.fights) if self.fights else 0


class KeptPlan:
    """A side's plan, kept for the rest of the round and preferred in the next."""

    def __init__(self, plan: SidePlan, state: State, side: i64) -> None:
        self.plan = plan
        self.side = side
        self.round = state.clock.round
        self.lost: i64 = hit_points_lost(state)

    def is_of(self, state: State, side: i64) -> bool:
        """Whether it may belong to the same fight, and its target still stands."""
        if side != self.side or state.clock.round < self.round:
            return False
        if hit_points_lost(state) < self.lost:
            return False
        focus = self.plan.tactics.focus
        return focus < 0 or (focus < len(state.units) and state.units[focus].status == ACTIVE)


class Captain(Seated):
    """Looks ahead, in windows too."""

    def __init__(self, name: str = "captain", seed: int = 0, turns: int = 0) -> None:
        super().__init__(name, True)
        self.seed = seed
        self.turns = turns or STRENGTHS[name]
        """Turns per decision."""
        self.limit = LIMIT_FACTOR * SECONDS[name]
        """Limit on processor time in seconds."""
        self.counting = COUNTING * SECONDS[name]
        """The same for counting a small fight."""
        if turns:
            self.ignore_clock()
        self.endgame: Endgame | None = None
        """The part of the fight counted so far."""
        self.expected = EXPECTED
        self.spread = SPREAD
        self.ahead = 0
        """Rounds of a playout; 0 to choose by the fight."""
        self.plan_ahead = PLAN_AHEAD
        self.plan_spread = PLAN_SPREAD
        self.margin = MARGIN
        self.planning = PLANNING
        self.between = BETWEEN
        self.most = MOST
        self.retreats = True
        """Whether it considers leaving a fight that it is likely to lose."""
        self.counts = True
        """Whether small fights are counted exactly."""
        self.scout = Scout()
        self.natural = Natural("natural")
        self.kept: KeptPlan | None = None
        """The plan of its side."""
        self.kept_before: KeptPlan | None = None
        """The plan before the last decision: the same moment again gets the same answer."""
        self.moment: tuple[object, ...] = ()
        """The state of the last decision."""
        self.last: ChoiceValue | None = None
        """Its last decision."""
        self.usual: ChoiceValue | None = None
        """The natural choice it was compared with."""
        self.words = ""
        """The side plan behind it; "" for none."""
        self.seconds = 0.0
        """How long the decision took."""
        self.work = 0
        """Turns allowed for it: more with few units left, whose turns are faster."""
        self.spent = 0
        """Turns played so far."""
        self.ends = 0.0
        """When its processor time is up."""

    def ignore_clock(self) -> None:
        self.limit = NO_LIMIT
        self.counting = NO_LIMIT

    def __call__(self, request: Request) -> Choice:
        if request.point == RULING:
            return default_answer(request)
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
            # It has already decided to leave, whatever the playouts say.
            return first
        side: i64 = unit.side
        self.work = self.turns * work_rate(request.battle.state)
        if request.point not in (TURN, DECLARING):
            self.work = self.work * self.between // 100
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
        counted = self.counted(fork, usual, team)
        if counted is not None:
            return counted
        kept = self.recall(state, side, request.point)
        plan = as_usual if kept is None else kept.plan
        if self.retreats and request.point in (TURN, DECLARING):
            # With declarations, whoever is in melee must declare its flight before initiative.
            if may_leave(request.battle, unit, side):
                leaving = self.leaves(fork, request, as_usual, usual, team, seed)
                if leaving is not None:
                    return leaving
        if request.point == TURN:
            if kept is None or kept.round != state.clock.round:
                found = [plan]
                for other in [as_usual, *plans_for(request.battle, state.units[usual.unit], side)]:
                    if not other.tactics.is_like(plan.tactics):
                        found.append(other)
                if len(found) > 1 and self.has_a_choice(request, found, usual):
                    plan = self.best_plan(fork, request, found, seed)
                    self.kept = KeptPlan(plan, state, side)
        choices = self.scout.look(self.view_of(request), request, plan.own_mind()(request))
        del choices[self.most :]
        for choice in (usual, first):
            if choice not in choices:
                choices.append(choice)
        self.words = plan.words
        if len(choices) == 1:
            return ChoiceValue(choices[0])
        arms = [ChoiceValue(choice, plan) for choice in choices]
        self.usual = arms[0]
        ahead = self.ahead or rounds_ahead(fork.origin)
        best = self.race(fork, arms, team, seed, self.work, ahead, self.spread)
        if best is not arms[0] or not plan.is_served_by(best.choice):
            # A single deviation, without a plan for the others.
            self.words = ""
        return best

    def recall(self, state: State, side: i64, point: int) -> KeptPlan | None:
        """The plan of the last decision, if it was of this fight."""
        moment = (point, *state.key())
        if moment == self.moment:
            self.kept = self.kept_before
        self.moment = moment
        self.kept_before = self.kept
        if self.kept is not None and not self.kept.is_of(state, side):
            self.kept = None
        return self.kept

    def counted(self, fork: Foresight, usual: Choice, team: int) -> ChoiceValue | None:
        """The exact answer, if little enough is left to count; None to play out fights."""
        most = min(10 * self.turns, max(LEAST_COUNT, self.turns // 6))
        if not self.counts or not may_count(fork, most):
            return None
        endgame = self.endgame
        if endgame is None or not endgame.fits(fork, team):
            minds: list[Answer] = [Natural("foe", SOLDIER)] * (fork.origin.referee + 1)
            endgame = Endgame(fork, team, minds)
            self.endgame = endgame
        ends = thread_time() + self.counting
        found = endgame.best(fork, usual, most, ends)
        self.ends += max(0.0, thread_time() - ends + self.counting)
        if found is None or found.wins < HOPELESS:
            return None
        best = ChoiceValue(found.choice)
        best.note(0, int(1000 * found.wins))
        self.usual = ChoiceValue(usual)
        self.usual.note(0, int(1000 * found.usual))
        return best

    def has_a_choice(self, request: Request, plans: list[SidePlan], usual: Choice) -> bool:
        """Whether there are alternatives to compare."""
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
        """The first step of a retreat, if leaving is better for the side; None to fight on."""
        leave = SidePlan("we cannot win this, away from here", leaves=True)
        leave.man(request.battle.state, team)
        choice = leave.own_mind()(request)
        if choice == usual:
            return None
        at_stake = [int(one.index) for one in request.battle.state.units if one.side == fork.side
                    and one.status == ACTIVE]  # fmt: skip
        staying, leaving = ChoiceValue(usual, stay), ChoiceValue(choice, leave)
        number = 0
        lives = 0
        while number < LEAST or self.goes_on(int(self.work * LEAVING)):
            base = self.fight_on(fork, staying, team, seed, number, TO_THE_END, at_stake)
            if base is None:
                return None
            value = self.fight_on(fork, leaving, team, seed, number, TO_THE_END, at_stake)
            if value is None:
                return None
            staying.note(0, base.chance)
            leaving.note(value.with_lives() - base.with_lives(), value.chance)
            lives += value.lives - base.lives
            number += 1
        forlorn = staying.chances < 1000 * FORLORN * number
        if not (forlorn and lives > LIVES_SAVED * number):
            if leaving.likely_gain(self.expected, self.spread) <= 0:
                return None
        self.words = leave.words
        self.usual = staying
        return leaving

    def best_plan(
        self, fork: Foresight, request: Request, plans: list[SidePlan], seed: int
    ) -> SidePlan:
        """The side plan with the best playouts; the first is the one kept or the usual."""
        team = request.battle.state.sides[fork.side].team
        tried: list[ChoiceValue] = []
        for plan in plans:
            if not plan.minds:
                plan.man(request.battle.state, team)
            tried.append(ChoiceValue(plan.own_mind()(request), plan))
        until = self.spent + int((self.work - self.spent) * self.planning)
        best = self.race(fork, tried, team, seed, until, self.plan_ahead, self.plan_spread)
        return plans[0] if best.plan is None else best.plan

    def race(
        self,
        fork: Foresight,
        arms: list[ChoiceValue],
        team: int,
        seed: int,
        work: int,
        ahead: int,
        spread: float,
    ) -> ChoiceValue:
        """The best candidate; the first one is the usual choice, which others must beat.

        All are played equally often, then the worse half is dropped, and so on (sequential
        halving); every fight of one number has the same dice.
        """
        usual = arms[0]
        others = arms[1:]
        stages = len(others).bit_length()
        number = 0
        while stages > 0:
            until = self.spent + (work - self.spent) // stages
            done = 0
            while done < LEAST or self.goes_on(until):
                base = self.fight_on(fork, usual, team, seed, number, ahead)
                if base is None:
                    return usual
                usual.note(0, base.chance)
                alive: list[ChoiceValue] = []
                for other in others:
                    found = self.fight_on(fork, other, team, seed, number, ahead)
                    if found is not None:
                        other.note(found.value - base.value, found.chance)
                        alive.append(other)
                others = alive
                number += 1
                done += 1
                if not others:
                    return usual
            stages -= 1
            if not self.goes_on(work):
                break
            if stages > 0:
                keep_better(others)
        best = usual
        most = 0.0
        for other in others:
            gain = other.likely_gain(self.expected, spread) - self.margin
            if gain > most:
                most = gain
                best = other
        return best

    def goes_on(self, until: int) -> bool:
        """Whether turns and time are left."""
        return self.spent < until and thread_time() < self.ends

    def fight_on(
        self,
        fork: Foresight,
        prospect: ChoiceValue,
        team: int,
        seed: int,
        number: int,
        rounds: int,
        at_stake: list[int] | None = None,
    ) -> Worth | None:
        """The result of playout `number` after the choice; None if the choice is impossible."""
        plan = prospect.plan
        assert plan is not None
        minds = plan.minds_of(number)
        battle = fork.play_on(prospect.choice, minds, substream(seed, number), rounds, number)
        if battle is None:
            return None
        self.spent += battle.turns + SET_UP
        return Worth(battle, team, at_stake)

    def plan(self, request: Request, choice: Choice) -> str:
        last = self.last
        if last is None or choice != last.choice:
            return self.natural.plan(request, choice)
        usual = self.usual
        if choice.verb in (DONE, PASS):
            plain = choice.verb == PASS or not self.words
            if last.fights == 0 or (plain and last is usual):
                # Nothing that a player would mention.
                return ""
        battle = request.battle
        unit = battle.state.units[choice.unit]
        phrase = action_phrase(battle, unit, choice)
        if choice.verb == DONE and unit.mains > 0:
            phrase = "waits"
        sentence = f"{start(who(battle.state, choice.unit))} {phrase}"
        if self.words:
            sentence += f": {self.words}"
        if last.fights and usual is not None:
            sentence += f". {prospects(last.percent())}"
            if usual is not last and usual.percent() < last.percent() < 100:
                sentence += f", not {usual.percent()}"
        return f"{sentence}. {self.seconds:.2f} s of thought."


def prospects(percent: int) -> str:
    """The chance to win, as a player says it: no estimate is certain."""
    if percent <= 0:
        return "We can hardly win from here"
    if percent >= 100:
        return "We can hardly lose from here"
    return f"We win {percent} in 100 from here"


def hit_points_lost(state: State) -> i64:
    """Of all units: it grows in a fight, healing aside, and begins at 0."""
    lost: i64 = 0
    for unit in state.units:
        lost += unit.sheet.hp - unit.hp
    return lost


def standing_in(state: State) -> int:
    """The number of standing units."""
    standing = 0
    for unit in state.units:
        if unit.status == ACTIVE and not unit.broken:
            standing += 1
    return standing


def rounds_ahead(state: State) -> int:
    """To the end of the next round; further with few units left, whose playouts are short."""
    standing = standing_in(state)
    if standing <= FEW:
        return TO_THE_END
    return 3 if standing <= SOME else 1


def work_rate(state: State) -> int:
    """How many turns of this few units take the time of one in a large fight."""
    standing = standing_in(state)
    if standing <= FEW:
        return 4
    return 2 if standing <= SOME else 1


def keep_better(others: list[ChoiceValue]) -> None:
    """Drop the worse half; at least one stays."""
    keep = (len(others) + 1) // 2
    while len(others) > keep:
        worst = others[0]
        for other in others:
            if other.mean() <= worst.mean():
                worst = other
        others.remove(worst)
