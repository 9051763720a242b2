"""What a combatant brings to a fight and what stays as it is: weapons, skills, sheets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.fact_records import Records, grouped
from shieldwall.engine.state.weapon_property import properties_of

if TYPE_CHECKING:
    from shieldwall.engine.attack.numbers import Fit, Handling
    from shieldwall.engine.magic.power_data import Power
    from shieldwall.engine.magic.spell_data import Spell

# Skills, in the order of `Sheet.skills`.
BRAWL: Final = 0
STAB: Final = 1
SHOOT: Final = 2
EXERT: Final = 3
SNEAK: Final = 4
NOTICE: Final = 5
HEAL: Final = 6
MAGIC: Final = 7
KNOW: Final = 8
SKILL_NAMES: Final[tuple[str, ...]] = (
    "brawl",
    "stab",
    "shoot",
    "exert",
    "sneak",
    "notice",
    "heal",
    "magic",
    "know",
)

# Attributes, in the order of `Sheet.attributes`.
STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5
ATTRIBUTE_NAMES: Final[tuple[str, ...]] = ("str", "dex", "con", "int", "wis", "cha")

# How it fights when a mind plays it: what creatures are like, and the parts of a party.
TEMPERAMENTS: Final = (
    "mindless", "beast", "rabble", "soldier", "cunning", "fanatic", "coward",
)  # fmt: skip
ROLES: Final = ("guardian", "striker", "archer", "healer", "caster")

# How a shooting weapon is made ready again.
NO_RELOAD: Final = 0
RELOAD_BOW: Final = 1
RELOAD_CROSSBOW: Final = 2

# Kinds of creature, a bit each in `Sheet.kin`, for abilities against one of them.
KIN_NAMES: Final = (
    "beast", "bug", "construct", "dragon", "elemental", "fairy", "fiend", "giant", "goblin",
    "mortal", "ooze", "plant", "undead",
)  # fmt: skip
CONSTRUCT: Final = 1 << 2
FAIRY: Final = 1 << 5
UNDEAD_KIN: Final = 1 << 12
NOT_ALIVE: Final = CONSTRUCT | UNDEAD_KIN
"""Those without a life to lose."""

ANY_AC: Final = 1000
"""The AC limit of a Shock written "5/-"."""


@dataclass(eq=False)
class Grip:
    """How a weapon is held, and what its user needs to know."""

    attributes: tuple[int, ...] = (STR,)
    skill: int = STAB
    melee: bool = True
    reach: int = 5
    two_handed: bool = False
    reload: int = NO_RELOAD
    small: bool = False


@dataclass(eq=False)
class Ranges:
    """How far a weapon is shot or thrown, in feet."""

    normal_range: int = 0
    long_range: int = 0
    medium_range: int = 0
    thrown: bool = False


@dataclass(eq=False)
class Make:
    """What kind of weapon it is, and how well made."""

    accuracy: int = 0
    pierces: int = 0
    natural: bool = False
    unarmed: bool = False
    less_lethal: bool = False
    precise_murder: bool = False


@dataclass(eq=False)
class Wounding:
    """What a weapon does besides its damage: poison, a splash, which targets it harms."""

    riders: tuple[Power, ...] = ()
    harms: int = 0
    splash: bool = False
    scatters: int = 0


GRIP: Final = Grip()
NO_RANGES: Final = Ranges()
MAKE: Final = Make()
WOUNDING: Final = Wounding()
"""What a plain weapon for one hand has."""
WEAPON_RECORDS: Final[Records] = {
    "grip": Grip,
    "ranges": Ranges,
    "make": Make,
    "wounding": Wounding,
}
"""By the parameter that takes them."""


class Weapon:
    """One way to hurt: a weapon, a natural weapon or bare hands, as the equipment list gives it."""

    def __init__(
        self,
        name: str,
        dice: int,
        sides: int,
        bonus: int = 0,
        shock: int = 0,
        shock_ac: int = 0,
        magic: int = 0,
        kinds: int = 0,
        grip: Grip = GRIP,
        ranges: Ranges = NO_RANGES,
        make: Make = MAKE,
        wounding: Wounding = WOUNDING,
    ) -> None:
        # What the records say lies on the weapon itself: it is read at every attack.
        self.name = name
        self.dice: i64 = dice
        self.sides: i64 = sides
        self.bonus: i64 = bonus
        self.shock: i64 = shock
        """0 where the weapon has no Shock."""
        self.shock_ac: i64 = shock_ac
        self.attributes = grip.attributes
        self.skill: i64 = grip.skill
        self.melee = grip.melee
        self.reach: i64 = grip.reach
        """In feet, measured from square to square: 5 is the adjacent square."""
        self.thrown = ranges.thrown
        self.normal_range: i64 = ranges.normal_range
        self.long_range: i64 = ranges.long_range
        """0 for a weapon that cannot be shot or thrown."""
        self.two_handed = grip.two_handed
        self.reload: i64 = grip.reload
        self.magic: i64 = magic
        self.accuracy: i64 = make.accuracy
        """Added to the roll to hit alone: what an art gives beyond its user's attack bonus."""
        self.natural = make.natural
        self.unarmed = make.unarmed
        self.less_lethal = make.less_lethal
        self.precise_murder = make.precise_murder
        self.small = grip.small
        """No larger than a knife: easily hidden."""
        self.fit: Fit | None = None
        """Its numbers in the hands of the last unit that asked."""
        self.handled: list[Handling | None] = [None, None, None]
        """The same by a book's rules, for each way to use it."""
        self.kinds: i64 = kinds
        """The kinds of harm it does, a bit each (`engine.state.harm`); 0 where nobody said."""
        self.riders = wounding.riders
        """What a hit with it does beside the wound: poison, a grip, a drain."""
        self.medium_range: i64 = ranges.medium_range
        """Where a book has three bands: `normal_range` is the short one; 0 without a middle."""
        self.splash = wounding.splash
        """Bursts: oil, holy water."""
        self.harms: i64 = wounding.harms
        """Which targets it harms: any, the living or the undead."""
        self.pierces: i64 = make.pierces
        """To hit, against those in armour of metal."""
        self.scatters: i64 = wounding.scatters
        """Sides of the die it does around the square it bursts on where it misses."""
        self.properties = properties_of(self)
        """What is special about it, asked at points of an attack."""

    @property
    def ranged(self) -> bool:
        return self.long_range > 0

    def is_like(self, other: Weapon) -> bool:
        """Whether nobody could tell the two apart."""
        return (
            self.name == other.name
            and self.dice == other.dice
            and self.sides == other.sides
            and self.bonus == other.bonus
            and self.magic == other.magic
            and self.shock == other.shock
        )


@dataclass(eq=False)
class Body:
    """What it is: its pace, its size in squares and feet, its kind."""

    speed: int = 30
    size: int = 1
    height: int = 6
    length: int = 2
    breadth: int = 2
    kin: int = 0
    undead: bool = False
    darkvision: int = 0


@dataclass(eq=False)
class Training:
    """What it has learned: attributes, skills, saves."""

    attributes: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    skills: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    saves: tuple[int, ...] = (15, 15, 15)
    constitution: int = 10
    check: int = 0
    creature: bool = False
    outright: bool = False
    disciplined: bool = False


@dataclass(eq=False)
class Nerve:
    """How long it fights on, and in what manner."""

    morale: int = 7
    fearless: bool = False
    leader: bool = False
    temperament: str = ""


@dataclass(eq=False)
class Casting:
    """Spells and potions."""

    spells: tuple[Spell, ...] = ()
    casts: int = 0
    caster_level: int = 0
    turning: int = 0
    potions: tuple[Spell, ...] = ()
    packed: int = 0


@dataclass(eq=False)
class Outfit:
    """What it wears and carries beside its weapons."""

    shield: int = 0
    armoured: bool = False
    metal: bool = False
    stowed: int = 0
    routine: tuple[int, ...] = ()
    kit: bool = False
    light: int = 0


BODY: Final = Body()
TRAINING: Final = Training()
NERVE: Final = Nerve()
CASTING: Final = Casting()
OUTFIT: Final = Outfit()
"""What a plain, man-sized combatant has."""
RECORDS: Final[Records] = {
    "body": Body,
    "training": Training,
    "nerve": Nerve,
    "casting": Casting,
    "outfit": Outfit,
}
"""By the parameter that takes them."""


class Sheet:
    """A combatant's facts that do not change in a fight; shared by all copies of a state."""

    def __init__(
        self,
        name: str,
        hp: int,
        ac: int,
        attack: int,
        weapons: tuple[Weapon, ...],
        body: Body = BODY,
        training: Training = TRAINING,
        nerve: Nerve = NERVE,
        casting: Casting = CASTING,
        outfit: Outfit = OUTFIT,
        hit_dice: int = 1,
        luck: int = 0,
        named: bool = False,
        notes: str = "",
        abilities: Abilities = NO_ABILITIES,
        powers: tuple[Power, ...] = (),
    ) -> None:
        # What the records say lies on the sheet itself: it is read at every roll.
        self.name = name
        self.hp: i64 = hp
        self.ac: i64 = ac
        """With armour, DEX and shield."""
        self.attack: i64 = attack
        self.weapons = weapons
        self.carried = list(weapons)
        self.attributes = training.attributes
        """Modifiers, not scores; a creature without attributes has zeros."""
        self.skills = training.skills
        """Levels; a character's untrained skill is -1, a creature's 0 (its attack holds it)."""
        self.shield: i64 = outfit.shield
        """The part of AC that is a shield; 0 without one."""
        self.speed: i64 = body.speed
        self.size: i64 = body.size
        """Squares along a side of the footprint (G-01)."""
        self.height = body.height
        self.length = body.length
        self.breadth = body.breadth
        """Of the body, in feet: what SOV-005 compares."""
        self.saves = training.saves
        """Physical, Evasion, Mental: the die must reach the number."""
        self.hit_dice = hit_dice
        self.morale = nerve.morale
        self.disciplined = training.disciplined
        self.fearless = nerve.fearless
        self.named = named
        self.notes = notes
        self.creature = training.creature
        """Without attributes and skills: checks use `check`, attacks the attack bonus alone."""
        self.check: i64 = training.check
        self.stowed = outfit.stowed
        """A bit for each weapon that is packed away at first."""
        self.routine = outfit.routine
        """The weapons of one Main, one blow with each; empty for a single attack."""
        self.kit = outfit.kit
        """Whether it carries a healer's kit."""
        self.constitution = training.constitution
        """The score: how much System Strain the body bears."""
        self.luck: i64 = luck
        """How often a fight Veteran's Luck turns a blow."""
        self.darkvision: i64 = body.darkvision
        """Feet it sees in the dark."""
        self.light: i64 = outfit.light
        """Feet around it that its torch or lantern lights; 0 without one."""
        self.spells = casting.spells
        """What it has prepared, arts included."""
        self.casts: i64 = casting.casts
        """How many of them it may cast; arts are not counted."""
        self.caster_level: i64 = casting.caster_level
        self.armoured = outfit.armoured
        """Wears what hinders casting: armour or a shield, without the training for it."""
        self.undead = body.undead
        self.potions = casting.potions
        """What it can drink, each with the doses there are."""
        self.packed = casting.packed
        """A bit for each potion that is packed away at first."""
        self.doses = tuple([potion.uses for potion in casting.potions])
        self.abilities = abilities
        """Feats, talents, and the gifts of its kindred or its kind."""
        self.leader = nerve.leader
        """Whether its side stands or falls by its nerve (G-49)."""
        self.turning = casting.turning
        """The level at which it turns the undead, 0 where it does not."""
        self.kin: i64 = body.kin
        """What kind of being it is, a bit each of KIN_NAMES."""
        self.metal = outfit.metal
        """Whether it wears armour of metal."""
        self.outright = training.outright
        """Whether its attack bonus holds attribute and skill already, though it has both."""
        self.temperament = nerve.temperament
        """One of TEMPERAMENTS or ROLES; "" where it follows from the rest of the sheet."""
        self.powers = powers
        """What its kind does beside blows: breath, gaze, fear."""
        self.stocks = tuple([power.stock() for power in powers])
        """How often each of them may be used at first."""
        self.usable: i64 = 0
        self.usable_by: object | None = None
        """Which reactions the bearer could ever use, and the ruleset that was asked."""
        # Plain facts that abilities may set.
        self.flight_ft: i64 = 0
        """Feet it flies in a Move; 0 for one that cannot."""
        self.incorporeal = False
        """Goes through walls and bodies; nobody gets hold of it."""
        self.unseen = False
        """Never seen, though its place is known once it strikes."""
        self.armed_hands = False
        """Whether its bare hands threaten as a weapon does."""
        self.natural_reach: i64 = 0
        """Squares its claws, teeth and the like reach, whatever is in its hands (SOV-043)."""
        for weapon in weapons:
            if weapon.natural and weapon.melee and weapon.reach // 5 > self.natural_reach:
                self.natural_reach = weapon.reach // 5
        self.measured: list[Weapon] | None = None
        self.farthest: i64 = 0
        """Squares the longest of those weapons reaches, or its body, whatever it holds now."""
        for ability in abilities.items:
            ability.put_on(self)

    def has(self, name: str) -> bool:
        """Whether it has the ability of a name."""
        return self.abilities is not NO_ABILITIES and self.abilities.find(name) is not None

    def skill_in(self, skill: int) -> i64:
        """The level that counts wherever a skill does; a creature's one bonus (G-11).

        Attack rolls do not ask: a creature's attack bonus holds its training (SOV-111).
        """
        if self.creature:
            return self.check
        return self.skills[skill]

    def is_alive(self) -> bool:
        """Whether there is a life to lose: neither undead nor made."""
        return not (self.undead or self.kin & NOT_ALIVE)

    def never_breaks(self) -> bool:
        """SOV-143: undead and constructs by what they are, zealots and soldiers by a flag."""
        return self.fearless or not self.is_alive()


PLAIN_FACTS: Final = (
    "name", "hp", "ac", "attack", "weapons", "hit_dice", "luck", "named", "notes", "abilities",
    "powers",
)  # fmt: skip
"""The facts that are in no record."""


def make_sheet(facts: dict[str, Any]) -> Sheet:
    """A sheet from its facts by name, whichever record they belong to."""
    return Sheet(**grouped(facts, RECORDS))


def make_weapon(name: str, dice: int, sides: int, bonus: int = 0, **facts: Any) -> Weapon:
    """A weapon from its facts by name, whichever record they belong to."""
    return Weapon(name, dice, sides, bonus, **grouped(facts, WEAPON_RECORDS))


def facts_of(sheet: Sheet) -> dict[str, Any]:
    """The facts a sheet is made of, by name: `make_sheet` makes the same again."""
    found: dict[str, Any] = {name: getattr(sheet, name) for name in PLAIN_FACTS}
    for kind in RECORDS.values():
        for field in fields(kind):
            found[field.name] = getattr(sheet, field.name)
    return found
