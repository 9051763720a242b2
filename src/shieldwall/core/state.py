"""Everything that is true in a fight: sheets that stay, units that change, the clock, the state.

Names and sentences live at the edges; in here a unit, a side, a weapon or a square is its number.
A state can be copied and compared, and nothing else: rules never add private bookkeeping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from shieldwall.core.space.grid import GridMap
from shieldwall.core.traits import NO_TRAITS, Traits

if TYPE_CHECKING:
    from shieldwall.core.magic import Raised, Spell

# What has become of a unit.
ACTIVE: Final = 0
DOWN: Final = 1
"""At 0 HP: helpless, its body still fills the square."""
DEAD: Final = 2
FLED: Final = 3

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
SKILL_NAMES: Final = ("brawl", "stab", "shoot", "exert", "sneak", "notice", "heal", "magic", "know")

# Attributes, in the order of `Sheet.attributes`.
STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5
ATTRIBUTE_NAMES: Final = ("str", "dex", "con", "int", "wis", "cha")

# How a shooting weapon is made ready again.
NO_RELOAD: Final = 0
RELOAD_BOW: Final = 1
RELOAD_CROSSBOW: Final = 2

ANY_AC: Final = 1000
"""The AC limit of a Shock written "5/-"."""

# Until when an effect lasts.
UNTIL_NEXT_TURN: Final = 0
UNTIL_END_OF_ROUND: Final = 1
UNTIL_END_OF_FIGHT: Final = 2
UNTIL_END_OF_SIDE_TURN: Final = 3

# Kinds of effect.
CHARGED: Final = 0
"""Open after a charge: `value` is added to AC (SOV-066)."""
DISENGAGED: Final = 1
"""Provokes nothing from the foes in `whom` (SOV-086)."""
DEFENDING: Final = 2
"""Total Defense: `value` is added to AC, and no Shock (SOV-079, SOV-080)."""
HOLDING: Final = 3
"""The rest of the turn may be taken as an Instant (SOV-097)."""
SCREENING: Final = 4
"""Stands in the way of attacks on the ward in `whom` (SOV-070)."""
SWARMING: Final = 5
"""Has joined the swarm on the foe in `whom` (SOV-056)."""
GRAPPLING: Final = 6
"""Holds the victim in `whom` (SOV-127)."""
INVISIBLE: Final = 7
"""Not seen by anybody; ends with an attack or a spell."""
BLIND: Final = 8
"""Sees nobody."""
HIDDEN: Final = 9
"""Keeps out of sight of the sides in `whom` until something gives it away."""
HELPLESS: Final = 10
"""Cannot act, threaten or defend itself: asleep, frozen, held."""
ROOTED: Final = 11
"""Cannot move from its place."""
SLOWED: Final = 12
"""The normal rate is halved."""
SPED: Final = 13
"""The normal rate is doubled, and leaving reach provokes nothing."""
WARDED: Final = 14
"""`value` is added to AC."""
WEAKENED: Final = 15
"""Attack and damage are rolled twice, the worse counts."""
HASTED: Final = 16
"""An extra Main each round, for anything but spells."""
TERRIFIED: Final = 17
"""Does nothing but get away."""
SENSELESS: Final = 18
"""Robbed of its sight: no shots, and blows are rolled twice, the worse counts."""
BLUNTED: Final = 19
"""A hit on it counts only if the attacker makes a Physical save."""
DULLED: Final = 20
"""Its weapon of number `value` does no harm."""
DOMINATED: Final = 21
"""Fights for another; its own side is `value`, its own seat `whom`."""
ELEMENT_PROOF: Final = 22
"""Takes half from fire, cold and the like, and nothing on a Physical save."""
DAGGERS: Final = 23
"""Whoever strikes at it takes 1d6 and `value` first, unless it evades; it has no Move."""
BOILS: Final = 24
"""Takes `value` the first time a round it exerts itself; `whom` is the last such round."""
WINDED: Final = 25
"""Loses its next Main."""
DOOMED: Final = 26
"""Every attack on it hits, for all the damage it can do."""
DEATHLESS: Final = 27
"""Does not fall below 1 HP."""
STONE_SKIN: Final = 28
"""`value` is taken off every harm."""
AIRY: Final = 29
"""`value` is added to AC against what is shot or thrown."""
AFLAME: Final = 30
"""At the end of each round whoever is next to it takes a die of `value` sides."""
STONE: Final = 31
"""Turned to stone: out of the fight, though not dying."""
RISEN: Final = 32
"""Of one who is dead: its corpse walks again."""
SPENT_LIFE: Final = 33
"""Will have 1 HP when this ends: the price of an everlasting moment."""

SITUATION: Final = 34
"""`value` is added to its next attack roll, as the referee rules (SOV-106)."""
STRODE: Final = 35
"""Has walked `value` steps of a Move that it may still finish."""

LASTING: Final = 100
"""An `until` of LASTING + n is the end of round n."""

# When a unit's seat is asked in a window it could use.
NEVER: Final = 0
WHEN_IT_MATTERS: Final = 1
"""Only where the answer can change something."""
ALWAYS: Final = 2


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
        attributes: tuple[int, ...] = (STR,),
        skill: int = STAB,
        melee: bool = True,
        reach: int = 5,
        thrown: bool = False,
        normal_range: int = 0,
        long_range: int = 0,
        two_handed: bool = False,
        reload: int = NO_RELOAD,
        magic: int = 0,
        accuracy: int = 0,
        natural: bool = False,
        unarmed: bool = False,
        less_lethal: bool = False,
        precise_murder: bool = False,
        small: bool = False,
    ) -> None:
        self.name = name
        self.dice: i64 = dice
        self.sides: i64 = sides
        self.bonus: i64 = bonus
        self.shock: i64 = shock
        """0 where the weapon has no Shock."""
        self.shock_ac: i64 = shock_ac
        self.attributes = attributes
        self.skill: i64 = skill
        self.melee = melee
        self.reach: i64 = reach
        """In feet, measured from square to square: 5 is the adjacent square."""
        self.thrown = thrown
        self.normal_range: i64 = normal_range
        self.long_range: i64 = long_range
        """0 for a weapon that cannot be shot or thrown."""
        self.two_handed = two_handed
        self.reload: i64 = reload
        self.magic: i64 = magic
        self.accuracy: i64 = accuracy
        """Added to the roll to hit alone: what an art gives beyond its user's attack bonus."""
        self.natural = natural
        self.unarmed = unarmed
        self.less_lethal = less_lethal
        self.precise_murder = precise_murder
        self.small = small
        """No larger than a knife: easily hidden."""

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


class Sheet:
    """A combatant's facts that do not change in a fight; shared by all copies of a state."""

    def __init__(
        self,
        name: str,
        hp: int,
        ac: int,
        attack: int,
        weapons: tuple[Weapon, ...],
        attributes: tuple[int, ...] = (0, 0, 0, 0, 0, 0),
        skills: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0, 0),
        shield: int = 0,
        speed: int = 30,
        size: int = 1,
        height: int = 6,
        length: int = 2,
        breadth: int = 2,
        saves: tuple[int, ...] = (15, 15, 15),
        hit_dice: int = 1,
        morale: int = 7,
        disciplined: bool = False,
        fearless: bool = False,
        named: bool = False,
        notes: str = "",
        creature: bool = False,
        check: int = 0,
        stowed: int = 0,
        routine: tuple[int, ...] = (),
        kit: bool = False,
        constitution: int = 10,
        luck: int = 0,
        darkvision: int = 0,
        light: int = 0,
        spells: tuple[Spell, ...] = (),
        casts: int = 0,
        caster_level: int = 0,
        armoured: bool = False,
        undead: bool = False,
        potions: tuple[Spell, ...] = (),
        traits: Traits = NO_TRAITS,
    ) -> None:
        self.name = name
        self.hp: i64 = hp
        self.ac: i64 = ac
        """With armour, DEX and shield."""
        self.attack: i64 = attack
        self.weapons = weapons
        self.carried = list(weapons)
        self.attributes = attributes
        """Modifiers, not scores; a creature without attributes has zeros."""
        self.skills = skills
        """Levels; a character's untrained skill is -1, a creature's 0 (its attack holds it)."""
        self.shield: i64 = shield
        """The part of AC that is a shield; 0 without one."""
        self.speed: i64 = speed
        self.size: i64 = size
        """Squares along a side of the footprint (G-01)."""
        self.height = height
        self.length = length
        self.breadth = breadth
        """Of the body, in feet: what SOV-005 compares."""
        self.saves = saves
        """Physical, Evasion, Mental: the die must reach the number."""
        self.hit_dice = hit_dice
        self.morale = morale
        self.disciplined = disciplined
        self.fearless = fearless
        self.named = named
        self.notes = notes
        self.creature = creature
        """Without attributes and skills: checks use `check`, attacks the attack bonus alone."""
        self.check: i64 = check
        self.stowed = stowed
        """A bit for each weapon that is packed away at first."""
        self.routine = routine
        """The weapons of one Main, one blow with each; empty for a single attack."""
        self.kit = kit
        """Whether it carries a healer's kit."""
        self.constitution = constitution
        """The score: how much System Strain the body bears."""
        self.luck: i64 = luck
        """How often a fight Veteran's Luck turns a blow."""
        self.darkvision: i64 = darkvision
        """Feet it sees in the dark."""
        self.light: i64 = light
        """Feet around it that its torch or lantern lights; 0 without one."""
        self.spells = spells
        """What it has prepared, arts included."""
        self.casts: i64 = casts
        """How many of them it may cast; arts are not counted."""
        self.caster_level: i64 = caster_level
        self.armoured = armoured
        """Wears what hinders casting: armour or a shield, without the training for it."""
        self.undead = undead
        self.potions = potions
        """What it can drink, each with the doses there are."""
        self.traits = traits
        """What feats and gifts make of it."""


class Effect:
    """Something that lasts: what kind, by whom, until which mark of the clock."""

    def __init__(
        self, kind: int, by: int, until: int, value: int = 0, whom: int = 0, power: int = 0
    ) -> None:
        self.kind: i64 = kind
        self.by: i64 = by
        self.until: i64 = until
        self.value: i64 = value
        self.whom = whom
        """A bit a unit, where the effect concerns some units only."""
        self.power: i64 = power
        """The level of the caster whose magic it is; 0 for what no magic ends."""

    def key(self) -> tuple[int, ...]:
        return (self.kind, self.by, self.until, self.value, self.whom, self.power)


class Unit:
    """A combatant as it is now."""

    def __init__(self, sheet: Sheet, ident: str, index: int, side: int, seat: int) -> None:
        self.sheet = sheet
        self.ident = ident
        self.index: i64 = index
        self.side: i64 = side
        self.seat = seat
        self.x: i64 = 0
        self.y: i64 = 0
        """The top left square of the footprint."""
        self.feet: i64 = 0
        """The height it stands at, in inches."""
        self.hp: i64 = sheet.hp
        self.status: i64 = ACTIVE
        self.prone = False
        self.surprised = False
        self.acted = False
        """Whether its turn of this round is over."""
        self.mains: i64 = 0
        self.moves: i64 = 0
        self.wielded: i64 = 0
        """The weapon in hand; -1 for none."""
        self.gone = 0
        """A bit for each weapon thrown away or lost."""
        self.unloaded = 0
        """A bit for each weapon that must be loaded before it shoots."""
        self.shield_spent = False
        """Whether the shield has stopped this round's first Shock (SOV-118)."""
        self.effects: list[Effect] = []
        self.weapons: list[Weapon] = sheet.carried
        """What it carries: a new list when something is picked up, never shorter (see `gone`)."""
        self.stowed = sheet.stowed
        """A bit for each weapon that must be readied before use."""
        self.off_hand: i64 = -1
        """The second weapon of one who fights with two, -1 for none."""
        self.locked = False
        """Whether it holds somebody or is held (SOV-130)."""
        self.poised = False
        """Whether it has spent its minute on an execution (SOV-138, SOV-139)."""
        self.luck: i64 = sheet.luck
        """How often luck may still turn a blow."""
        self.flurry: tuple[int, ...] = ()
        """The weapons that still have their blow in the Main under way."""
        self.screened = 0
        """A bit for each attacker screened against this round (SOV-073)."""
        self.stops: i64 = WHEN_IT_MATTERS
        self.fell = 0
        """The round in which it went down."""
        self.tended = -1
        """The round in which somebody last tried to bind its wounds."""
        self.stable = False
        self.frail = False
        self.strain: i64 = 0
        self.hurt = False
        """Whether it has lost hit points this round, or twisted as badly to lose none."""
        self.unknown_to = 0
        """A bit for each side that does not know where it is (SOV-105)."""
        self.broken = False
        """Whether it has had enough and tries to get away (SOV-144, SOV-145)."""
        self.casts: i64 = sheet.casts
        """How many spells it may still cast."""
        self.has_cast = False
        """Whether it has cast a spell this round."""
        self.doses: tuple[int, ...] = tuple([potion.uses for potion in sheet.potions])
        """What is left of each potion."""
        self.summoned: i64 = 0
        """The level of the caster who called it here, 0 for one who came by itself."""
        self.summoner: i64 = -1
        self.used = 0
        """A bit for each ability that is spent for the round or the fight (`core.traits`)."""

    def copy(self) -> Unit:
        twin = Unit(self.sheet, self.ident, self.index, self.side, self.seat)
        twin.x = self.x
        twin.y = self.y
        twin.feet = self.feet
        twin.hp = self.hp
        twin.status = self.status
        twin.prone = self.prone
        twin.surprised = self.surprised
        twin.acted = self.acted
        twin.mains = self.mains
        twin.moves = self.moves
        twin.wielded = self.wielded
        twin.gone = self.gone
        twin.unloaded = self.unloaded
        twin.shield_spent = self.shield_spent
        twin.effects = self.effects.copy() if self.effects else []
        twin.weapons = self.weapons
        twin.stowed = self.stowed
        twin.off_hand = self.off_hand
        twin.locked = self.locked
        twin.poised = self.poised
        twin.luck = self.luck
        twin.flurry = self.flurry
        twin.screened = self.screened
        twin.stops = self.stops
        twin.fell = self.fell
        twin.tended = self.tended
        twin.stable = self.stable
        twin.frail = self.frail
        twin.strain = self.strain
        twin.hurt = self.hurt
        twin.unknown_to = self.unknown_to
        twin.broken = self.broken
        twin.casts = self.casts
        twin.has_cast = self.has_cast
        twin.doses = self.doses
        twin.summoned = self.summoned
        twin.summoner = self.summoner
        twin.used = self.used
        return twin

    def key(self) -> tuple[object, ...]:
        """All that changes, for comparison; the sheet is compared by its name."""
        return (
            self.ident, self.sheet.name, self.side, self.seat, self.x, self.y, self.feet, self.hp,
            self.status, self.prone, self.surprised, self.acted, self.mains, self.moves,
            self.wielded, self.gone, self.unloaded, self.shield_spent,
            tuple(effect.key() for effect in self.effects),
            tuple(weapon.name for weapon in self.weapons), self.stowed, self.off_hand,
            self.locked, self.poised, self.luck, self.flurry, self.screened, self.stops, self.fell,
            self.tended, self.stable, self.frail, self.strain, self.hurt,
            self.unknown_to, self.broken, self.casts, self.has_cast, self.doses, self.summoned,
            self.summoner, self.used,
        )  # fmt: skip

    def wield(self, number: i64) -> None:
        """Take a weapon in hand; a second one is kept only if both still fit two hands."""
        self.wielded = number
        if self.off_hand >= 0 and number >= 0:
            weapon = self.weapons[number]
            if number == self.off_hand or weapon.two_handed or weapon.natural or weapon.unarmed:
                self.off_hand = -1

    def has_answers(self) -> bool:
        """Whether it has anything left to answer a moment with: a Main, luck, a spell, a hold."""
        return self.status == ACTIVE and (
            self.mains > 0
            or self.luck > 0
            or self.effects != []
            or self.sheet.spells != ()
            or (self.stowed != 0 and self.sheet.traits is not NO_TRAITS)
        )

    def effect(self, kind: i64) -> Effect | None:
        """The first effect of a kind it is under."""
        for effect in self.effects:
            if effect.kind == kind:
                return effect
        return None

    @property
    def present(self) -> bool:
        """On the map, standing or not."""
        return self.status <= DOWN

    def weapon(self) -> Weapon | None:
        return self.weapons[self.wielded] if self.wielded >= 0 else None


class Clock:
    """Where the fight stands: the stage of the flow, the round, whose turn it is."""

    def __init__(self) -> None:
        self.stage = 0
        """The number of the current stage in the ruleset's flow."""
        self.round = 0
        """0 before the first round of initiative, a surprise round included."""
        self.order: list[int] = []
        """The sides in the order they act."""
        self.turn = 0
        """The place in `order` of the side that is acting."""
        self.active = -1
        """The unit in the middle of its turn, -1 between two turns."""
        self.quiet = 0
        """Rounds without harm or movement, one after the other."""
        self.stirred = False
        """Whether this round has seen harm or movement."""
        self.alarm = False
        """Whether anything has warned those who suspected nothing (SOV-137)."""
        self.called = False
        """Whether those who hold an action have had their last call this round."""

    def copy(self) -> Clock:
        twin = Clock()
        twin.stage = self.stage
        twin.round = self.round
        twin.order = self.order.copy()
        twin.turn = self.turn
        twin.active = self.active
        twin.quiet = self.quiet
        twin.stirred = self.stirred
        twin.called = self.called
        twin.alarm = self.alarm
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.stage, self.round, tuple(self.order), self.turn, self.active, self.quiet,
            self.stirred, self.called, self.alarm,
        )  # fmt: skip


class Side:
    """One party to the fight. Sides of one team are allies."""

    def __init__(
        self,
        name: str,
        players: bool,
        team: int,
        expecting: bool = False,
        careful: bool = False,
    ) -> None:
        self.name = name
        self.players = players
        self.team = team
        self.expecting = expecting
        """Ready for a fight: cannot be surprised at all (SOV-026)."""
        self.careful = careful
        """Moving carefully: cannot be ambushed."""


class Approach:
    """How the fight comes about: which side tries to take the others unaware, and how."""

    def __init__(self, side: int, hard_entry: bool) -> None:
        self.side = side
        """-1 where nobody tries."""
        self.hard_entry = hard_entry
        """Bursting in, instead of an ambush."""


class Dropped:
    """A weapon on the ground."""

    def __init__(self, cell: int, weapon: Weapon) -> None:
        self.cell = cell
        self.weapon = weapon


class Outcome:
    """How a fight ended: the reason, and the team that won (-1 for nobody)."""

    def __init__(self, reason: str, team: int) -> None:
        self.reason = reason
        self.team = team

    def key(self) -> tuple[str, int]:
        return (self.reason, self.team)


class State:
    """Everything. Two states are the same fight at the same moment if their keys are equal."""

    def __init__(self, grid: GridMap, sides: list[Side], units: list[Unit]) -> None:
        self.grid = grid
        self.sides = sides
        self.units = units
        self.clock = Clock()
        self.outcome: Outcome | None = None
        self.dropped: list[Dropped] = []
        """What lies on the ground; never changed in place."""
        self.dark = False
        """Whether only what a light falls on can be seen."""
        self.murky = False
        """Whether anybody could be unseen at all; where not, nobody asks."""
        self.raised: list[Raised] = []
        """Walls that magic has raised; never changed in place."""
        self.remembers = False
        """Whether somebody could turn back a turn, so that its beginning must be kept."""
        self.turn_start: State | None = None
        """How things stood when the turn under way began, where that is kept."""
        self.approach = Approach(-1, False)
        self.referee = 0
        """The seat that decides what the rules leave open: the last."""

    def copy(self) -> State:
        twin = State(self.grid, self.sides, [unit.copy() for unit in self.units])
        twin.dropped = self.dropped
        twin.dark = self.dark
        twin.murky = self.murky
        twin.raised = self.raised
        twin.remembers = self.remembers
        twin.turn_start = self.turn_start
        twin.approach = self.approach
        twin.referee = self.referee
        twin.clock = self.clock.copy()
        twin.outcome = self.outcome
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.clock.key(),
            self.grid.doors_open,
            self.dark,
            self.murky,
            tuple(unit.key() for unit in self.units),
            tuple((thing.cell, thing.weapon.name) for thing in self.dropped),
            tuple(wall.key() for wall in self.raised),
            None if self.turn_start is None else self.turn_start.key(),
            None if self.outcome is None else self.outcome.key(),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Placement:
    """Who stands where when the fight begins."""

    def __init__(self, ident: str, sheet: Sheet, side: int, x: int, y: int, seat: str) -> None:
        self.ident = ident
        self.sheet = sheet
        self.side = side
        self.x = x
        self.y = y
        self.seat = seat
        """Who answers for it; "" for the side's own seat."""


class Setup:
    """A fight before its first die: what an encounter file describes, every name resolved."""

    def __init__(
        self,
        title: str,
        rules: str,
        grid: GridMap,
        sides: list[Side],
        placements: list[Placement],
        surprised: tuple[int, ...] = (),
        rounds: int = 0,
        rulings: tuple[tuple[str, str], ...] = (),
        cell_names: dict[int, str] | None = None,
        stops: int = WHEN_IT_MATTERS,
        poised: tuple[str, ...] = (),
        ambush: int = -1,
        hard_entry: bool = False,
        dark: bool = False,
        hidden: tuple[str, ...] = (),
    ) -> None:
        self.title = title
        self.rules = rules
        self.grid = grid
        self.sides = sides
        self.placements = placements
        self.surprised = surprised
        """The sides caught unaware (SOV-022)."""
        self.rounds = rounds
        """The fight ends undecided after so many rounds; 0 for no limit but the quiet one."""
        self.rulings = rulings
        self.cell_names = {} if cell_names is None else cell_names
        """What stands in a square, in a word ("pillar", "statue"), for explanations."""
        self.stops = stops
        """When seats are asked in the windows they could use, unless they say otherwise."""
        self.poised = poised
        """The units that have spent a minute on an execution."""
        self.ambush = ambush
        """The side that tries to take the others unaware by a check; -1 for none (SOV-024)."""
        self.hard_entry = hard_entry
        """Whether it does so by bursting in (SOV-025)."""
        self.dark = dark
        self.hidden = hidden
        """The units nobody of the other sides knows of."""
