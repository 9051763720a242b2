"""Sheets: the facts of a combatant that do not change in a fight, including weapons."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.fact_records import Records, grouped
from shieldwall.engine.state.weapon_property import in_blows, properties_of

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
    "brawl", "stab", "shoot", "exert", "sneak", "notice", "heal", "magic", "know",
)  # fmt: skip

# Attributes, in the order of `Sheet.attributes`.
STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5
ATTRIBUTE_NAMES: Final[tuple[str, ...]] = ("str", "dex", "con", "int", "wis", "cha")

# How minds play it: temperaments of creatures, and roles in a party.
TEMPERAMENTS: Final = (
    "mindless", "beast", "rabble", "soldier", "cunning", "fanatic", "coward",
)  # fmt: skip
ROLES: Final = ("guardian", "striker", "archer", "healer", "caster")

# How a missile weapon is reloaded.
NO_RELOAD: Final = 0
RELOAD_BOW: Final = 1
RELOAD_CROSSBOW: Final = 2

# Kinds of creature, one bit each in `Sheet.kin`, for abilities against one of them.
KIN_NAMES: Final = (
    "beast", "bug", "construct", "dragon", "elemental", "fairy", "fiend", "giant", "goblin",
    "mortal", "ooze", "plant", "undead",
)  # fmt: skip
CONSTRUCT: Final = 1 << 2
FAIRY: Final = 1 << 5
UNDEAD_KIN: Final = 1 << 12
NOT_ALIVE: Final = CONSTRUCT | UNDEAD_KIN
"""Kinds that are not alive."""

ANY_AC: Final = 1000
"""The AC limit of Shock written "5/-"."""


@dataclass(eq=False)
class Grip:
    """How a weapon is held, and the skill its user needs."""

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
    """The kind and quality of a weapon."""

    accuracy: int = 0
    pierces: int = 0
    natural: bool = False
    unarmed: bool = False
    less_lethal: bool = False
    precise_murder: bool = False


@dataclass(eq=False)
class Wounding:
    """Effects of a weapon besides damage: poison, splash, which targets it harms."""

    riders: tuple[Power, ...] = ()
    harms: int = 0
    splash: bool = False
    scatters: int = 0


GRIP: Final = Grip()
NO_RANGES: Final = Ranges()
MAKE: Final = Make()
WOUNDING: Final = Wounding()
"""Defaults of a plain one-handed weapon."""
WEAPON_RECORDS: Final[Records] = {
    "grip": Grip,
    "ranges": Ranges,
    "make": Make,
    "wounding": Wounding,
}
"""Record classes by parameter name."""


class Weapon:
    """A weapon, a natural weapon or bare hands, as in the equipment list."""

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
        # Fields of the records are copied to the weapon: they are read at every attack.
        self.name = name
        self.dice: i64 = dice
        self.sides: i64 = sides
        self.bonus: i64 = bonus
        self.shock: i64 = shock
        """0 if the weapon has no Shock."""
        self.shock_ac: i64 = shock_ac
        self.attributes = grip.attributes
        self.skill: i64 = grip.skill
        self.melee = grip.melee
        self.reach_ft: i64 = grip.reach
        """From square to square: 5 is the adjacent square."""
        self.thrown = ranges.thrown
        self.normal_range: i64 = ranges.normal_range
        self.long_range: i64 = ranges.long_range
        """0 for a weapon that cannot be shot or thrown."""
        self.two_handed = grip.two_handed
        self.reload: i64 = grip.reload
        self.magic: i64 = magic
        self.accuracy: i64 = make.accuracy
        """Bonus to hit only: the bonus of an art beyond its user's attack bonus."""
        self.natural = make.natural
        self.unarmed = make.unarmed
        self.less_lethal = make.less_lethal
        self.precise_murder = make.precise_murder
        self.small = grip.small
        """At most the size of a knife: easily hidden."""
        self.fit: Fit | None = None
        """Cache: its numbers for the last unit that used it."""
        self.handled: list[Handling | None] = [None, None, None]
        """Cache: the same including the book's rules, for each mode of use."""
        self.kinds: i64 = kinds
        """Bit mask of the kinds of harm it does (`engine.state.harm`); 0 if unspecified."""
        self.riders = wounding.riders
        """Extra effects of a hit: poison, a grip, a drain."""
        self.medium_range: i64 = ranges.medium_range
        """For books with three range bands, of which `normal_range` is the short one; otherwise 0.
        """
        self.splash = wounding.splash
        """Bursts on impact: oil, holy water."""
        self.harms: i64 = wounding.harms
        """Which targets it harms: any, the living or the undead."""
        self.pierces: i64 = make.pierces
        """Bonus to hit targets in metal armour."""
        self.scatters: i64 = wounding.scatters
        """Die size of the damage around the square it bursts on after a miss."""
        every = properties_of(self)
        self.properties = in_blows(every)
        """Its special properties that every attack with it calls."""
        self.may_spare = any(item.may_spare() for item in every)
        self.works_inside = any(item.works_inside() for item in every)
        """Whether a swallowed unit can attack with it."""

    @property
    def ranged(self) -> bool:
        return self.long_range > 0

    @property
    def reach(self) -> i64:
        """The name in files, and in scripts of earlier versions."""
        return self.reach_ft

    def is_like(self, other: Weapon) -> bool:
        """Whether the two weapons are indistinguishable."""
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
    """Body: speed, size in squares and feet, kind."""

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
    """Training: attributes, skills, saves, hit dice and luck."""

    attributes: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    skills: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    saves: tuple[int, ...] = (15, 15, 15)
    constitution: int = 10
    check: int = 0
    creature: bool = False
    outright: bool = False
    disciplined: bool = False
    hit_dice: int = 1
    luck: int = 0


@dataclass(eq=False)
class Nerve:
    """Morale and manner of fighting, and whether it is somebody with a name."""

    morale: int = 7
    fearless: bool = False
    leader: bool = False
    temperament: str = ""
    named: bool = False


@dataclass(eq=False)
class Casting:
    """Spells, potions and creature powers."""

    spells: tuple[Spell, ...] = ()
    casts: int = 0
    caster_level: int = 0
    turning: int = 0
    potions: tuple[Spell, ...] = ()
    packed: int = 0
    powers: tuple[Power, ...] = ()


@dataclass(eq=False)
class Outfit:
    """Worn and carried gear besides weapons."""

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
"""Defaults of a plain, man-sized combatant."""
RECORDS: Final[Records] = {
    "body": Body,
    "training": Training,
    "nerve": Nerve,
    "casting": Casting,
    "outfit": Outfit,
}
"""Record classes by parameter name."""


def longest_natural_reach(weapons: tuple[Weapon, ...]) -> i64:
    """In squares; 0 without natural weapons for melee."""
    longest: i64 = 0
    for weapon in weapons:
        if weapon.natural and weapon.melee and weapon.reach_ft // 5 > longest:
            longest = weapon.reach_ft // 5
    return longest


class Sheet:
    """The facts of a combatant that do not change in a fight; shared by all copies of a state."""

    # Plain facts that abilities may set (`Ability.put_on`).
    flight_ft: i64 = 0
    """Flying speed per Move; 0 if it cannot fly."""
    incorporeal: bool = False
    """Passes through walls and bodies; cannot be grappled."""
    unseen: bool = False
    """Invisible, though its position is known once it strikes."""
    armed_hands: bool = False
    """Whether its bare hands threaten like a weapon."""

    # Caches.
    usable: i64 = 0
    usable_by: object | None = None
    """The reactions it could ever use, and the ruleset they belong to."""
    noted: object | None = None
    """What minds asked about its weapons (`minds.weapon_notes`)."""
    screens: i64 = -1
    """`screening.screen_slots`; -1 until it is asked."""
    measured: list[Weapon] | None = None
    farthest_squares: i64 = 0
    """Reach of its longest weapon or body, whatever it wields now."""
    bowless: list[Weapon] | None = None
    """The last weapons that were found to hold no bow."""
    weighed: list[Weapon] | None = None
    weighed_by: object | None = None
    hardest: i64 = 0
    """`damage.hardest_blow`: the most damage of those weapons by a ruleset."""

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
        notes: str = "",
        abilities: Abilities = NO_ABILITIES,
    ) -> None:
        # Fields of the records are copied to the sheet: they are read at every roll.
        self.name = name
        self.hp: i64 = hp
        self.ac: i64 = ac
        """Including armour, DEX and shield."""
        self.attack: i64 = attack
        self.weapons = weapons
        self.carried = list(weapons)
        self.attributes = training.attributes
        """Modifiers, not scores; zeros for a creature without attributes."""
        self.skills = training.skills
        """Levels; -1 for a character's untrained skill, 0 for a creature's (included in its
        attack)."""
        self.shield: i64 = outfit.shield
        """The shield's part of AC; 0 without one."""
        self.speed_ft: i64 = body.speed
        self.size: i64 = body.size
        """Length of the square footprint, in squares (G-01)."""
        self.height: i64 = body.height
        self.length: i64 = body.length
        self.breadth: i64 = body.breadth
        """Breadth of the body in feet, compared by SOV-005."""
        self.saves = training.saves
        """Physical, Evasion, Mental: the number the die must reach."""
        self.hit_dice = training.hit_dice
        self.morale = nerve.morale
        self.disciplined = training.disciplined
        self.fearless = nerve.fearless
        self.named = nerve.named
        self.notes = notes
        self.creature = training.creature
        """No attributes or skills: checks use `check`, attacks use the attack bonus alone."""
        self.check: i64 = training.check
        self.stowed = outfit.stowed
        """Bit mask of the weapons packed away at the start."""
        self.routine = outfit.routine
        """The weapons of one Main, one attack each; empty for a single attack."""
        self.kit = outfit.kit
        """Whether it carries a healer's kit."""
        self.constitution = training.constitution
        """The score, which limits System Strain."""
        self.luck: i64 = training.luck
        """How often per fight Veteran's Luck can negate a hit."""
        self.darkvision_ft: i64 = body.darkvision
        self.light_ft: i64 = outfit.light
        """Radius of its torch or lantern; 0 without one."""
        self.spells = casting.spells
        """Prepared spells, including arts."""
        self.casts: i64 = casting.casts
        """How many spells it may cast; arts are not counted."""
        self.caster_level: i64 = casting.caster_level
        self.armoured = outfit.armoured
        """Wears armour or a shield that hinders casting."""
        self.undead = body.undead
        self.potions = casting.potions
        """Potions it can drink, each with its number of doses."""
        self.packed = casting.packed
        """Bit mask of the potions packed away at the start."""
        self.doses = tuple([potion.uses for potion in casting.potions])
        self.abilities = abilities
        """Feats, talents, and the gifts of its kindred or creature type."""
        self.leader = nerve.leader
        """Whether the morale of its side depends on it (G-49)."""
        self.turning = casting.turning
        """The level at which it turns the undead; 0 if it cannot."""
        self.kin: i64 = body.kin
        """Its kinds of creature, bits in the order of KIN_NAMES."""
        self.metal = outfit.metal
        """Whether it wears metal armour."""
        self.outright = training.outright
        """Whether its attack bonus already includes attribute and skill, though it has both."""
        self.temperament = nerve.temperament
        """One of TEMPERAMENTS or ROLES; "" to derive it from the sheet."""
        self.powers = casting.powers
        """Its creature powers: breath, gaze, fear."""
        self.stocks = tuple([power.stock() for power in casting.powers])
        """How often each power may be used, at the start."""
        self.natural_reach_squares: i64 = longest_natural_reach(weapons)
        """Reach of its natural weapons, whatever it wields (SOV-043)."""
        for ability in abilities.items:
            ability.put_on(self)

    def has(self, name: str) -> bool:
        """Whether it has the ability with this name."""
        return self.abilities is not NO_ABILITIES and self.abilities.find(name) is not None

    def skill_in(self, skill: int) -> i64:
        """The skill level that counts; a creature's single bonus (G-11).

        Not used for attack rolls: a creature's attack bonus includes its training (SOV-111).
        """
        if self.creature:
            return self.check
        return self.skills[skill]

    # The names in files, and in scripts of earlier versions.

    @property
    def speed(self) -> i64:
        return self.speed_ft

    @property
    def darkvision(self) -> i64:
        return self.darkvision_ft

    @property
    def light(self) -> i64:
        return self.light_ft

    def is_alive(self) -> bool:
        """Whether it is alive: neither undead nor a construct."""
        return not (self.undead or self.kin & NOT_ALIVE)

    def never_breaks(self) -> bool:
        """Undead and constructs by kind, zealots and soldiers by a flag (SOV-143)."""
        return self.fearless or not self.is_alive()


PLAIN_FACTS: Final = ("name", "hp", "ac", "attack", "weapons", "notes", "abilities")
"""Facts that belong to no record."""


def make_sheet(facts: dict[str, Any]) -> Sheet:
    """Build a sheet from facts by name, with or without records."""
    return Sheet(**grouped(facts, RECORDS))


def make_weapon(name: str, dice: int, sides: int, bonus: int = 0, **facts: Any) -> Weapon:
    """Build a weapon from facts by name, with or without records."""
    return Weapon(name, dice, sides, bonus, **grouped(facts, WEAPON_RECORDS))


def facts_of(sheet: Sheet) -> dict[str, Any]:
    """The facts of a sheet by name; `make_sheet` rebuilds it from them."""
    found: dict[str, Any] = {name: getattr(sheet, name) for name in PLAIN_FACTS}
    for kind in RECORDS.values():
        for field in fields(kind):
            found[field.name] = getattr(sheet, field.name)
    return found
