"""The state of a fight: units, clock, sides, effects.

Units, sides, weapons and squares are indexes here; names and sentences exist only at the edges. A
state can only be copied and compared: rules keep no data outside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.gm_changes import NO_GM_CHANGES, GmChanges
from shieldwall.engine.state.sheet import Sheet, Weapon

if TYPE_CHECKING:
    from shieldwall.engine.magic.spell_data import Raised

# Status of a unit.
ACTIVE: Final = 0
DOWN: Final = 1
"""At 0 HP: helpless; its body still occupies the square."""
DEAD: Final = 2
FLED: Final = 3
SURRENDERED: Final = 4
"""Has surrendered and is led away."""
REMOVED: Final = 5
"""Removed by the GM, as if it had never been there."""

# Bits in `Unit.used` besides those of abilities.
END_SETTLED: Final = 64
"""The consequences of being struck down have been applied."""
TWO_WEAPONS: Final = 1 << 12
"""Has fought with two weapons this round: the penalty lasts for the turn (SOV-136)."""
TOLD_NO: Final = 1 << 13
"""The GM has refused an improvised action this round."""

# When a unit's seat is prompted in a window the unit could use.
NEVER: Final = 0
WHEN_IT_MATTERS: Final = 1
"""Only if the answer can change something."""
ALWAYS: Final = 2


@mypyc_attr(acyclic=True, free_list_len=1)
class Effect:
    """A lasting effect: its kind, its cause, and when it ends."""

    def __init__(
        self, kind: Condition, by: int, until: int, value: int = 0, whom: int = 0, power: int = 0
    ) -> None:
        self.kind = kind
        self.by: i64 = by
        self.until: i64 = until
        self.value: i64 = value
        self.whom = whom
        """Bit mask of the units it concerns, if it concerns only some."""
        self.power: i64 = power
        """The level of the caster; 0 or less if magic cannot end it."""

    def key(self) -> tuple[int, ...]:
        return (self.kind.number, self.by, self.until, self.value, self.whom, self.power)


@mypyc_attr(acyclic=True)
class Unit:
    """A combatant in its current state."""

    def __init__(self, sheet: Sheet, ident: str, index: int, side: int, seat: int) -> None:
        self.sheet = sheet
        self.ident = ident
        self.index: i64 = index
        self.bit = 1 << index if index >= 0 else 0
        """The unit's bit in masks of units."""
        self.side: i64 = side
        self.seat: i64 = seat
        self.x: i64 = 0
        self.y: i64 = 0
        """The top left square of the footprint."""
        self.feet: i64 = 0
        """The height it stands at, in inches."""
        self.mapless = False
        """Whether it fights without a map, using `beside` instead of positions."""
        self.beside = 0
        """Without a map: bit mask of the units within 5 ft (`engine.space.open_field`)."""
        self.hp: i64 = sheet.hp
        self.status: i64 = ACTIVE
        self.prone = False
        self.surprised = False
        self.acted = False
        """Whether its turn this round is over."""
        self.mains: i64 = 0
        self.moves: i64 = 0
        self.wielded: i64 = 0
        """The weapon in hand; -1 for none."""
        self.gone = 0
        """Bit mask of the weapons thrown or lost."""
        self.unloaded = 0
        """Bit mask of the weapons that must be loaded before shooting."""
        self.shield_spent = False
        """Whether the shield has negated this round's first Shock (SOV-118)."""
        self.effects: list[Effect] = []
        self.weapons: list[Weapon] = sheet.carried
        """Carried weapons: replaced by a longer list on pick-up, never shortened (see `gone`)."""
        self.stowed = sheet.stowed
        """Bit mask of the weapons that must be readied before use."""
        self.off_hand: i64 = -1
        """The second weapon of a two-weapon fighter, -1 for none."""
        self.locked = False
        """Whether it grapples a unit or is grappled (SOV-130)."""
        self.poised = False
        """Whether it has spent a minute preparing an execution (SOV-138, SOV-139)."""
        self.luck: i64 = sheet.luck
        """How often luck can still negate a hit."""
        self.flurry: tuple[int, ...] = ()
        """The weapons still to attack with in the current Main."""
        self.screened = 0
        """Bit mask of the attackers screened against this round (SOV-073)."""
        self.stops: i64 = WHEN_IT_MATTERS
        self.fell = 0
        """The round in which it went down or left the field."""
        self.tended = -1
        """The round in which a unit last tried to stabilize it."""
        self.stable = False
        self.out_cold = False
        """For a fallen unit: knocked out, not dying."""
        self.frail = False
        self.strain: i64 = 0
        self.hurt = False
        """Whether it lost hit points or dodged Shock this round: it cannot cast."""
        self.unknown_to = 0
        """Bit mask of the sides that do not know where it is (SOV-105)."""
        self.broken = False
        """Whether its morale has broken and it tries to get away (SOV-144, SOV-145)."""
        self.casts: i64 = sheet.casts
        """How many spells it may still cast."""
        self.has_cast = False
        """Whether it has cast a spell this round."""
        self.doses: tuple[int, ...] = sheet.doses
        """Remaining doses of each potion."""
        self.packed = sheet.packed
        """Bit mask of the potions in the pack."""
        self.summoned: i64 = 0
        """The level of the caster who summoned it; 0 if not summoned."""
        self.summoner: i64 = -1
        self.used = 0
        """Bit mask of the abilities used up for the round or the fight (`Ability.spends`)."""
        self.marks: i64 = 0
        """Bit mask of the kinds of harm suffered this round (`engine.state.harm`)."""
        self.stocks: tuple[int, ...] = sheet.stocks
        """How often each power may still be used; -1 for no limit."""
        self.aloft: i64 = 0
        """Flying height above the ground below, in inches; 0 on the ground."""
        self.inside: i64 = -1
        """The unit that has swallowed it; -1 for none."""
        self.struck = -1
        """The last unit it hit this round; -1 for none."""
        self.strikes: tuple[int, ...] = ()
        """The weapons it has hit `struck` with."""
        self.split_from: i64 = -1
        """The unit it split from; -1 if it did not split off."""
        self.in_melee = 0
        """Bit mask of the foes within 5 ft it has exchanged melee attacks with (DOL-004)."""
        self.facing: i64 = -1
        """The foe it faces; -1 for the first one in unit order (G-39)."""
        self.forgotten = 0
        """Bit mask of the spells forgotten or used up (DOL-036)."""
        self.nerve = 0
        """Reasons its morale has been tested for, and how often it held (`round_end_checks`)."""

    def copy(self) -> Unit:
        twin = Unit(self.sheet, self.ident, self.index, self.side, self.seat)
        twin.become(self)
        return twin

    def become(self, other: Unit) -> None:
        """Take over everything from another unit."""
        self.sheet = other.sheet
        self.ident = other.ident
        self.index = other.index
        self.bit = other.bit
        self.side = other.side
        self.seat = other.seat
        self.x = other.x
        self.y = other.y
        self.feet = other.feet
        self.mapless = other.mapless
        self.beside = other.beside
        self.hp = other.hp
        self.status = other.status
        self.prone = other.prone
        self.surprised = other.surprised
        self.acted = other.acted
        self.mains = other.mains
        self.moves = other.moves
        self.wielded = other.wielded
        self.gone = other.gone
        self.unloaded = other.unloaded
        self.shield_spent = other.shield_spent
        if self.effects or other.effects:
            self.effects = other.effects.copy()
        self.weapons = other.weapons
        self.stowed = other.stowed
        self.off_hand = other.off_hand
        self.locked = other.locked
        self.poised = other.poised
        self.luck = other.luck
        self.flurry = other.flurry
        self.screened = other.screened
        self.stops = other.stops
        self.fell = other.fell
        self.tended = other.tended
        self.stable = other.stable
        self.out_cold = other.out_cold
        self.frail = other.frail
        self.strain = other.strain
        self.hurt = other.hurt
        self.unknown_to = other.unknown_to
        self.broken = other.broken
        self.casts = other.casts
        self.has_cast = other.has_cast
        self.doses = other.doses
        self.packed = other.packed
        self.summoned = other.summoned
        self.summoner = other.summoner
        self.used = other.used
        self.marks = other.marks
        self.stocks = other.stocks
        self.aloft = other.aloft
        self.inside = other.inside
        self.struck = other.struck
        self.strikes = other.strikes
        self.split_from = other.split_from
        self.in_melee = other.in_melee
        self.facing = other.facing
        self.forgotten = other.forgotten
        self.nerve = other.nerve

    def key(self) -> tuple[object, ...]:
        """Everything that changes, for comparison; sheets are compared by name."""
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
        """Wield a weapon: one of two in hand, or a third, which puts the second away (SOV-134)."""
        if number >= 0 and number == self.off_hand:
            self.off_hand = self.wielded
        elif number != self.wielded:
            self.off_hand = -1
        self.wielded = number

    def effect(self, kind: Condition) -> Effect | None:
        """The first effect of a kind on the unit."""
        for effect in self.effects:
            if effect.kind is kind:
                return effect
        return None

    def spend(self, name: str) -> None:
        """Mark the ability with this name as used up for the round or the fight."""
        ability = self.sheet.abilities.find(name)
        if ability is not None:
            self.used |= ability.mark

    def is_present(self) -> bool:
        """Whether it is on the map, standing or not."""
        return self.status <= DOWN

    def weapon(self) -> Weapon | None:
        return self.weapons[self.wielded] if self.wielded >= 0 else None


NO_UNITS: Final[list[Unit]] = []
"""Never modified."""


@mypyc_attr(acyclic=True)
class Clock:
    """Where the fight is: stage of the flow, round, acting side."""

    def __init__(self) -> None:
        self.stage = 0
        """Index of the current stage in the ruleset's flow."""
        self.round = 0
        """0 before the first round of initiative, including a surprise round."""
        self.order: list[int] = []
        """The sides in the order they act."""
        self.slots: list[int] = []
        """If players act one by one: for each index of `order` a bit mask of units, 0 for all."""
        self.turn = 0
        """Index in `order` of the acting side."""
        self.active = -1
        """The acting unit; -1 between two turns."""
        self.alarm = False
        """Whether unaware units have been warned (SOV-137)."""
        self.called = False
        """Whether units with a held action have had their last prompt this round."""
        self.phase = -1
        """If a side acts in phases: the number of the current phase; otherwise -1 (DOL-002)."""
        self.joined = 0
        """Bit mask of the indexes of `order` whose side acts together with the one before."""
        self.put_off = False
        """Whether damage is applied at the end of the phase, as among tied sides (DOL-016)."""

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


@dataclass(eq=False)
class Side:
    """One side of the fight. Sides of one team are allies."""

    name: str
    players: bool
    team: int
    expecting: bool = False
    """Ready for a fight: cannot be surprised (SOV-026)."""
    careful: bool = False
    """Moving carefully: cannot be ambushed."""
    morale: i64 = 0
    """Situational morale modifier, from -2 to 2 (AAC-041)."""


NOBODY: Final = -1
UNSAID: Final = -2


@dataclass(eq=False)
class Approach:
    """How the fight begins: which side tries to surprise the others, and how."""

    side: int
    """The surprising side; -1 for none."""
    hard_entry: bool
    """Bursts in, instead of an ambush."""
    reaction: bool = False
    """Whether a reaction roll decides if there is a fight (AAC-003)."""
    attackers: int = NOBODY
    """The attacking side, NOBODY, or UNSAID if the file does not say (AAC-005)."""


NO_APPROACH: Final = Approach(-1, False)
"""Neither side is surprised; never modified in place."""


class Dropped:
    """A weapon on the ground."""

    def __init__(self, cell: int, weapon: Weapon) -> None:
        self.cell = cell
        self.weapon = weapon


class Outcome:
    """How a fight ended: the reason, and the winning team (-1 for none)."""

    def __init__(self, reason: str, team: int) -> None:
        self.reason = reason
        self.team = team

    def key(self) -> tuple[str, int]:
        return (self.reason, self.team)


@mypyc_attr(acyclic=True)
class State:
    """The complete state. Two states are equal if their keys are equal."""

    def __init__(self, grid: GridMap, sides: list[Side], units: list[Unit]) -> None:
        self.grid = grid
        self.sides = sides
        self.teams = vec[i64]([side.team for side in sides])
        """The team of each side: sides do not change theirs."""
        self.units = units
        self.clock = Clock()
        self.outcome: Outcome | None = None
        self.dropped: list[Dropped] = []
        """Weapons on the ground; never modified in place."""
        self.dark = False
        """Whether only lit squares can be seen."""
        self.murky = False
        """Whether any unit could be unseen; if not, visibility checks are skipped."""
        self.raised: list[Raised] = []
        """Walls raised by magic; never modified in place."""
        self.remembers = False
        """Whether a unit could turn back a turn, so that its start must be kept."""
        self.turn_start: State | None = None
        """The state at the start of the current turn, if kept."""
        self.approach = NO_APPROACH
        self.referee = 0
        """The GM's seat: the last one."""
        self.has_unusual_units = False
        """Whether any unit has powers, flies or is unusual; if not, those checks are skipped."""
        self.gm_changes: GmChanges = NO_GM_CHANGES
        """The GM's lasting changes; never modified in place."""

    def copy(self) -> State:
        twin = State(self.grid, self.sides, [unit.copy() for unit in self.units])
        twin.take_over(self)
        return twin

    def become(self, other: State) -> bool:
        """Become a copy of another state of the same fight; False if it has other units."""
        count: i64 = len(self.units)
        if len(other.units) != count:
            return False
        number: i64 = 0
        while number < count:
            self.units[number].become(other.units[number])
            number += 1
        self.grid = other.grid
        self.sides = other.sides
        self.teams = other.teams
        self.take_over(other)
        return True

    def take_over(self, other: State) -> None:
        """Everything but the map, the sides and the units."""
        self.dropped = other.dropped
        self.dark = other.dark
        self.murky = other.murky
        self.raised = other.raised
        self.remembers = other.remembers
        self.turn_start = other.turn_start
        self.approach = other.approach
        self.referee = other.referee
        self.has_unusual_units = other.has_unusual_units
        self.gm_changes = other.gm_changes
        self.clock = other.clock.copy()
        self.outcome = other.outcome

    def key(self) -> tuple[object, ...]:
        return (
            self.clock.key(),
            self.grid.doors_open,
            self.dark,
            self.murky,
            tuple(unit.key() for unit in self.units),
            tuple((item.cell, item.weapon.name) for item in self.dropped),
            tuple(wall.key() for wall in self.raised),
            None if self.turn_start is None else self.turn_start.key(),
            None if self.outcome is None else self.outcome.key(),
            self.gm_changes.key(),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
