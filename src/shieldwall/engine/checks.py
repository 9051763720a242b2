"""2d6 checks: plain, opposed and group checks, shared by the books."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Checked, GroupChecked, Rerolled, Saved
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.magic_events import Steeled
from shieldwall.engine.rule_ids import RuleIds
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES
from shieldwall.engine.state.state import ACTIVE, State, Unit

AURA_SQUARES: Final = 4
"""Radius of auras that help against magic."""


def modifier(unit: Unit, attributes: tuple[int, ...], skills: tuple[int, ...]) -> i64:
    """The best allowed attribute plus the best allowed skill; a creature's single bonus (G-11)."""
    sheet = unit.sheet
    if sheet.creature:
        return sheet.check
    return (
        sheet.attributes[best_of(sheet.attributes, attributes)]
        + sheet.skills[best_of(sheet.skills, skills)]
    )


def best_of(values: tuple[int, ...], allowed: tuple[int, ...]) -> int:
    best = allowed[0]
    for other in allowed:
        if values[other] > values[best]:
            best = other
    return best


def roll_check(
    battle: Battle,
    unit: Unit,
    attributes: tuple[int, ...],
    skills: tuple[int, ...],
    what: str,
    bonus: i64,
    needed: i64,
    cite: str,
) -> bool:
    """Roll 2d6 plus the modifier against a number; a tie succeeds."""
    return check_total(battle, unit, attributes, skills, what, bonus, needed, cite) >= needed


def check_total(
    battle: Battle,
    unit: Unit,
    attributes: tuple[int, ...],
    skills: tuple[int, ...],
    what: str,
    bonus: i64,
    needed: i64,
    cite: str,
) -> i64:
    """The total of a check. Emits its event with the terms."""
    dice: i64 = check_dice(battle, unit, skills, what)
    total: i64 = dice + modifier(unit, attributes, skills) + bonus
    if battle.log is not None:
        event = Checked(unit.index, what, total, needed, total >= needed)
        event.terms = check_terms(battle.rules.ids, unit, attributes, skills, dice, cite)
        if bonus:
            event.terms.append(Term("situation", bonus, cite))
        battle.emit(event)
    if total < needed:
        for ability in unit.sheet.abilities.at_rerolls:
            if ability.rerolls(unit, skills):
                unit.used |= ability.mark
                if battle.log is not None:
                    battle.emit(Rerolled(unit.index, what))
                return check_total(battle, unit, attributes, skills, what, bonus, needed, cite)
    return total


def check_dice(battle: Battle, unit: Unit, skills: tuple[int, ...], what: str) -> i64:
    """2d6, or the best two of three dice if an ability grants that."""
    first: i64 = battle.roll(what, 6, unit.index)
    second: i64 = battle.roll(what, 6, unit.index)
    dice: i64 = first + second
    for ability in unit.sheet.abilities.at_check_die:
        if ability.check_die(skills):
            third: i64 = battle.roll(what, 6, unit.index)
            return dice + third - min(first, second, third)
    return dice


def check_terms(
    ids: RuleIds,
    unit: Unit,
    attributes: tuple[int, ...],
    skills: tuple[int, ...],
    dice: int,
    cite: str,
) -> list[Term]:
    """The terms of a check."""
    sheet = unit.sheet
    if sheet.creature:
        return [Term("2d6", dice, cite), Term("skill", sheet.check, ids.creature_check)]
    used = best_of(sheet.attributes, attributes)
    skill = best_of(sheet.skills, skills)
    return [
        Term("2d6", dice, cite),
        Term(ATTRIBUTE_NAMES[used], sheet.attributes[used], cite),
        Term(SKILL_NAMES[skill], sheet.skills[skill], cite),
    ]


SAVE_NAMES: Final[tuple[str, ...]] = ("physical", "evasion", "mental")
LUCK_NAME: Final = "luck"
"""The fourth save, of sheets that have it."""


AGAINST: Final = 100
"""Kinds of save from this number on name the danger; the sheet decides which save applies."""
AGAINST_NAMES: Final[tuple[str, ...]] = ("doom", "ray", "hold", "blast", "spell")
"""Death and poison; rays and bolts; paralysis and petrification; blasts and breath; magic."""
FEWER_SAVES: Final[tuple[int, ...]] = (0, 1, 0, 1, 2)
"""The save by danger for sheets with three saves: physical, evasion, physical, evasion, mental."""


def which_save(unit: Unit, kind: int) -> int:
    """The index of the save on the unit's sheet."""
    if kind < AGAINST:
        return kind
    named = kind - AGAINST
    return named if len(unit.sheet.saves) >= len(AGAINST_NAMES) else FEWER_SAVES[named]


def save(battle: Battle, unit: Unit, kind: int, bonus: i64, cite: str) -> bool:
    """Roll a saving throw: d20 against the sheet; 1 always fails, 20 always succeeds.

    A unit that fails loses its declared spell (DOL-035).
    """
    kind = which_save(unit, kind)
    die = battle.roll("save", 20, unit.index)
    for ability in unit.sheet.abilities.at_saves_twice:
        if ability.saves_twice(kind):
            again = battle.roll("save", 20, unit.index)
            if again > die:
                die = again
    needed = save_of(unit, kind)
    if battle.rules.nat20_saves:
        passed = die == 20 or (die != 1 and die + bonus >= needed)
    else:
        passed = die + bonus >= needed
    if battle.log is not None:
        event = Saved(unit.index, save_name(unit, kind), die, needed, passed)
        event.terms.append(Term("d20", die, cite))
        if bonus:
            event.terms.append(Term("situation", bonus, cite))
        battle.emit(event)
    if not passed:
        for effect in unit.effects:
            effect.kind.when_disturbed(effect, battle, unit, False)
    return passed


def save_name(unit: Unit, number: int) -> str:
    """The name of a save on the unit's sheet."""
    if len(unit.sheet.saves) >= len(AGAINST_NAMES):
        return AGAINST_NAMES[number]
    return SAVE_NAMES[number] if number < len(SAVE_NAMES) else LUCK_NAME


def save_of(unit: Unit, kind: int) -> i64:
    """The number the die must reach; sheets with fewer saves use their last one."""
    saves = unit.sheet.saves
    return saves[kind] if kind < len(saves) else saves[-1]


def save_from_magic(battle: Battle, unit: Unit, kind: int, bonus: i64, cite: str) -> bool:
    """Roll a saving throw against magic, with the bonus of nearby nullifiers."""
    if save(battle, unit, kind, bonus + nullified(battle.state, unit), cite):
        return True
    for ability in unit.sheet.abilities.at_turns_failed_save:
        if ability.turns_failed_save(unit):
            unit.used |= ability.mark
            if battle.log is not None:
                battle.emit(Steeled(unit.index, save_name(unit, which_save(unit, kind))))
            return True
    return False


def nullified(state: State, unit: Unit) -> i64:
    """The unit's own bonus against magic, plus the best aura of itself or a friend nearby."""
    best: i64 = 0
    own: i64 = 0
    for ability in unit.sheet.abilities.at_magic_save:
        own += ability.magic_save()
    team = state.sides[unit.side].team
    for other in state.units:
        for ability in other.sheet.abilities.at_magic_aura:
            aura = ability.magic_aura()
            if aura > best and other.status == ACTIVE and state.sides[other.side].team == team:
                if distance(unit, other) <= AURA_SQUARES:
                    best = aura
    return best + own


def group_modifier(state: State, side: int, attribute: int, skill: int) -> i64:
    """The best member's modifier, +1 or -1 for each other member that helps or hinders."""
    group: list[Unit] = []
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE:
            group.append(unit)
    return joint_modifier(group, (attribute,), (skill,))


def joint_modifier(group: list[Unit], attributes: tuple[int, ...], skills: tuple[int, ...]) -> i64:
    if not group:
        return 0
    best: i64 = -100
    help_: i64 = 0
    for unit in group:
        own = modifier(unit, attributes, skills)
        if own > 0:
            help_ += 1
        elif own < 0:
            help_ -= 1
        if own > best:
            best = own
    if best > 0:
        help_ -= 1
    elif best < 0:
        help_ += 1
    return best + help_


def group_check(
    battle: Battle, side: int, attribute: int, skill: int, what: str, against: i64
) -> bool:
    """Roll one check for the side against another group; a tie succeeds (SOV-027)."""
    first = battle.roll(what, 6)
    second = battle.roll(what, 6)
    total = first + second + group_modifier(battle.state, side, attribute, skill)
    needed = battle.rules.opposed_base + against
    if battle.log is not None:
        event = GroupChecked(side, what, total, needed, total >= needed)
        event.terms.append(Term("2d6", first + second, battle.rules.ids.surprise))
        event.terms.append(Term("group", total - first - second, battle.rules.ids.surprise))
        battle.emit(event)
    return total >= needed
