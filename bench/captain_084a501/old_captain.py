"""The captain of commit 084a501, unchanged in what it chooses: a yardstick for the ladder.

It runs interpreted, on the same compiled engine; its work is counted in turns, so it is as strong
as it was and only slower.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from bench.captain_084a501.old_candidates import Scout
from bench.captain_084a501.old_rollouts import Foresight
from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, SURRENDERED, State, Unit
from shieldwall.engine.tape.dice import substream
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.knowledge.view import View
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.look_ahead.win_chance import chance_of, damage_of
from shieldwall.minds.mind import Mind, Natural
from shieldwall.minds.random_mind import stir
from shieldwall.minds.temperament import SOLDIER
from shieldwall.minds.withdrawal import FEARLESS, NATURAL, Resolve, is_worn
from shieldwall.text.sentences import who

STRENGTHS: Final = {"captain:fast": 3_000, "captain": 30_000, "captain:strong": 300_000}
"""By name: the turns played in the head for one decision, some 50 ms, 500 ms and 5 s of them."""
PLANNING: Final = 4
"""One part of so many goes into the plan of the side."""
ROUNDS: Final = 3
"""How far ahead."""
LEAST: Final = 4
"""Fights after each choice before any is dropped."""
WON: Final = 300
"""What a victory adds to what is left standing, in thousandths: as much as a chance of 100 %."""
CHANCE: Final = 6
"""What a percent of the chance to win adds, where the fight is not over (`win_chance`)."""
TARGETS: Final = 3
"""Foes that a plan may single out."""
WITHDRAW: Final = Resolve("withdraw", 101, "")
DOUBT: Final = 1.3
"""Standard errors by which another choice must be better than the natural one."""


class ChoiceValue:
    """A choice, and how much better than the natural one the fights after it went."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.fights = 0
        self.gain = 0
        self.squares = 0

    def note(self, gain: int) -> None:
        self.fights += 1
        self.gain += gain
        self.squares += gain * gain

    def mean(self) -> float:
        return self.gain / self.fights if self.fights else 0.0

    def doubt(self) -> float:
        """The standard error of the mean."""
        if self.fights < 2:
            return 1000.0
        mean = self.mean()
        spread = self.squares / self.fights - mean * mean
        return sqrt(max(spread, 1.0) / (self.fights - 1))


class SidePlan:
    """What a whole side does for the next rounds, and the minds that do it."""

    def __init__(self, focus: int, leaves: bool, words: str) -> None:
        self.focus = focus
        """The foe all go for, -1 for none in particular."""
        self.leaves = leaves
        self.words = words
        self.minds: list[list[Answer]] = []
        """For each seat, once with foes as their kind fights and once with soldiers."""

    def man(self, state: State, team: int) -> None:
        """Fill the seats: ours by the plan, the others by what one expects of them."""
        for forced in (None, SOLDIER):
            seats: list[Answer] = []
            for seat in range(state.referee + 1):
                if is_of_team(state, seat, team):
                    seats.append(self.own_mind())
                else:
                    seats.append(Natural("foe", forced, FEARLESS if forced else NATURAL))
            self.minds.append(seats)

    def own_mind(self) -> Natural:
        mind = Natural("plan", None, WITHDRAW if self.leaves else NATURAL)
        mind.thinker.focus = self.focus
        return mind


class OldCaptain(Mind):
    """Looks ahead, in interrupts too."""

    def __init__(self, name: str = "captain", seed: int = 0, turns: int = 0) -> None:
        super().__init__(name, True)
        self.seed = seed
        self.turns = turns or STRENGTHS[name]
        """What one decision may cost."""
        self.scout = Scout()
        self.natural = Natural("natural")
        self.view: View | None = None

    def view_of(self, request: Request) -> View:
        view = self.view
        if view is None or view.battle is not request.battle or view.seat != request.seats[0]:
            view = View(request.battle, request.seats[0])
            self.view = view
        return view

    def __call__(self, request: Request) -> Choice:
        if request.point == RULING:
            return default_answer(request)
        first = self.natural(request)
        if request.battle.state.units[first.unit].broken:
            # It has had enough, however well the fight might go on.
            return first
        view = self.view_of(request)
        state = request.battle.state
        side: i64 = state.units[first.unit].side
        fork = Foresight(request, side)
        team = state.sides[side].team
        seed = stir(state, side, self.seed + 977 * request.point)
        plan, spent = self.best_plan(fork, request, first, side, team, seed)
        choices = self.scout.look(view, request, plan.own_mind()(request))
        if first not in choices:
            choices.append(first)
        if len(choices) < 2 or not fork.ready:
            return choices[0] if fork.ready else first
        best = self.compare(fork, choices, plan, team, self.turns - spent, seed)
        return best.choice

    def best_plan(
        self, fork: Foresight, request: Request, first: Choice, side: i64, team: int, seed: int
    ) -> tuple[SidePlan, int]:
        """The plan for the side that goes best in the fights of its head, and what that cost."""
        state = request.battle.state
        plans = [SidePlan(-1, False, "")]
        if request.point == TURN and fork.ready:
            plans += plans_for(request.battle, state.units[first.unit], side)
        for plan in plans:
            plan.man(state, team)
        if len(plans) == 1:
            return plans[0], 0
        tried = [ChoiceValue(plan.own_mind()(request)) for plan in plans]
        spent = 0
        number = 0
        most = self.turns // PLANNING
        while spent < most or number < LEAST:
            dice = substream(seed, number)
            base = 0
            for place in range(len(plans)):
                minds = plans[place].minds[number & 1]
                value, cost = self.fight_on(fork, tried[place], minds, team, dice)
                if cost == 0:
                    return plans[0], spent
                spent += cost
                if place == 0:
                    base = value
                tried[place].note(value - base)
            number += 1
        best = 0
        sure = 0.0
        for place in range(1, len(plans)):
            gain = tried[place].mean() - DOUBT * tried[place].doubt()
            if gain > sure:
                sure = gain
                best = place
        return plans[best], spent

    def compare(
        self,
        fork: Foresight,
        choices: list[Choice],
        plan: SidePlan,
        team: int,
        turns: int,
        seed: int,
    ) -> ChoiceValue:
        usual = ChoiceValue(choices[0])
        others = [ChoiceValue(choice) for choice in choices[1:]]
        stages = len(others).bit_length()
        spent = 0
        number = 0
        while True:
            allowed = spent + (turns - spent) // stages
            done = 0
            while done < LEAST or spent < allowed:
                minds = plan.minds[number & 1]
                dice = substream(seed, number)
                base, cost = self.fight_on(fork, usual, minds, team, dice)
                if cost == 0:
                    return usual
                spent += cost
                usual.note(0)
                alive: list[ChoiceValue] = []
                for other in others:
                    value, cost = self.fight_on(fork, other, minds, team, dice)
                    if cost > 0:
                        spent += cost
                        other.note(value - base)
                        alive.append(other)
                others = alive
                number += 1
                done += 1
                if not others:
                    return usual
            stages -= 1
            if stages == 0 or spent >= turns:
                break
            keep_better(others)
        best = usual
        most = 0.0
        for other in others:
            sure = other.mean() - DOUBT * other.doubt()
            if sure > most:
                most = sure
                best = other
        return best

    def fight_on(
        self, fork: Foresight, prospect: ChoiceValue, minds: list[Answer], team: int, seed: int
    ) -> tuple[int, int]:
        """How one fight after the choice went, and the turns it took; 0 where it cannot be."""
        battle = fork.play_on(prospect.choice, minds, seed, ROUNDS)
        if battle is None:
            return 0, 0
        return outlook_of(battle, fork.side, team), battle.turns + 1


def keep_better(others: list[ChoiceValue]) -> None:
    """Drop the worse half, one at least stays."""
    keep = (len(others) + 1) // 2
    while len(others) > keep:
        worst = others[0]
        for other in others:
            if other.mean() <= worst.mean():
                worst = other
        others.remove(worst)


def is_of_team(state: State, seat: int, team: int) -> bool:
    for unit in state.units:
        if unit.seat == seat:
            return state.sides[unit.side].team == team
    return seat < len(state.sides) and state.sides[seat].team == team


def plans_for(battle: Battle, unit: Unit, side: i64) -> list[SidePlan]:
    """All against one foe, for the likeliest of them; away together, where that comes to mind."""
    state = battle.state
    friends = 0
    for friend in state.units:
        if friend.side == side and friend.status == ACTIVE and not friend.broken:
            friends += 1
    found: list[SidePlan] = []
    foes = known_foes(state, unit)
    if friends > 1 and len(foes) > 1:
        ranked: list[tuple[int, int]] = []
        for foe in foes:
            # The most harm for the fewest hit points is worth going for.
            ranked.append((-1000 * int(damage_of(foe, unit.sheet.ac)) // int(foe.hp + 4),
                           int(foe.index)))  # fmt: skip
        ranked.sort()
        for rank in ranked[:TARGETS]:
            found.append(SidePlan(rank[1], False, f"all against {who(state, rank[1])}"))
    if is_worn(state, side) and unit.sheet.is_alive():
        found.append(SidePlan(-1, True, "the side withdraws"))
    return found


def outlook_of(battle: Battle, side: i64, team: int) -> int:
    """How a side fares: what stands, and while the fight goes on, its chance to win it."""
    value = standing(battle.state, team)
    outcome = battle.state.outcome
    if outcome is None or outcome.team < 0:
        value += CHANCE * (int(chance_of(battle, side)) - 50)
    return value


def standing(state: State, team: int) -> int:
    """How a side fares, in thousandths: what stands of it against what stands of its foes."""
    ours = 0
    ours_left = 0
    theirs = 0
    theirs_left = 0
    for unit in state.units:
        if unit.summoned:
            continue
        full = int(unit.sheet.hp)
        weight = full + 6
        left = 0
        if unit.status == ACTIVE:
            left = (weight * (full + int(unit.hp))) // (2 * full)
            if unit.broken:
                left = left // 3
        elif unit.status == FLED:
            left = weight // 2
        elif unit.status == SURRENDERED:
            left = weight // 4
        elif unit.status == DOWN:
            left = weight // 10
        if state.sides[unit.side].team == team:
            ours += weight
            ours_left += left
        else:
            theirs += weight
            theirs_left += left
    value = 0
    if ours:
        value += 1000 * ours_left // ours
    if theirs:
        value -= 1000 * theirs_left // theirs
    outcome = state.outcome
    if outcome is not None and outcome.team >= 0:
        value += WON if outcome.team == team else -WON
    return value
