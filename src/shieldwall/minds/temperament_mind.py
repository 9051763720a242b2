"""The default mind: each unit fights by its temperament (`temperament.TABLE`).

The steps are the simple mind's; targets, movement, reactions and retreat depend on the temperament.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.phases import MOVEMENT
from shieldwall.books.shared.broken_units import flight_choice
from shieldwall.books.shared.instants import SNAP
from shieldwall.books.shared.survival_morale import clearly_winning, losses
from shieldwall.engine.attack.blow import MELEE, Blow, armour_class, shield_of
from shieldwall.engine.attack.numbers import fit_of, hit_bonus_on
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, known_strikers
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.corridor import WaysNear
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import TOLD_NO, Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.wounds.injury import is_character
from shieldwall.knowledge.view import View
from shieldwall.minds.aim import Aim
from shieldwall.minds.archery import firing_place, keep_away
from shieldwall.minds.carrying import carry_away
from shieldwall.minds.caution import is_alone_in_danger, is_exposed_by
from shieldwall.minds.flying_tactics import fly_to_attack, has_wings, rise
from shieldwall.minds.house_actions import HouseActions, house_first
from shieldwall.minds.open_positioning import can_close_with, charge_up, run_up
from shieldwall.minds.phase_play import act_in_phase, holds_magic, worth_of
from shieldwall.minds.positioning import (
    TargetValues,
    approach,
    flee,
    go_to_the_dying,
    is_bare,
    is_cornered,
    is_somebody_near,
    is_threatened,
    place_to_strike,
    reach_of,
    stand_up,
    straight_at,
)
from shieldwall.minds.simple import SimpleMind
from shieldwall.minds.snap_choice import is_worth_a_snap, is_worth_disrupting
from shieldwall.minds.target_facts import can_act, felling_of, has_dying, span_of
from shieldwall.minds.teamwork import (
    avoids_melee,
    friends_at,
    has_fighters,
    nearest_of,
    nearest_to,
    screen,
    stand_by,
    strike_for_swarm,
    swarm,
)
from shieldwall.minds.temperament import FEW, SOLDIER, Temperament, is_mender, temperament_of
from shieldwall.minds.withdrawal import (
    FEARLESS,
    NATURAL,
    Resolve,
    can_get_away,
    declare_escape,
    give_up,
    is_lost,
)

BASE: Final = 100_000
"""Offset of target scores, so that none is negative."""
ORDINARY: Final = 12
"""Typical hit points."""
BIG_GAME: Final = 25
"""Score of each hit point above that if the foe falls, in hundredths of a hit point."""
FOCUS: Final = 600
"""Extra score of the foe its side has agreed to attack."""
HARMLESS: Final = 250
"""Deduction for a foe that flees or is helpless: others are more urgent."""


class NaturalMind(SimpleMind):
    """Plays each unit by its own temperament, or all of them by one."""

    def __init__(self, forced: Temperament | None = None, resolve: Resolve = NATURAL) -> None:
        self.forced = forced
        self.resolve = resolve if forced is None else FEARLESS
        """When its side gives up the fight; with one temperament for all, never."""
        self.nature = SOLDIER
        """The temperament of the current unit."""
        self.house: HouseActions | None = None
        """Cache: the house actions of the last book."""
        self.focus: i64 = -1
        """The foe its whole side attacks by plan, -1 for none."""

    def nature_of(self, unit: Unit) -> Temperament:
        return temperament_of(unit.sheet) if self.forced is None else self.forced

    def first_of(self, view: View, units: list[Unit]) -> Unit:
        """Which unit of the seat acts next: the one nearest to a foe, to clear the way."""
        first: Unit | None = None
        best: i64 = 1 << 30
        for unit in units:
            if unit.seat != view.seat or (best == 1 and unit.mapless):
                continue
            near = nearest_to(unit, view.foes_of(unit))
            if near < best:
                best = near
                first = unit
        assert first is not None, "asked without a unit that could act"
        return first

    # Reactions.

    def react(self, battle: Battle, request: Request) -> Choice:
        self.nature = self.nature_of(battle.state.units[request.unit])
        if request.point in (LEAVING_REACH, PROVOKED):
            return self.take_free_attack(request)
        choice = super().react(battle, request)
        if choice.verb == SNAP.verb:
            options = request.options
            assert isinstance(options, ReactionOptions)
            casting = options.window.casting
            if casting is not None and not is_worth_disrupting(
                battle, options.unit, casting.caster, choice
            ):
                return Choice(choice.unit, PASS)
        return choice

    def take_free_attack(self, request: Request) -> Choice:
        """The best weapon for the free attack."""
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
        if choice.verb == "snap":
            if not self.nature.snaps or not is_worth_a_snap(battle, unit, blow, choice):
                return Choice(unit.index, PASS)
        if choice.verb == "luck" and not self.nature.lucky:
            return Choice(unit.index, PASS)
        return choice

    def answer_roll(
        self, battle: Battle, unit: Unit, blow: Blow, options: ReactionOptions
    ) -> Choice:
        self.nature = self.nature_of(unit)
        return self.answer(battle, unit, blow, options)

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        self.nature = self.nature_of(blow.target)
        return super().wanted(battle, blow)

    def is_worth_dodging(self, unit: Unit, blow: Blow) -> bool:
        """Whether the expected wound is as large as the temperament requires for the Main."""
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
        nature = self.nature = self.nature_of(unit)
        foes = view.foes_of(unit)
        if battle.state.clock.phase >= 0:
            return self.act_in_phase(battle, unit, foes)
        if not foes:
            return Choice(unit.index, DONE)
        if unit.locked:
            return self.wrestle(battle, unit, foes)
        if unit.broken:
            away = flee(battle, unit)
            if away.verb != DONE or not is_cornered(battle, unit):
                return away
        elif self.has_had_enough(battle, unit):
            away = flee(battle, unit)
            if away.verb != DONE:
                return away
        if is_lost(battle, unit, nature, self.resolve):
            saved = self.save_itself(battle, unit, foes)
            if saved is not None:
                return saved
        first = self.before_a_blow(battle, unit, foes)
        if first is None and nature.tends and unit.sheet.kit:
            first = self.hurry_to_help(battle, unit, foes)
        if first is not None:
            return first
        if unit.mains > 0 or unit.flurry:
            own = self.house_actions(battle)
            if own.specs:
                action = house_first(self, battle, unit, foes, own)
                if action is not None:
                    return action
            return self.use_main(battle, unit, foes)
        if unit.effects:
            strike = strike_for_swarm(battle, unit)
            if strike is not None:
                return strike
        if unit.moves > 0:
            if self.bow_of(unit) >= 0 or self.keeps_out_of_melee(battle, unit):
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

    def is_idle(self, battle: Battle, unit: Unit) -> bool:
        nature = self.nature = self.nature_of(unit)
        if not super().is_idle(battle, unit) or self.has_had_enough(battle, unit):
            return False
        return not is_lost(battle, unit, nature, self.resolve)

    def has_no_use_for_move(self, battle: Battle, unit: Unit) -> bool:
        if self.bow_of(unit) >= 0 or self.keeps_out_of_melee(battle, unit):
            return False
        return not self.nature.screens or screen(battle, unit) is None

    def save_itself(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        """In a lost fight: escape or surrender; None if fighting on is no worse."""
        if can_get_away(battle, unit, foes):
            # After a refusal by the GM, it does not ask again this round.
            if not unit.used & TOLD_NO:
                burdened = carry_away(battle, unit)
                if burdened is not None:
                    return burdened
            away = flee(battle, unit)
            return None if away.verb == DONE and unit.mains > 0 else away
        return give_up(battle, unit, foes)

    def announce(self, view: View, battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
        """Before initiative: flee or surrender in a lost fight, otherwise declare a spell."""
        if not unit.broken and is_lost(battle, unit, self.nature_of(unit), self.resolve):
            saved = declare_escape(battle, unit, view.foes_of(unit), options)
            if saved is not None:
                return saved
        return super().announce(view, battle, unit, options)

    def act_in_phase(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """In books with phases: flee, otherwise the action of the phase."""
        if battle.state.clock.phase == MOVEMENT and foes and not unit.broken:
            away: Choice | None = None
            if self.is_leaving(battle, unit, foes):
                away = flight_choice(battle, unit)
            elif is_lost(battle, unit, self.nature, self.resolve):
                away = give_up(battle, unit, foes)
            if away is not None:
                spec = battle.rules.actions.get(away.verb)
                if spec is not None and spec.why_not(battle, unit, away) is None:
                    return away
        return act_in_phase(self, battle, unit, foes)

    def gets_away(self, view: View, battle: Battle, unit: Unit) -> bool:
        """Whether its moves are those of a unit that has given up the fight."""
        self.nature = self.nature_of(unit)
        return self.is_leaving(battle, unit, view.foes_of(unit))

    def is_leaving(self, battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
        if self.has_had_enough(battle, unit):
            return True
        return is_lost(battle, unit, self.nature, self.resolve) and can_get_away(battle, unit, foes)

    def use_main(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        aim = Aim()
        self.aim_melee(battle, unit, foes, aim)
        if unit.prone and unit.moves > 0:
            return self.get_up(battle, unit, aim)
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

    def get_up(self, battle: Battle, unit: Unit, aim: Aim) -> Choice:
        """Stand up. Badly hurt among foes that would strike, disengage first or fight on prone."""
        if unit.hp * 3 > unit.sheet.hp or not self.nature.heeds:
            return Choice(unit.index, "stand")
        up = stand_up(battle, unit)
        rising = battle.rules.actions.get(up.verb)
        if aim.foe is None or rising is None or not rising.provokes:
            return up
        if not is_threatened(battle, unit):
            return up
        return Choice(unit.index, "attack", int(aim.foe.index), aim.weapon)

    # House actions.

    def house_actions(self, battle: Battle) -> HouseActions:
        if self.house is None or self.house.rules is not battle.rules:
            self.house = HouseActions(battle.rules)
        return self.house

    def has_had_enough(self, battle: Battle, unit: Unit) -> bool:
        """Flees voluntarily: badly hurt, or too many of its side are gone."""
        nature = self.nature
        if (nature.flees_hurt == 0 and nature.flees_losses == 0) or not unit.sheet.is_alive():
            return False
        if battle.rules.why_not_broken is not None and not is_character(battle.state, unit):
            # Dice decide: units that pass fight on (DOL-040, DOL-044, AAC-041).
            return False
        if nature.flees_hurt and unit.hp * 100 <= unit.sheet.hp * nature.flees_hurt:
            return True
        if nature.flees_losses:
            lost, start = losses(battle.state, unit.side)
            if lost * 100 >= start * int(nature.flees_losses):
                return not clearly_winning(battle, unit.side)
        return False

    def keeps_back(self, battle: Battle, unit: Unit) -> bool:
        """Stays out of melee while it has a spell worth casting."""
        if not holds_magic(unit):
            return False
        if not is_mender(unit.sheet):
            return True
        for spell in unit.sheet.spells:
            if worth_of(battle, unit, spell) > 0:
                return True
        return False

    def place_to_shoot(
        self, battle: Battle, unit: Unit, foes: list[Unit], bow: int
    ) -> Choice | None:
        return firing_place(battle, unit, foes, bow, True)

    # Weapons and targets.

    def bow_of(self, unit: Unit) -> int:
        """The index of its missile weapon, a bow or an art; -1 for none."""
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
        """The score of an attack on the foe, by this temperament."""
        nature = self.nature
        value: i64 = BASE
        if nature.harm > 0 or nature.finish > 0:
            value += self.worth_of_harm(battle, unit, foe, number, how)
        if nature.threat > 0 and foe.wielded >= 0:
            blade = foe.weapons[foe.wielded]
            value += nature.threat * (blade.dice * (blade.sides + 1) // 2 + blade.bonus)
        if nature.soft > 0 and avoids_melee(foe):
            value += nature.soft
        if nature.weak > 0 and foe.hp < FEW:
            value += nature.weak * (FEW - foe.hp) // FEW
        if nature.gang > 0:
            value += nature.gang * friends_at(battle, unit, foe)
        if foe.index == self.focus:
            value += FOCUS
        if (foe.broken or foe.effects) and nature.weak == 0 and not can_act(foe):
            value -= HARMLESS
        if how == MELEE or nature.harm == 0:
            value -= nature.near * distance(unit, foe)
        return value

    def most_worth(self, unit: Unit, foe: Unit, weapon: Weapon) -> i64:
        """No upper bound: scores depend on the temperament."""
        return 1 << 30

    def sifts_weapons(self) -> bool:
        """A weapon may be worth more for its Shock, or for the chance to fell."""
        return False

    def worth_of_harm(self, battle: Battle, unit: Unit, foe: Unit, number: int, how: i64) -> i64:
        """Expected damage in hundredths of a hit point, with a bonus for felling."""
        weapon = unit.weapons[number]
        bonus = hit_bonus_on(battle, unit, foe, number, how)
        ac: i64 = armour_class(foe)
        faces: i64 = 21 + bonus - ac
        if faces > 20:
            faces = 20
        elif faces < 0:
            faces = 0
        fit = fit_of(unit.sheet, weapon)
        able: i64 = unit.sheet.attributes[fit.attribute]
        mean: i64 = fit.mean
        hp: i64 = foe.hp * 10
        # How many of 400 attacks fell the foe: hits times damage dice.
        felled: i64 = faces * felling_of(weapon, foe.hp - weapon.bonus - weapon.magic - able)
        if mean >= hp:
            mean = hp
        harm: i64 = faces * mean // 2
        if how == MELEE and weapon.shock > 0 and ac <= weapon.shock_ac and faces < 20:
            if shield_of(foe) == 0 or foe.shield_spent:
                shock: i64 = 10 * (weapon.shock + able)
                if shock >= hp:
                    shock = hp
                    felled += (20 - faces) * 20
                harm += (20 - faces) * shock // 2
        prize: i64 = self.nature.finish
        if prize > 0 and felled > 0:
            # Larger foes are worth more when they fall.
            big: i64 = foe.sheet.hp - ORDINARY
            if big > 0:
                if big > 40:
                    big = 40
                prize += BIG_GAME * big
        value: i64 = harm * self.nature.harm // 100 + prize * felled // 400
        # Of two similar foes prefer the one with fewer hit points: it falls sooner.
        if foe.hp < 60:
            value += 60 - foe.hp
        return value

    # Movement.

    def close_in(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """An approach with no foe in reach; never a run for the Main into the reach of several
        foes.
        """
        choice = self.approach_of(battle, unit, foes)
        if unit.moves == 0 and self.nature.heeds and is_exposed_by(battle, unit, choice, foes):
            return Choice(unit.index, DONE)
        return choice

    def approach_of(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """Choose an approach with no foe in reach.

        Move to the best square to attack from, charge, throw, or move closer.
        """
        if unit.prone:
            return Choice(unit.index, "stand" if unit.moves > 0 else DONE)
        nature = self.nature
        state = battle.state
        limit: i64 = allowance(battle.rules, unit)
        number = self.best_melee(unit)
        span: i64 = span_of(battle.rules, unit, number)
        if state.grid.open:
            return self.close_in_the_open(battle, unit, foes, number, limit)
        nearest = nearest_of(unit, foes)
        if (
            distance(unit, nearest) > limit + span
            and is_bare(state.grid)
            and not (nature.tends or nature.guards or nature.keeps)
            and not self.runs_into_danger(battle, unit, foes)
        ):
            return self.come_nearer(battle, unit, foes, nearest, number, limit)
        watchers = known_strikers(battle, unit, limit) if nature.heeds else []
        shy = self.keeps_out_of_melee(battle, unit) or self.runs_into_danger(battle, unit, foes)
        if unit.moves > 0 and number >= 0 and not shy:
            goal: i64 = -1
            if is_somebody_near(unit, foes, limit + span):
                filled = crowd(state, battle.rules, unit)
                ways = WaysNear(state.grid, unit.sheet.size, foes, limit, span)
                reach = find_reach(state, battle.rules, unit, limit, filled, watchers, 0, ways)
                prizes = self.prizes(battle, unit, foes, number)
                goal = place_to_strike(battle, unit, foes, prizes, reach, limit, span)
                if goal >= 0 and goal != reach.start:
                    return Choice(unit.index, "run", -1, -1, reach.path(goal))
            if goal < 0 and has_wings(battle, unit):
                prizes = self.prizes(battle, unit, foes, number)
                down = fly_to_attack(battle, unit, foes, prizes, span)
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
            post = stand_by(battle, unit, foes)
            if post is not None:
                return post
        if unit.moves > 0 or unit.mains > 0:
            nearer = approach(battle, unit, foes, limit, watchers)
            if nearer.verb == DONE and watchers:
                # Better to provoke than to stand still under a longer weapon forever.
                nearer = approach(battle, unit, foes, limit, [])
            return nearer
        return Choice(unit.index, DONE)

    def close_in_the_open(
        self, battle: Battle, unit: Unit, foes: list[Unit], number: int, limit: i64
    ) -> Choice:
        """Choose an approach without a map.

        Move to the best foe within a move; otherwise charge, throw, move closer.
        """
        nature = self.nature
        if self.keeps_out_of_melee(battle, unit):
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

    def keeps_out_of_melee(self, battle: Battle, unit: Unit) -> bool:
        """Avoids melee while others fight and, for a caster, spells are left."""
        if self.nature.keeps == 0 or (unit.sheet.spells and unit.casts == 0):
            return False
        return has_fighters(battle, unit)

    def hurry_to_help(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        """Move to a dying friend, if no foe is adjacent."""
        state = battle.state
        if unit.moves == 0 or unit.mains == 0 or unit.prone or state.grid.open:
            return None
        if nearest_to(unit, foes) <= 1 or not has_dying(state, unit):
            return None
        limit: i64 = allowance(battle.rules, unit)
        return go_to_the_dying(battle, unit, reach_of(battle, unit, limit), limit)

    def runs_into_danger(self, battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
        """Badly hurt, and about to run into several foes without a friend beside it."""
        if unit.sheet.creature or not self.nature.heeds:
            return False
        return is_alone_in_danger(battle, unit, foes)

    def prizes(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> TargetValues:
        """The score of each foe, and deductions for squares."""
        nature = self.nature
        found = TargetValues(nature.near, nature.crowd, nature.guards)
        for foe in foes:
            # The distance is counted with the square.
            value: i64 = self.worth(battle, unit, foe, number, MELEE)
            found.of_foe.append(value + nature.near * distance(unit, foe))
        return found

    def charge(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Choice | None:
        """A straight run at the best foe it can reach."""
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
