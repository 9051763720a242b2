"""A simple, sensible mind.

It closes in, keeps archers out of melee, uses cover and finishes the wounded.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.books.shared.arms_at_hand import most_damage
from shieldwall.books.shared.broken_units import is_bound_to_flee, or_flight
from shieldwall.books.shared.instants import SNAP, TOTAL_DEFENSE
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow, armour_class
from shieldwall.engine.attack.damage import is_turned_by_defense
from shieldwall.engine.attack.legality import why_no_attack, why_no_attack_across
from shieldwall.engine.attack.numbers import hit_bonus_on
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, known_strikers, place_of, why_no_path
from shieldwall.engine.points import (
    DECLARING,
    HARMED,
    JOINED,
    LEAVING_REACH,
    PROVOKED,
    RULING,
    TARGETED,
    TURN,
)
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.corridor import WaysNear
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.straight_lines import straight_line
from shieldwall.engine.space.threat import farthest_reach
from shieldwall.engine.state.condition import HOLDING
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.knowledge.view import View
from shieldwall.minds.aim import Aim, harm_of_hit
from shieldwall.minds.archery import firing_place, keep_away
from shieldwall.minds.feat_use import sweep, use_feat
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.open_positioning import best_to_close_with, charge_up, come_closer, run_up
from shieldwall.minds.phase_play import act_in_phase, declare, holds_magic
from shieldwall.minds.positioning import (
    approach,
    flee,
    is_bare,
    is_cornered,
    is_somebody_near,
    is_threatened,
    reach_of,
    straight_at,
    striking_place,
    way_to_best,
)
from shieldwall.minds.power_use import choose_before_attack
from shieldwall.minds.preparations import load, tend
from shieldwall.minds.snap_choice import snap_at
from shieldwall.minds.spell_choice import answer_spell, magic_first
from shieldwall.minds.target_facts import is_deadly
from shieldwall.minds.teamwork import (
    has_fighters,
    hold,
    screen,
    strike_for_swarm,
    strike_now,
    swarm,
)
from shieldwall.minds.weapon_notes import notes_of, usable_bow


class SimpleMind:
    """Stateless: every answer is computed from the visible state."""

    def choose(self, view: View, request: Request) -> Choice:
        battle = request.battle
        if request.point == TURN:
            return self.take_turn(view, battle, request)
        if request.point == RULING:
            return default_answer(request)
        if request.point == DECLARING:
            asked = request.options
            assert isinstance(asked, ReactionOptions)
            return self.announce(view, battle, asked.unit, asked)
        return self.react(battle, request)

    def take_turn(self, view: View, battle: Battle, request: Request) -> Choice:
        """An action of the acting unit, or of the unit that acts next."""
        if request.unit >= 0:
            return self.turn(view, battle, [battle.state.units[request.unit]])
        options = request.options
        assert isinstance(options, TurnOptions)
        return self.turn(view, battle, options.units)

    def turn(self, view: View, battle: Battle, units: list[Unit]) -> Choice:
        """The same for the units that may act now."""
        unit = units[0] if len(units) == 1 else self.first_of(view, units)
        choice = self.act(view, battle, unit)
        return or_flight(battle, choice) if unit.broken else choice

    def first_of(self, view: View, units: list[Unit]) -> Unit:
        """Which unit of the seat acts next."""
        for unit in units:
            if unit.seat == view.seat:
                return unit
        raise AssertionError("asked without a unit that could act")

    def announce(self, view: View, battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
        """The declaration before initiative."""
        return declare(battle, unit, options)

    def react(self, battle: Battle, request: Request) -> Choice:
        """Take free attacks; use an Instant to save a friend or fell a foe."""
        unit = battle.state.units[request.unit]
        if request.point in (LEAVING_REACH, PROVOKED):
            asked = request.options
            assert isinstance(asked, ReactionOptions)
            return asked.first()
        options = request.options
        assert isinstance(options, ReactionOptions)
        if request.point == JOINED:
            return strike_now(unit, options)
        if request.point in (HARMED, TARGETED):
            return use_feat(battle, unit, options)
        blow = options.window.blow
        if options.window.casting is not None:
            answer = answer_spell(battle, unit, options)
            if answer is not None:
                return answer
        if blow is not None and blow.rolled:
            return self.answer(battle, unit, blow, options)
        if unit.effects and unit.effect(HOLDING) is not None:
            return self.use_hold(battle, unit, options)
        return Choice(unit.index, PASS)

    def use_hold(self, battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
        """Attack or shoot the best foe now; the last moment is as good as any."""
        aim = Aim()
        foes = known_foes(battle.state, unit)
        self.aim_melee(battle, unit, foes, aim)
        bow = self.bow_of(unit)
        verb = "attack"
        if aim.foe is None and bow >= 0 and not unit.unloaded >> bow & 1:
            self.aim_far(battle, unit, foes, bow, SHOT, aim)
            verb = "shoot"
        if aim.foe is not None:
            choice = Choice(unit.index, verb, int(aim.foe.index), aim.weapon)
            if options.why_not(choice) is None:
                return choice
        return Choice(unit.index, PASS)

    def answer(self, battle: Battle, unit: Unit, blow: Blow, options: ReactionOptions) -> Choice:
        """After the roll: dodge, use luck, or strike first."""
        # One point of Shock less is not worth the Main.
        if (
            blow.target is unit
            and self.is_worth_dodging(unit, blow)
            and (not blow.hit or is_turned_by_defense(battle, blow))
        ):
            window = options.window
            if options.matters is TOTAL_DEFENSE or TOTAL_DEFENSE.matters(battle, unit, window):
                dodge = Choice(unit.index, "total-defense")
                if options.why_not(dodge) is None:
                    return dodge
        if unit.luck > 0:
            luck = Choice(unit.index, "luck")
            if options.why_not(luck) is None:
                weapon = blow.attacker.weapons[blow.weapon]
                mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
                if mean >= 2 * blow.target.hp or (blow.target is unit and is_deadly(blow)):
                    return luck
        if unit.effects and unit.effect(HOLDING) is not None:
            held = self.strike_down(unit, blow.attacker, options)
            if held is not None:
                return held
        if is_deadly(blow) and (
            options.matters is SNAP or SNAP.matters(battle, unit, options.window)
        ):
            snap = snap_at(battle, unit, blow.attacker, options)
            if snap is not None:
                return snap
        return Choice(unit.index, PASS)

    def answer_roll(
        self, battle: Battle, unit: Unit, blow: Blow, options: ReactionOptions
    ) -> Choice:
        """`react` to an attack that has been rolled, without a request."""
        return self.answer(battle, unit, blow, options)

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        """Bit mask of the reactions for which `answer` may not pass, without a held action."""
        weapon = blow.attacker.weapons[blow.weapon]
        mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
        if mean >= 2 * blow.target.hp or is_deadly(blow):
            return -1
        if self.is_worth_dodging(blow.target, blow):
            # It only dodges.
            return battle.rules.for_target
        return 0

    def strike_down(self, unit: Unit, foe: Unit, options: ReactionOptions) -> Choice | None:
        """Use the held action if it may fell the attacker before its attack counts."""
        for number in range(len(unit.weapons)):
            weapon = unit.weapons[number]
            if (unit.gone | unit.stowed) >> number & 1:
                continue
            for how in (MELEE, SHOT):
                if most_damage(unit, weapon, how) >= foe.hp:
                    choice = Choice(unit.index, ATTACK_VERBS[how], int(foe.index), number)
                    if options.why_not(choice) is None:
                        return choice
        return None

    def is_worth_dodging(self, unit: Unit, blow: Blow) -> bool:
        """The Main is worth a wound of a third of the remaining hit points, or a lethal one."""
        weapon = blow.attacker.weapons[blow.weapon]
        if not blow.hit:
            return weapon.shock >= unit.hp
        mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
        return mean * 3 >= unit.hp * 2

    def act(self, view: View, battle: Battle, unit: Unit) -> Choice:
        if battle.state.clock.phase >= 0:
            return act_in_phase(self, battle, unit, view.foes_of(unit))
        if unit.mains == 0 and self.is_idle(battle, unit):
            return Choice(unit.index, DONE)
        foes = view.foes_of(unit)
        if not foes:
            return Choice(unit.index, DONE)
        if unit.locked:
            return self.wrestle(battle, unit, foes)
        if unit.broken:
            away = flee(battle, unit)
            if away.verb != DONE or not is_cornered(battle, unit):
                return away
        first = self.before_a_blow(battle, unit, foes)
        if first is not None:
            return first
        aim = Aim()
        if unit.mains > 0 or unit.flurry:
            self.aim_melee(battle, unit, foes, aim)
            if unit.prone and unit.moves > 0:
                return Choice(unit.index, "stand")
            if aim.foe is not None:
                together = swarm(battle, unit, aim.foe, aim.weapon)
                if together is not None:
                    return together
                return Choice(unit.index, "attack", aim.foe.index, aim.weapon)
            if unit.mains == 0:
                return Choice(unit.index, DONE)
            bow = self.bow_of(unit)
            if bow >= 0:
                return self.shoot_or_move(battle, unit, foes, bow)
            return self.close_in(battle, unit, foes)
        if unit.effects:
            strike = strike_for_swarm(battle, unit)
            if strike is not None:
                return strike
        if unit.moves > 0:
            if self.bow_of(unit) >= 0:
                return keep_away(battle, unit, foes)
            guard = screen(battle, unit)
            if guard is not None:
                return guard
        return Choice(unit.index, DONE)

    def is_idle(self, battle: Battle, unit: Unit) -> bool:
        """Whether a fighter without a Main has nothing to do, wherever its foes are."""
        sheet = unit.sheet
        if unit.effects or unit.unloaded or unit.flurry or unit.locked or unit.broken:
            return False
        if battle.state.has_unusual_units or sheet.spells or sheet.potions:
            return False
        if sheet.has("whirlwind"):
            return False
        return unit.moves == 0 or self.has_no_use_for_move(battle, unit)

    def has_no_use_for_move(self, battle: Battle, unit: Unit) -> bool:
        """Whether a unit without a Main would keep its Move."""
        return self.bow_of(unit) < 0 and screen(battle, unit) is None

    def before_a_blow(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        """Powers, magic, first aid, loading and whirlwinds, if better than an attack."""
        if battle.state.has_unusual_units:
            used = choose_before_attack(battle, unit, foes)
            if used is not None:
                return used
        sheet = unit.sheet
        if sheet.spells or sheet.potions or not battle.reuses or battle.bystanders().has_magic:
            magic = magic_first(battle, unit, foes)
            if magic is not None:
                return magic
        if sheet.kit and unit.mains > 0:
            help_out = tend(battle, unit)
            if help_out is not None:
                return help_out
        if unit.unloaded:
            loading = load(battle, unit)
            if loading is not None:
                return loading
        return sweep(battle, unit) if sheet.has("whirlwind") else None

    def keeps_back(self, battle: Battle, unit: Unit) -> bool:
        """In books with phases: whether it stays out of melee to cast."""
        return holds_magic(unit)

    # Grapples.

    def wrestle(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """In a grapple: break free, or attack unarmed."""
        free = Choice(unit.index, "break-free")
        if battle.rules.action("break-free").why_not(battle, unit, free) is None:
            return free
        if unit.broken and is_bound_to_flee(battle, unit):
            return Choice(unit.index, DONE)
        aim = Aim()
        self.aim_melee(battle, unit, foes, aim)
        if aim.foe is not None and unit.mains > 0:
            return Choice(unit.index, "attack", aim.foe.index, aim.weapon)
        return Choice(unit.index, DONE)

    # Weapons and targets.

    def bow_of(self, unit: Unit) -> int:
        """The index of a usable bow, -1 without one."""
        return usable_bow(unit)

    def worth(self, battle: Battle, unit: Unit, foe: Unit, number: int, how: i64) -> i64:
        """Expected damage in hundredths of a hit point, with a bonus for felling the foe."""
        bonus = hit_bonus_on(battle, unit, foe, number, how)
        faces: i64 = 21 + bonus - armour_class(foe)
        if faces > 20:
            faces = 20
        elif faces < 0:
            faces = 0
        return (faces * harm_of_hit(unit, foe, unit.weapons[number]) >> 1) + (200 - foe.hp)

    def most_worth(self, unit: Unit, foe: Unit, weapon: Weapon) -> i64:
        """Upper bound of `worth`: the score of an attack that cannot miss."""
        mean = harm_of_hit(unit, foe, weapon)
        if mean < 0:
            mean = 0
        return 10 * mean + 200 - foe.hp

    def sifts_weapons(self) -> bool:
        """Whether a weapon with more damage and a better chance scores at least as high."""
        return True

    def aim_melee(self, battle: Battle, unit: Unit, foes: list[Unit], aim: Aim) -> None:
        # A unit with an attack routine uses those weapons first, then the rest.
        rest = unit.flurry if unit.flurry else unit.sheet.routine
        far: i64 = 0
        if unit.sheet.size > 1:
            far = battle.rules.large_reach
        most: i64 = farthest_reach(unit) * 5
        if most < far:
            most = far
        if most > 15:
            most = 15
        away = unit.gone | unit.stowed
        grid = battle.state.grid
        beside_only = unit.mapless and most == 5
        if beside_only and unit.beside == 0:
            return
        notes = notes_of(battle.rules, unit)
        sifts = self.sifts_weapons()
        numbers = notes.melee
        if sifts and away == 0 and not rest and not unit.locked and unit.inside < 0:
            numbers = notes.keen
        for foe in foes:
            if beside_only and not unit.beside & foe.bit:
                continue
            apart: i64 = 5
            if not beside_only:
                apart = distance(unit, foe) * 5
            if apart > most:
                continue
            feet: i64 = apart if grid.nearer == 0 else feet_apart(grid, unit, foe)
            tried = -1
            for number in numbers:
                weapon = unit.weapons[number]
                if (
                    (apart > weapon.reach_ft and apart > far)
                    or (away != 0 and away >> number & 1)
                    or (rest and number not in rest)
                ):
                    continue
                # A weapon that scores at least as high has been compared for this foe.
                if sifts and tried >= 0 and notes.is_outdone(number, tried):
                    continue
                if aim.foe is not None:
                    if aim.worth < 0:
                        aim.worth = self.worth(battle, unit, aim.foe, aim.weapon, MELEE)
                    # Skip a target that cannot be better.
                    if self.most_worth(unit, foe, weapon) <= aim.worth:
                        continue
                if why_no_attack_across(battle, unit, foe, weapon, MELEE, feet) is not None:
                    continue
                tried = number
                if aim.foe is None:
                    # A single target needs no comparison.
                    aim.foe = foe
                    aim.weapon = number
                    continue
                value = self.worth(battle, unit, foe, number, MELEE)
                if value > aim.worth:
                    aim.foe = foe
                    aim.weapon = number
                    aim.worth = value

    def best_blow(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        aim = Aim()
        self.aim_melee(battle, unit, foes, aim)
        if aim.foe is None:
            return None
        return Choice(unit.index, "attack", int(aim.foe.index), aim.weapon)

    def best_far(self, battle: Battle, unit: Unit, foes: list[Unit], number: int, how: i64) -> Aim:
        aim = Aim()
        self.aim_far(battle, unit, foes, number, how, aim)
        return aim

    def aim_far(
        self, battle: Battle, unit: Unit, foes: list[Unit], number: int, how: i64, aim: Aim
    ) -> None:
        weapon = unit.weapons[number]
        for foe in foes:
            # Skip targets that cannot beat the best at their highest score.
            if aim.foe is not None and self.most_worth(unit, foe, weapon) <= aim.worth:
                continue
            if why_no_attack(battle, unit, foe, weapon, how) is None:
                value = self.worth(battle, unit, foe, number, how)
                if value > aim.worth:
                    aim.foe = foe
                    aim.weapon = number
                    aim.how = how
                    aim.worth = value

    # Archers.

    def shoot_or_move(self, battle: Battle, unit: Unit, foes: list[Unit], bow: int) -> Choice:
        """With no adjacent foe: shoot, from cover if there is some nearby."""
        grid = battle.state.grid
        if unit.moves > 0 and not unit.prone and not grid.open and not is_bare(grid):
            better = self.place_to_shoot(battle, unit, foes, bow)
            if better is not None:
                return better
        aim = Aim()
        if not unit.unloaded >> bow & 1:
            self.aim_far(battle, unit, foes, bow, SHOT, aim)
            if aim.foe is not None:
                return Choice(unit.index, "shoot", aim.foe.index, bow)
        if unit.unloaded >> bow & 1:
            return Choice(unit.index, DONE)
        if unit.moves > 0 and has_fighters(battle, unit):
            return hold(battle, unit)
        return self.close_in(battle, unit, foes)

    def place_to_shoot(
        self, battle: Battle, unit: Unit, foes: list[Unit], bow: int
    ) -> Choice | None:
        return firing_place(battle, unit, foes, bow, False)

    # Fighters.

    def close_in(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """With no foe in reach: run to the best foe, charge, throw, or move closer."""
        if unit.prone:
            return Choice(unit.index, "stand" if unit.moves > 0 else DONE)
        state = battle.state
        limit: i64 = allowance(battle.rules, unit)
        number = self.best_melee(unit)
        if state.grid.open:
            return self.close_in_the_open(battle, unit, foes, number, limit)
        span: i64 = 1
        if number >= 0:
            span = unit.weapons[number].reach_ft // 5
        nearest = foes[0]
        least: i64 = distance(unit, nearest)
        for foe in foes:
            apart: i64 = distance(unit, foe)
            if apart < least:
                nearest = foe
                least = apart
        if least > limit + span and is_bare(state.grid):
            return self.come_nearer(battle, unit, foes, nearest, number, limit)
        if unit.moves > 0 and number >= 0:
            if is_somebody_near(unit, foes, limit + span):
                path = way_to_best(battle, unit, foes, limit, span)
                if path:
                    return Choice(unit.index, "run", -1, -1, path)
                ways = WaysNear(state.grid, unit.sheet.size, foes, limit, span)
                reach = reach_of(battle, unit, limit, ways)
                goal = striking_place(battle, unit, foes, reach, limit, span)
                if goal >= 0:
                    return Choice(unit.index, "run", -1, -1, reach.path(goal))
            charge = self.charge(battle, unit, foes, number)
            if charge is not None:
                return charge
        thrown = self.throw(battle, unit, foes)
        if thrown is not None:
            return thrown
        if unit.moves > 0 or unit.mains > 0:
            return approach(battle, unit, foes, limit, known_strikers(battle, unit, limit))
        return Choice(unit.index, DONE)

    def close_in_the_open(
        self, battle: Battle, unit: Unit, foes: list[Unit], number: int, limit: i64
    ) -> Choice:
        """Choose an approach without a map.

        Move next to a foe within a move, otherwise charge, throw or move closer.
        """
        if unit.moves > 0 and number >= 0:
            foe = best_to_close_with(battle, unit, foes, limit)
            if foe is not None:
                return run_up(battle.state.grid, unit, foe)
            charge = charge_up(battle, unit, foes, number)
            if charge is not None:
                return charge
        return self.throw_or_come_closer(battle, unit, foes)

    def throw_or_come_closer(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        thrown = self.throw(battle, unit, foes)
        if thrown is not None:
            return thrown
        if unit.moves > 0 or unit.mains > 0:
            return come_closer(battle, unit, foes)
        return Choice(unit.index, DONE)

    def come_nearer(
        self, battle: Battle, unit: Unit, foes: list[Unit], nearest: Unit, number: int, limit: i64
    ) -> Choice:
        """On open ground, too far to attack after a run: charge, throw, or run straight ahead."""
        state = battle.state
        grid = state.grid
        if unit.moves > 0 and number >= 0:
            charge = self.charge(battle, unit, foes, number)
            if charge is not None:
                return charge
        thrown = self.throw(battle, unit, foes)
        if thrown is not None:
            return thrown
        here = place_of(grid, unit)
        line = straight_line(grid, here, nearest.y * grid.width + nearest.x)
        path = tuple(line[: int(limit)])
        if not is_threatened(battle, unit) and (why_no_path(battle, unit, path, limit) is None):
            return Choice(unit.index, "run", -1, -1, path)
        return approach(battle, unit, foes, limit, known_strikers(battle, unit, limit))

    def best_melee(self, unit: Unit) -> int:
        best = -1
        value: i64 = -1
        for number in range(len(unit.weapons)):
            weapon = unit.weapons[number]
            if weapon.melee and not (unit.gone | unit.stowed) >> number & 1:
                mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus + weapon.shock
                if mean > value:
                    value = mean
                    best = number
        return best

    def charge(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Choice | None:
        """A straight run at the nearest foe it can reach."""
        spec = battle.rules.actions.get("charge")
        if spec is None or unit.mains == 0 or unit.moves == 0:
            return None
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        span: i64 = unit.weapons[number].reach_ft // 5
        for foe in foes:
            apart: i64 = distance(unit, foe)
            if apart - span > far or apart <= span:
                continue
            choice = straight_at(battle, spec, unit, foe, number, span)
            if choice is not None:
                return choice
        return None

    def throw(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
        if unit.mains == 0:
            return None
        aim = Aim()
        for number in range(len(unit.weapons)):
            if unit.weapons[number].thrown and not (unit.gone | unit.stowed) >> number & 1:
                self.aim_far(battle, unit, foes, number, THROWN, aim)
        if aim.foe is None:
            return None
        return Choice(unit.index, "throw", aim.foe.index, aim.weapon)
