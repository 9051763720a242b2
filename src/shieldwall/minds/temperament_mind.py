"""The mind most units are played by: each fights as its temperament says (`temperament.TABLE`).

The steps are the simple mind's; what differs is whom it prefers, how it goes there, what it answers
and when it has had enough.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.phases import MOVEMENT
from shieldwall.books.shared.survival_morale import clearly_winning, losses
from shieldwall.engine.attack.numbers import (
    MELEE,
    Blow,
    armour_class,
    attribute,
    reach_with,
    shield_of,
    to_hit,
)
from shieldwall.engine.battle import Battle, ReactionOptions
from shieldwall.engine.move.movement import allowance, known_strikers
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.state import ACTIVE, DOWN, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.wounds.injury import is_character
from shieldwall.knowledge.view import View
from shieldwall.minds.flying_tactics import has_wings, rise, swoop
from shieldwall.minds.house_actions import HouseDeeds, house_first
from shieldwall.minds.open_positioning import can_close_with, charge_up, run_up
from shieldwall.minds.phase_play import act_in_phase, get_away
from shieldwall.minds.positioning import (
    Prizes,
    approach,
    flee,
    is_bare,
    keep_away,
    place_beside,
    place_to_strike,
    straight_at,
)
from shieldwall.minds.simple import Aim, SimpleMind
from shieldwall.minds.teamwork import (
    fall_upon,
    friends_at,
    has_fighters,
    is_soft,
    nearest_to,
    screen,
    swarm,
)
from shieldwall.minds.temperament import FEW, SOLDIER, Temperament, temperament_of

BASE: Final = 100_000
"""Where the prizes of a target are counted from, so that none is below nothing."""


class NaturalMind(SimpleMind):
    """Plays each unit by its own temperament, or all of them by one."""

    def __init__(self, forced: Temperament | None = None) -> None:
        self.forced = forced
        self.nature = SOLDIER
        """That of the unit it is thinking for."""
        self.deeds: HouseDeeds | None = None
        """Those of the book that was last played by."""

    def nature_of(self, unit: Unit) -> Temperament:
        return temperament_of(unit.sheet) if self.forced is None else self.forced

    def first_of(self, view: View, units: list[Unit]) -> Unit:
        """Who of the seat acts next: the one nearest to a foe, so that nobody is in the way."""
        first: Unit | None = None
        best: i64 = 1 << 30
        for unit in units:
            if unit.seat != view.seat:
                continue
            near = nearest_to(unit, view.foes_of(unit))
            if near < best:
                best = near
                first = unit
        assert first is not None, "asked without a unit that could act"
        return first

    # Answers.

    def react(self, battle: Battle, request: Request) -> Choice:
        self.nature = self.nature_of(battle.state.units[request.unit])
        if request.point in (LEAVING_REACH, PROVOKED):
            return self.strike_in_passing(request)
        return super().react(battle, request)

    def strike_in_passing(self, request: Request) -> Choice:
        """The best weapon there is for the free blow."""
        battle = request.battle
        best: Choice | None = None
        most: i64 = -1
        for choice in request.options:
            if choice.verb == PASS:
                continue
            unit = battle.state.units[choice.unit]
            value: i64 = 0
            if choice.weapon >= 0 and choice.target >= 0:
                foe = battle.state.units[choice.target]
                value = self.worth(battle, unit, foe, choice.weapon, MELEE)
            if value > most:
                most = value
                best = choice
        return Choice(request.unit, PASS) if best is None else best

    def answer(self, battle: Battle, unit: Unit, blow: Blow, options: ReactionOptions) -> Choice:
        choice = super().answer(battle, unit, blow, options)
        if choice.verb == "snap" and not self.nature.snaps:
            return Choice(unit.index, PASS)
        if choice.verb == "luck" and not self.nature.lucky:
            return Choice(unit.index, PASS)
        return choice

    def is_worth_dodging(self, unit: Unit, blow: Blow) -> bool:
        """The Main is worth so much of what is left as the temperament says."""
        share: i64 = self.nature.dodges
        if share == 0:
            return False
        weapon = blow.attacker.weapons[blow.weapon]
        if not blow.hit:
            return weapon.shock >= unit.hp
        mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
        return mean * 100 >= unit.hp * 2 * share

    # Turns.

    def act(self, view: View, battle: Battle, unit: Unit) -> Choice:
        nature = self.nature_of(unit)
        self.nature = nature
        foes = view.foes_of(unit)
        if battle.state.clock.phase >= 0:
            return self.act_in_phase(battle, unit, foes)
        if not foes:
            return Choice(unit.index, DONE)
        if unit.locked:
            return self.wrestle(battle, unit, foes)
        if unit.broken:
            return flee(battle, unit)
        if self.has_had_enough(battle, unit):
            away = flee(battle, unit)
            if away.verb != DONE:
                return away
        first = self.before_a_blow(battle, unit, foes)
        if first is not None:
            return first
        if unit.mains > 0 or unit.flurry:
            own = self.own_deeds(battle)
            if own.specs:
                deed = house_first(self, battle, unit, foes, own)
                if deed is not None:
                    return deed
            return self.use_main(battle, unit, foes)
        if unit.effects:
            strike = fall_upon(battle, unit)
            if strike is not None:
                return strike
        if unit.moves > 0:
            if self.bow_of(unit) >= 0 or self.is_shy(battle, unit):
                if has_wings(battle, unit):
                    up = rise(battle, unit, foes)
                    if up is not None:
                        return up
                return keep_away(battle, unit, foes)
            if nature.screens:
                guard = screen(battle, unit)
                if guard is not None:
                    return guard
        return Choice(unit.index, DONE)

    def act_in_phase(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """Where a round has phases: away by one's own will, else what the phase is for."""
        if battle.state.clock.phase == MOVEMENT and foes and self.has_had_enough(battle, unit):
            away = get_away(battle, unit)
            if away is not None:
                spec = battle.rules.actions.get(away.verb)
                if spec is not None and spec.why_not(battle, unit, away) is None:
                    return away
        return act_in_phase(self, battle, unit, foes)

    def use_main(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        aim = Aim()
        self.aim_melee(battle, unit, foes, aim)
        if unit.prone and unit.moves > 0:
            return Choice(unit.index, "stand")
        if aim.foe is not None:
            if self.nature.swarms:
                together = swarm(battle, unit, aim.foe, aim.weapon)
                if together is not None:
                    return together
            return Choice(unit.index, "attack", int(aim.foe.index), aim.weapon)
        if unit.mains == 0:
            return Choice(unit.index, DONE)
        bow = self.bow_of(unit)
        if bow >= 0:
            if has_wings(battle, unit):
                up = rise(battle, unit, foes)
                if up is not None:
                    return up
            return self.shoot_or_move(battle, unit, foes, bow)
        return self.close_in(battle, unit, foes)

    # What the house has added.

    def own_deeds(self, battle: Battle) -> HouseDeeds:
        known = self.deeds
        if known is None or known.rules is not battle.rules:
            known = HouseDeeds(battle.rules)
            self.deeds = known
        return known

    def has_had_enough(self, battle: Battle, unit: Unit) -> bool:
        """Flees by its own will: badly hurt, or too many of its side are gone."""
        nature = self.nature
        if not unit.sheet.is_alive():
            return False
        if battle.rules.morale_binds and not is_character(battle.state, unit):
            # Dice decide: those who hold fight on (DOL-040, DOL-044, AAC-041).
            return False
        if nature.flees_hurt and unit.hp * 100 <= unit.sheet.hp * nature.flees_hurt:
            return True
        if nature.flees_losses:
            lost, start = losses(battle.state, unit.side)
            if lost * 100 >= start * int(nature.flees_losses):
                return not clearly_winning(battle, unit.side)
        return False

    # Weapons and targets.

    def bow_of(self, unit: Unit) -> int:
        """The number of what it shoots with, a bow or an art; -1 for nothing."""
        for number in range(len(unit.weapons)):
            weapon = unit.weapons[number]
            if (
                weapon.long_range > 0
                and not weapon.thrown
                and not (unit.gone | unit.stowed) >> number & 1
            ):
                return number
        return -1

    def worth(self, battle: Battle, unit: Unit, foe: Unit, number: int, how: i64) -> i64:
        """What a blow at the foe is worth to one of this temperament."""
        nature = self.nature
        value: i64 = BASE
        if nature.harm > 0 or nature.finish > 0:
            value += self.worth_of_harm(battle, unit, foe, number, how)
        if nature.threat > 0 and foe.wielded >= 0:
            blade = foe.weapons[foe.wielded]
            value += nature.threat * (blade.dice * (blade.sides + 1) // 2 + blade.bonus)
        if nature.soft > 0 and is_soft(foe):
            value += nature.soft
        if nature.weak > 0 and foe.hp < FEW:
            value += nature.weak * (FEW - foe.hp) // FEW
        if nature.gang > 0:
            value += nature.gang * friends_at(battle, unit, foe)
        if how == MELEE or nature.harm == 0:
            value -= nature.near * distance(unit, foe)
        return value

    def worth_of_harm(self, battle: Battle, unit: Unit, foe: Unit, number: int, how: i64) -> i64:
        """Damage to expect in hundredths of a hit point, with a prize where it may fell."""
        weapon = unit.weapons[number]
        bonus: i64 = to_hit(battle, Blow(unit, foe, number, how), False).total
        ac: i64 = armour_class(foe)
        faces: i64 = 21 + bonus - ac
        if faces > 20:
            faces = 20
        elif faces < 0:
            faces = 0
        able: i64 = unit.sheet.attributes[attribute(unit, weapon)]
        mean: i64 = weapon.dice * (weapon.sides + 1) * 5 + 10 * (weapon.bonus + weapon.magic + able)
        hp: i64 = foe.hp * 10
        prize: i64 = 0
        if mean >= hp:
            mean = hp
            prize = self.nature.finish * faces // 20
        harm: i64 = faces * mean // 2
        if how == MELEE and weapon.shock > 0 and ac <= weapon.shock_ac and faces < 20:
            if shield_of(foe) == 0 or foe.shield_spent:
                shock: i64 = 10 * (weapon.shock + able)
                if shock > hp:
                    shock = hp
                harm += (20 - faces) * shock // 2
        # Of two foes alike the one with fewer hit points left: it falls sooner.
        return harm * self.nature.harm // 100 + prize + (60 - foe.hp if foe.hp < 60 else 0)

    # Going there.

    def close_in(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """Nobody in reach: to the best place to strike from, a charge, a throw, or nearer."""
        if unit.prone:
            return Choice(unit.index, "stand" if unit.moves > 0 else DONE)
        nature = self.nature
        state = battle.state
        limit: i64 = allowance(battle.rules, unit)
        number = self.best_melee(unit)
        span: i64 = span_of(battle.rules, unit, number)
        nearest = foes[0]
        for foe in foes:
            if distance(unit, foe) < distance(unit, nearest):
                nearest = foe
        if state.grid.open:
            return self.close_in_the_open(battle, unit, foes, number, limit)
        if (
            distance(unit, nearest) > limit + span
            and is_bare(state.grid)
            and not (nature.tends or nature.guards or nature.keeps)
        ):
            return self.come_nearer(battle, unit, foes, nearest, number, limit)
        filled = crowd(state, battle.rules, unit)
        watchers = known_strikers(battle, unit) if nature.heeds else []
        reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        if nature.tends and unit.sheet.kit and unit.moves > 0:
            for friend in state.units:
                if friend.status == DOWN and not friend.stable and friend.side == unit.side:
                    beside = place_beside(battle, unit, friend, reach, limit)
                    if beside >= 0 and beside != reach.start:
                        return Choice(unit.index, "run", -1, -1, reach.path(beside))
        shy = self.is_shy(battle, unit)
        if unit.moves > 0 and number >= 0 and not shy:
            prizes = self.prizes(battle, unit, foes, number)
            goal = place_to_strike(battle, unit, foes, prizes, reach, limit, span)
            if goal >= 0 and goal != reach.start:
                return Choice(unit.index, "run", -1, -1, reach.path(goal))
            if goal < 0 and has_wings(battle, unit):
                down = swoop(battle, unit, foes, prizes, span)
                if down is not None:
                    return down
            charge = self.charge(battle, unit, foes, number)
            if charge is not None:
                return charge
        thrown = self.throw(battle, unit, foes)
        if thrown is not None:
            return thrown
        if shy:
            return keep_away(battle, unit, foes) if unit.moves > 0 else Choice(unit.index, DONE)
        if nature.guards:
            post = self.stand_by(battle, unit, foes)
            if post is not None:
                return post
        if unit.moves > 0 or unit.mains > 0:
            nearer = approach(battle, unit, foes, reach, limit)
            if nearer.verb == DONE and watchers:
                # Rather a blow in passing than to stand still under a longer weapon for ever.
                reach = find_reach(state, battle.rules, unit, limit, filled, [])
                nearer = approach(battle, unit, foes, reach, limit)
            return nearer
        return Choice(unit.index, DONE)

    def close_in_the_open(
        self, battle: Battle, unit: Unit, foes: list[Unit], number: int, limit: i64
    ) -> Choice:
        """Without a map: up to the foe within a move that is worth most; charge, throw, nearer."""
        nature = self.nature
        if self.is_shy(battle, unit):
            thrown = self.throw(battle, unit, foes)
            return keep_away(battle, unit, foes) if thrown is None else thrown
        if unit.moves > 0 and number >= 0:
            goal: Unit | None = None
            most: i64 = -1
            for foe in foes:
                if distance(unit, foe) - 1 <= limit and can_close_with(battle, unit, foe):
                    value: i64 = self.worth(battle, unit, foe, number, MELEE)
                    if value > most:
                        most = value
                        goal = foe
            if goal is not None:
                return run_up(battle.state.grid, unit, goal)
            if nature.charges:
                charge = charge_up(battle, unit, foes, number)
                if charge is not None:
                    return charge
        return self.throw_or_come_closer(battle, unit, foes)

    def is_shy(self, battle: Battle, unit: Unit) -> bool:
        """Keeps out of the fray as long as others are in it and, of a caster, spells are left."""
        if self.nature.keeps == 0 or (unit.sheet.spells and unit.casts == 0):
            return False
        return has_fighters(battle, unit)

    def prizes(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Prizes:
        """What each foe is worth, and what counts against a place."""
        nature = self.nature
        found = Prizes(nature.near, nature.crowd, nature.guards)
        for foe in foes:
            # The way there is counted with the place.
            value: i64 = self.worth(battle, unit, foe, number, MELEE)
            found.of_foe.append(value + nature.near * distance(unit, foe))
        return found

    def charge(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Choice | None:
        """A straight run at the foe that is worth most of those it can lead to."""
        spec = battle.rules.actions.get("charge")
        if spec is None or unit.mains == 0 or unit.moves == 0 or not self.nature.charges:
            return None
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        span: i64 = span_of(battle.rules, unit, number)
        best: Choice | None = None
        most: i64 = -1
        for foe in foes:
            apart: i64 = distance(unit, foe)
            if apart - span > far or apart <= span:
                continue
            value: i64 = self.worth(battle, unit, foe, number, MELEE)
            if value <= most:
                continue
            choice = straight_at(battle, spec, unit, foe, number, span)
            if choice is not None:
                best = choice
                most = value
        return best

    def stand_by(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        """A guardian with nobody to strike screens whoever needs it, if foes come near them."""
        spec = battle.rules.actions.get("screen")
        if spec is None or not unit.sheet.shield:
            return None
        for friend in battle.state.units:
            if friend.status != ACTIVE or friend.side != unit.side or friend is unit:
                continue
            if is_soft(friend) and distance(unit, friend) <= 1 and nearest_to(friend, foes) <= 6:
                guard = screen(battle, unit)
                if guard is not None:
                    return guard
        return None


def span_of(rules: Ruleset, unit: Unit, number: int) -> i64:
    """Squares it strikes across with a weapon; 1 without one."""
    return reach_with(rules, unit, unit.weapons[number]) // 5 if number >= 0 else 1
