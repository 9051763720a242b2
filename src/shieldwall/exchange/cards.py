"""Stat cards: what is known of a creature, a character, a weapon or a spell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.ability_text import abilities
from shieldwall.content.creatures import shipped_creatures
from shieldwall.content.home import known_names
from shieldwall.content.library import equipment
from shieldwall.content.own_creatures import own_creatures
from shieldwall.content.parties import load_party
from shieldwall.content.powers import NATURE
from shieldwall.content.problems import ContentError, did_you_mean, fail
from shieldwall.content.spells import shipped_potions, shipped_spells
from shieldwall.core.magic import Spell
from shieldwall.core.sheet import ANY_AC, ATTRIBUTE_NAMES, SKILL_NAMES, Sheet, Weapon
from shieldwall.exchange.exporting import creature_forms
from shieldwall.exchange.yaml_text import flow
from shieldwall.rules import RULESETS

SHOWN: Final = frozenset(
    ("hd", "hp", "ac", "armour", "shield", "attack", "save", "speed", "height", "length", "breadth",
     "morale", "skill", "weapons", "stowed", "natural", "routine", "darkvision", "light", "spells",
     "casts", "caster-level", "potions", "notes", "disciplined", "fearless", "undead", "size",
     "temperament", "predator", "powers", *(field.key for field in NATURE))
)  # fmt: skip
"""Fields of a creature that have a line of their own; all others are shown as they are written."""
SIZES: Final = {1: "man", 2: "large", 3: "huge"}


@dataclass(slots=True)
class Card:
    """A name, what it is, and its facts in order."""

    name: str
    what: str
    facts: dict[str, str] = field(default_factory=dict)
    notes: str = ""


def find_cards(name: str, rules: str) -> list[Card]:
    """All that is called so; raises ContentError with the likeliest names where nothing is."""
    book = RULESETS[rules]
    shelves = book.shelves
    wanted = name.lower()
    known: dict[str, list[Card]] = {}

    def add(called: str, card: Card) -> None:
        known.setdefault(called.lower(), []).append(card)

    family = book.family
    creatures = {**shipped_creatures(shelves, family), **own_creatures(shelves, family)[0]}
    forms = creature_forms()
    for called, sheet in creatures.items():
        if called.lower() == wanted:
            card = sheet_card(sheet, "creature")
            form = forms.get(called)
            if isinstance(form, dict):
                card.facts["HD"] = str(form.get("hd", card.facts["HD"]))
            for key, value in form.items() if isinstance(form, dict) else ():
                if key not in SHOWN:
                    card.facts[key] = flow(value)
            add(called, card)
        else:
            known.setdefault(called.lower(), [])
    for party in known_names("parties"):
        try:
            members = load_party(party, rules)
        except ContentError:
            continue
        for member in members:
            called = member.sheet.name
            known.setdefault(called.lower(), [])
            if wanted in (member.ident, called.lower()):
                add(wanted, sheet_card(member.sheet, f"character of {party}"))
    for called, spec in equipment(shelves).weapons.items():
        known.setdefault(called.lower(), [])
        if called.lower() == wanted:
            add(called, Card(called, "weapon", {"does": weapon_text(spec.weapon())}))
    for what, spells in (("spell", shipped_spells()), ("potion", shipped_potions())):
        for called, forms_of in spells.items():
            known.setdefault(called.lower(), [])
            if called.lower() == wanted:
                add(called, _spell_card(called, what, forms_of))
    found = known.get(wanted, [])
    if not found:
        raise fail(name, f"nothing is called so{did_you_mean(wanted, sorted(known))}")
    return found


def sheet_card(sheet: Sheet, what: str) -> Card:
    """Whoever fights."""
    card = Card(sheet.name, what)
    facts = card.facts
    facts["HD"] = str(sheet.hit_dice)
    facts["HP"] = str(int(sheet.hp))
    shield = f", {int(sheet.shield)} of it a shield" if sheet.shield else ""
    facts["AC"] = f"{int(sheet.ac)}{shield}"
    facts["attack"] = f"{int(sheet.attack):+}"
    saves = [int(save) for save in sheet.saves]
    alike = len(set(saves)) == 1
    facts["save"] = f"{saves[0]}+" if alike else ", ".join(f"{save}+" for save in saves)
    facts["speed"] = f"{int(sheet.speed)} ft"
    if sheet.creature:
        facts["morale"] = str(sheet.morale)
        facts["skill"] = f"{int(sheet.check):+}"
        if sheet.size != 1:
            facts["size"] = SIZES.get(int(sheet.size), str(int(sheet.size)))
    else:
        pairs = zip(ATTRIBUTE_NAMES, sheet.attributes)
        facts["attributes"] = " ".join(f"{key} {value:+}" for key, value in pairs)
        learnt = [(key, level) for key, level in zip(SKILL_NAMES, sheet.skills) if level >= 0]
        if learnt:
            facts["skills"] = ", ".join(f"{key} {level}" for key, level in learnt)
    for number, weapon in enumerate(sheet.weapons):
        packed = " (packed away)" if sheet.stowed >> number & 1 else ""
        facts[weapon.name] = weapon_text(weapon) + packed
    if sheet.routine:
        facts["routine"] = ", ".join(sheet.weapons[place].name for place in sheet.routine)
    if sheet.spells:
        facts["spells"] = ", ".join(spell.name for spell in sheet.spells)
        facts["casts"] = f"{int(sheet.casts)}, at level {int(sheet.caster_level)}"
    if sheet.potions:
        facts["potions"] = ", ".join(potion.name for potion in sheet.potions)
    if sheet.darkvision:
        facts["darkvision"] = f"{int(sheet.darkvision)} ft"
    traits = {"disciplined": sheet.disciplined, "fearless": sheet.fearless, "undead": sheet.undead}
    words = [word for word, is_so in traits.items() if is_so]
    if words:
        facts["is"] = ", ".join(words)
    if sheet.temperament:
        facts["temperament"] = sheet.temperament
    facts.update(abilities(sheet))
    card.notes = sheet.notes
    return card


def weapon_text(weapon: Weapon) -> str:
    """`1d8+1, Shock 2/13, reach 10 ft, range 30/60 ft, two-handed`."""
    bonus = f"{int(weapon.bonus):+}" if weapon.bonus else ""
    parts = [f"{int(weapon.dice)}d{int(weapon.sides)}{bonus}"]
    if weapon.shock:
        limit = "-" if weapon.shock_ac == ANY_AC else str(int(weapon.shock_ac))
        parts.append(f"Shock {int(weapon.shock)}/{limit}")
    if weapon.magic:
        parts.append(f"magic {int(weapon.magic):+}")
    if weapon.melee and weapon.reach > 5:
        parts.append(f"reach {int(weapon.reach)} ft")
    if weapon.long_range:
        parts.append(f"range {int(weapon.normal_range)}/{int(weapon.long_range)} ft")
    for word, is_so in (("thrown", weapon.thrown), ("two-handed", weapon.two_handed)):
        parts += [word] if is_so else []
    return ", ".join(parts)


def _spell_card(name: str, what: str, forms: tuple[Spell, ...]) -> Card:
    spell = forms[0]
    card = Card(name, "art" if spell.art else what, notes=spell.text)
    if spell.level and not spell.art:
        card.facts["level"] = str(int(spell.level))
    if what == "spell":
        far = {0: "as far as one sees", 5: "touch"}.get(int(spell.reach), f"{int(spell.reach)} ft")
        more = f" and {int(spell.level_reach)} ft a level" if spell.level_reach else ""
        card.facts["range"] = far + more
    if spell.radius:
        card.facts["radius"] = f"{int(spell.radius)} ft"
    if len(forms) > 1:
        card.facts["forms"] = ", ".join(form.name for form in forms)
    return card
