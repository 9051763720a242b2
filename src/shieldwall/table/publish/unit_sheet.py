"""A unit's sheet for one seat: complete for its own side, for a foe only visible facts."""

from __future__ import annotations

from shieldwall.content.combatants.ability_text import abilities
from shieldwall.display.condition_words import condition_meaning
from shieldwall.display.markers import conditions
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Sum, armour_class, shield_of
from shieldwall.engine.attack.numbers import add_own_harm, add_own_hit
from shieldwall.engine.checks import save_name
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES, Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.exchange.stat_cards import weapon_text
from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import AttackView, Explained, Named
from shieldwall.table.message_parts import Term as TermView
from shieldwall.table.protocol import Sheet
from shieldwall.table.publish.board_looks import condition_pictures, weapon_picture
from shieldwall.text.sentences import start, term_name, weapon_words, who


def unit_sheet(fight: Fight, knowledge: SeatKnowledge, unit: Unit) -> Sheet:
    """The sheet of a unit the seat knows."""
    is_open = not knowledge.is_foe(unit)
    sheet = unit.sheet
    plain = Sheet(
        unit=unit.ident,
        name=start(who(fight.state, int(unit.index))),
        what=start(sheet.name),
        is_open=is_open,
        numbers=_numbers(knowledge, unit),
        conditions=[
            Explained(name=one, text=condition_meaning(one), icon=icon)
            for one, icon in condition_pictures(conditions(unit)).items()
        ],
    )
    if not is_open:
        return plain
    more = {
        "notes": sheet.notes,
        "attributes": _attributes(unit),
        "skills": _skills(fight.rules, unit),
        "saves": [
            Named(name=start(save_name(unit, number)), value=f"{int(needed)}+")
            for number, needed in enumerate(sheet.saves)
        ],
        "attacks": [_attack(fight.rules, unit, number) for number in range(len(unit.weapons))],
        "spells": _spells(unit),
        "casts": f"{int(unit.casts)} of {int(sheet.casts)}" if sheet.casts else "",
        "items": _items(unit),
        "powers": [Explained(name=name, text=text) for name, text in abilities(sheet).items()],
    }
    return plain.model_copy(update=more)


def _numbers(knowledge: SeatKnowledge, unit: Unit) -> list[Named]:
    sheet = unit.sheet
    found: list[Named] = []
    hp = knowledge.hp(unit)
    if hp is not None:
        found.append(Named(name="HP", value=f"{hp[0]} of {hp[1]}"))
    if knowledge.shows_ac(unit):
        shield = int(shield_of(unit))
        with_shield = f" ({shield} shield)" if shield else ""
        found.append(Named(name="AC", value=f"{int(armour_class(unit))}{with_shield}"))
    if knowledge.is_foe(unit):
        return found
    found.append(Named(name="Speed", value=f"{int(sheet.speed_ft)} ft"))
    found.append(Named(name="Hit dice", value=str(sheet.hit_dice)))
    if sheet.creature:
        found.append(Named(name="Morale", value=str(sheet.morale)))
    if unit.luck:
        found.append(Named(name="Luck", value=str(int(unit.luck))))
    if unit.strain:
        strain = f"{int(unit.strain)} of {sheet.constitution}"
        found.append(Named(name="System Strain", value=strain))
    if sheet.darkvision_ft:
        found.append(Named(name="Darkvision", value=f"{int(sheet.darkvision_ft)} ft"))
    return found


def _attributes(unit: Unit) -> list[Named]:
    if unit.sheet.creature:
        return []
    pairs = zip(ATTRIBUTE_NAMES, unit.sheet.attributes, strict=False)
    return [Named(name=name.upper(), value=f"{value:+d}") for name, value in pairs]


def _skills(rules: Ruleset, unit: Unit) -> list[Named]:
    """Its skills; a creature has one bonus for all."""
    sheet = unit.sheet
    if sheet.creature:
        return [Named(name="All skills", value=f"{int(sheet.check):+d}")]
    return [
        Named(name=start(rules.skill_names.get(name, name)), value=f"{level:+d}")
        for name, level in zip(SKILL_NAMES, sheet.skills, strict=False)
        if level >= 0
    ]


def _attack(rules: Ruleset, unit: Unit, number: int) -> AttackView:
    weapon = unit.weapons[number]
    how = MELEE if weapon.melee else SHOT if weapon.normal_range and not weapon.thrown else THROWN
    hit, harm = Sum(True), Sum(True)
    add_own_hit(hit, rules, unit, weapon, how)
    harm.add("weapon", weapon.bonus, "SOV-112")
    add_own_harm(harm, rules, unit, weapon, how)
    dice, _, more = weapon_text(weapon, int(harm.total)).partition(", ")
    return AttackView(
        name=weapon_words(weapon.name),
        icon=weapon_picture(weapon.name),
        to_hit=int(hit.total),
        damage=dice,
        more=more,
        hit_terms=_terms(hit),
        damage_terms=_terms(harm),
        state=_state_of(unit, number, weapon),
    )


def _terms(total: Sum) -> list[TermView]:
    return [
        TermView(what=term_name(term), value=int(term.value), cite=term.cite)
        for term in total.terms or []
    ]


def _state_of(unit: Unit, number: int, weapon: Weapon) -> str:
    if unit.gone >> number & 1:
        return "lost"
    if unit.unloaded >> number & 1:
        return "not loaded"
    if unit.wielded == number or unit.off_hand == number:
        return "in hand" if not (weapon.natural or weapon.unarmed) else ""
    return "packed away" if unit.stowed >> number & 1 else ""


def _spells(unit: Unit) -> list[Explained]:
    """One entry for each spell, however often it is prepared."""
    spells = unit.sheet.spells
    found: list[Explained] = []
    for spell in {spell.name: spell for spell in spells}.values():
        places = [number for number, one in enumerate(spells) if one.name == spell.name]
        spent = sum(int(unit.forgotten >> number & 1) for number in places)
        name = spell.name if len(places) == 1 else f"{len(places)} x {spell.name}"
        if spent:
            name += " (spent)" if spent == len(places) else f" ({spent} spent)"
        found.append(Explained(name=name, text=spell.text))
    return found


def _items(unit: Unit) -> list[Explained]:
    found = [
        Explained(name=potion.name if left == 1 else f"{left} x {potion.name}", text=potion.text)
        for potion, left in zip(unit.sheet.potions, unit.doses, strict=False)
        if left > 0
    ]
    if unit.sheet.kit:
        found.append(Explained(name="healer's kit"))
    if unit.sheet.light_ft:
        found.append(Explained(name="light", text=f"lights {int(unit.sheet.light_ft)} ft around"))
    return found
