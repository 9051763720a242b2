"""The shipped equipment, classes and creatures, and the folder of the shipped files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from shieldwall.content.combatants.ability_fields import TRAITS as GIVEN
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Item,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.naming import find_named
from shieldwall.content.formats.number_text import BANDS, DICE, SHOCK, Bands, Dice
from shieldwall.content.formats.problems import Problem, did_you_mean
from shieldwall.content.formats.yaml_tree import Node, Scalar, Table, parse_tree, read_text
from shieldwall.content.magic.power_fields import RIDERS, riders_of
from shieldwall.engine.magic.spell_data import KIND_NAMES
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import (
    ATTRIBUTE_NAMES,
    BRAWL,
    GRIP,
    MAKE,
    NO_RANGES,
    NO_RELOAD,
    RELOAD_BOW,
    RELOAD_CROSSBOW,
    SHOOT,
    STAB,
    WOUNDING,
    Grip,
    Make,
    Ranges,
    Weapon,
    Wounding,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


UNARMED: Final = "unarmed"
MAX_MAGIC: Final = 5
MAX_LEVEL: Final = 20
PLAIN: Final = ("",)
"""The folders of books without their own data."""


def data_folder() -> Traversable:
    """Folder of the shipped files."""
    from importlib.resources import files

    return files("shieldwall.content") / "data"


def shipped(folder: str) -> list[str]:
    """The names of the shipped files of a folder, sorted, without extension."""
    lies = data_folder() / folder
    found = [entry.name for entry in lies.iterdir()] if lies.is_dir() else []
    return sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml"))


class HouseGear:
    """Weapons and feats in a file of house rules."""

    def __init__(self, file: str, parts: dict[str, Table]) -> None:
        self.file = file
        self.parts = parts
        """By name of the changed shipped file."""

    def changes(self, name: str, written: dict[str, tuple[Scalar, Node]]) -> Table:
        """Its entries; for a known entry, missing fields stay unchanged."""
        own = self.parts.get(name)
        if own is None:
            return Table(1, 1)
        merged = Table(own.line, own.column)
        for entry, (key, node) in own.entries.items():
            before = written[entry][1] if entry in written else None
            if isinstance(before, Table) and isinstance(node, Table):
                whole = Table(node.line, node.column)
                whole.entries = {**before.entries, **node.entries}
                node = whole
            merged.entries[entry] = (key, node)
        return merged


HOUSE_FIELDS: Final = {"weapons.yaml": "weapons", "feats.yaml": "abilities"}
_HOUSES: dict[str, HouseGear] = {}
"""Shelves of house rules by a digest of their text."""


def add_house_folder(book_folder: str, house: HouseGear) -> None:
    _HOUSES[book_folder] = house


@cache
def _shipped_tree(path: str) -> Table:
    return parse_tree(read_text(data_folder() / path, path), path)


def read_shipped(
    name: str, kind: MapOf[Values], book_folders: tuple[str, ...] = PLAIN
) -> Iterator[tuple[str, Item[Values]]]:
    """The entries of a shipped file; raises all its problems at the end.

    A book's data is in its folders; an entry of a later folder replaces one of the same name.
    """
    problems: list[Problem] = []
    found: dict[str, Item[Values]] = {}
    written: dict[str, tuple[Scalar, Node]] = {}
    for book_folder in book_folders:
        path = f"{book_folder}/{name}" if book_folder else name
        field = ""
        if book_folder in _HOUSES:
            house = _HOUSES[book_folder]
            path = house.file
            field = HOUSE_FIELDS[name] if name in house.parts else ""
            tree: Node = house.changes(name, written)
        elif (data_folder() / path).is_file():
            tree = _shipped_tree(path)
        else:
            continue
        if isinstance(tree, Table):
            written.update(tree.entries)
        found.update(kind.read(tree, Place(path, problems, field)) or {})
    yield from found.items()
    Place(name, problems).raise_problems()


@dataclass(frozen=True, slots=True)
class WeaponSpec:
    """A weapon of the equipment list."""

    name: str
    damage: Dice
    shock: tuple[int, int] = (0, 0)
    magic: int = 0
    kinds: int = 0
    grip: Grip = GRIP
    ranges: Ranges = NO_RANGES
    make: Make = MAKE
    wounding: Wounding = WOUNDING
    enc: int = 1

    def weapon(self, extra: int = 0) -> Weapon:
        """The weapon for a wielder with `extra` damage (Killing Blow)."""
        shock, shock_ac = self.shock
        return Weapon(
            self.name,
            self.damage.count,
            self.damage.sides,
            self.damage.bonus + extra,
            shock + extra if shock else 0,
            shock_ac,
            self.magic,
            self.kinds,
            self.grip,
            self.ranges,
            self.make,
            self.wounding,
        )


@dataclass(frozen=True, slots=True)
class Armour:
    """Body armour by its AC; a shield by its bonus."""

    ac: int = 0
    shield: int = 0
    sneak: int = 0
    exert: int = 0
    enc: int = 0
    metal: bool = False


@dataclass(frozen=True, slots=True)
class HitPoints:
    """The hit points of a class by level."""

    die: Dice
    dice_levels: int = MAX_LEVEL
    """The levels that give a die; each further one gives `flat`, without CON."""
    flat: int = 0


@dataclass(frozen=True, slots=True)
class WeaponTraining:
    """The weapons that the members of a class are trained in."""

    only: tuple[str, ...] = ()
    """The only ones; empty for all."""
    never: tuple[str, ...] = ()
    """Those they are not trained in."""

    def masters(self, weapon: str) -> bool:
        if weapon == UNARMED:
            return True
        return weapon not in self.never and (not self.only or weapon in self.only)


ALL_WEAPONS: Final = WeaponTraining()


@dataclass(frozen=True, slots=True)
class CharacterClass:
    """A class: hit points per level, attack bonus by level, abilities of warriors."""

    hp: HitPoints
    attack: tuple[int, ...]
    killing_blow: bool = False
    luck: int = 0
    """Uses of Veteran's Luck per fight."""
    given: Values | None = None
    """Further abilities of its members."""
    saves: tuple[int, ...] = ()
    """Its saves at level 1; empty if a book derives them from level and attributes."""
    save_steps: tuple[int, ...] = ()
    """Improvement by level; in step with the attack by default."""
    casts: tuple[int, ...] = ()
    """Spells per day, by level."""
    turning: bool = False
    kindred: str = ""
    """The kindred of all its members, if any."""
    weapons: WeaponTraining = ALL_WEAPONS
    mounted: int = 0
    """Bonus to hit in mounted melee."""


DAMAGE: Final = Field("damage", DICE, required=True)
SHOCK_FIELD: Final = Field("shock", SHOCK)
ATTRIBUTES: Final = Field("attributes", ListOf(Word(*ATTRIBUTE_NAMES), or_one=True))
RANGE_FIELD: Final = Field("range", BANDS)
TRAITS: Final = Field("traits", ListOf(Word("2H", "AP", "L", "LL", "N", "PM", "R", "S", "SR", "T")))
ENC: Final = Field("enc", Whole(0, 20))
TYPE: Final = Field("type", ListOf(Word(*HARM_NAMES), most=4, or_one=True))
MELEE: Final = Field("melee", Flag())
SPLASH: Final = Field("splash", Flag())
HARMS: Final = Field("harms", Word(*KIND_NAMES))
SCATTERS: Final = Field("scatters", Whole(2, 12))
TO_HIT: Final = Field("to-hit", Whole(-5, 5))
PIERCING: Final = 2
"""Bonus to hit of armour-piercing weapons (DOL-048)."""
WEAPON: Final = Record(
    "a weapon", DAMAGE, SHOCK_FIELD, ATTRIBUTES, RANGE_FIELD, TRAITS, ENC, MELEE, TYPE, SPLASH,
    HARMS, RIDERS, SCATTERS, TO_HIT,
)  # fmt: skip

AC: Final = Field("ac", Whole(0, 30))
SHIELD_BONUS: Final = Field("shield", Whole(0, 5))
SNEAK: Final = Field("sneak", Whole(-9, 0))
EXERT: Final = Field("exert", Whole(-9, 0))
METAL: Final = Field("metal", Flag())
ARMOUR: Final = Record("armour", AC, SHIELD_BONUS, SNEAK, EXERT, ENC, METAL)

HP_DIE: Final = Field("hp", DICE, required=True)
ATTACKS: Final = Field("attack", ListOf(Whole(0, 20)), required=True)
KILLING_BLOW: Final = Field("killing-blow", Flag())
LUCK: Final = Field("veterans-luck", Whole(0, 9))
SAVES: Final = Field("saves", ListOf(Whole(2, 20), most=5))
SAVE_STEPS: Final = Field("save-steps", ListOf(Whole(0, 20), most=MAX_LEVEL))
DICE_LEVELS: Final = Field("dice-levels", Whole(1, MAX_LEVEL))
FLAT_HP: Final = Field("hp-above", Whole(1, 9))
CLASS_CASTS: Final = Field("casts", ListOf(Whole(0, 20), most=MAX_LEVEL))
TURNS: Final = Field("turns-undead", Flag())
KINDRED: Final = Field("kindred", Text(40, "a kindred such as `elf`"))
ARMS: Final = ListOf(Text(40, "a weapon of the list"), most=40, or_one=True)
SKILLED: Final = Field("skilled", ARMS)
UNSKILLED: Final = Field("unskilled", ARMS)
MOUNTED: Final = Field("mounted-hit", Whole(1, 5))
CLASS: Final = Record(
    "a class", HP_DIE, ATTACKS, KILLING_BLOW, LUCK, GIVEN, SAVES, SAVE_STEPS, DICE_LEVELS, FLAT_HP,
    CLASS_CASTS, TURNS, KINDRED, SKILLED, UNSKILLED, MOUNTED,
)  # fmt: skip


def weapon_spec(name: str, values: Values) -> WeaponSpec | None:
    """A weapon from its entry in the list."""
    damage = values.get(DAMAGE)
    if damage is None:
        return None
    traits = {item.value for item in values.value(TRAITS, [])}
    bands = values.value(RANGE_FIELD, Bands())
    if traits & {"T", "R", "SR"} and not values.has(RANGE_FIELD):
        values.place.problem("'range' is missing; what is thrown or shot needs one")
    shoots = bool(traits & {"R", "SR"})
    unarmed = name == UNARMED
    attributes = [ATTRIBUTE_NAMES.index(a.value) for a in values.value(ATTRIBUTES, [])]
    melee = values.value(MELEE, not shoots)
    return WeaponSpec(
        name=name,
        damage=damage,
        shock=values.value(SHOCK_FIELD, (0, 0)),
        kinds=kinds_of(name, [item.value for item in values.value(TYPE, [])]),
        grip=Grip(
            attributes=tuple(attributes) or (0,),
            skill=BRAWL if unarmed else STAB if melee else SHOOT,
            melee=melee,
            reach=10 if "L" in traits else 5,
            two_handed="2H" in traits,
            reload=_reload(traits),
            small="S" in traits,
        ),
        ranges=Ranges(bands.near, bands.far, bands.middle, thrown="T" in traits),
        make=Make(
            accuracy=values.value(TO_HIT, 0),
            pierces=PIERCING if "AP" in traits else 0,
            unarmed=unarmed,
            less_lethal="LL" in traits,
            precise_murder="PM" in traits,
        ),
        wounding=Wounding(
            riders=riders_of(values.value(RIDERS, [])),
            harms=KIND_NAMES.index(values.value(HARMS, KIND_NAMES[0])),
            splash=values.value(SPLASH, False),
            scatters=values.value(SCATTERS, 0),
        ),
        enc=values.value(ENC, 0 if unarmed else 1),
    )


def _reload(traits: set[str]) -> int:
    if "SR" in traits:
        return RELOAD_CROSSBOW
    return RELOAD_BOW if "R" in traits else NO_RELOAD


SLASHING_WORDS: Final = (
    "sword", "axe", "polearm", "halberd", "hatchet", "seax", "scythe", "glaive",
)  # fmt: skip
PIERCING_WORDS: Final = (
    "spear", "dagger", "stiletto", "knife", "blade", "bow", "crossbow", "javelin", "lance", "pike",
    "trident", "dart",
)  # fmt: skip


def kinds_of(name: str, named: list[str]) -> int:
    """The kinds of damage of a weapon, one bit each; by the words of its name if not given."""
    words = name.replace(",", "").split()
    if not named:
        if any(word in SLASHING_WORDS for word in words):
            named = ["slashing"]
        else:
            named = ["piercing" if any(word in PIERCING_WORDS for word in words) else "bludgeoning"]
    bits = 0
    for kind in named:
        bits |= 1 << HARM_NAMES.index(kind)
    return bits


MATERIALS: Final = {"silver": "silver", "cold iron": "cold iron"}
"""Words before a weapon's name, and the kind of damage they add."""


def split_material(text: str) -> tuple[int, str]:
    """`silver dagger` is a dagger with silver damage."""
    for word, kind in MATERIALS.items():
        if text.startswith(word + " "):
            return 1 << HARM_NAMES.index(kind), text[len(word) + 1 :]
    return 0, text


def split_magic(text: str) -> tuple[int, str]:
    """`+1 sword` is a sword with a bonus of 1."""
    found = re.fullmatch(r"\+([0-9]) +(.+)", text)
    return (int(found[1]), found[2]) if found else (0, text)


def plain_name(text: str) -> str:
    """A weapon's name in the list: `+1 silver dagger` is a dagger."""
    return split_material(split_magic(text)[1])[1]


@dataclass(frozen=True, slots=True)
class Equipment:
    """All the shipped weapons, armour and classes by name."""

    weapons: Mapping[str, WeaponSpec]
    armour: Mapping[str, Armour]
    classes: Mapping[str, CharacterClass]

    def weapon(self, text: str, place: Place) -> WeaponSpec | None:
        """A weapon by its name, perhaps a magic one."""
        magic, name = split_magic(text)
        metal = 0
        if name not in self.weapons:
            metal, name = split_material(name)
        found = find_named(self.weapons, name)
        if found is None:
            place.problem(f"unknown weapon {name!r}{did_you_mean(name, list(self.weapons))}")
        elif magic > MAX_MAGIC:
            place.problem(f"a magic bonus is at most +{MAX_MAGIC}")
        elif magic or metal:
            return replace(found, name=text, magic=magic, kinds=found.kinds | metal)
        return found

    def common_shield(self) -> str:
        """The default shield: the first of the list."""
        return next(name for name, piece in self.armour.items() if piece.shield)

    def armour_piece(self, text: str, place: Place, shield: bool = False) -> Armour | None:
        """Body armour, or a shield, by its name; magic adds to its AC."""
        magic, name = split_magic(text)
        names = [key for key, piece in self.armour.items() if bool(piece.shield) == shield]
        piece = find_named({key: self.armour[key] for key in names}, name)
        if piece is None:
            kind = "shield" if shield else "armour"
            place.problem(f"unknown {kind} {name!r}{did_you_mean(name, names)}")
            return None
        if magic > MAX_MAGIC:
            place.problem(f"a magic bonus is at most +{MAX_MAGIC}")
            return None
        if shield:
            return replace(piece, shield=piece.shield + magic)
        return replace(piece, ac=piece.ac + magic)


@cache
def equipment(book_folders: tuple[str, ...] = PLAIN) -> Equipment:
    """The shipped lists, cached per book."""
    weapons = {}
    for name, item in read_shipped("weapons.yaml", MapOf(WEAPON), book_folders):
        spec = weapon_spec(name, item.value)
        if spec is not None:
            weapons[name] = spec
    armour = {}
    for name, item in read_shipped("armour.yaml", MapOf(ARMOUR), book_folders):
        piece = item.value
        armour[name] = Armour(
            ac=piece.value(AC, 0),
            shield=piece.value(SHIELD_BONUS, 0),
            sneak=piece.value(SNEAK, 0),
            exert=piece.value(EXERT, 0),
            enc=piece.value(ENC, 0),
            metal=piece.value(METAL, False),
        )
    classes = {}
    for name, item in read_shipped("classes.yaml", MapOf(CLASS), book_folders):
        class_ = read_class(item.value)
        if class_ is not None:
            classes[name] = class_
    return Equipment(weapons, armour, classes)


def read_class(values: Values) -> CharacterClass | None:
    """A class from its entry in the list."""
    hp = values.get(HP_DIE)
    attack = tuple(step.value for step in values.value(ATTACKS, []))
    if hp is None or not attack:
        return None
    return CharacterClass(
        HitPoints(hp, values.value(DICE_LEVELS, MAX_LEVEL), values.value(FLAT_HP, 0)),
        attack,
        values.value(KILLING_BLOW, False),
        values.value(LUCK, 0),
        values.get(GIVEN),
        tuple(save.value for save in values.value(SAVES, [])),
        tuple(step.value for step in values.value(SAVE_STEPS, [])) or attack,
        tuple(number.value for number in values.value(CLASS_CASTS, [])),
        values.value(TURNS, False),
        values.value(KINDRED, ""),
        WeaponTraining(
            tuple(item.value for item in values.value(SKILLED, [])),
            tuple(item.value for item in values.value(UNSKILLED, [])),
        ),
        values.value(MOUNTED, 0),
    )
