"""Triggers of creature powers.

Skipped entirely in fights without such creatures (`State.has_unusual_units`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.blow import Blow
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.power_events import (
    MetGaze,
    Parted,
    Recharged,
    Unmoved,
    UsedPower,
)
from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.magic.power_data import GAZE, GRIP, ON_DEATH, PRESENCE, RECHARGE_DIE, Power
from shieldwall.engine.magic.spell_data import CONDITION, Spell
from shieldwall.engine.magic.spell_effects import Work, affect
from shieldwall.engine.magic.targeting import is_fit
from shieldwall.engine.move.flying import can_stay_up, fall_from_air
from shieldwall.engine.move.interruption import is_helpless, is_inert
from shieldwall.engine.move.movement import free_place, put
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.open_field import settle
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.state.condition import (
    LASTING,
    STEADIED,
    UNTIL_END_OF_FIGHT,
    VENOM,
)
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, END_SETTLED, FLED, Effect, Unit
from shieldwall.engine.wounds.effects import add_effect, is_immune
from shieldwall.engine.wounds.injury import victim_of
from shieldwall.engine.wounds.standing import join_fight
from shieldwall.engine.wounds.swallowing import leave_dead_swallower

RIDERS: Final = 16
"""The id of a rider is its weapon's number times this, plus its own index."""


def is_unusual(sheet: Sheet) -> bool:
    """Whether a fight with this unit needs the functions of this module."""
    if sheet.abilities.unusual or sheet.powers:
        return True
    for weapon in sheet.weapons:
        if weapon.riders:
            return True
    for spell in sheet.spells + sheet.potions:
        if makes_unusual(spell):
            return True
    return False


def makes_unusual(spell: Spell) -> bool:
    for primitive in spell.primitives:
        if primitive.do == CONDITION and primitive.effect is not None:
            if primitive.effect.is_unusual():
                return True
        if primitive.sheet is not None and is_unusual(primitive.sheet):
            return True
    return False


def work_of(battle: Battle, owner: Unit, power: Power) -> Work:
    """The power as a spell at the level of its owner's hit dice."""
    return Work(battle, owner, power.spell, owner.sheet.hit_dice)


def can_act(unit: Unit) -> bool:
    return unit.status == ACTIVE and not is_helpless(unit)


# On a hit.


def apply_riders(battle: Battle, blow: Blow, weapon: Weapon) -> None:
    """Apply the weapon's extra effects after the damage of a hit."""
    attacker = blow.attacker
    target = blow.target
    if attacker.struck != target.index:
        attacker.struck = int(target.index)
        attacker.strikes = ()
    attacker.strikes = (*attacker.strikes, int(blow.weapon))
    for number, rider in enumerate(weapon.riders):
        if target.status != ACTIVE or attacker.status != ACTIVE:
            return
        if blow.die < rider.least_die or not is_fit(battle, attacker, rider.spell, target):
            continue
        if rider.nth > 1 and hits_with(attacker, weapon.name) % rider.nth != 0:
            continue
        if rider.onset.sides == 0 and rider.onset.plus == 0:
            affect(work_of(battle, attacker, rider), target)
        else:
            start_delayed_rider(battle, blow, rider, number)


def hits_with(attacker: Unit, name: str) -> int:
    """How often it has hit the same target this round with weapons of this name."""
    count = 0
    for number in attacker.strikes:
        if attacker.weapons[number].name == name:
            count += 1
    return count


def start_delayed_rider(battle: Battle, blow: Blow, rider: Power, number: int) -> None:
    """Start a delayed rider; the effect refers to the weapon that carries it."""
    target = blow.target
    work = work_of(battle, blow.attacker, rider)
    for primitive in rider.spell.primitives:
        if is_immune(target, primitive.kinds):
            if battle.log is not None:
                battle.emit(Unmoved(target.index, blow.attacker.index, rider.spell.name))
            return
    until: i64 = LASTING + battle.state.clock.round + work.amount(rider.onset)
    value: i64 = blow.weapon * RIDERS + number
    add_effect(battle, target, Effect(VENOM, blow.attacker.index, until, value))


def apply_delayed_riders(battle: Battle, unit: Unit) -> None:
    """Apply the delayed riders that are due."""
    due: i64 = LASTING + battle.state.clock.round
    for effect in unit.effects:
        if effect.kind is VENOM and effect.until <= due and unit.status == ACTIVE:
            unit.effects = [other for other in unit.effects if other is not effect]
            giver = battle.state.units[effect.by]
            rider = giver.weapons[effect.value // RIDERS].riders[effect.value % RIDERS]
            affect(work_of(battle, giver, rider), unit)


# Gaze and presence.


def averts_gaze(unit: Unit) -> bool:
    for effect in unit.effects:
        if effect.kind.averts_gaze():
            return True
    return False


def withstands_gaze(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Resolve the gaze before a melee attack; True if the attacker can still act."""
    if not can_act(target) or averts_gaze(attacker):
        return True
    for power in target.sheet.powers:
        if power.trigger != GAZE or not is_fit(battle, target, power.spell, attacker):
            continue
        if battle.log is not None:
            battle.emit(MetGaze(attacker.index, target.index, power.spell.name))
        affect(work_of(battle, target, power), attacker)
        if not can_act(attacker) or is_inert(attacker):
            return False
    return True


def begin_round(battle: Battle) -> None:
    """Apply presences (fear and the like) to every foe close enough and in sight."""
    for owner in battle.state.units:
        if owner.sheet.powers and can_act(owner):
            for number, power in enumerate(owner.sheet.powers):
                if power.trigger == PRESENCE:
                    apply_presence(battle, owner, power, number)


def apply_presence(battle: Battle, owner: Unit, power: Power, number: int) -> None:
    spell = power.spell
    far = spell.range_at(owner.sheet.hit_dice)
    emitted = False
    for foe in battle.state.units:
        if (
            foe.status != ACTIVE
            or not battle.are_foes(owner, foe)
            or distance(owner, foe) * 5 > far
            or not is_fit(battle, owner, spell, foe)
            or is_past(foe, owner, number)
            or foe.inside >= 0
            or cover_from(battle.state.grid, owner, foe) == BLOCKED
        ):
            continue
        if not emitted and battle.log is not None:
            battle.emit(UsedPower(owner.index, spell.name))
            emitted = True
        if power.once:
            foe.effects = [
                *foe.effects, Effect(STEADIED, owner.index, UNTIL_END_OF_FIGHT, number)
            ]  # fmt: skip
        affect(work_of(battle, owner, power), foe)


def is_past(foe: Unit, owner: Unit, number: int) -> bool:
    for effect in foe.effects:
        if effect.kind is STEADIED and effect.by == owner.index and effect.value == number:
            return True
    return False


# The end of a round.


def end_round(battle: Battle) -> None:
    """Held and swallowed units, delayed riders, regeneration, recharging powers."""
    units = battle.state.units
    for unit in units:
        if unit.sheet.powers and can_act(unit):
            grip(battle, unit)
    for unit in units:
        if unit.effects and unit.status == ACTIVE:
            apply_delayed_riders(battle, unit)
    for unit in units:
        if unit.status == ACTIVE:
            for ability in unit.sheet.abilities.at_round_end:
                ability.round_end(battle, unit)
        for number, power in enumerate(unit.sheet.powers):
            if power.recharge > 0 and unit.stocks[number] == 0 and unit.status == ACTIVE:
                recharge(battle, unit, number)
    tidy(battle)
    for unit in units:
        unit.marks = 0
        unit.struck = -1
        unit.strikes = ()


def grip(battle: Battle, unit: Unit) -> None:
    """Apply grip powers to the units it holds or has swallowed."""
    victim = victim_of(unit)
    for power in unit.sheet.powers:
        if power.trigger == GRIP:
            for held in battle.state.units:
                if held.status == ACTIVE and (held.index == victim or held.inside == unit.index):
                    affect(work_of(battle, unit, power), held)


def recharge(battle: Battle, unit: Unit, number: int) -> None:
    power = unit.sheet.powers[number]
    if battle.roll("recharge", RECHARGE_DIE, unit.index) >= power.recharge:
        unit.stocks = (*unit.stocks[:number], 1, *unit.stocks[number + 1 :])
        if battle.log is not None:
            battle.emit(Recharged(unit.index, power.spell.name))


# After every action.


def tidy(battle: Battle) -> None:
    """Apply the consequences of an action: falls, deaths, splits."""
    units = battle.state.units
    # Units that split off meanwhile have nothing to settle yet.
    for number in range(len(units)):
        unit = units[number]
        if unit.status != ACTIVE:
            if unit.status in (DOWN, DEAD) and not unit.used & END_SETTLED:
                apply_death_powers(battle, unit)
        if unit.aloft > 0 and not can_stay_up(unit):
            fall_from_air(battle, unit)
        for ability in unit.sheet.abilities.at_after_action:
            ability.after_action(battle, unit)
    for unit in battle.state.units:
        if unit.inside >= 0 and unit.status != FLED:
            leave_dead_swallower(battle, unit)


def apply_death_powers(battle: Battle, unit: Unit) -> None:
    """Apply powers on being struck down: some units burst, some will rise again."""
    unit.used |= END_SETTLED
    for power in unit.sheet.powers:
        if power.trigger == ON_DEATH:
            burst(battle, unit, power)
    for ability in unit.sheet.abilities.at_struck_down:
        ability.struck_down(battle, unit)


def burst(battle: Battle, unit: Unit, power: Power) -> None:
    """Affect all units nearby, friend or foe, that the power applies to."""
    if battle.log is not None:
        battle.emit(UsedPower(unit.index, power.spell.name))
    far = power.spell.range_at(unit.sheet.hit_dice)
    for other in battle.state.units:
        if (
            other is not unit
            and other.status == ACTIVE
            and other.inside < 0
            and distance(unit, other) * 5 <= far
            and is_fit(battle, unit, power.spell, other)
            and cover_from(battle.state.grid, unit, other) != BLOCKED
        ):
            affect(work_of(battle, unit, power), other)


def part(battle: Battle, unit: Unit) -> None:
    """Split the unit: half of its remaining hit points become a separate unit."""
    state = battle.state
    parts = 2
    stem = unit.ident.split("-part-")[0]
    for other in state.units:
        if other.ident.startswith(stem + "-part-"):
            parts += 1
    twin = Unit(unit.sheet, f"{stem}-part-{parts}", len(state.units), int(unit.side), unit.seat)
    cell = free_place(battle, twin, unit.y * state.grid.width + unit.x)
    if cell < 0:
        return
    twin.hp = unit.hp // 2
    unit.hp -= twin.hp
    put(state.grid, twin, cell)
    twin.mapless = state.grid.open
    twin.split_from = unit.index
    twin.wielded = unit.wielded
    twin.stops = unit.stops
    twin.broken = unit.broken
    # It acts from its side's next turn on.
    twin.acted = True
    join_fight(battle, twin)
    if state.grid.open:
        settle(state, twin)
    if battle.log is not None:
        battle.emit(Parted(unit.index, twin.index, int(cell)))


HOOKS.tidy = tidy
