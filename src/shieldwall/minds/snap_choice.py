"""When a Snap Attack is worth the Main, and which unit of a side makes it if several could.

All units are asked at the same moment and pay at once. If every unit that can strike does, one
attack fells the foe and the others waste their Mains.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.arms_at_hand import arms_of, is_at_hand
from shieldwall.books.shared.instants import SNAP
from shieldwall.engine.attack.blow import MELEE, SHOT, Blow, armour_class, shield_of
from shieldwall.engine.attack.numbers import attribute, hit_bonus_on
from shieldwall.engine.battle import Battle
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.minds.target_facts import is_valuable

FOR_ONESELF: Final = 100
FOR_A_FRIEND: Final = 150
FOR_ANYBODY: Final = 450
"""Minimum chance to fell of a Snap Attack, in thousandths, by target."""
ENOUGH: Final = 500
"""If others fell the foe with this chance, in thousandths, the unit keeps its Main."""
ENOUGH_TO_HURT: Final = 750
"""The same for a wound that disrupts a spell."""


def is_worth_a_snap(battle: Battle, unit: Unit, blow: Blow, choice: Choice) -> bool:
    """Whether an attack at -4 is worth the Main.

    The more valuable the ally, the lower the threshold.
    """
    friend = blow.target
    if friend is unit:
        needed: i64 = FOR_ONESELF
    elif is_valuable(friend):
        needed = FOR_A_FRIEND
    else:
        needed = FOR_ANYBODY
    if friend is not unit and friend.luck > 0 and friend.seat == unit.seat:
        # Its luck turns the blow.
        return False
    chance = felling_chance(battle, unit, blow.attacker, choice.weapon)
    return chance >= needed and not is_left_to_others(battle, unit, blow.attacker, chance, True)


def is_worth_disrupting(battle: Battle, unit: Unit, caster: Unit, choice: Choice) -> bool:
    """Whether no other unit should make the Snap Attack at a caster."""
    chance = hitting_chance(battle, unit, caster, choice.weapon)
    return not is_left_to_others(battle, unit, caster, chance, False)


def is_left_to_others(battle: Battle, unit: Unit, foe: Unit, chance: i64, felling: bool) -> bool:
    """Whether units of its seat with a better chance are likely enough to do it."""
    missed: i64 = 1000
    for other in battle.state.units:
        if other is unit or other.seat != unit.seat or battle.are_foes(unit, other):
            continue
        if not SNAP.is_free(battle, other):
            continue
        best: i64 = 0
        for number in arms_of(other):
            if SNAP.way(battle, other, foe, number) < 0:
                continue
            value = (
                felling_chance(battle, other, foe, number)
                if felling
                else hitting_chance(battle, other, foe, number)
            )
            if value > best:
                best = value
        if best > chance or (best == chance and other.index < unit.index):
            missed = missed * (1000 - best) // 1000
    return 1000 - missed >= (ENOUGH if felling else ENOUGH_TO_HURT)


def snap_faces(battle: Battle, unit: Unit, foe: Unit, number: int) -> i64:
    """How many faces of the d20 hit, of a Snap Attack."""
    how: i64 = MELEE if unit.weapons[number].melee else SHOT
    faces: i64 = 17 + hit_bonus_on(battle, unit, foe, number, how) - armour_class(foe)
    if faces < 0:
        return 0
    return faces if faces < 20 else 20


def shock_on_miss(unit: Unit, foe: Unit, number: int) -> i64:
    """The Shock of a missed melee attack; 0 where armour or a shield stops it."""
    weapon = unit.weapons[number]
    if not weapon.melee or weapon.shock == 0 or armour_class(foe) > weapon.shock_ac:
        return 0
    if shield_of(foe) > 0 and not foe.shield_spent:
        return 0
    return weapon.shock + unit.sheet.attributes[attribute(unit, weapon)]


def felling_chance(battle: Battle, unit: Unit, foe: Unit, number: int) -> i64:
    """The chance that a Snap Attack fells the foe, in thousandths."""
    weapon = unit.weapons[number]
    faces = snap_faces(battle, unit, foe, number)
    able: i64 = unit.sheet.attributes[attribute(unit, weapon)]
    least: i64 = weapon.dice + weapon.bonus + weapon.magic + able
    spread: i64 = weapon.dice * (weapon.sides - 1) + 1
    felling: i64 = least + spread - foe.hp
    if felling > spread:
        felling = spread
    chance: i64 = 0 if felling <= 0 else faces * 50 * felling // spread
    if faces < 20 and shock_on_miss(unit, foe, number) >= foe.hp:
        chance += (20 - faces) * 50
    return chance


def hitting_chance(battle: Battle, unit: Unit, foe: Unit, number: int) -> i64:
    """The chance that a Snap Attack wounds the foe, in thousandths."""
    if shock_on_miss(unit, foe, number) > 0:
        return 1000
    return snap_faces(battle, unit, foe, number) * 50


def snap_at(battle: Battle, unit: Unit, foe: Unit, options: ReactionOptions) -> Choice | None:
    """The Snap Attack with the highest damage; None if impossible."""
    # Against an attack for which it matters, only the way to use each weapon is left to test.
    known = options.matters is SNAP and options.window.casting is None and not battle.lenient
    apart: i64 = feet_apart(battle.state.grid, unit, foe) if known else 0
    best: Choice | None = None
    most: i64 = -1
    place: i64 = 0 if unit.wielded >= 0 else 1
    while place <= len(unit.weapons):
        # The wielded weapon comes first.
        number: i64 = unit.wielded if place == 0 else place - 1
        place += 1
        if place > 1 and (number == unit.wielded or not is_at_hand(unit, number)):
            continue
        weapon = unit.weapons[number]
        harm: i64 = weapon.dice * (weapon.sides + 1) + 2 * (weapon.bonus + weapon.magic)
        if harm <= most:
            continue
        if known and SNAP.way_across(battle, unit, foe, number, apart) < 0:
            continue
        snap = Choice(int(unit.index), "snap", int(foe.index), int(number))
        if known or options.why_not(snap) is None:
            most = harm
            best = snap
    return best
