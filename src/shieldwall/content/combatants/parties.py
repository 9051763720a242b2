"""Characters: sheets from attributes, class, skills and gear; and party files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shieldwall.books import RULESETS
from shieldwall.content.combatants.ability_fields import Gifts, gifts_of
from shieldwall.content.combatants.caster_fields import craft_of
from shieldwall.content.combatants.character_figures import arithmetic, hit_points, saves_of
from shieldwall.content.combatants.creature_sheets import (
    AC,
    ARMOUR,
    CASTER_LEVEL,
    CASTS,
    DARKVISION,
    LIGHT,
    POTIONS,
    SHIELD,
    SPEED,
    SPELLS,
    STOWED,
    WEAPONS,
    Arms,
    carried_arms,
    given_ac,
    worn_shield,
)
from shieldwall.content.combatants.feats import FEATS, chosen_feats
from shieldwall.content.combatants.items import ITEMS, MagicItem, borne_items
from shieldwall.content.combatants.kindreds import kindred_of
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Ident,
    ListOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.problems import Problem, did_you_mean, fail
from shieldwall.content.formats.yaml_tree import parse_tree, read_text
from shieldwall.content.house_rules.file_book import RulesName
from shieldwall.content.library import (
    KINDRED,
    MAX_LEVEL,
    Armour,
    CharacterClass,
    Equipment,
    equipment,
    plain_name,
)
from shieldwall.content.magic.spells import known_scrolls
from shieldwall.content.user_folder import find_file, is_path, not_found
from shieldwall.engine.magic.spell_data import ITEM, SCROLL
from shieldwall.engine.state.sheet import (
    ATTRIBUTE_NAMES,
    CON,
    DEX,
    EXERT,
    MAGIC,
    ROLES,
    SKILL_NAMES,
    SNEAK,
    TEMPERAMENTS,
    Body,
    Casting,
    Nerve,
    Outfit,
    Sheet,
    Training,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from shieldwall.engine.ruleset import Ruleset

UNTRAINED: Final = -1

SCORES: Final = tuple(Field(name, Whole(3, 18), name != "cha") for name in ATTRIBUTE_NAMES)
LEVELS: Final = tuple(Field(name, Whole(UNTRAINED, 4)) for name in SKILL_NAMES)
ALIASES: Final = {name: Field(name, Whole(UNTRAINED, 4)) for name in ("slash", "punch")}
"""Other names of skills in some books."""

NAME: Final = Field("name", Text(40, "a name"), required=True)
ID: Final = Field("id", Ident())
CLASS: Final = Field("class", Text(40, "a class such as `warrior`"), required=True)
LEVEL: Final = Field("level", Whole(1, MAX_LEVEL))
ATTRIBUTES: Final = Field("attributes", Record("scores of attributes", *SCORES), required=True)
SKILLS: Final = Field("skills", Record("levels of skills", *LEVELS, *ALIASES.values()))
SCROLLS: Final = Field("scrolls", ListOf(Text(40, "a spell such as `sleep`"), most=20, or_one=True))
HP: Final = Field("hp", Whole(1, 1000))
ATTACK: Final = Field("attack", Whole(-5, 30))
KIT: Final = Field("kit", Flag())
MOUNTED: Final = Field("mounted", Flag())
LEADER: Final = Field("leader", Flag())
MORALE: Final = Field("morale", Whole(2, 12))
SEAT: Final = Field("seat", Ident())
ROLE: Final = Field("role", Word(*ROLES, *TEMPERAMENTS))
NOTES: Final = Field("notes", Text(400))
CHARACTER: Final = Record(
    "a character",
    NAME, ID, CLASS, KINDRED, LEVEL, ATTRIBUTES, SKILLS, HP, AC, ARMOUR, SHIELD, ATTACK, SPEED,
    WEAPONS, STOWED, KIT, MOUNTED, FEATS, ITEMS, SPELLS, CASTS, CASTER_LEVEL, SCROLLS, POTIONS,
    DARKVISION, LIGHT, ROLE, LEADER, MORALE, SEAT, NOTES,
)  # fmt: skip

TITLE: Final = Field("title", Text())
CHARACTERS: Final = Field("characters", ListOf(CHARACTER), required=True)
RULES: Final = Field("rules", RulesName())
PARTY: Final = Record("a party", TITLE, RULES, CHARACTERS)


@dataclass(frozen=True, slots=True)
class Member:
    """A character ready for placement."""

    ident: str
    sheet: Sheet
    seat: str
    place: Place


def ident_of(name: str) -> str:
    """A short name from a full one: `Sir Étienne` becomes `sir-etienne`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30]


def skill_levels(trained: Values | None, rules: Ruleset) -> list[int]:
    """The levels of all skills, by the book's names."""
    if trained is None:
        return [UNTRAINED] * len(SKILL_NAMES)
    levels = []
    known = {name.lower() for name in rules.skill_names.values()}
    for field in LEVELS:
        own = rules.skill_names.get(field.key, field.key).lower()
        if own != field.key and trained.has(field) and field.key not in known:
            trained.at(field).problem(f"unknown key; did you mean {own}?")
        levels.append(trained.value(ALIASES.get(own, field), UNTRAINED))
    for name, alias in ALIASES.items():
        if trained.has(alias) and name not in known:
            trained.at(alias).problem(f"unknown key{did_you_mean(name, list(SKILL_NAMES))}")
    return levels


def character_sheet(values: Values, rules: Ruleset, levels: int = 0) -> Sheet | None:
    """A character's sheet for a book, or None after recording its problems."""
    known = equipment(rules.book_folders)
    book = arithmetic(rules.book_folders)
    name, scores = values.get(NAME), values.get(ATTRIBUTES)
    class_ = known_class(values, known)
    worn = known.armour_piece(values.value(ARMOUR, "none"), values.at(ARMOUR))
    shield = worn_shield(values, known)
    if values.value(LEVEL, 1) > book.levels:
        values.at(LEVEL).problem(f"this book goes up to level {book.levels}")
    level = min(book.levels, values.value(LEVEL, 1) + levels)
    killing_blow = (level + 1) // 2 if class_ is not None and class_.killing_blow else 0
    arms = carried_arms(values, killing_blow, known)
    attack = values.value(ATTACK, 0 if class_ is None else class_.attack[level - 1])
    ac = given_ac(values)
    casts = 1 if class_ is None or not class_.casts else class_.casts[level - 1]
    skills = skill_levels(values.get(SKILLS), rules)
    craft = craft_of(
        values, level, attack, rules.book_folders, casts, book.remembers, skills[MAGIC]
    )
    scrolls = known_scrolls(
        values.value(SCROLLS, []), rules.book_folders, SCROLL if "read" in rules.actions else ITEM
    )
    feats = chosen_feats(values.value(FEATS, {}), rules.book_folders, known.weapons)
    own = values.value(KINDRED, "" if class_ is None else class_.kindred)
    kindred = kindred_of(own, rules.book_folders, values.at(KINDRED))
    given = feats.given
    items = borne_items(values.value(ITEMS, []), rules.book_folders)
    if name is None or class_ is None or scores is None or worn is None:
        return None
    mods = [book.modifier(scores.value(score, 10)) for score in SCORES]
    sources = (class_.given, kindred.given, *(item.given for item in items))
    given += [gift for gift in sources if gift is not None]
    gifts = gifts_of(
        given,
        skills,
        level,
        mods[book.magic_save] if book.magic_save >= 0 else 0,
        feats.kin,
        class_.mounted if values.value(MOUNTED, False) else 0,
    )
    gifts.teach_hands(arms.weapons, killing_blow)
    train(arms, class_, book.unskilled, feats.mastered)
    skills[SNEAK] += worn.sneak
    skills[EXERT] += worn.exert
    warding = sum(item.saves for item in items)
    saves = saves_of(class_, rules.save_pairs, mods, level)
    powers = tuple(power for item in items for power in item.powers) + scrolls
    return Sheet(
        name=name,
        hp=values.value(HP, hit_points(class_, mods[CON], level) + gifts.hp * level),
        ac=armour_class(worn, shield, gifts, items) + mods[DEX] if ac is None else ac,
        attack=attack,
        weapons=arms.weapons + craft.bolts,
        notes=values.value(NOTES, ""),
        abilities=gifts.abilities,
        training=Training(
            attributes=tuple(mods),
            skills=tuple(skills),
            saves=tuple(
                save - warding - better
                for save, better in zip(saves, (*gifts.saves, 0), strict=False)
            ),
            constitution=scores.value(SCORES[CON], 10),
            outright=values.has(ATTACK),
            hit_dice=level,
            luck=class_.luck + gifts.luck,
        ),
        outfit=Outfit(
            shield=0 if shield is None else shield.shield,
            stowed=arms.stowed,
            kit=values.value(KIT, False),
            armoured=gifts.hampers_casting(worn.enc, shield is not None),
            light=max([values.value(LIGHT, 0), *(item.light for item in items)]),
            metal=worn.metal,
        ),
        body=Body(
            speed=values.value(SPEED, book.speed_with(load_of(values, known, worn, shield)))
            + sum(item.speed for item in items),
            darkvision=max([values.value(DARKVISION, 0), *(item.darkvision for item in items)]),
            kin=kindred.kin,
        ),
        nerve=Nerve(
            morale=values.value(MORALE, 7),
            leader=values.value(LEADER, False),
            temperament=values.value(ROLE, ""),
            named=True,
        ),
        casting=Casting(
            spells=craft.spells + powers,
            casts=craft.casts,
            caster_level=craft.level or (level if powers else 0),
            potions=craft.potions,
            packed=craft.packed,
            turning=level if class_.turning else 0,
        ),
    )


def known_class(values: Values, known: Equipment) -> CharacterClass | None:
    """The class of a character; an unknown one is recorded as a problem."""
    name = values.get(CLASS)
    found = known.classes.get(name or "")
    if name is not None and found is None:
        hint = did_you_mean(name, list(known.classes))
        values.at(CLASS).problem(f"unknown class {name!r}{hint}")
    return found


def armour_class(
    worn: Armour, shield: Armour | None, gifts: Gifts, items: Sequence[MagicItem]
) -> int:
    """The AC of armour, shield, gifts and items, without DEX."""
    bare = max([gifts.bare_ac, *(item.bare_ac for item in items)])
    body = worn.ac if worn.enc else max(worn.ac, bare)
    best = body if shield is None else max(body + shield.shield, shield.ac)
    return best + sum(item.ac for item in items)


def train(arms: Arms, class_: CharacterClass, unskilled: int, mastered: dict[str, int]) -> None:
    """Apply mastery and lack of training to the weapons."""
    for weapon in arms.weapons:
        base = plain_name(weapon.name)
        if not class_.weapons.masters(base):
            weapon.accuracy += unskilled
        bonus = mastered.get(base, 0)
        weapon.accuracy += bonus
        weapon.bonus += bonus


def load_of(values: Values, known: Equipment, worn: Armour, shield: Armour | None) -> int:
    """The load of armour, shield and ready weapons, in the book's units."""
    unheard = Place("", [])
    ready = [known.weapon(item.value, unheard) for item in values.value(WEAPONS, [])]
    arms = sum(spec.enc for spec in ready if spec is not None)
    return worn.enc + (0 if shield is None else shield.enc) + arms


def members(values: Values, rules: Ruleset, levels: int = 0) -> list[Member]:
    """The characters of a party file, raised by `levels`."""
    found: list[Member] = []
    taken: set[str] = set()
    for item in values.value(CHARACTERS, []):
        character = item.value
        sheet = character_sheet(character, rules, levels)
        if sheet is None:
            continue
        ident = character.get(ID)
        if ident is None:
            made = ident_of(sheet.name)
            place = character.at(NAME)
            ident = Ident().parse(made, Place(place.file, [])) if made else None
            if ident is None:
                place.problem(f"{sheet.name!r} makes no good short name; give an `id`")
                continue
        if ident in taken:
            spot = character.at(ID if character.has(ID) else NAME)
            spot.problem(f"two characters are called {ident!r}; give one an `id`")
            continue
        taken.add(ident)
        found.append(Member(ident, sheet, character.value(SEAT, ""), character.place))
    if not found and not values.place.problems:
        values.at(CHARACTERS).problem("the party has no members")
    return found


def read_party(
    source: Path | Traversable, name: str, problems: list[Problem], rules: Ruleset, levels: int = 0
) -> list[Member]:
    """The characters of a file; its problems are appended to `problems`.

    They use the book the file names, else the given one.
    """
    return party_of(read_text(source, name), name, problems, rules, levels)


def party_of(
    text: str, name: str, problems: list[Problem], rules: Ruleset, levels: int = 0
) -> list[Member]:
    """The same for the text of a file."""
    values = PARTY.read(parse_tree(text, name), Place(name, problems, line=1))
    if values is None:
        return []
    own = values.get(RULES)
    return members(values, rules if own is None else RULESETS[own], levels)


def load_party(name_or_path: str, rules: str = "sovereign", levels: int = 0) -> list[Member]:
    """The characters of a party file, by its path or name, and by the name of a book."""
    return party_by(RULESETS[rules], name_or_path, levels)


def party_by(rules: Ruleset, name_or_path: str, levels: int = 0) -> list[Member]:
    """The same for a book that may be house rules."""
    folder = Path() if is_path(name_or_path) else None
    found = find_file(
        "parties", name_or_path, folder, book_folders=rules.book_folders, anywhere=True
    )
    if found is None:
        raise fail(name_or_path, not_found("parties", name_or_path, "party"))
    problems: list[Problem] = []
    party = read_party(found.source, found.shown, problems, rules, levels)
    Place(found.shown, problems).raise_problems()
    return party
