"""Targets of a spell: range, line and kind of named targets, squares of an area."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_data import (
    ALLIES,
    ANY_KIND,
    AREA,
    AROUND,
    BARRIER,
    CONE,
    CORPSE,
    CREATURES,
    FOES,
    HELPLESS_OR_ALLY,
    LINE,
    SELF,
    UNDEAD,
    WALL,
    Spell,
)
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.space.area import radius_area
from shieldwall.engine.space.grid import FOOT, GridMap
from shieldwall.engine.space.measure import feet_apart, steps_between
from shieldwall.engine.space.sight.cover import BLOCKED, cover
from shieldwall.engine.space.step_costs import steps
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.space.visibility import knows_place, sees
from shieldwall.engine.state.condition import RISEN
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, State, Unit
from shieldwall.engine.tape.request import Choice, Refusal

ON: Final = " on "
"""Separates the name of a spell from its further targets in the note of a choice."""
SPREAD_DIE: Final = 6
SPREAD: Final = 2
"""Squares per point by which a confined burst spreads further."""


# Parsing a choice.


def spell_name(note: str) -> str:
    return note.split(ON)[0].strip()


def spell_of(spells: tuple[Spell, ...], note: str) -> Spell | None:
    """The spell named in a note."""
    name = spell_name(note).lower()
    for spell in spells:
        if spell.name == name:
            return spell
    return None


def named_targets(state: State, choice: Choice) -> list[int]:
    """The target and further targets in the note; -1 for an unknown name."""
    found = [choice.target] if choice.target >= 0 else []
    if ON in choice.note:
        for name in choice.note.split(ON)[1].split(","):
            number = -1
            for unit in state.units:
                if unit.ident == name.strip():
                    number = int(unit.index)
            found.append(number)
    return found


def aimed_at(choice: Choice, spell: Spell, targets: list[int], state: State) -> Choice:
    """The choice that casts the spell at these targets."""
    note = spell.name
    if len(targets) > 1:
        note += ON + ", ".join([state.units[number].ident for number in targets[1:]])
    return Choice(choice.unit, choice.verb, targets[0] if targets else -1, -1, choice.path, note)


# Legality of the aim.


def why_not_aimed(battle: Battle, caster: Unit, spell: Spell, choice: Choice) -> Refusal | None:
    """Range, line and kind of all targets of the choice."""
    ids = battle.rules.ids
    level = caster.sheet.caster_level
    state = battle.state
    targets = named_targets(state, choice)
    names_some = spell.aim == CREATURES or spell.aim == CORPSE
    is_placed = spell.aim in (AREA, LINE, BARRIER, CONE)
    if (targets and not names_some) or (choice.path and not is_placed):
        return Refusal("says-too-much", ids.casting, caster.index)
    if is_placed:
        return why_no_place(battle, caster, spell, choice)
    if not names_some:
        return None
    if not targets:
        return Refusal("no-target", ids.casting, caster.index)
    if len(targets) > spell.count_at(level) and battle.holds(ids.casting, caster):
        return Refusal(
            "too-many-targets",
            ids.casting,
            caster.index,
            -1,
            len(targets),
            spell.count_at(level),
        )
    for number, target in enumerate(targets):
        if not 0 <= target < len(state.units):
            return Refusal("nobody", ids.casting, caster.index)
        if target in targets[:number]:
            return Refusal("named-twice", ids.casting, caster.index, target)
        refusal = why_not_touched(battle, caster, spell, state.units[target])
        if refusal is not None:
            return refusal
    return None


def why_not_touched(battle: Battle, caster: Unit, spell: Spell, target: Unit) -> Refusal | None:
    """Why a unit cannot be a target of a spell, or of an art that counters a spell."""
    ids = battle.rules.ids
    state = battle.state
    if spell.aim == CORPSE:
        if target.status != DEAD or target.effect(RISEN) is not None or target.summoned > 0:
            return Refusal("no-corpse", ids.casting, caster.index, target.index)
    elif target.status != ACTIVE and not (spell.down and target.status == DOWN):
        return Refusal("target-is-out", ids.casting, caster.index, target.index)
    elif target.inside >= 0 and target.inside != caster.index:
        return Refusal("is-swallowed", ids.casting, caster.index, target.index)
    if not knows_place(state, caster.side, target):
        return Refusal("place-unknown", ids.unseen, caster.index)
    if not is_fit(battle, caster, spell, target):
        return Refusal("not-for-this-one", ids.casting, caster.index, target.index)
    if target is caster:
        return None
    apart: i64 = feet_apart(state.grid, caster, target)
    far = spell.range_at(caster.sheet.caster_level)
    if far > 0 and apart > far and battle.holds(ids.casting, caster):
        return Refusal("spell-falls-short", ids.casting, caster.index, target.index, apart, far)
    if cover_from(state.grid, caster, target) == BLOCKED and battle.holds(ids.line, caster):
        return Refusal("no-line", ids.line, caster.index, target.index)
    if not sees(state, caster, target) and battle.holds(ids.unseen, caster):
        return Refusal("cannot-see", ids.unseen, caster.index, target.index)
    return None


def is_fit(battle: Battle, caster: Unit, spell: Spell, target: Unit) -> bool:
    """Whether the spell applies to this target: friend or foe, living or dead."""
    if spell.kind != ANY_KIND and (spell.kind == UNDEAD) != target.sheet.undead:
        return False
    foe = battle.are_foes(caster, target)
    if spell.who == ALLIES:
        return not foe
    if spell.who == FOES:
        return foe
    if spell.who == HELPLESS_OR_ALLY and foe:
        return target.status == DOWN or is_helpless(target)
    return True


def why_no_place(battle: Battle, caster: Unit, spell: Spell, choice: Choice) -> Refusal | None:
    """The intersection of an area, the square a strip points at, the ends of a wall."""
    ids = battle.rules.ids
    grid = battle.state.grid
    if grid.open and spell.aim == BARRIER:
        return Refusal("needs-a-map", ids.open_field, caster.index)
    wanted = 2 if spell.aim == BARRIER else 1
    if len(choice.path) != wanted:
        return Refusal(
            "two-crossings" if wanted == 2 else "no-crossing",
            ids.casting,
            caster.index,
        )
    for cell in choice.path:
        if not 0 <= cell < grid.cells:
            return Refusal("no-crossing", ids.casting, caster.index)
    level = caster.sheet.caster_level
    first = choice.path[0]
    if spell.aim == LINE or spell.aim == CONE:
        if first == caster.y * grid.width + caster.x:
            return Refusal("no-crossing", ids.casting, caster.index, first)
        return None
    if spell.aim == BARRIER:
        refusal = why_no_wall(battle, caster, spell, choice)
        if refusal is not None:
            return refusal
    far = spell.range_at(level)
    nearest: i64 = 1 << 30
    in_line = False
    here = int(caster.y * grid.width + caster.x)
    for cell in around(grid, first):
        width = int(grid.width)
        apart: i64 = steps_between(
            caster.x, caster.y, caster.feet, caster.sheet.size,
            cell % width, cell // width, grid.floor[cell], 1,
        )  # fmt: skip
        if apart < nearest:
            nearest = apart
        if not in_line and not grid.is_solid(cell):
            in_line = cell == here or cover(grid, here, cell) != BLOCKED
    if far > 0 and nearest * 5 > far and battle.holds(ids.casting, caster):
        return Refusal("spell-falls-short", ids.casting, caster.index, first, nearest * 5, far)
    if not in_line and battle.holds(ids.line, caster):
        return Refusal("no-line-there", ids.line, caster.index, first)
    return None


def why_no_wall(battle: Battle, caster: Unit, spell: Spell, choice: Choice) -> Refusal | None:
    ids = battle.rules.ids
    grid = battle.state.grid
    x0, y0, x1, y1 = wall_line(grid, choice)
    if x0 != x1 and y0 != y1:
        return Refusal("wall-not-straight", ids.casting, caster.index, choice.path[1])
    feet = (x1 - x0 + y1 - y0) * 5
    most = longest_wall(spell, caster.sheet.caster_level)
    if feet == 0 or (feet > most and battle.holds(ids.casting, caster)):
        return Refusal("wall-too-long", ids.casting, caster.index, choice.path[1], feet, most)
    for unit in battle.state.units:
        size = int(unit.sheet.size)
        if unit.is_present() and size > 1:
            left, top = int(unit.x), int(unit.y)
            across = x0 == x1 and left < x0 < left + size and y0 < top + size and top < y1
            along = y0 == y1 and top < y0 < top + size and x0 < left + size and left < x1
            if across or along:
                return Refusal("wall-through-body", ids.casting, caster.index, unit.index)
    return None


def wall_line(grid: GridMap, choice: Choice) -> tuple[int, int, int, int]:
    """The top left corners of two squares, the smaller first."""
    width = int(grid.width)
    first, last = sorted(choice.path)
    return first % width, first // width, last % width, last // width


def longest_wall(spell: Spell, level: i64) -> i64:
    for primitive in spell.primitives:
        if primitive.do == WALL:
            return primitive.most.plus_at(level)
    return 0


def around(grid: GridMap, crossing: int) -> list[int]:
    """The squares that meet at the top left corner of a square."""
    x = crossing % int(grid.width)
    y = crossing // int(grid.width)
    return radius_area(grid, x, y, 5)


# Affected units.


def touched(battle: Battle, caster: Unit, spell: Spell, choice: Choice) -> list[Unit]:
    """All units the spell affects, in unit order, named targets in the order named."""
    state = battle.state
    if spell.aim == SELF:
        return [caster]
    if spell.aim in (CREATURES, CORPSE):
        return [
            state.units[number]
            for number in named_targets(state, choice)
            if why_not_touched(battle, caster, spell, state.units[number]) is None
        ]
    found: list[Unit] = []
    if spell.aim == AROUND:
        far = spell.range_at(caster.sheet.caster_level)
        for unit in state.units:
            if (
                unit.status == ACTIVE
                and unit.inside < 0
                and not (unit is caster and spell.spares_user)
                and feet_apart(state.grid, caster, unit) <= far
                and is_fit(battle, caster, spell, unit)
                and (unit is caster or cover_from(state.grid, caster, unit) != BLOCKED)
            ):
                found.append(unit)
    elif spell.aim in (AREA, LINE, CONE):
        filled = filled_area(battle, caster, spell, choice.path[0])
        base: i64 = state.grid.floor[choice.path[0]]
        for unit in state.units:
            if unit.status != ACTIVE or unit.inside >= 0:
                continue
            if not is_fit(battle, caster, spell, unit) or (unit is caster and spell.spares_user):
                continue
            if spell.tall > 0 and not base - spell.tall * FOOT < unit.feet < base + (
                spell.tall * FOOT
            ):
                continue
            if stands_in(state.grid, unit, filled):
                found.append(unit)
    return found


def stands_in(grid: GridMap, unit: Unit, filled: list[bool]) -> bool:
    width = int(grid.width)
    if grid.open:
        return filled[int(unit.y) * width + int(unit.x)]
    for dy in range(unit.sheet.size):
        for dx in range(unit.sheet.size):
            if filled[(int(unit.y) + dy) * width + int(unit.x) + dx]:
                return True
    return False


def filled_area(battle: Battle, caster: Unit, spell: Spell, cell: int) -> list[bool]:
    """The squares an area covers; a confined burst spreads further."""
    grid = battle.state.grid
    filled = [False] * int(grid.cells)
    if spell.aim == LINE or spell.aim == CONE:
        for square in strip(grid, caster, cell, spell):
            filled[square] = True
        return filled
    area = area_cells(grid, spell, caster.sheet.caster_level, cell)
    count = 0
    for square in area:
        if is_open_to(grid, cell, square):
            filled[square] = True
            count += 1
    if spell.spreads and 2 * count < (spell.radius_at(caster.sheet.caster_level) * 2 // 5) ** 2:
        further = int(battle.roll("spread", SPREAD_DIE, caster.index)) * SPREAD
        spread(grid, filled, further, int(battle.rules.difficult_cost))
    return filled


def area_cells(grid: GridMap, spell: Spell, level: i64, cell: int) -> list[int]:
    """The squares within the spell's radius, ignoring walls (SOV-008)."""
    width = int(grid.width)
    return radius_area(grid, cell % width, cell // width, int(spell.radius_at(level)))


def is_open_to(grid: GridMap, crossing: int, cell: int) -> bool:
    """Whether any square at the intersection has a line to the square."""
    if grid.is_solid(cell):
        return False
    for start in around(grid, crossing):
        if start == cell or (not grid.is_solid(start) and cover(grid, start, cell) != BLOCKED):
            return True
    return False


def spread(grid: GridMap, filled: list[bool], further: int, difficult_cost: int) -> None:
    """Spread to enterable neighbouring squares, up to `further` steps."""
    if grid.open:
        return
    table = steps(grid, 1, difficult_cost)
    edge = [cell for cell in range(len(filled)) if filled[cell]]
    for _ in range(further):
        reached: list[int] = []
        for cell in edge:
            for way in range(8):
                if table.cost[cell * 8 + way] > 0:
                    there = int(cell + table.ways[way])
                    if not filled[there]:
                        filled[there] = True
                        reached.append(there)
        edge = reached


def strip(grid: GridMap, caster: Unit, towards: int, spell: Spell) -> list[int]:
    """The squares of a strip from the caster: its range long, twice its radius wide.

    A cone is as wide as its distance from the caster.
    """
    width = int(grid.width)
    # Doubled offsets, so that the centre of a large caster is an integer too.
    middle_x = 2 * int(caster.x) + int(caster.sheet.size) - 1
    middle_y = 2 * int(caster.y) + int(caster.sheet.size) - 1
    ax = 2 * (towards % width) - middle_x
    ay = 2 * (towards // width) - middle_y
    norm = ax * ax + ay * ay
    long = 2 * int(spell.range_at(caster.sheet.caster_level)) // 5
    wide = 2 * int(spell.radius_at(caster.sheet.caster_level)) // 5
    here = int(caster.y * grid.width + caster.x)
    found: list[int] = []
    for cell in range(int(grid.cells)):
        px = 2 * (cell % width) - middle_x
        py = 2 * (cell // width) - middle_y
        ahead = px * ax + py * ay
        beside = px * ay - py * ax
        if ahead <= 0 or ahead * ahead > long * long * norm:
            continue
        if spell.aim == CONE:
            # Half a square beside the line, plus half the distance along it.
            past = 2 * abs(beside) - ahead
            if past > 0 and past * past > 4 * norm:
                continue
        elif beside * beside > wide * wide * norm:
            continue
        if not grid.is_solid(cell) and cover(grid, here, cell) != BLOCKED:
            found.append(cell)
    return found
