"""A simple, sensible mind: closes in, keeps bows out of melee, uses cover, finishes the wounded."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.core.attack import (
    MELEE,
    SHOT,
    THROWN,
    Blow,
    armour_class,
    attribute,
    to_hit,
    why_no_attack,
)
from shieldwall.core.battle import Battle, ReactionOptions, TurnOptions
from shieldwall.core.movement import (
    allowance,
    place_of,
    straight_line,
    strikers,
    why_no_path,
)
from shieldwall.core.points import LEAVING_REACH, PROVOKED, TURN
from shieldwall.core.request import DONE, PASS, Choice, Request
from shieldwall.core.space.grid import STAIRS, GridMap
from shieldwall.core.space.measure import distance, gap, steps_between
from shieldwall.core.space.reach import (
    EDGE,
    UNREACHED,
    Field,
    Reach,
    crowd,
    find_reach,
    walking_field,
)
from shieldwall.core.space.sight import BLOCKED, NONE, cover
from shieldwall.core.space.threat import could_strike, melee_reach
from shieldwall.core.state import DOWN, Unit, Weapon
from shieldwall.minds.casting import answer_spell, magic_first
from shieldwall.rules.instants import TOTAL_DEFENSE
from shieldwall.view import View

WARY = 8
"""Squares at which an archer begins to keep its distance."""


class Bare:
    """Whether a map is open ground, worked out once for each map."""

    def __init__(self, bare: bool) -> None:
        self.bare = bare


def is_bare(grid: GridMap) -> bool:
    """No walls, no solids, one level: nothing to hide behind or to walk around."""
    kept = grid.caches.get("simple mind")
    if kept is None:
        bare = not grid.walls
        cell: i64 = 0
        while cell < grid.cells:
            if (
                grid.solid[cell] > grid.floor[cell]
                or grid.floor[cell] != grid.floor[0]
                or grid.ground[cell] not in (0, STAIRS)
            ):
                bare = False
            cell += 1
        kept = Bare(bare)
        grid.caches["simple mind"] = kept
    assert isinstance(kept, Bare)
    return kept.bare


class Aim:
    """The best target of a weapon, and how good it is; no target where `foe` is None."""

    def __init__(self) -> None:
        self.foe: Unit | None = None
        self.weapon = -1
        self.how: i64 = MELEE
        self.worth: i64 = -1


class SimpleMind:
    """Stateless: every answer is worked out from what lies on the table."""

    def choose(self, view: View, request: Request) -> Choice:
        battle = request.battle
        if request.point != TURN:
            return self.react(battle, request)
        if request.unit >= 0:
            return self.act(view, battle, battle.state.units[request.unit])
        options = request.options
        assert isinstance(options, TurnOptions)
        for unit in options.units:
            if unit.seat == view.seat:
                return self.act(view, battle, unit)
        raise AssertionError("asked without a unit that could act")

    def react(self, battle: Battle, request: Request) -> Choice:
        """A free blow is taken; an Instant where it saves a life or ends one."""
        unit = battle.state.units[request.unit]
        if request.point in (LEAVING_REACH, PROVOKED):
            for choice in request.options:
                return choice
        options = request.options
        assert isinstance(options, ReactionOptions)
        blow = options.window.blow
        if options.window.casting is not None:
            answer = answer_spell(battle, unit, options)
            if answer is not None:
                return answer
        if blow is not None and blow.rolled:
            return self.answer(battle, unit, blow, options)
        return Choice(unit.index, PASS)

    def answer(self, battle: Battle, unit: Unit, blow: Blow, options: ReactionOptions) -> Choice:
        """The roll lies on the table: dodge, trust to luck, or strike first."""
        if blow.target is unit and TOTAL_DEFENSE.matters(battle, unit, options.window):
            dodge = Choice(unit.index, "total-defense")
            if self.is_worth_dodging(unit, blow) and options.why_not(dodge) is None:
                return dodge
        luck = Choice(unit.index, "luck")
        if unit.luck > 0 and options.why_not(luck) is None:
            weapon = blow.attacker.weapons[blow.weapon]
            mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
            if mean >= 2 * blow.target.hp or (blow.target is unit and self.is_deadly(blow)):
                return luck
        if blow.attacker is not unit and self.is_deadly(blow):
            snap = Choice(unit.index, "snap", int(blow.attacker.index), int(unit.wielded))
            if options.why_not(snap) is None:
                return snap
        return Choice(unit.index, PASS)

    def is_worth_dodging(self, unit: Unit, blow: Blow) -> bool:
        """The Main is worth a wound of a third of what is left, or one that kills."""
        weapon = blow.attacker.weapons[blow.weapon]
        if not blow.hit:
            return weapon.shock >= unit.hp
        mean: i64 = weapon.dice * (weapon.sides + 1) + 2 * weapon.bonus
        return mean * 3 >= unit.hp * 2

    def is_deadly(self, blow: Blow) -> bool:
        """Whether the blow about to fall may bring its target down."""
        weapon = blow.attacker.weapons[blow.weapon]
        if not blow.hit:
            return weapon.shock >= blow.target.hp
        return weapon.dice * weapon.sides + weapon.bonus >= blow.target.hp

    def act(self, view: View, battle: Battle, unit: Unit) -> Choice:
        foes = view.foes_of(unit)
        if not foes:
            return Choice(unit.index, DONE)
        if unit.locked:
            return self.wrestle(battle, unit, foes)
        if unit.broken:
            return self.flee(battle, unit)
        magic = magic_first(battle, unit, foes)
        if magic is not None:
            return magic
        if unit.sheet.kit and unit.mains > 0:
            help_out = self.tend(battle, unit)
            if help_out is not None:
                return help_out
        if unit.unloaded:
            loading = self.load(battle, unit)
            if loading is not None:
                return loading
        aim = Aim()
        if unit.mains > 0 or unit.flurry:
            self.aim_melee(battle, unit, foes, aim)
            if unit.prone and unit.moves > 0:
                return Choice(unit.index, "stand")
            if aim.foe is not None:
                return Choice(unit.index, "attack", aim.foe.index, aim.weapon)
            if unit.mains == 0:
                return Choice(unit.index, DONE)
            bow = self.bow_of(unit)
            if bow >= 0:
                return self.shoot_or_move(battle, unit, foes, bow)
            return self.close_in(battle, unit, foes)
        if unit.moves > 0 and self.bow_of(unit) >= 0:
            return self.keep_away(battle, unit, foes)
        return Choice(unit.index, DONE)

    # Trouble, one's own and one's friends'.

    def wrestle(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """In a grapple: break free, or go on with bare hands."""
        free = Choice(unit.index, "break-free")
        if battle.rules.actions["break-free"].why_not(battle, unit, free) is None:
            return free
        aim = Aim()
        self.aim_melee(battle, unit, foes, aim)
        if aim.foe is not None and unit.mains > 0:
            return Choice(unit.index, "attack", aim.foe.index, aim.weapon)
        return Choice(unit.index, DONE)

    def flee(self, battle: Battle, unit: Unit) -> Choice:
        """G-25: off the map at its edge, else towards it; first a clean break."""
        away = Choice(unit.index, "leave")
        if battle.rules.actions["leave"].why_not(battle, unit, away) is None:
            return away
        if unit.prone and (unit.moves > 0 or unit.mains > 0):
            return Choice(unit.index, "stand")
        if unit.moves == 0 and unit.mains == 0:
            return Choice(unit.index, DONE)
        state = battle.state
        here: i64 = place_of(state.grid, unit)
        watchers = strikers(battle, unit)
        if unit.mains > 0 and unit.moves > 0:
            for watcher in watchers:
                if watcher.covers(unit, here):
                    return Choice(unit.index, "disengage")
        filled = crowd(state, battle.rules, unit)
        limit: i64 = allowance(battle.rules, unit)
        reach = find_reach(state, battle.rules, unit, limit, filled, [])
        field = walking_field(state.grid, battle.rules, unit.sheet.size, EDGE)
        goal: i64 = reach.start
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            if field.steps_to[cell] < field.steps_to[goal] and reach.can_stop(cell):
                goal = cell
        if goal == reach.start:
            return Choice(unit.index, DONE)
        return Choice(unit.index, "run", -1, -1, reach.path(goal))

    def tend(self, battle: Battle, unit: Unit) -> Choice | None:
        """A friend who is dying within reach is bound up before anything else."""
        for friend in battle.state.units:
            if friend.status == DOWN and not friend.stable and not battle.are_foes(unit, friend):
                choice = Choice(unit.index, "stabilise", friend.index)
                if battle.rules.actions["stabilise"].why_not(battle, unit, choice) is None:
                    return choice
        return None

    # Weapons and targets.

    def load(self, battle: Battle, unit: Unit) -> Choice | None:
        spec = battle.rules.actions.get("reload")
        if spec is None:
            return None
        for number in range(len(unit.weapons)):
            if unit.unloaded >> number & 1:
                choice = Choice(unit.index, "reload", -1, number)
                if spec.why_not(battle, unit, choice) is None:
                    return choice
        return None

    def bow_of(self, unit: Unit) -> int:
        """The number of a bow at hand, -1 without one."""
        for number in range(len(unit.weapons)):
            weapon = unit.weapons[number]
            if weapon.reload and not (unit.gone | unit.stowed) >> number & 1:
                return number
        return -1

    def worth(self, battle: Battle, unit: Unit, foe: Unit, number: int, how: i64) -> i64:
        """Damage to expect in hundredths of a hit point, with a prize for finishing a foe."""
        weapon = unit.weapons[number]
        bonus: i64 = to_hit(battle, Blow(unit, foe, number, how), False).total
        faces: i64 = 21 + bonus - armour_class(foe)
        if faces > 20:
            faces = 20
        elif faces < 0:
            faces = 0
        mean: i64 = weapon.dice * (weapon.sides + 1) * 5 + 10 * (
            weapon.bonus + weapon.magic + unit.sheet.attributes[attribute(unit, weapon)]
        )
        hp: i64 = foe.hp * 10
        if mean >= hp:
            mean = hp + 30
        return faces * mean // 2 + (200 - foe.hp)

    def aim_melee(self, battle: Battle, unit: Unit, foes: list[Unit], aim: Aim) -> None:
        for foe in foes:
            apart: i64 = distance(unit, foe) * 5
            if apart > 15:
                continue
            for number in range(len(unit.weapons)):
                weapon = unit.weapons[number]
                if (
                    not weapon.melee
                    or (unit.gone | unit.stowed) >> number & 1
                    or apart > weapon.reach
                ):
                    continue
                if why_no_attack(battle, unit, foe, weapon, MELEE) is not None:
                    continue
                value = self.worth(battle, unit, foe, number, MELEE)
                if value > aim.worth:
                    aim.foe = foe
                    aim.weapon = number
                    aim.worth = value

    def aim_far(
        self, battle: Battle, unit: Unit, foes: list[Unit], number: int, how: i64, aim: Aim
    ) -> None:
        weapon = unit.weapons[number]
        for foe in foes:
            if why_no_attack(battle, unit, foe, weapon, how) is None:
                value = self.worth(battle, unit, foe, number, how)
                if value > aim.worth:
                    aim.foe = foe
                    aim.weapon = number
                    aim.how = how
                    aim.worth = value

    # Archers.

    def shoot_or_move(self, battle: Battle, unit: Unit, foes: list[Unit], bow: int) -> Choice:
        """With nobody at one's throat: shoot, from cover if there is some near."""
        grid = battle.state.grid
        if unit.moves > 0 and not unit.prone and not is_bare(grid):
            better = self.firing_place(battle, unit, foes, bow)
            if better is not None:
                return better
        aim = Aim()
        if not unit.unloaded >> bow & 1:
            self.aim_far(battle, unit, foes, bow, SHOT, aim)
            if aim.foe is not None:
                return Choice(unit.index, "shoot", aim.foe.index, bow)
        if unit.unloaded >> bow & 1:
            return Choice(unit.index, DONE)
        return self.close_in(battle, unit, foes)

    def firing_place(self, battle: Battle, unit: Unit, foes: list[Unit], bow: int) -> Choice | None:
        """A place in reach from which more can be shot at, or with more cover; None to stay."""
        state = battle.state
        grid = state.grid
        here: i64 = place_of(grid, unit)
        best: i64 = self.place_worth(grid, here, unit, foes, unit.weapons[bow])
        filled = crowd(state, battle.rules, unit)
        watchers = strikers(battle, unit)
        limit: i64 = allowance(battle.rules, unit)
        reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        goal: i64 = -1
        number: i64 = 1
        while number < reach.count and number < 80:
            cell: i64 = reach.found[number]
            number += 1
            if not reach.can_stop(cell):
                continue
            value: i64 = self.place_worth(grid, cell, unit, foes, unit.weapons[bow])
            value -= reach.cost[cell]
            if value > best + 8:
                best = value
                goal = cell
        if goal < 0:
            return None
        return Choice(unit.index, "run", -1, -1, reach.path(goal))

    def place_worth(
        self, grid: GridMap, cell: i64, unit: Unit, foes: list[Unit], bow: Weapon
    ) -> i64:
        """Targets in sight, cover from those who shoot back, distance from those who strike."""
        width: i64 = grid.width
        x: i64 = cell % width
        y: i64 = cell // width
        feet: i64 = grid.floor[cell]
        seen: i64 = 0
        value: i64 = 0
        for foe in foes:
            there: i64 = foe.y * width + foe.x
            apart: i64 = steps_between(x, y, feet, unit.sheet.size, foe.x, foe.y, foe.feet, 1)
            if apart * 5 <= bow.long_range and cover(grid, cell, there) != BLOCKED:
                seen = 1
                hidden = cover(grid, there, cell)
                if hidden == NONE:
                    value -= 12
            if melee_reach(foe) > 0:
                if apart <= 1:
                    value -= 100
                elif apart < WARY:
                    value -= 4 * (WARY - apart)
        return value + 60 * seen

    def keep_away(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """After the shot: out of the way of those who come near, unless that would cost a blow."""
        near: i64 = 1000
        for foe in foes:
            if melee_reach(foe) > 0:
                apart = distance(unit, foe)
                if apart < near:
                    near = apart
        if near >= WARY or unit.prone:
            return Choice(unit.index, DONE)
        state = battle.state
        grid = state.grid
        filled = crowd(state, battle.rules, unit)
        watchers = strikers(battle, unit)
        limit: i64 = allowance(battle.rules, unit)
        reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        width: i64 = grid.width
        best: i64 = near
        goal: i64 = -1
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            if not reach.can_stop(cell):
                continue
            least: i64 = 1000
            for foe in foes:
                apart = steps_between(
                    cell % width, cell // width, grid.floor[cell], 1, foe.x, foe.y, foe.feet, 1
                )
                if apart < least:
                    least = apart
            if least > best:
                best = least
                goal = cell
        if goal < 0:
            return Choice(unit.index, DONE)
        return Choice(unit.index, "run", -1, -1, reach.path(goal))

    # Fighters.

    def close_in(self, battle: Battle, unit: Unit, foes: list[Unit]) -> Choice:
        """Nobody in reach: run up to the best foe, charge, throw, or come nearer."""
        if unit.prone:
            return Choice(unit.index, "stand" if unit.moves > 0 else DONE)
        state = battle.state
        limit: i64 = allowance(battle.rules, unit)
        number = self.best_melee(unit)
        span: i64 = unit.weapons[number].reach // 5 if number >= 0 else 1
        nearest = foes[0]
        for foe in foes:
            if distance(unit, foe) < distance(unit, nearest):
                nearest = foe
        if distance(unit, nearest) > limit + span and is_bare(state.grid):
            return self.come_nearer(battle, unit, foes, nearest, number, limit)
        filled = crowd(state, battle.rules, unit)
        watchers = strikers(battle, unit)
        reach = find_reach(state, battle.rules, unit, limit, filled, watchers)
        if unit.moves > 0 and number >= 0:
            goal = self.striking_place(battle, unit, foes, reach, limit, span)
            if goal >= 0:
                return Choice(unit.index, "run", -1, -1, reach.path(goal))
            charge = self.charge(battle, unit, foes, number)
            if charge is not None:
                return charge
        thrown = self.throw(battle, unit, foes)
        if thrown is not None:
            return thrown
        if unit.moves > 0 or unit.mains > 0:
            return self.approach(battle, unit, foes, reach, limit)
        return Choice(unit.index, DONE)

    def come_nearer(
        self, battle: Battle, unit: Unit, foes: list[Unit], nearest: Unit, number: int, limit: i64
    ) -> Choice:
        """On open ground and too far for a blow after a run: charge, throw, or straight ahead."""
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
        if not self.is_threatened(battle, unit) and (
            why_no_path(battle, unit, path, limit) is None
        ):
            return Choice(unit.index, "run", -1, -1, path)
        filled = crowd(state, battle.rules, unit)
        reach = find_reach(state, battle.rules, unit, limit, filled, strikers(battle, unit))
        return self.approach(battle, unit, foes, reach, limit)

    def is_threatened(self, battle: Battle, unit: Unit) -> bool:
        here = place_of(battle.state.grid, unit)
        for threat in strikers(battle, unit):
            if threat.covers(unit, here):
                return True
        return False

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

    def striking_place(
        self, battle: Battle, unit: Unit, foes: list[Unit], reach: Reach, limit: i64, span: i64
    ) -> i64:
        """The cheapest place within a move to strike the weakest foe from; -1 for none."""
        grid = battle.state.grid
        width: i64 = grid.width
        size: i64 = unit.sheet.size
        best: i64 = 1 << 30
        goal: i64 = -1
        for foe in foes:
            low_y: i64 = foe.y - span - size + 1
            high_y: i64 = foe.y + foe.sheet.size - 1 + span
            low_x: i64 = foe.x - span - size + 1
            high_x: i64 = foe.x + foe.sheet.size - 1 + span
            y: i64 = low_y if low_y > 0 else 0
            while y <= high_y and y < grid.height:
                x: i64 = low_x if low_x > 0 else 0
                while x <= high_x and x < width:
                    cell: i64 = y * width + x
                    price: i64 = reach.cost[cell]
                    if price <= limit:
                        value: i64 = price * 3 + foe.hp * 4 + foe.sheet.ac
                        if (
                            value < best
                            and reach.can_stop(cell)
                            and could_strike(grid, unit, cell, span, foe)
                        ):
                            best = value
                            goal = cell
                    x += 1
                y += 1
        return goal

    def charge(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Choice | None:
        """A straight run at the nearest foe it leads to."""
        spec = battle.rules.actions.get("charge")
        if spec is None or unit.mains == 0 or unit.moves == 0:
            return None
        grid = battle.state.grid
        here: i64 = place_of(grid, unit)
        far: i64 = allowance(battle.rules, unit) * battle.rules.charge_rate
        span: i64 = unit.weapons[number].reach // 5
        for foe in foes:
            apart: i64 = distance(unit, foe)
            if apart - span > far or apart <= span:
                continue
            line = straight_line(grid, here, foe.y * grid.width + foe.x)
            stop = len(line) - 1 - int(span)
            if stop < 0:
                continue
            choice = Choice(unit.index, "charge", foe.index, number, (line[stop],))
            if spec.why_not(battle, unit, choice) is None:
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

    def approach(
        self, battle: Battle, unit: Unit, foes: list[Unit], reach: Reach, limit: i64
    ) -> Choice:
        """Towards the nearest foe: as the crow flies on open ground, else on foot."""
        state = battle.state
        grid = state.grid
        width: i64 = grid.width
        bare = is_bare(grid)
        fields: list[Field] = []
        if not bare:
            for foe in foes:
                goal_cell = int(foe.y * width + foe.x)
                fields.append(walking_field(grid, battle.rules, unit.sheet.size, goal_cell))
            if grid.doors > 0 and self.is_shut_in(fields, reach.start):
                return self.through_doors(battle, unit, foes, reach)
        goal: i64 = -1
        nearest: i64 = UNREACHED
        number: i64 = 0
        while number < reach.count:
            place: i64 = reach.found[number]
            number += 1
            if place != reach.start and not reach.can_stop(place):
                continue
            least: i64 = UNREACHED
            if bare:
                x: i64 = place % width
                y: i64 = place // width
                for foe in foes:
                    apart = gap(x, unit.sheet.size, foe.x, foe.sheet.size)
                    other = gap(y, unit.sheet.size, foe.y, foe.sheet.size)
                    if other > apart:
                        apart = other
                    if apart < least:
                        least = apart
            else:
                for field in fields:
                    if field.steps_to[place] < least:
                        least = field.steps_to[place]
            if least * 100 + reach.cost[place] < nearest:
                nearest = least * 100 + reach.cost[place]
                goal = place
        if goal < 0 or goal == reach.start:
            return Choice(unit.index, DONE)
        return Choice(unit.index, "run", -1, -1, reach.path(goal))

    def is_shut_in(self, fields: list[Field], here: i64) -> bool:
        """Whether no foe can be walked to as the doors stand."""
        for field in fields:
            if field.steps_to[here] < UNREACHED:
                return False
        return True

    def through_doors(self, battle: Battle, unit: Unit, foes: list[Unit], reach: Reach) -> Choice:
        """To the door that leads to the foes, and open it."""
        grid = battle.state.grid
        size = unit.sheet.size
        opened = grid.with_doors((1 << grid.doors) - 1)
        fields = [
            walking_field(opened, battle.rules, size, int(foe.y * grid.width + foe.x))
            for foe in foes
        ]
        goal: i64 = reach.start
        nearest: i64 = self.nearest(fields, goal) * 100
        number: i64 = 1
        while number < reach.count:
            cell: i64 = reach.found[number]
            number += 1
            far: i64 = self.nearest(fields, cell) * 100 + reach.cost[cell]
            if far < nearest and reach.can_stop(cell):
                nearest = far
                goal = cell
        if goal != reach.start:
            return Choice(unit.index, "run", -1, -1, reach.path(goal))
        spec = battle.rules.actions["open"]
        for choice in spec.candidates(battle, unit):
            beyond: i64 = choice.path[0]
            if self.nearest(fields, beyond) < self.nearest(fields, goal):
                if spec.why_not(battle, unit, choice) is None:
                    return choice
        return Choice(unit.index, DONE)

    def nearest(self, fields: list[Field], cell: i64) -> i64:
        least: i64 = UNREACHED
        for field in fields:
            if field.steps_to[cell] < least:
                least = field.steps_to[cell]
        return least
