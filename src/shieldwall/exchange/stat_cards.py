"""Stat cards: facts on a creature, character, weapon, feat, item or spell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.ability_text import abilities
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.combatants.items import shipped_items
from shieldwall.content.combatants.kindreds import shipped_kindreds
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.combatants.parties import load_party
from shieldwall.content.formats.file_schema import Values
from shieldwall.content.formats.naming import plain, singulars
from shieldwall.content.formats.problems import ContentError, did_you_mean, fail
from shieldwall.content.library import equipment
from shieldwall.content.magic.power_fields import NATURE
from shieldwall.content.magic.spells import shipped_potions, shipped_spells
from shieldwall.content.user_folder import known_names
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Sum
from shieldwall.engine.attack.numbers import add_own_harm, add_own_hit, shock_of
from shieldwall.engine.magic.spell_data import Spell
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.sheet import ANY_AC, ATTRIBUTE_NAMES, SKILL_NAMES, Sheet, Weapon
from shieldwall.engine.state.state import Unit
from shieldwall.exchange.exporters import creature_forms
from shieldwall.exchange.yaml_text import flow

SHOWN: Final = frozenset(
    ("hd", "hp", "ac", "armour", "shield", "attack", "save", "speed", "height", "length", "breadth",
     "morale", "skill", "weapons", "stowed", "natural", "routine", "darkvision", "light", "spells",
     "casts", "caster-level", "potions", "notes", "disciplined", "fearless", "undead", "size",
     "leader", "temperament", "predator", "powers", *(field.key for field in NATURE))
)  # fmt: skip
"""Fields of a creature with their own line; all others are shown as written."""
SIZES: Final = {1: "man", 2: "large", 3: "huge"}


@dataclass(slots=True)
class Card:
    """A name, its kind, and its facts in order."""

    name: str
    what: str
    facts: dict[str, str] = field(default_factory=dict)
    notes: str = ""


def find_cards(name: str, rules: str) -> list[Card]:
    """All entries of a name; raises ContentError with similar names if there are none."""
    book = RULESETS[rules]
    book_folders = book.book_folders
    bare = re.sub(r"^[0-9]{1,3}\s+(?:x\s+)?", "", name.strip())
    guesses = dict.fromkeys(singulars(plain(bare)))
    known: dict[str, list[Card]] = {}

    def add(called: str, card: Card) -> None:
        known.setdefault(plain(called), []).append(card)

    family = book.family
    creatures = {
        **shipped_creatures(book_folders, family),
        **own_creatures(book_folders, family)[0],
    }
    forms = creature_forms()
    for called, sheet in creatures.items():
        if plain(called) in guesses:
            card = sheet_card(sheet, "creature", book)
            form = forms.get(called)
            if isinstance(form, dict):
                card.facts["HD"] = str(form.get("hd", card.facts["HD"]))
            for key, value in form.items() if isinstance(form, dict) else ():
                if key not in SHOWN:
                    card.facts[key] = flow(value)
            add(called, card)
        else:
            known.setdefault(plain(called), [])
    for party in known_names("parties"):
        try:
            members = load_party(party, rules)
        except ContentError:
            continue
        for member in members:
            called = member.sheet.name
            known.setdefault(plain(called), [])
            called = member.ident if member.ident in guesses else called
            if plain(called) in guesses:
                add(called, sheet_card(member.sheet, f"character of {party}", book))
    for called, spec in equipment(book_folders).weapons.items():
        known.setdefault(plain(called), [])
        if plain(called) in guesses:
            add(called, Card(called, "weapon", {"does": weapon_text(spec.weapon())}))
    for called, card in book_cards(book_folders):
        known.setdefault(plain(called), [])
        if plain(called) in guesses:
            add(called, card)
    for what, spells in (
        ("spell", shipped_spells(book_folders)),
        ("potion", shipped_potions(book_folders)),
    ):
        for called, forms_of in spells.items():
            known.setdefault(plain(called), [])
            if plain(called) in guesses:
                add(called, _spell_card(called, what, forms_of))
    found = next((cards for guess in guesses if (cards := known.get(guess))), [])
    if not found:
        meant = did_you_mean(plain(bare), sorted(known))
        raise fail(name, f"there is nothing with this name{meant}")
    return found


def book_cards(book_folders: tuple[str, ...]) -> Iterator[tuple[str, Card]]:
    """Armour, classes, kindreds, feats and magic items of a book."""
    gear = equipment(book_folders)
    for called, piece in gear.armour.items():
        facts = {"AC": str(piece.ac)} if piece.ac else {}
        if piece.shield:
            facts["shield"] = f"{piece.shield:+} to AC"
        facts["weight"] = str(piece.enc)
        hampers = {"sneak": piece.sneak, "exert": piece.exert}
        facts.update({skill: f"{worse:+}" for skill, worse in hampers.items() if worse})
        yield called, Card(called, "shield" if piece.shield else "armour", facts)
    for called, class_ in gear.classes.items():
        facts = {"HP": f"{class_.hp.die} a level", "attack": " ".join(map(str, class_.attack))}
        if class_.saves:
            facts["saves"] = " ".join(map(str, class_.saves)) + " at level 1"
        if class_.casts:
            facts["casts"] = " ".join(map(str, class_.casts))
        for key, arms in (
            ("learns", class_.weapons.only),
            ("does not learn", class_.weapons.never),
        ):
            facts.update({key: ", ".join(arms)} if arms else {})
        yield called, Card(called, "class", {**facts, **_given(class_.given)})
    for called, kindred in shipped_kindreds(book_folders).items():
        yield called, Card(called, "kindred", _given(kindred.given))
    for called, feat in shipped_feats(book_folders).items():
        facts = {f"level {number}": text for number, text in enumerate(feat.texts, 1)}
        if feat.chooses:
            facts["is for"] = f"one {feat.chooses}: `{called} (…)`"
        yield called, Card(called, "feat", facts)
    for called, item in shipped_items(book_folders).items():
        facts = {"uses": str(len(item.powers))} if item.powers else {}
        yield called, Card(called, "magic item", {**facts, **_given(item.given)}, item.text)


def _given(values: Values | None) -> dict[str, str]:
    """The bonuses of a class, a kindred or an item, in the words of its file."""
    return {} if values is None else {"gives": ", ".join(values.given())}


def sheet_card(sheet: Sheet, what: str, rules: Ruleset) -> Card:
    """The card of a combatant."""
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
    facts["speed"] = f"{int(sheet.speed_ft)} ft"
    if sheet.creature:
        facts["morale"] = str(sheet.morale)
        facts["skill"] = f"{int(sheet.check):+}"
        if sheet.size != 1:
            facts["size"] = SIZES.get(int(sheet.size), str(int(sheet.size)))
    else:
        pairs = zip(ATTRIBUTE_NAMES, sheet.attributes)
        facts["attributes"] = " ".join(f"{key} {value:+}" for key, value in pairs)
        names = [rules.skill_names.get(key, key).lower() for key in SKILL_NAMES]
        learnt = [(name, level) for name, level in zip(names, sheet.skills) if level >= 0]
        if learnt:
            facts["skills"] = ", ".join(f"{name} {level}" for name, level in learnt)
    for number, weapon in enumerate(sheet.weapons):
        packed = " (packed away)" if sheet.stowed >> number & 1 else ""
        facts[weapon.name] = wielded_text(rules, sheet, weapon) + packed
    if not sheet.weapons:
        facts["weapons"] = "none: it does not attack"
    if sheet.routine:
        facts["routine"] = ", ".join(sheet.weapons[place].name for place in sheet.routine)
    if sheet.spells:
        facts["spells"] = ", ".join(spell.name for spell in sheet.spells)
        facts["casts"] = f"{int(sheet.casts)}, at level {int(sheet.caster_level)}"
    if sheet.potions:
        facts["potions"] = ", ".join(
            potion.name + (" (packed away)" if sheet.packed >> number & 1 else "")
            for number, potion in enumerate(sheet.potions)
        )
    if sheet.darkvision_ft:
        facts["darkvision"] = f"{int(sheet.darkvision_ft)} ft"
    traits = {
        "disciplined": sheet.disciplined,
        "fearless": sheet.fearless,
        "leader": sheet.leader,
        "undead": sheet.undead,
    }
    words = [word for word, is_so in traits.items() if is_so]
    if words:
        facts["is"] = ", ".join(words)
    if sheet.temperament:
        facts["temperament"] = sheet.temperament
    facts.update(abilities(sheet))
    card.notes = sheet.notes
    return card


def wielded_text(rules: Ruleset, sheet: Sheet, weapon: Weapon) -> str:
    """A weapon with its wielder's bonuses, by the engine's sums: `+5 to hit, 1d8+2`."""
    unit = Unit(sheet, "", 0, 0, 0)
    how = MELEE if weapon.melee else SHOT if weapon.normal_range and not weapon.thrown else THROWN
    attack, damage = Sum(False), Sum(False)
    add_own_hit(attack, rules, unit, weapon, how)
    damage.add("weapon", weapon.bonus, "SOV-112")
    add_own_harm(damage, rules, unit, weapon, how)
    shock = int(shock_of(unit, weapon, how)) if rules.has_shock else 0
    return f"{int(attack.total):+} to hit, {weapon_text(weapon, int(damage.total), shock)}"


def weapon_text(weapon: Weapon, bonus: int | None = None, shock: int | None = None) -> str:
    """`1d8+1, Shock 2/13, reach 10 ft, range 30/60 ft, two-handed`.

    By itself, or with its wielder's damage and Shock.
    """
    plus = int(weapon.bonus) if bonus is None else bonus
    parts = [f"{int(weapon.dice)}d{int(weapon.sides)}" + (f"{plus:+}" if plus else "")]
    dealt = int(weapon.shock) if shock is None else shock
    if dealt:
        limit = "-" if weapon.shock_ac == ANY_AC else str(int(weapon.shock_ac))
        parts.append(f"Shock {dealt}/{limit}")
    if weapon.magic:
        parts.append(f"magic {int(weapon.magic):+}")
    if weapon.accuracy and bonus is None:
        parts.append(f"{int(weapon.accuracy):+} to hit")
    if weapon.pierces:
        parts.append(f"{int(weapon.pierces):+} against metal armour")
    if weapon.melee and weapon.reach_ft > 5:
        parts.append(f"reach {int(weapon.reach_ft)} ft")
    if weapon.long_range:
        bands = [weapon.normal_range, weapon.medium_range, weapon.long_range]
        parts.append(f"range {'/'.join(str(int(band)) for band in bands if band)} ft")
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
