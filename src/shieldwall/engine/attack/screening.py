"""Screening an ally: which unit an attack or a spell actually meets."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.abilities import Ability
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import check_terms, modifier
from shieldwall.engine.events.attack_events import Redirected
from shieldwall.engine.events.clock_events import Checked
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.ruleset import BRAWL_OR_STAB, Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import sees
from shieldwall.engine.state.condition import SCREENING
from shieldwall.engine.state.sheet import BRAWL, DEX, INT, MAGIC, SHOOT, STAB, STR, Sheet
from shieldwall.engine.state.state import ACTIVE, Unit


def screened_target(battle: Battle, blow: Blow) -> Unit:
    """T1: one check of the attacker against all screens of its target (SOV-070 to SOV-076)."""
    if battle.nobody_screens:
        return blow.target
    for unit in battle.state.units:
        if unit.effects and is_in_the_way(battle, unit, blow):
            return met_by_screen(battle, blow)
    return blow.target


def is_in_the_way(battle: Battle, unit: Unit, blow: Blow) -> bool:
    """Whether the unit could take the attack in place of the ally it screens (SOV-075).

    The attacker needs a line to the unit, and a shooter must also be able to see it and shoot at
    it. A melee attack is parried at the ally's side, even beyond the attacker's reach.
    """
    attacker = blow.attacker
    ward = blow.target
    if unit is attacker or not screens(unit, ward):
        return False
    # One of them may have changed sides since.
    if battle.are_foes(unit, ward) or not battle.are_foes(unit, attacker):
        return False
    if cover_from(battle.state.grid, unit, ward) == BLOCKED:
        return False
    if blow.how == MELEE:
        return attacker.inside >= 0 or cover_from(battle.state.grid, attacker, unit) != BLOCKED
    weapon = attacker.weapons[blow.weapon]
    if not sees(battle.state, attacker, unit):
        return False
    return why_no_attack(battle, attacker, unit, weapon, blow.how) is None


def met_by_screen(battle: Battle, blow: Blow) -> Unit:
    """The unit the attack meets if the target is screened."""
    attacker = blow.attacker
    ward = blow.target
    screeners: list[Unit] = []
    sure: Unit | None = None
    for unit in battle.state.units:
        if unit.effects and is_in_the_way(battle, unit, blow):
            if unit.screened >> int(attacker.index) & 1:
                screeners.append(unit)
            elif unit.screened.bit_count() < screen_slots(unit):
                if sure is None and unit.screened == 0 and holds_first(unit):
                    sure = unit
                unit.screened |= 1 << int(attacker.index)
                screeners.append(unit)
    if not screeners:
        return ward
    if sure is not None:
        return take_its_place(battle, sure, ward, attacker)
    rules = battle.rules
    skills = skills_of(rules)
    weakest: Unit = screeners[0]
    hardest: i64 = -100
    for unit in screeners:
        hardest = max(hardest, guard_of(unit, rules))
    first = battle.roll("screen", 6, attacker.index)
    second = battle.roll("screen", 6, attacker.index)
    total: i64 = first + second + modifier(attacker, (STR, DEX), skills)
    won = total >= rules.opposed_base + hardest
    if battle.log is not None:
        event = Checked(attacker.index, "screen", total, rules.opposed_base + hardest, won)
        event.terms = check_terms(
            battle.rules.ids, attacker, (STR, DEX), skills, first + second, rules.ids.screen
        )
        battle.emit(event)
    if won:
        return ward
    # SOV-074: of the screens that hold, the one with the lowest modifier takes the attack.
    lowest: i64 = 1000
    for unit in screeners:
        held = guard_of(unit, rules)
        if rules.opposed_base + held > total and held < lowest:
            lowest = held
            weakest = unit
    return take_its_place(battle, weakest, ward, attacker)


def take_its_place(battle: Battle, unit: Unit, ward: Unit, attacker: Unit) -> Unit:
    if battle.log is not None:
        battle.emit(Redirected(unit.index, ward.index, attacker.index))
    return unit


def skills_of(rules: Ruleset) -> tuple[int, ...]:
    return (BRAWL, STAB) if rules.screen_skill == BRAWL_OR_STAB else (BRAWL, STAB, SHOOT)


def guard_of(unit: Unit, rules: Ruleset) -> i64:
    """The modifier an attacker must beat by 8 to get past (SOV-071)."""
    held: i64 = modifier(unit, (STR, DEX), skills_of(rules))
    for ability in unit.sheet.abilities.at_guard:
        held += ability.guard()
    return held


def holds_first(unit: Unit) -> bool:
    """Whether its first Screen check of a round always succeeds."""
    for ability in unit.sheet.abilities.at_holds_first:
        if ability.holds_first():
            return True
    return False


def screens(unit: Unit, ward: Unit) -> bool:
    """Whether the unit is screening the ally right now."""
    if unit.status != ACTIVE or unit.prone or unit.locked or unit.inside >= 0:
        return False
    if is_helpless(unit):
        return False
    for effect in unit.effects:
        if effect.kind is SCREENING and effect.whom >> int(ward.index) & 1:
            return distance(unit, ward) <= 1
    return False


def screen_slots(unit: Unit) -> int:
    """Attackers per round: the highest combat skill; a creature's bonus (G-12) (SOV-073)."""
    sheet = unit.sheet
    if sheet.screens < 0:
        sheet.screens = slots_by(sheet)
    return int(sheet.screens)


def slots_by(sheet: Sheet) -> i64:
    """`screen_slots`, computed once per sheet."""
    more: i64 = 0
    for ability in sheet.abilities.at_guard_slots:
        more += ability.guard_slots()
    if sheet.creature:
        return max(sheet.check + more, 0)
    best: i64 = sheet.skills[BRAWL]
    for skill in (STAB, SHOOT):
        level: i64 = sheet.skills[skill]
        if level > best:
            best = level
    best += more
    return max(best, 0)


def spell_guard(unit: Unit) -> Ability | None:
    """The ability to take a spell aimed at the screened ally, if it has a use left."""
    for ability in unit.sheet.abilities.at_screens_spells:
        if ability.screens_spells(unit):
            return ability
    return None


def screened_spell(battle: Battle, caster: Unit, ward: Unit) -> Unit:
    """Only a few abilities can body-block a spell; the caster checks with Magic (SOV-075)."""
    for unit in battle.state.units:
        if (
            unit.sheet.abilities.at_screens_spells
            and spell_guard(unit) is not None
            and battle.are_foes(unit, caster)
            and not battle.are_foes(unit, ward)
            and screens(unit, ward)
            and cover_from(battle.state.grid, unit, ward) != BLOCKED
        ):
            guard = spell_guard(unit)
            if guard is not None:
                unit.used |= guard.mark
            rules = battle.rules
            first = battle.roll("screen", 6, caster.index)
            second = battle.roll("screen", 6, caster.index)
            total: i64 = first + second + modifier(caster, (INT,), (MAGIC,))
            needed: i64 = rules.opposed_base + guard_of(unit, rules)
            if battle.log is not None:
                event = Checked(caster.index, "screen", total, needed, total >= needed)
                event.terms = check_terms(
                    battle.rules.ids,
                    caster,
                    (INT,),
                    (MAGIC,),
                    first + second,
                    rules.ids.screen_from_spells,
                )
                battle.emit(event)
            if total < needed:
                return take_its_place(battle, unit, ward, caster)
    return ward
