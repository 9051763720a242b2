"""Estimate of a fight's result in integers: a few additions per unit, no playouts.

Each side's damage per round times its hit points, compared with its foes' (Lanchester's square
law). For foes that retreat, only the hit points they stay for count. `CHANCES` maps the share to a
chance; it was fitted to complete fights.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.numbers import attribute
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.knowledge.side_knowledge import knows_place

CHANCES: Final = (1, 3, 4, 6, 12, 16, 24, 32, 46, 58, 64, 68, 73, 79, 84, 88, 92, 95, 97, 99, 100)
"""Percent of fights won, by twentieths of the share of strength."""
BREAKS_AT: Final = 60
"""Percent of its hit points that a unit concerned for its life fights with."""
AROUND: Final = 3
"""How many units attack one foe at the same time, on average."""
CAST: Final = 30
"""Damage per round of a caster with spells left, in tenths of a hit point, plus 10 per level."""


class Strength:
    """The remaining strength of a team: damage per round in tenths, hit points, units."""

    def __init__(self) -> None:
        self.damage: i64 = 0
        self.hp: i64 = 0
        self.full: i64 = 0
        """Full hit points of all initial units."""
        self.standing: i64 = 0
        self.lost: i64 = 0


def chance_of(battle: Battle, side: i64) -> i64:
    """The estimated percent chance of this side's team to win, by its knowledge."""
    state = battle.state
    ours = Strength()
    theirs = Strength()
    measure(state, side, ours, theirs)
    return chance_from(ours, theirs)


def chance_from(ours: Strength, theirs: Strength) -> i64:
    if theirs.standing == 0:
        return 100
    if ours.standing == 0:
        return 0
    own: i64 = (at_once(ours, theirs) + 1) * ours.hp
    other: i64 = (at_once(theirs, ours) + 1) * theirs.hp
    share: i64 = 2000 * own // (own + other)
    place: i64 = share // 100
    if place >= 20:
        return 100
    low: i64 = CHANCES[place]
    high: i64 = CHANCES[place + 1]
    return low + (high - low) * (share % 100) // 100


def at_once(many: Strength, few: Strength) -> i64:
    """Damage per round of the units that have room around the others."""
    room: i64 = AROUND * few.standing
    return many.damage if many.standing <= room else many.damage * room // many.standing


def measure(state: State, side: i64, ours: Strength, theirs: Strength) -> None:
    """Measure both teams; foes at positions unknown to the side do not count."""
    team = state.sides[side].team
    ac: i64 = 0
    foe_ac: i64 = 0
    for unit in state.units:
        if unit.summoned and unit.status != ACTIVE:
            continue
        own = state.sides[unit.side].team == team
        if own:
            ours.full += unit.sheet.hp
        else:
            theirs.full += unit.sheet.hp
        if unit.status != ACTIVE or unit.broken or unit.inside >= 0:
            if own:
                ours.lost += 1
            else:
                theirs.lost += 1
            continue
        if own:
            ours.standing += 1
            ours.hp += unit.hp
            ac += unit.sheet.ac
        elif not state.murky or knows_place(state, side, unit):
            theirs.standing += 1
            theirs.hp += staying(state, unit)
            foe_ac += unit.sheet.ac
    if ours.standing == 0 or theirs.standing == 0:
        return
    ac = ac // ours.standing
    foe_ac = foe_ac // theirs.standing
    for unit in state.units:
        if unit.status != ACTIVE or unit.broken or unit.inside >= 0:
            continue
        if state.sides[unit.side].team == team:
            ours.damage += damage_of(unit, foe_ac)
        elif not state.murky or knows_place(state, side, unit):
            theirs.damage += damage_of(unit, ac)


def staying(state: State, unit: Unit) -> i64:
    """The hit points a foe fights with before it retreats."""
    sheet = unit.sheet
    if not sheet.creature or sheet.never_breaks():
        return unit.hp
    floor: i64 = sheet.hp * (100 - BREAKS_AT) // 100
    return unit.hp - floor if unit.hp > 2 * floor else (unit.hp + 1) // 2


def damage_of(unit: Unit, ac: i64) -> i64:
    """Tenths of a hit point that its attacks of one round take from a target of this AC."""
    sheet = unit.sheet
    if unit.effects and unit.effect(HELPLESS) is not None:
        return 0
    best: i64 = 0
    for number in range(len(unit.weapons)):
        if not (unit.gone | unit.stowed) >> number & 1:
            mean = mean_of(unit, number, ac)
            if mean > best:
                best = mean
    if sheet.routine:
        all_of_it: i64 = 0
        for number in sheet.routine:
            if not (unit.gone | unit.stowed) >> number & 1:
                all_of_it += mean_of(unit, number, ac)
        if all_of_it > best:
            best = all_of_it
    if has_magic(unit):
        magic: i64 = CAST + 10 * sheet.caster_level
        if magic > best:
            best = magic
    return best


def mean_of(unit: Unit, number: int, ac: i64) -> i64:
    weapon = unit.weapons[number]
    able: i64 = unit.sheet.attributes[attribute(unit, weapon)]
    faces: i64 = 21 + unit.sheet.attack + able + weapon.magic - ac
    if not unit.sheet.creature:
        faces += unit.sheet.skills[weapon.skill]
    if faces > 19:
        faces = 19
    elif faces < 1:
        faces = 1
    mean: i64 = weapon.dice * (weapon.sides + 1) * 5 + 10 * (weapon.bonus + weapon.magic + able)
    if mean < 10:
        mean = 10
    value: i64 = mean * faces // 20
    if weapon.shock > 0 and ac <= weapon.shock_ac:
        value += 10 * weapon.shock * (20 - faces) // 20
    if weapon.reload > 1:
        # Loaded every other round.
        value = value // 2
    return value


def has_magic(unit: Unit) -> bool:
    """Whether it has anything left to cast."""
    if not unit.sheet.spells:
        return False
    if unit.casts > 0:
        return True
    for number in range(len(unit.sheet.spells)):
        if not unit.forgotten >> number & 1:
            return unit.sheet.casts == 0
    return False


def takes_prisoners(sheet: Sheet) -> bool:
    """Whether foes can surrender to it: it speaks, or at least understands surrender."""
    return sheet.is_alive() and sheet.temperament not in ("mindless", "beast")
