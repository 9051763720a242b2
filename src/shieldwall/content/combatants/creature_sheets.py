"""From a short stat block to a sheet, by the rules for converting monsters.

How a creature's spells are read comes from above (`caster_fields`), because a spell may summon a
creature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from shieldwall.abilities.registry import abilities_of
from shieldwall.content.combatants.ability_fields import TRAITS, gifts_of
from shieldwall.content.combatants.conversion import MAN
from shieldwall.content.combatants.conversion_file import conversion_for
from shieldwall.content.combatants.kindreds import KIN, kin_bits
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.number_text import DICE, RANGE, SHOCK, HitDiceKind
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.formats.yaml_tree import Node, Scalar
from shieldwall.content.library import (
    PLAIN,
    UNARMED,
    Armour,
    Equipment,
    equipment,
)
from shieldwall.content.magic.power_fields import (
    NATURE,
    POWERS,
    RIDERS,
    nature_sizes,
    powers_of,
    riders_of,
)
from shieldwall.content.magic.primitives import harm_bits
from shieldwall.engine.magic.spell_data import Spell
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import (
    ANY_AC,
    BRAWL,
    SKILL_NAMES,
    TEMPERAMENTS,
    UNDEAD_KIN,
    Body,
    Casting,
    Grip,
    Make,
    Nerve,
    Outfit,
    Ranges,
    Sheet,
    Training,
    Weapon,
    Wounding,
)

FOOTPRINT: Final = {"man": 1, "large": 2, "huge": 3}
BODY: Final = {"man": (6, 2, 2), "large": (9, 4, 4), "huge": (16, 10, 8)}
"""Default height, length and breadth in feet."""

SHOCK_STEPS: Final = (13, 15, 18, ANY_AC)
"""AC limits of a natural weapon's Shock, piercing to bludgeoning; large bodies one step up."""

NAME: Final = Field("name", Text(40), required=True)
DAMAGE: Final = Field("damage", DICE, required=True)
TYPE: Final = Field("type", Word("piercing", "slashing", "bludgeoning"), required=True)
SHOCK_FIELD: Final = Field("shock", SHOCK)
REACH: Final = Field("reach", Whole(5, 30))
RANGE_FIELD: Final = Field("range", RANGE)
WEAPON_OF: Final = Field("of", ListOf(Word(*HARM_NAMES), most=6, or_one=True))
OWN_TO_HIT: Final = Field("to-hit", Whole(-20, 20))
"""On top of the creature's attack bonus."""
NATURAL_WEAPON: Final = Record(
    "a natural weapon", NAME, DAMAGE, TYPE, OWN_TO_HIT, SHOCK_FIELD, REACH, RANGE_FIELD, WEAPON_OF,
    RIDERS,
)  # fmt: skip

HD: Final = Field("hd", HitDiceKind(), required=True)
HP: Final = Field("hp", Whole(1, 1000))
AC: Final = Field("ac", Whole(0, 30))
ARMOUR: Final = Field("armour", Text(40, "armour such as `leather`"))
SHIELD: Final = Field("shield", Text(40, "yes, no or a magic shield such as `+1 shield`"))
ATTACK: Final = Field("attack", Whole(0, 30))
SAVE: Final = Field("save", Whole(2, 20))
SPEED: Final = Field("speed", Whole(0, 200))
SIZE: Final = Field("size", Word(*FOOTPRINT))
HEIGHT: Final = Field("height", Whole(1, 100))
LENGTH: Final = Field("length", Whole(1, 100))
BREADTH: Final = Field("breadth", Whole(1, 100))
MORALE: Final = Field("morale", Whole(2, 12))
SKILL: Final = Field("skill", Whole(-2, 5))
ARMS: Final = ListOf(Text(40, "a weapon such as `sword`"), most=20, or_one=True)
WEAPONS: Final = Field("weapons", ARMS)
STOWED: Final = Field("stowed", ARMS)
ROUTINE: Final = Field("routine", ListOf(Text(40, "one of its weapons"), most=12))
NATURAL: Final = Field("natural", ListOf(NATURAL_WEAPON, most=20))
PREDATOR: Final = Field("predator", Flag())
DISCIPLINED: Final = Field("disciplined", Flag())
FEARLESS: Final = Field("fearless", Flag())
UNDEAD: Final = Field("undead", Flag())
LEADER: Final = Field("leader", Flag())
DARKVISION: Final = Field("darkvision", Whole(0, 600))
LIGHT: Final = Field("light", Whole(0, 600))
SPELLS: Final = Field("spells", ListOf(Text(40, "a spell such as `sleep`"), most=40, or_one=True))
CASTS: Final = Field("casts", Whole(0, 20))
CASTER_LEVEL: Final = Field("caster-level", Whole(1, 20))
POTION_WHAT: Final = Field("what", Text(40, "a potion such as `potion of healing`"), required=True)
POTION_NAME: Final = Field("name", Text(40))
POTION_DICE: Final = Field("dice", DICE)
POTION_DOSES: Final = Field("doses", Whole(1, 20))
POTION_STOWED: Final = Field("stowed", Flag())
POTION: Final = Record(
    "a potion", POTION_WHAT, POTION_NAME, POTION_DICE, POTION_DOSES, POTION_STOWED
)


class PotionKind(Kind["Values | str"]):
    """A potion by its name alone, or with its own figures."""

    what = "a potion such as `potion of healing`"

    def read(self, node: Node, place: Place) -> Values | str | None:
        if isinstance(node, Scalar):
            return Text(40, self.what).read(node, place)
        return POTION.read(node, place)


POTIONS: Final = Field("potions", ListOf(PotionKind(), most=20, or_one=True))
TEMPERAMENT: Final = Field("temperament", Word(*TEMPERAMENTS))
NOTES: Final = Field("notes", Text(12_000))
SOURCE: Final = Field("source", Text(200))
CREATURE: Final = Record(
    "a creature", HD, HP, AC, ARMOUR, SHIELD, ATTACK, SAVE, SPEED, SIZE, HEIGHT, LENGTH, BREADTH,
    MORALE, SKILL, WEAPONS, STOWED, NATURAL, ROUTINE, PREDATOR, DISCIPLINED, FEARLESS, LEADER,
    UNDEAD, DARKVISION, LIGHT,
    SPELLS, CASTS, CASTER_LEVEL, POTIONS, TRAITS, KIN, TEMPERAMENT, *NATURE, POWERS, NOTES, SOURCE,
)  # fmt: skip
CREATURES: Final = MapOf(CREATURE, what="creatures by name")


def worn_shield(values: Values, known: Equipment) -> Armour | None:
    """The shield of a `shield:` line: none, the common one, or a magic one by name."""
    text = values.value(SHIELD, "no")
    if text.lower() in Flag.WORDS:
        if not Flag.WORDS[text.lower()]:
            return None
        text = known.common_shield()
    return known.armour_piece(text, values.at(SHIELD), shield=True)


@dataclass(frozen=True, slots=True)
class Arms:
    """Carried weapons in order, and a bit for each packed one."""

    weapons: tuple[Weapon, ...]
    stowed: int


def carried_arms(
    values: Values, extra: int, known: Equipment, natural: Sequence[Weapon] = ()
) -> Arms:
    """The ready weapons, the natural ones, the stowed ones, and fists for creatures with hands.

    `natural: []` without weapons is a creature that does not attack.
    """
    ready = [known.weapon(item.value, item.place) for item in values.value(WEAPONS, [])]
    packed = [known.weapon(item.value, item.place) for item in values.value(STOWED, [])]
    if values.has(STOWED) and not values.has(WEAPONS):
        values.at(STOWED).problem("give `weapons` too: the first of them is in hand")
    weapons = [*(spec.weapon(extra) for spec in ready if spec is not None), *natural]
    stowed = 0
    for spec in packed:
        if spec is not None:
            stowed |= 1 << len(weapons)
            weapons.append(spec.weapon(extra))
    hands = values.has(WEAPONS) or not (natural or values.has(NATURAL))
    if hands and not any(weapon.unarmed for weapon in weapons):
        weapons.append(known.weapons[UNARMED].weapon(extra))
    return Arms(tuple(weapons), stowed)


@dataclass(frozen=True, slots=True)
class CasterFields:
    """Spells and potions of a sheet."""

    spells: tuple[Spell, ...]
    casts: int
    level: int
    potions: tuple[Spell, ...]
    bolts: tuple[Weapon, ...] = ()
    """Arts that are weapons."""
    packed: int = 0
    """A bit for each packed potion."""


def no_craft(
    values: Values, level: int, attack: int, book_folders: tuple[str, ...], magic: int
) -> CasterFields:
    """What a creature that a spell summons can cast: nothing."""
    for field in (SPELLS, POTIONS):
        if values.has(field):
            values.at(field).problem("a summoned creature has neither spells nor potions")
    return CasterFields((), 0, 0, ())


CraftReader = Callable[[Values, int, int, tuple[str, ...], int], CasterFields]
"""Reads spells and potions: the entry, the caster's level, its attack, folders, its skill."""


def creature_sheet(
    name: str,
    values: Values,
    book_folders: tuple[str, ...] = PLAIN,
    book: str = "",
    read_craft: CraftReader = no_craft,
) -> Sheet | None:
    """A creature's sheet, or None after recording its problems."""
    known = equipment(book_folders)
    hit_dice = values.get(HD)
    if hit_dice is None:
        return None
    size = values.value(SIZE, "man")
    height, length, breadth = BODY[size]
    shield = worn_shield(values, known)
    if not (values.has(WEAPONS) or values.has(NATURAL)):
        values.place.problem("has no weapon; give it `weapons` or `natural` ones, or `natural: []`")
    way = conversion_for(book)
    kills = way.predators and values.value(PREDATOR, False)
    extra = hit_dice.predator_bonus if kills else 0
    bodily = [
        _natural(item.value, extra, FOOTPRINT[size] > 1) for item in values.value(NATURAL, [])
    ]
    arms = carried_arms(values, extra, known, [weapon for weapon in bodily if weapon is not None])
    if not way.shock:
        for weapon in arms.weapons:
            weapon.shock = weapon.shock_ac = 0
    attack = values.value(ATTACK, way.attack(hit_dice))
    check = values.value(SKILL, 0)
    craft = read_craft(values, max(1, hit_dice.count), attack, book_folders, check)
    given = values.get(TRAITS)
    skills = [check] * len(SKILL_NAMES)
    gifts = gifts_of([] if given is None else [given], skills, max(1, hit_dice.count))
    gifts.teach_hands(arms.weapons, extra)
    return Sheet(
        name=name,
        hp=values.value(HP, hit_dice.average),
        ac=_armour_class(values, 0 if shield is None else shield.shield, known),
        attack=attack,
        weapons=arms.weapons + craft.bolts,
        notes=values.value(NOTES, ""),
        abilities=abilities_of(gifts.sizes | nature_sizes(values, way)),
        outfit=Outfit(
            shield=0 if shield is None else shield.shield,
            stowed=arms.stowed,
            routine=_routine(values, arms),
            armoured=values.has(ARMOUR) or shield is not None,
            light=values.value(LIGHT, 0),
            metal=_wears_metal(values, known),
        ),
        body=Body(
            speed=way.feet(values.value(SPEED, MAN)),
            size=FOOTPRINT[size],
            height=values.value(HEIGHT, height),
            length=values.value(LENGTH, length),
            breadth=values.value(BREADTH, breadth),
            undead=values.value(UNDEAD, False),
            darkvision=values.value(DARKVISION, 0),
            kin=kin_bits(values) | (UNDEAD_KIN if values.value(UNDEAD, False) else 0),
        ),
        training=Training(
            saves=way.saving(hit_dice, values.get(SAVE)),
            disciplined=values.value(DISCIPLINED, False),
            creature=True,
            check=check,
            hit_dice=max(1, hit_dice.count),
        ),
        nerve=Nerve(
            morale=values.value(MORALE, 7),
            fearless=values.value(FEARLESS, False),
            leader=values.value(LEADER, False),
            temperament=values.value(TEMPERAMENT, ""),
        ),
        casting=Casting(
            spells=craft.spells,
            casts=craft.casts,
            caster_level=craft.level,
            potions=craft.potions,
            packed=craft.packed,
            powers=powers_of(values),
        ),
    )


def _wears_metal(values: Values, known: Equipment) -> bool:
    if not values.has(ARMOUR):
        return False
    worn = known.armour_piece(values.value(ARMOUR, "none"), Place("", []))
    return worn is not None and worn.metal


def _routine(values: Values, arms: Arms) -> tuple[int, ...]:
    """The attacks of one Main, as indexes into the list of weapons."""
    names = [weapon.name for weapon in arms.weapons]
    found = []
    for item in values.value(ROUTINE, []):
        if item.value in names:
            found.append(names.index(item.value))
        else:
            item.place.problem(
                f"has no {item.value!r} to attack with{did_you_mean(item.value, names)}"
            )
    return tuple(found)


def given_ac(values: Values) -> int | None:
    """The armour class given in a file, all included."""
    if values.has(AC) and values.has(ARMOUR):
        values.at(ARMOUR).problem("give either `ac` or `armour`, not both")
    return values.get(AC)


def _armour_class(values: Values, shield: int, known: Equipment) -> int:
    given = given_ac(values)
    if given is not None:
        return given
    worn = known.armour_piece(values.value(ARMOUR, "none"), values.at(ARMOUR))
    return (10 if worn is None else worn.ac) + shield


def _natural(values: Values, extra: int, large: bool) -> Weapon | None:
    name, damage, kind = values.get(NAME), values.get(DAMAGE), values.get(TYPE)
    if name is None or damage is None or kind is None:
        return None
    step = ("piercing", "slashing", "bludgeoning").index(kind) + (1 if large else 0)
    shock = values.value(SHOCK_FIELD, (extra, SHOCK_STEPS[step]) if extra else (0, 0))
    ranges = values.value(RANGE_FIELD, (0, 0))
    return Weapon(
        name,
        damage.count,
        damage.sides,
        damage.bonus + extra,
        *shock,
        kinds=1 << HARM_NAMES.index(kind) | harm_bits(values, WEAPON_OF),
        grip=Grip(skill=BRAWL, melee=not ranges[1], reach=values.value(REACH, 5)),
        ranges=Ranges(*ranges),
        make=Make(natural=True, accuracy=values.value(OWN_TO_HIT, 0)),
        wounding=Wounding(riders_of(values.value(RIDERS, []))),
    )
