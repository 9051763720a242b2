"""Spells, arts and potions as data: their targets, and a closed set of primitives.

A spell is a list of primitives, applied in order to each target. A target makes at most one saving
throw, at the first primitive that depends on it. Numbers are `Amount` objects, which grow with the
caster's level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from shieldwall.engine.space.grid import FOOT, SQUARE, GridMap, Opening, Wall
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.fact_records import Records, grouped

if TYPE_CHECKING:
    from shieldwall.engine.state.sheet import Sheet
    from shieldwall.engine.state.state import Unit

INSTANT: Final = 4
"""A cost besides those of actions: cast at any moment, even out of turn."""
CAST_COSTS: Final = ("free", "move", "main", "move and main", "instant")

# Kinds of target.
SELF: Final = 0
CREATURES: Final = 1
"""A number of creatures, each named."""
AREA: Final = 2
"""A radius around a grid intersection (SOV-008)."""
LINE: Final = 3
"""A strip from the caster towards a square."""
AROUND: Final = 4
"""All units within a number of feet of the caster (SOV-008)."""
BARRIER: Final = 5
"""A straight wall between two grid intersections."""
PLACE: Final = 6
"""No target: something appears next to the caster."""
CORPSE: Final = 7
"""A dead creature."""
SPELL: Final = 8
"""A spell that another unit is about to cast."""
CONE: Final = 9
"""A cone from the caster towards a square, as wide as long at its end."""
AIM_NAMES: Final = (
    "self", "creatures", "area", "line", "around", "barrier", "place", "corpse", "spell", "cone",
)  # fmt: skip

# Which creatures may be targets.
ANYBODY: Final = 0
ALLIES: Final = 1
FOES: Final = 2
HELPLESS_OR_ALLY: Final = 3
WHO_NAMES: Final = ("anybody", "allies", "foes", "helpless or ally")

# Kinds of magic, for books that distinguish them (DOL-033).
SPELL_SORT: Final = 0
RUNE: Final = 1
GLAMOUR: Final = 2
ITEM: Final = 3
SCROLL: Final = 4
SORT_NAMES: Final = ("spell", "rune", "glamour", "item", "scroll")

ANY_KIND: Final = 0
LIVING: Final = 1
UNDEAD: Final = 2
KIND_NAMES: Final = ("any", "living", "undead")

NO_SAVE: Final = -1
PHYSICAL: Final = 0
EVASION: Final = 1
MENTAL: Final = 2

# Primitives.
DAMAGE: Final = 0
KILL: Final = 1
CONDITION: Final = 2
HEAL: Final = 3
PUSH: Final = 4
WALL: Final = 5
SUMMON: Final = 6
DISPEL: Final = 7
STRAIN: Final = 8
RAISE: Final = 9
"""The corpse rises as a unit of the caster's side."""
COUNTER: Final = 10
REWIND: Final = 11
PRICE: Final = 12
"""A condition on the caster, once per casting."""
STEADY: Final = 13
"""Stabilizes a dying creature."""
BOLT: Final = 14
"""Not cast: the art is a weapon of its user, shot with INT or DEX and Magic."""
DRAIN: Final = 15
"""Damage that heals its user by the amount dealt."""
EXHAUST: Final = 16
"""System Strain that cannot be refused: a target at its maximum is helpless."""
HOLD: Final = 17
"""Grapples the target."""
SWALLOW: Final = 18
"""Swallows the target, if it is smaller."""
KNOCK: Final = 19
"""Knocks the target prone."""
DO_NAMES: Final = (
    "damage", "kill", "condition", "heal", "push", "wall", "summon", "dispel", "strain", "raise",
    "counter", "rewind", "price", "steady", "bolt", "drain", "exhaust", "hold", "swallow", "knock",
)  # fmt: skip

# When a primitive applies.
ALWAYS: Final = 0
IF_FAILED: Final = 1
"""If the save failed."""
IF_MADE: Final = 2
HALF_IF_MADE: Final = 3
WHEN_NAMES: Final = ("always", "save failed", "save made", "half on save")

NO_LIMIT: Final = 1000
"""No limit on hit dice."""
UP_TO_LEVEL: Final = -1
"""Limit on hit dice: the caster's level."""


class Amount:
    """Dice plus a number, each growing with the caster's level."""

    def __init__(
        self,
        dice: int = 0,
        sides: int = 0,
        plus: int = 0,
        level_dice: int = 0,
        level_plus: int = 0,
        step: int = 1,
        round_up: bool = False,
    ) -> None:
        self.dice: i64 = dice
        self.sides: i64 = sides
        self.plus: i64 = plus
        self.level_dice: i64 = level_dice
        self.level_plus: i64 = level_plus
        self.step: i64 = step
        """The growth applies once per this many levels."""
        self.round_up = round_up

    def steps(self, level: i64) -> i64:
        """How often the growth applies at a level: at least once."""
        if self.step == 1:
            return level if level > 1 else 1
        grown: i64 = level
        if self.round_up:
            grown += self.step - 1
        count: i64 = grown // self.step
        return count if count > 1 else 1

    def dice_at(self, level: i64) -> i64:
        if self.level_dice == 0:
            return self.dice
        return self.dice + self.level_dice * self.steps(level)

    def plus_at(self, level: i64) -> i64:
        if self.level_plus == 0:
            return self.plus
        return self.plus + self.level_plus * self.steps(level)

    def mean_at(self, level: i64) -> i64:
        """Twice the average."""
        return self.dice_at(level) * (self.sides + 1) + 2 * self.plus_at(level)

    def key(self) -> tuple[int, ...]:
        return (
            self.dice, self.sides, self.plus, self.level_dice, self.level_plus, self.step,
            int(self.round_up),
        )  # fmt: skip


NOTHING: Final = Amount()


@dataclass(eq=False)
class TargetLimits:
    """Limits on the targets of a primitive: hit dice, and named or nameless."""

    most_dice: int = NO_LIMIT
    least_dice: int = 0
    nameless: bool = False

    def at_level(self, level: int) -> TargetLimits:
        """The limits with the numbers of one level filled in."""
        return TargetLimits(
            level if self.most_dice == UP_TO_LEVEL else self.most_dice,
            level + 1 if self.least_dice == UP_TO_LEVEL else self.least_dice,
            self.nameless,
        )


@dataclass(eq=False)
class WallShape:
    """The kind of wall a primitive raises."""

    solid: bool = False
    """Whether it blocks movement and sight."""
    tall: int = 0
    """Height in feet."""
    climb: bool = False
    """Whether it can be climbed, taking the amount as damage."""


@dataclass(eq=False)
class Appearing:
    """What appears: summoned units, or a wall of some length."""

    sheet: Sheet | None = None
    """The sheet of a summoned unit."""
    most: Amount = NOTHING
    """Length of a wall in feet; maximum number of creatures at once."""


@dataclass(eq=False)
class UserPart:
    """What its user adds to the amount."""

    skill: int = -1
    """A skill of the user, -1 for none."""
    by_hp: bool = False
    """Whether the amount is its user's current hit points."""


ANYONE: Final = TargetLimits()
NO_WALL: Final = WallShape()
NOBODY: Final = Appearing()
NO_PART: Final = UserPart()
PRIMITIVE_RECORDS: Final[Records] = {
    "touched": TargetLimits,
    "wall": WallShape,
    "appearing": Appearing,
    "user": UserPart,
}
"""Record classes by parameter name."""


class Primitive:
    """One effect of a spell on a target."""

    def __init__(
        self,
        do: int,
        when: int = ALWAYS,
        amount: Amount = NOTHING,
        rounds: Amount = NOTHING,
        effect: Condition | None = None,
        value: Amount = NOTHING,
        element: bool = False,
        touched: TargetLimits = ANYONE,
        wall: WallShape = NO_WALL,
        appearing: Appearing = NOBODY,
        user: UserPart = NO_PART,
        kinds: int = 0,
    ) -> None:
        self.do: i64 = do
        self.when: i64 = when
        self.amount = amount
        self.rounds = rounds
        """Duration; NOTHING for the rest of the fight."""
        self.effect = effect
        self.value = value
        self.element = element
        """Whether the damage is fire, cold or the like."""
        self.touched = touched
        self.wall = wall
        self.most_dice: i64 = touched.most_dice
        self.least_dice: i64 = touched.least_dice
        """Limits on the target's hit dice, inclusive; UP_TO_LEVEL for the caster's level."""
        self.nameless = touched.nameless
        """Whether it affects only nameless creatures."""
        self.solid = wall.solid
        self.tall = wall.tall
        self.climb = wall.climb
        self.appearing = appearing
        self.sheet = appearing.sheet
        self.most = appearing.most
        self.user = user
        self.skill = user.skill
        self.kinds: i64 = kinds
        """Bit mask of the kinds of harm (`engine.state.harm`); units immune to one are unaffected.
        """
        self.by_hp = user.by_hp

    def touches(self, target: Unit, level: i64) -> bool:
        dice: i64 = target.sheet.hit_dice
        if self.nameless and target.sheet.named:
            return False
        most: i64 = self.most_dice
        if most == UP_TO_LEVEL:
            most = level
        least: i64 = self.least_dice
        if least == UP_TO_LEVEL:
            least = level + 1
        return least <= dice <= most


@dataclass(eq=False)
class SpellForm:
    """The sort of magic, and what using it costs."""

    cost: int = 2
    uses: int = 0
    sort: int = SPELL_SORT
    art: bool = False
    mundane: bool = False


@dataclass(eq=False)
class Aiming:
    """The kind of target."""

    aim: int = CREATURES
    who: int = ANYBODY
    kind: int = ANY_KIND
    down: bool = False
    spreads: bool = False
    spares_user: bool = False


@dataclass(eq=False)
class Extent:
    """Range, number of targets and width, each with its growth per level."""

    reach: int = 600
    level_reach: int = 0
    count: int = 1
    level_count: int = 0
    radius: int = 0
    level_radius: int = 0
    tall: int = 0


@dataclass(eq=False)
class Saving:
    """The saving throw against it."""

    save: int = NO_SAVE
    save_skill: int = -1
    save_plus: int = 0


FORM: Final = SpellForm()
AIMING: Final = Aiming()
EXTENT: Final = Extent()
UNSAVED: Final = Saving()
"""Defaults of a plain spell: one creature in sight, a Main Action, no save."""
SPELL_RECORDS: Final[Records] = {
    "form": SpellForm,
    "aiming": Aiming,
    "extent": Extent,
    "saving": Saving,
}
"""Record classes by parameter name."""


class Spell:
    """A spell, an art or a potion."""

    def __init__(
        self,
        name: str,
        level: int,
        primitives: tuple[Primitive, ...],
        form: SpellForm = FORM,
        aiming: Aiming = AIMING,
        extent: Extent = EXTENT,
        saving: Saving = UNSAVED,
        text: str = "",
        source: str = "",
    ) -> None:
        self.form = form
        self.aiming = aiming
        self.extent = extent
        self.saving = saving
        # Fields of the records are copied to the spell: they are read at every casting.
        self.name = name
        self.level: i64 = level
        self.primitives = primitives
        self.cost: i64 = form.cost
        self.aim: i64 = aiming.aim
        self.who: i64 = aiming.who
        self.kind: i64 = aiming.kind
        self.reach: i64 = extent.reach
        """In feet, 5 for touch; 0 for unlimited within sight."""
        self.level_reach: i64 = extent.level_reach
        self.count: i64 = extent.count
        self.level_count: i64 = extent.level_count
        """Number of creatures, and growth per level."""
        self.radius: i64 = extent.radius
        self.level_radius: i64 = extent.level_radius
        """Radius of an area or half width of a strip, and growth per level."""
        self.tall: i64 = extent.tall
        """Height of an area in feet; 0 for unlimited."""
        self.save: i64 = saving.save
        self.save_skill: i64 = saving.save_skill
        """The caster's skill that makes the save harder, -1 for none."""
        self.art = form.art
        """An art is not prepared and uses no cast."""
        self.uses = form.uses
        """For a potion: the number of doses."""
        self.down = aiming.down
        """Whether it may target a dying creature."""
        self.spreads = aiming.spreads
        """Whether confined space makes it spread further."""
        self.text = text
        self.source = source
        self.mundane = form.mundane
        """Not magic, so wards against magic do not apply: venom, breath, a strong grip."""
        self.save_plus: i64 = saving.save_plus
        """Modifier to the save."""
        self.sort: i64 = form.sort
        self.spares_user = aiming.spares_user
        """Whether its user is unaffected inside its area."""

    def range_at(self, level: i64) -> i64:
        return self.reach + self.level_reach * level

    def count_at(self, level: i64) -> i64:
        return self.count + self.level_count * level

    def radius_at(self, level: i64) -> i64:
        return self.radius + self.level_radius * level


def make_spell(name: str, level: int, primitives: tuple[Primitive, ...], **facts: Any) -> Spell:
    """Build a spell from facts by name, with or without records."""
    return Spell(name, level, primitives, **grouped(facts, SPELL_RECORDS))


class Casting:
    """A spell between its declaration and its effect."""

    def __init__(self, caster: Unit, spell: Spell) -> None:
        self.caster = caster
        self.spell = spell
        self.countered = False


class Raised:
    """A wall raised by magic along grid lines from one intersection to another."""

    def __init__(
        self,
        name: str,
        line: tuple[int, int, int, int],
        bottom: int,
        shape: WallShape,
        toughness: int,
        harm: Amount,
        by: int,
        power: int,
        until: int,
        wounds: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.line = line
        """Start column and row, end column and row."""
        self.bottom = bottom
        """Height of its base in inches."""
        self.shape = shape
        self.tall = shape.tall
        self.solid = shape.solid
        self.climb = shape.climb
        self.toughness = toughness
        """Damage that cuts a hole of 5 ft; 0 if that is impossible."""
        self.harm = harm
        """The damage to a unit that walks or climbs through."""
        self.dice: i64 = harm.dice
        self.sides: i64 = harm.sides
        self.plus: i64 = harm.plus
        self.by = by
        self.power: i64 = power
        self.until: i64 = until
        self.wounds = wounds
        """Damage to each 5 ft of it, from its start."""

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.line, self.bottom, self.tall, self.solid, self.climb, self.toughness,
            self.dice, self.sides, self.plus, self.by, self.power, self.until, self.wounds,
        )  # fmt: skip

    def hewn(self, part: int, wound: int) -> Raised:
        """The wall with damage to one part."""
        wounds = (*self.wounds[:part], self.wounds[part] + wound, *self.wounds[part + 1 :])
        return Raised(
            self.name, self.line, self.bottom, self.shape, self.toughness, self.harm, self.by,
            self.power, self.until, wounds,
        )  # fmt: skip

    def is_open(self, part: int) -> bool:
        return self.toughness > 0 and self.wounds[part] >= self.toughness

    def part_between(self, ax: i64, ay: i64, bx: i64, by: i64) -> int:
        """The part of the wall crossed by a step between two squares; -1 for none."""
        x0, y0, x1, y1 = self.line
        if x0 == x1:
            edge: i64 = ax if ax > bx else bx
            if ax == bx or edge != x0:
                return -1
            low: i64 = ay if ay > by else by
            part: i64 = (ay if ay == by else low - 1) - y0
            length: i64 = y1 - y0
        else:
            edge = ay if ay > by else by
            if ay == by or edge != y0:
                return -1
            low = ax if ax > bx else bx
            part = (ax if ax == bx else low - 1) - x0
            length = x1 - x0
        slanted = ax != bx and ay != by
        if slanted and part == -1:
            part = 0
        return int(part) if 0 <= part < length else -1

    def wall(self) -> Wall:
        """The wall for the map, with the holes cut into it."""
        x0, y0, x1, y1 = self.line
        top = self.bottom + self.tall * FOOT
        holes = [
            Opening(part * SQUARE, (part + 1) * SQUARE, self.bottom, top)
            for part in range(len(self.wounds))
            if self.is_open(part)
        ]
        return Wall(
            x0 * SQUARE, y0 * SQUARE, x1 * SQUARE, y1 * SQUARE, self.bottom, top, self.name,
            tuple(holes),
        )  # fmt: skip


def rewinds(spells: tuple[Spell, ...]) -> bool:
    """Whether one of the spells turns back a turn."""
    for spell in spells:
        for primitive in spell.primitives:
            if primitive.do == REWIND:
                return True
    return False


def with_raised(grid: GridMap, raised: list[Raised]) -> GridMap:
    """The map with the impassable walls of this list."""
    return grid.with_raised([wall.wall() for wall in raised if wall.solid])
