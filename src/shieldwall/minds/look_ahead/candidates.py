"""Candidate choices: the few among hundreds that a look-ahead compares."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance
from shieldwall.engine.option import OUT_OF_TURN, option_of
from shieldwall.engine.points import TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.condition import HOLDING
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Options, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.knowledge.view import View
from shieldwall.minds.archery import firing_place, keep_away
from shieldwall.minds.flying_tactics import fly_to_attack, has_wings, rise
from shieldwall.minds.house_actions import best_of
from shieldwall.minds.look_ahead.side_plans import stand_off
from shieldwall.minds.look_ahead.squares import by_distance, squares_to_try
from shieldwall.minds.positioning import TargetValues, place_to_strike
from shieldwall.minds.spell_choice import spell_ideas
from shieldwall.minds.target_facts import span_of
from shieldwall.minds.teamwork import nearest_to
from shieldwall.minds.temperament import BY_NAME
from shieldwall.minds.temperament_mind import NaturalMind

MOST: Final = 20
"""Maximum number of candidates."""
MOVES_TO: Final = 14
"""With this many candidates, no more moves next to a foe are added: other ideas need room."""
FAR: Final = 6
"""Squares to the nearest foe from which dropping prone is considered."""
WARDS: Final = 2
"""Maximum number of friends it may move to and screen."""
BEST: Final = 3
"""Targets per kind of attack."""
CHARGES: Final = 6
"""Maximum number of foes it may charge, the nearest first."""
OTHERS: Final = ("soldier", "fanatic", "cunning", "coward", "guardian")
"""The temperaments whose choices are candidates too."""


class Candidates:
    """Legal choices in order, without duplicates."""

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
        """The natural choice first, then alternatives that might be better."""
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
        holds = bool(unit.effects) and unit.effect(HOLDING) is not None
        for choice in options:
            # A held action has hundreds of uses; attacks and a few squares are worth comparing.
            if not holds or option_of(choice.verb).has(OUT_OF_TURN):
                found.add(choice)
        if holds:
            foes = view.foes_of(unit)
            self.blows(request.battle, unit, foes, found)
            for away in squares_to_try(request.battle, unit, foes):
                found.add(away)

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
        """The best melee attack, shot or charge at each of the best few foes."""
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
                                verb = ATTACK_VERBS[how]
                                most = value
                                target = foe
                                best = Choice(int(unit.index), verb, int(foe.index), number)
            if target is None:
                break
            found.add(best)
            left.remove(target)
        number = natural.best_melee(unit)
        if number >= 0 and not battle.state.grid.open:
            for foe in by_distance(unit, foes)[:CHARGES]:
                found.add(natural.charge(battle, unit, [foe], number))

    def ways(self, battle: Battle, unit: Unit, foes: list[Unit], found: Candidates) -> None:
        """Moves next to each of the nearest foes, and away from all of them."""
        natural = self.natural
        number = natural.best_melee(unit)
        limit: i64 = allowance(battle.rules, unit)
        for choice in squares_to_try(battle, unit, foes):
            found.add(choice)
        if number >= 0:
            span: i64 = span_of(battle.rules, unit, number)
            filled = crowd(battle.state, battle.rules, unit)
            reach = find_reach(battle.state, battle.rules, unit, limit, filled, [])
            for foe in by_distance(unit, foes):
                if distance(unit, foe) > limit + span or len(found.found) >= MOVES_TO:
                    continue
                prizes = TargetValues(10, 60, False)
                prizes.of_foe.append(0)
                goal = place_to_strike(battle, unit, [foe], prizes, reach, limit, span)
                if goal >= 0 and goal != reach.start:
                    found.add(Choice(int(unit.index), "run", -1, -1, reach.path(goal)))
                elif goal < 0 and has_wings(battle, unit):
                    found.add(fly_to_attack(battle, unit, [foe], prizes, span))
        found.add(keep_away(battle, unit, foes))
        found.add(stand_off(battle, unit, foes))
        bow = natural.bow_of(unit)
        if bow >= 0:
            found.add(firing_place(battle, unit, foes, bow, False))

    def rest(self, battle: Battle, unit: Unit, found: Candidates) -> None:
        """Cheap options: screen, wait, disengage, end the turn."""
        index = int(unit.index)
        screens = 0
        for friend in battle.state.units:
            if friend is not unit and friend.side == unit.side and friend.status == ACTIVE:
                if screens < 2 and distance(unit, friend) <= 1:
                    screens += 1
                    found.add(Choice(index, "screen", int(friend.index)))
        if unit.mains > 0 and unit.moves > 0:
            found.add(Choice(index, "hold"))
        if not battle.state.grid.open:
            self.guards(battle, unit, found)
        for spec in self.natural.house_actions(battle).specs:
            action = best_of(battle, unit, spec)
            if action is not None:
                found.add(action)
        found.add(Choice(index, DONE))

    def guards(self, battle: Battle, unit: Unit, found: Candidates) -> None:
        """Move to a friend and screen it, or at the end of a turn drop prone, far from all foes."""
        spec = battle.rules.actions.get("screen")
        if spec is not None and unit.moves > 0:
            wards = 0
            for choice in spec.candidates(battle, unit):
                if choice.path and wards < WARDS:
                    wards += 1
                    found.add(choice)
        if unit.prone or (unit.mains > 0 and unit.moves > 0):
            # It would spend its Move on standing up again.
            return
        if nearest_to(unit, known_foes(battle.state, unit)) > FAR:
            found.add(Choice(int(unit.index), "prone"))
