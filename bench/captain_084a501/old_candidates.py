"""What is worth looking at: the few choices among hundreds that a look ahead compares."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance
from shieldwall.engine.points import TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.condition import HOLDING
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Options, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.view import View
from shieldwall.minds.archery import keep_away
from shieldwall.minds.flying_tactics import fly_to_attack, has_wings, rise
from shieldwall.minds.house_actions import best_of
from shieldwall.minds.positioning import TargetValues, place_to_strike
from shieldwall.minds.spell_choice import spell_ideas
from shieldwall.minds.target_facts import span_of
from shieldwall.minds.temperament import BY_NAME
from shieldwall.minds.temperament_mind import NaturalMind

MOST: Final = 12
"""So many at most are compared."""
BEST: Final = 3
"""Targets of a kind."""
OTHERS: Final = ("soldier", "fanatic", "cunning", "coward", "guardian")
"""As whom one could act for once."""


class Candidates:
    """Choices in the order they came up, each once and each allowed."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.found: list[Choice] = []

    def add(self, choice: Choice | None) -> None:
        if choice is None or len(self.found) >= MOST or choice in self.found:
            return
        if self.options.why_not(choice) is None:
            self.found.append(choice)


class Scout:
    """Finds candidates with the judgement of the natural mind."""

    def __init__(self) -> None:
        self.natural = NaturalMind()
        self.others = [NaturalMind(BY_NAME[name]) for name in OTHERS]

    def look(self, view: View, request: Request, first: Choice) -> list[Choice]:
        """The natural choice first, then what else might be better."""
        found = Candidates(request.options)
        found.add(first)
        options = request.options
        if request.point == TURN:
            assert isinstance(options, TurnOptions)
            self.on_turn(view, request.battle, options, first, found)
        elif isinstance(options, ReactionOptions):
            self.in_window(view, request, options, found)
        return found.found

    def in_window(
        self, view: View, request: Request, options: ReactionOptions, found: Candidates
    ) -> None:
        unit = options.unit
        found.add(Choice(int(unit.index), PASS))
        if unit.effects and unit.effect(HOLDING) is not None:
            self.blows(request.battle, unit, view.foes_of(unit), found)
            return
        for choice in options:
            found.add(choice)

    def on_turn(
        self, view: View, battle: Battle, options: TurnOptions, first: Choice, found: Candidates
    ) -> None:
        unit = battle.state.units[first.unit]
        for other in self.others:
            found.add(other.act(view, battle, unit))
        foes = view.foes_of(unit)
        if foes:
            self.blows(battle, unit, foes, found)
            if unit.sheet.spells:
                for choice in spell_ideas(battle, unit, foes):
                    found.add(choice)
            if unit.moves > 0 and not battle.state.grid.open:
                if has_wings(battle, unit):
                    found.add(rise(battle, unit, foes))
                self.ways(battle, unit, foes, found)
        self.rest(battle, unit, found)
        for friend in options.units:
            if friend is not unit and friend.seat == view.seat:
                found.add(self.natural.act(view, battle, friend))

    def blows(self, battle: Battle, unit: Unit, foes: list[Unit], found: Candidates) -> None:
        """At each of the best few foes the best blow, shot or charge."""
        natural = self.natural
        natural.nature = natural.nature_of(unit)
        left = list(foes)
        for _ in range(BEST):
            best: Choice | None = None
            target: Unit | None = None
            most: i64 = -1
            for foe in left:
                for number in range(len(unit.weapons)):
                    if (unit.gone | unit.stowed) >> number & 1:
                        continue
                    weapon = unit.weapons[number]
                    for how in (MELEE, SHOT, THROWN):
                        if why_no_attack(battle, unit, foe, weapon, how) is None:
                            value = natural.worth(battle, unit, foe, number, how)
                            if value > most:
                                verb = ("attack", "shoot", "throw")[how]
                                most = value
                                target = foe
                                best = Choice(int(unit.index), verb, int(foe.index), number)
            if target is None:
                break
            found.add(best)
            left.remove(target)
        number = natural.best_melee(unit)
        if number >= 0 and not battle.state.grid.open:
            for foe in foes[: BEST + 1]:
                found.add(natural.charge(battle, unit, [foe], number))

    def ways(self, battle: Battle, unit: Unit, foes: list[Unit], found: Candidates) -> None:
        """To where each of the nearest foes can be struck, and away from all of them."""
        natural = self.natural
        number = natural.best_melee(unit)
        limit: i64 = allowance(battle.rules, unit)
        if number >= 0:
            span: i64 = span_of(battle.rules, unit, number)
            filled = crowd(battle.state, battle.rules, unit)
            reach = find_reach(battle.state, battle.rules, unit, limit, filled, [])
            for foe in foes:
                if distance(unit, foe) > limit + span or len(found.found) >= MOST - 2:
                    continue
                prizes = TargetValues(10, 60, False)
                prizes.of_foe.append(0)
                goal = place_to_strike(battle, unit, [foe], prizes, reach, limit, span)
                if goal >= 0 and goal != reach.start:
                    found.add(Choice(int(unit.index), "run", -1, -1, reach.path(goal)))
                elif goal < 0 and has_wings(battle, unit):
                    found.add(fly_to_attack(battle, unit, [foe], prizes, span))
        found.add(keep_away(battle, unit, foes))

    def rest(self, battle: Battle, unit: Unit, found: Candidates) -> None:
        """What costs little: to stand before a friend, to wait, to break away, to be done."""
        index = int(unit.index)
        screens = 0
        for friend in battle.state.units:
            if friend is not unit and friend.side == unit.side and friend.status == ACTIVE:
                if screens < 2 and distance(unit, friend) <= 1:
                    screens += 1
                    found.add(Choice(index, "screen", int(friend.index)))
        if unit.mains > 0 and unit.moves > 0:
            found.add(Choice(index, "hold"))
        for spec in self.natural.house_actions(battle).specs:
            deed = best_of(battle, unit, spec)
            if deed is not None:
                found.add(deed)
        found.add(Choice(index, DONE))
