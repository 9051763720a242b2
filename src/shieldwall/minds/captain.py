"""The captain: plays the fight on in its head after each of a few choices, and takes the best.

Every choice meets the same dice (common random numbers) and is compared with what the natural mind
would do; the worse half is dropped again and again, and what is left is looked at more closely. How
far it goes is counted in turns, so the same seed always gives the same answer.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.points import RULING
from shieldwall.engine.state.state import ACTIVE, DOWN, FLED, State
from shieldwall.engine.tape.dice import substream
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.minds.candidates import Scout
from shieldwall.minds.gm_mind import settle_it
from shieldwall.minds.mind import Natural, Seated
from shieldwall.minds.plan_sentences import deed
from shieldwall.minds.random_mind import stir
from shieldwall.minds.rollouts import Foresight
from shieldwall.text.sentences import start, who

STRENGTHS: Final = {"captain:fast": 4_000, "captain": 16_000, "captain:strong": 80_000}
"""By name: the turns that are played in the head for one decision."""
ROUNDS: Final = 3
"""How far ahead."""
LEAST: Final = 4
"""Fights after each choice before any is dropped."""
WON: Final = 400
"""What a victory adds to what is left standing, in thousandths."""
DOUBT: Final = 0.7
"""Standard errors by which another choice must be better than the natural one."""


class Prospect:
    """A choice, and how much better than the natural one the fights after it went."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.fights = 0
        self.gain = 0
        self.squares = 0

    def mean(self) -> float:
        return self.gain / self.fights if self.fights else 0.0

    def doubt(self) -> float:
        """The standard error of the mean."""
        if self.fights < 2:
            return 1000.0
        mean = self.mean()
        spread = self.squares / self.fights - mean * mean
        return sqrt(max(spread, 1.0) / (self.fights - 1))


class Captain(Seated):
    """Looks ahead, in interrupts too."""

    def __init__(self, name: str = "captain", seed: int = 0, turns: int = 0) -> None:
        super().__init__(name, True)
        self.seed = seed
        self.turns = turns or STRENGTHS[name]
        """What one decision may cost."""
        self.scout = Scout()
        self.natural = Natural("natural")
        self.last: Prospect | None = None
        """What it decided last."""
        self.looked_at = 0
        """Among how many ways."""

    def __call__(self, request: Request) -> Choice:
        if request.point == RULING:
            return settle_it(request)
        first = self.natural(request)
        self.last = None
        if request.battle.state.units[first.unit].broken:
            # It has had enough, however well the fight might go on.
            return first
        view = self.view_of(request)
        choices = self.scout.look(view, request, first)
        if len(choices) < 2:
            return first
        state = request.battle.state
        side: i64 = state.units[first.unit].side
        fork = Foresight(request, side)
        if not fork.ready:
            return first
        seed = stir(state, side, self.seed + 977 * request.point)
        best = self.compare(fork, choices, state.sides[side].team, len_of_seats(state), seed)
        self.last = best
        self.looked_at = len(choices)
        return best.choice

    def compare(
        self, fork: Foresight, choices: list[Choice], team: int, seats: int, seed: int
    ) -> Prospect:
        minds: list[Answer] = [Natural("natural") for _ in range(seats)]
        natural = Prospect(choices[0])
        others = [Prospect(choice) for choice in choices[1:]]
        stages = len(others).bit_length()
        spent = 0
        number = 0
        while True:
            allowed = spent + (self.turns - spent) // stages
            done = 0
            while done < LEAST or spent < allowed:
                base, cost = self.fight_on(fork, natural, minds, team, substream(seed, number))
                if cost == 0:
                    return natural
                spent += cost
                natural.fights += 1
                alive: list[Prospect] = []
                for other in others:
                    value, cost = self.fight_on(fork, other, minds, team, substream(seed, number))
                    if cost > 0:
                        spent += cost
                        other.fights += 1
                        other.gain += value - base
                        other.squares += (value - base) * (value - base)
                        alive.append(other)
                others = alive
                number += 1
                done += 1
                if not others:
                    return natural
            stages -= 1
            if stages == 0 or spent >= self.turns:
                break
            keep_better(others)
        best = natural
        most = 0.0
        for other in others:
            sure = other.mean() - DOUBT * other.doubt()
            if sure > most:
                most = sure
                best = other
        return best

    def fight_on(
        self, fork: Foresight, prospect: Prospect, minds: list[Answer], team: int, seed: int
    ) -> tuple[int, int]:
        """How one fight after the choice went, and the turns it took; 0 where it cannot be."""
        battle = fork.play_on(prospect.choice, minds, seed, ROUNDS)
        if battle is None:
            return 0, 0
        return standing(battle.state, team), battle.turns + 1

    def plan(self, request: Request, choice: Choice) -> str:
        last = self.last
        if last is None or choice != last.choice:
            return self.natural.plan(request, choice)
        battle = request.battle
        name = start(who(battle.state, choice.unit))
        text = deed(battle, battle.state.units[choice.unit], choice)
        if last.gain == 0:
            return f"{name} finds nothing better among {self.looked_at} ways: {text}."
        return f"{name} sees further, after {last.fights} fights in its head: {text}."


def keep_better(others: list[Prospect]) -> None:
    """Drop the worse half, one at least stays."""
    keep = (len(others) + 1) // 2
    while len(others) > keep:
        worst = others[0]
        for other in others:
            if other.mean() <= worst.mean():
                worst = other
        others.remove(worst)


def len_of_seats(state: State) -> int:
    """The referee's seat is the last."""
    return state.referee + 1


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
            left = weight // 5
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
