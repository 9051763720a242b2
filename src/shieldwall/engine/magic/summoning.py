"""Summoning and turning back turns: spells that change which units are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.events.magic_events import Rewound, Summoned
from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.magic.spell_data import Primitive
from shieldwall.engine.move.movement import free_place, put, step_back
from shieldwall.engine.space.open_field import settle
from shieldwall.engine.space.reach import crowd, room
from shieldwall.engine.state.state import ACTIVE, REMOVED, Clock, State, Unit
from shieldwall.engine.wounds.standing import join_fight

if TYPE_CHECKING:
    from shieldwall.engine.magic.spell_effects import Work


def add_summoned_unit(work: Work, primitive: Primitive, near: i64) -> None:
    """Add a unit to the caster's side on the free square nearest to a square."""
    sheet = primitive.sheet
    assert sheet is not None
    battle = work.battle
    state = battle.state
    caster = work.caster
    count = 1 + sum([1 for unit in state.units if unit.summoned > 0])
    ident = f"summoned-{count}"
    unit = Unit(sheet, ident, len(state.units), int(caster.side), caster.seat)
    cell = free_place(battle, unit, near)
    if cell < 0:
        return
    put(state.grid, unit, cell)
    unit.mapless = state.grid.open
    unit.summoned = work.level
    unit.summoner = caster.index
    unit.stops = caster.stops
    # It acts from its side's next turn on.
    unit.acted = True
    join_fight(battle, unit)
    act_beside(state.clock, unit, caster)
    if state.grid.open:
        settle(state, unit)
    if battle.log is not None:
        battle.emit(Summoned(unit.index, caster.index, int(cell)))


def act_beside(clock: Clock, unit: Unit, caster: Unit) -> None:
    """With individual initiative, a summoned unit shares the slot of its summoner.

    AAC-010 has players roll, not their summoned units (`initiative_individual`).
    """
    for place in range(len(clock.slots)):
        if clock.slots[place] >> int(caster.index) & 1:
            clock.slots[place] |= 1 << int(unit.index)


def make_room(battle: Battle, unit: Unit) -> None:
    """A unit that stands up where another stands moves to the nearest free square (SOV-002)."""
    state = battle.state
    grid = state.grid
    if grid.open or unit.inside >= 0 or unit.status != ACTIVE:
        return
    here: i64 = unit.y * grid.width + unit.x
    filled = crowd(state, battle.rules, unit, True)
    if room(filled, here, unit.sheet.size, grid.width):
        return
    cell = free_place(battle, unit, here)
    if cell >= 0:
        step_back(battle, unit, cell)


def count_summoned(state: State, caster: Unit, primitive: Primitive) -> int:
    """How many units summoned by this part of a spell are still there."""
    count = 0
    for unit in state.units:
        if unit.summoner == caster.index and unit.status == ACTIVE:
            if unit.sheet is primitive.sheet:
                count += 1
    return count


# Turning back time.


def rewind(work: Work) -> None:
    """Restart the current turn; the spell stays spent."""
    battle = work.battle
    state = battle.state
    before = state.turn_start
    active = state.clock.active
    if before is None or active < 0:
        return
    unit = state.units[active]
    if battle.are_foes(work.caster, unit) and work.is_resisted(unit):
        return
    caster = int(work.caster.index)
    casts = work.caster.casts
    go_back(state, before.copy())
    battle.roster += 1
    state.units[caster].casts = casts
    state.units[caster].has_cast = True
    if battle.log is not None:
        battle.emit(Rewound(active, caster))


def go_back(state: State, before: State) -> None:
    """Restore an earlier state; the clock object stays the same.

    Units that joined since and items picked up since are gone, but keep their numbers: choices and
    events on the tape refer to them.
    """
    changes = before.gm_changes
    for unit in state.units[len(before.units) :]:
        unit.status = REMOVED
        unit.effects = []
        unit.flurry = ()
        unit.inside = -1
        before.units.append(unit)
        for number, sheet in state.gm_changes.brought:
            if number == unit.index:
                changes = changes.with_unit(number, sheet)
    for unit in state.units:
        then = before.units[unit.index]
        for place in range(len(then.weapons), len(unit.weapons)):
            then.gone |= 1 << place
        then.weapons = unit.weapons
    state.grid = before.grid
    state.units = before.units
    state.dropped = before.dropped
    state.raised = before.raised
    state.dark = before.dark
    state.murky = before.murky
    state.gm_changes = changes
    clock = before.clock
    state.clock.order = clock.order
    state.clock.slots = clock.slots
    state.clock.turn = clock.turn
    state.clock.active = clock.active
    state.clock.alarm = clock.alarm
    state.clock.called = clock.called


HOOKS.make_room = make_room
