"""Everything that is true in a fight: sheets that stay, units that change, the clock, the state.

Names and sentences live at the edges; in here a unit, a side, a weapon or a square is its number.
A state can be copied and compared, and nothing else: rules never add private bookkeeping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.gm_changes import NO_DECREES, Decrees
from shieldwall.engine.state.sheet import Sheet, Weapon

if TYPE_CHECKING:
    from shieldwall.engine.magic.spell_data import Raised

# What has become of a unit.
ACTIVE: Final = 0
DOWN: Final = 1
"""At 0 HP: helpless, its body still fills the square."""
DEAD: Final = 2
FLED: Final = 3
SURRENDERED: Final = 4
"""Has laid down its arms and is led away."""
REMOVED: Final = 5
"""Taken out of the fight by the referee, as if it had never been there."""

# Marks in `Unit.used` beside those of abilities.
END_SETTLED: Final = 64
"""What follows from its being struck down has been settled."""
TWO_WEAPONS: Final = 1 << 12
"""Has fought with two weapons this round: the penalty stays for the turn (SOV-136)."""
TOLD_NO: Final = 1 << 13
"""The referee has refused something it improvised this round."""

# When a unit's seat is asked in a window it could use.
NEVER: Final = 0
WHEN_IT_MATTERS: Final = 1
"""Only where the answer can change something."""
ALWAYS: Final = 2


@mypyc_attr(acyclic=True, free_list_len=1)
class Effect:
    """Something that lasts: its kind, its cause, and until which mark of the clock."""

    def __init__(
        self, kind: Condition, by: int, until: int, value: int = 0, whom: int = 0, power: int = 0
    ) -> None:
        self.kind = kind
        self.by: i64 = by
        self.until: i64 = until
        self.value: i64 = value
        self.whom = whom
        """A bit a unit, where the effect concerns some units only."""
        self.power: i64 = power
        """The level of the caster whose magic it is; 0 or less for what no magic ends."""

    def key(self) -> tuple[int, ...]:
        return (self.kind.number, self.by, self.until, self.value, self.whom, self.power)


@mypyc_attr(acyclic=True)
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
        self.mapless = False
        """Whether it fights without a map, where nearness is `beside` and not a place."""
        self.beside = 0
        """Without a map: a bit for each unit within 5 ft of it (`engine.space.open_field`)."""
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
        """The second weapon of a two-weapon fighter, -1 for none."""
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
        """The round in which it went down, or left the field."""
        self.tended = -1
        """The round in which somebody last tried to bind its wounds."""
        self.stable = False
        self.out_cold = False
        """Of a fallen unit: knocked out, not dying."""
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
        self.doses: tuple[int, ...] = sheet.doses
        """What is left of each potion."""
        self.packed = sheet.packed
        """A bit for each potion in the pack."""
        self.summoned: i64 = 0
        """The level of the caster who summoned it, 0 for a unit that was not summoned."""
        self.summoner: i64 = -1
        self.used = 0
        """A bit for each ability that is spent for the round or the fight (`Ability.spends`)."""
        self.marks: i64 = 0
        """The kinds of harm it has suffered this round, a bit each (`engine.state.harm`)."""
        self.stocks: tuple[int, ...] = sheet.stocks
        """How often each power may still be used; -1 for no limit."""
        self.aloft: i64 = 0
        """How high it flies above what lies under it, in inches; 0 on the ground."""
        self.inside: i64 = -1
        """Who has swallowed it, -1 for nobody."""
        self.struck = -1
        """The last unit it hit this round, -1 for none."""
        self.strikes: tuple[int, ...] = ()
        """The weapons it has hit that one with."""
        self.split_from: i64 = -1
        """Of a unit that split off: what it split from; -1 for any other."""
        self.in_melee = 0
        """A bit for each foe within 5 ft it has exchanged melee attacks with (DOL-004)."""
        self.facing: i64 = -1
        """Which of them it looks at; -1 for the first of them in the order of units (G-39)."""
        self.forgotten = 0
        """A bit for each of its spells that is gone from its memory, or used up (DOL-036)."""
        self.nerve = 0
        """What its morale has been tested for, and how often it held (`round_end_checks`)."""

    def copy(self) -> Unit:
        twin = Unit(self.sheet, self.ident, self.index, self.side, self.seat)
        twin.x = self.x
        twin.y = self.y
        twin.feet = self.feet
        twin.mapless = self.mapless
        twin.beside = self.beside
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
        twin.out_cold = self.out_cold
        twin.frail = self.frail
        twin.strain = self.strain
        twin.hurt = self.hurt
        twin.unknown_to = self.unknown_to
        twin.broken = self.broken
        twin.casts = self.casts
        twin.has_cast = self.has_cast
        twin.doses = self.doses
        twin.packed = self.packed
        twin.summoned = self.summoned
        twin.summoner = self.summoner
        twin.used = self.used
        twin.marks = self.marks
        twin.stocks = self.stocks
        twin.aloft = self.aloft
        twin.inside = self.inside
        twin.struck = self.struck
        twin.strikes = self.strikes
        twin.split_from = self.split_from
        twin.in_melee = self.in_melee
        twin.facing = self.facing
        twin.forgotten = self.forgotten
        twin.nerve = self.nerve
        return twin

    def key(self) -> tuple[object, ...]:
        """All that changes, for comparison; the sheet is compared by its name."""
        return (
            self.ident, self.sheet.name, self.side, self.seat, self.x, self.y, self.feet, self.hp,
            self.mapless, self.beside,
            self.status, self.prone, self.surprised, self.acted, self.mains, self.moves,
            self.wielded, self.gone, self.unloaded, self.shield_spent,
            tuple(effect.key() for effect in self.effects),
            tuple(weapon.name for weapon in self.weapons), self.stowed, self.off_hand,
            self.locked, self.poised, self.luck, self.flurry, self.screened, self.stops, self.fell,
            self.tended, self.stable, self.out_cold, self.frail, self.strain, self.hurt,
            self.unknown_to, self.broken, self.casts, self.has_cast, self.doses, self.packed,
            self.summoned, self.summoner, self.used, self.marks, self.stocks, self.aloft,
            self.inside, self.struck, self.strikes, self.split_from,
            self.in_melee, self.facing, self.forgotten, self.nerve,
        )  # fmt: skip

    def wield(self, number: i64) -> None:
        """Take a weapon in hand; a second one is kept only if both still fit two hands."""
        self.wielded = number
        if self.off_hand >= 0 and number >= 0:
            weapon = self.weapons[number]
            if number == self.off_hand or weapon.two_handed or weapon.natural or weapon.unarmed:
                self.off_hand = -1

    def effect(self, kind: Condition) -> Effect | None:
        """The first effect of a kind it is under."""
        for effect in self.effects:
            if effect.kind is kind:
                return effect
        return None

    def spend(self, name: str) -> None:
        """The ability of a name is used up for the round or the fight."""
        ability = self.sheet.abilities.find(name)
        if ability is not None:
            self.used |= ability.mark

    def is_present(self) -> bool:
        """On the map, standing or not."""
        return self.status <= DOWN

    def weapon(self) -> Weapon | None:
        return self.weapons[self.wielded] if self.wielded >= 0 else None


@mypyc_attr(acyclic=True)
class Clock:
    """Where the fight stands: the stage of the flow, the round, whose turn it is."""

    def __init__(self) -> None:
        self.stage = 0
        """The number of the current stage in the ruleset's flow."""
        self.round = 0
        """0 before the first round of initiative, a surprise round included."""
        self.order: list[int] = []
        """The sides in the order they act."""
        self.slots: list[int] = []
        """Where players act one by one: at each place of `order` a bit a unit, 0 for all."""
        self.turn = 0
        """The place in `order` of the side that is acting."""
        self.active = -1
        """The unit in the middle of its turn, -1 between two turns."""
        self.alarm = False
        """Whether anything has warned unaware units (SOV-137)."""
        self.called = False
        """Whether units with a held action have been asked for the last time this round."""
        self.phase = -1
        """Where a side acts in phases: the number of the one under way; else -1 (DOL-002)."""
        self.joined = 0
        """A bit for each place of `order` whose side acts together with the one before it."""
        self.put_off = False
        """Whether damage waits for the end of the phase, as among tied sides (DOL-016)."""

    def copy(self) -> Clock:
        twin = Clock()
        twin.stage = self.stage
        twin.round = self.round
        twin.order = self.order.copy()
        twin.slots = self.slots.copy()
        twin.turn = self.turn
        twin.active = self.active
        twin.called = self.called
        twin.phase = self.phase
        twin.joined = self.joined
        twin.put_off = self.put_off
        twin.alarm = self.alarm
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.stage, self.round, tuple(self.order), tuple(self.slots), self.turn, self.active,
            self.called, self.alarm, self.phase, self.joined, self.put_off,
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
        morale: int = 0,
    ) -> None:
        self.name = name
        self.players = players
        self.team = team
        self.expecting = expecting
        """Ready for a fight: cannot be surprised at all (SOV-026)."""
        self.careful = careful
        """Moving carefully: cannot be ambushed."""
        self.morale: i64 = morale
        """What the situation adds to its morale, from -2 to 2 (AAC-041)."""


NOBODY: Final = -1
UNSAID: Final = -2


class Approach:
    """How the fight comes about: which side tries to take the others unaware, and how."""

    def __init__(
        self, side: int, hard_entry: bool, reaction: bool = False, attackers: int = NOBODY
    ) -> None:
        self.side = side
        """-1 where nobody tries."""
        self.hard_entry = hard_entry
        """Bursting in, instead of an ambush."""
        self.reaction = reaction
        """Whether it is in doubt that there is a fight at all (AAC-003)."""
        self.attackers = attackers
        """The side that sets upon the others, NOBODY, or UNSAID where no file tells (AAC-005)."""


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


@mypyc_attr(acyclic=True)
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
        self.uncanny = False
        """Whether anybody has powers, flies or is otherwise strange; where not, nobody asks."""
        self.decrees: Decrees = NO_DECREES
        """What the referee has changed for good; never changed in place."""

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
        twin.uncanny = self.uncanny
        twin.decrees = self.decrees
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
            self.decrees.key(),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
