"""Shapes of a choice on the map: weapon ranges and spell areas."""

from __future__ import annotations

from typing import Final

from shieldwall.books.shared.actions import RANGED_ATTACK, THROWN_ATTACK
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.magic_events import CastBegan
from shieldwall.engine.events.power_events import UsedPower
from shieldwall.engine.magic.spell_data import AREA, AROUND, CONE, LINE, Spell
from shieldwall.engine.magic.targeting import area_cells, is_open_to, spell_of, strip
from shieldwall.engine.space.measure import gap
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.entries import Chose
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight

SHOT: Final = (RANGED_ATTACK.verb, THROWN_ATTACK.verb)


def ranges_of(unit: Unit, choice: Choice) -> list[int]:
    """In feet, nearest first: the range bands of a shot, the reach of a melee attack."""
    if not 0 <= choice.weapon < len(unit.weapons):
        return []
    weapon = unit.weapons[choice.weapon]
    if choice.verb in SHOT:
        bands = (weapon.normal_range, weapon.medium_range, weapon.long_range)
        return sorted({int(feet) for feet in bands if feet > 0})
    return [int(weapon.reach_ft)] if choice.target >= 0 else []


def area_of(state: State, unit: Unit, choice: Choice, walls: bool) -> list[int]:
    """The squares of an area; without `walls`, ignoring walls."""
    spell = _spell_of(unit, choice)
    if spell is None or state.grid.open:
        return []
    grid = state.grid
    if spell.aim == AROUND:
        far = int(spell.range_at(unit.sheet.caster_level)) // 5
        return [cell for cell in range(int(grid.cells)) if _steps_to(state, unit, cell) <= far]
    if not choice.path:
        return []
    at = choice.path[0]
    if spell.aim in (LINE, CONE):
        return strip(grid, unit, at, spell)
    if spell.aim == AREA:
        cells = area_cells(grid, spell, unit.sheet.caster_level, at)
        return [cell for cell in cells if not walls or is_open_to(grid, at, cell)]
    return []


def areas_cast(fight: Fight, place: int, event: Event) -> tuple[list[int], list[int]]:
    """The squares of a cast spell or used power, with and without regard to walls.

    The choice behind it is the unit's last one before the event.
    """
    if not isinstance(event, CastBegan | UsedPower):
        return [], []
    name = event.spell if isinstance(event, CastBegan) else event.power
    for entry, before in zip(reversed(fight.entries), reversed(fight.marks), strict=True):
        if before <= place and isinstance(entry, Chose) and entry.choice.unit == event.unit:
            unit = fight.state.units[event.unit]
            spell = _spell_of(unit, entry.choice)
            if spell is None or spell.name != name:
                return [], []
            return (
                area_of(fight.state, unit, entry.choice, walls=True),
                area_of(fight.state, unit, entry.choice, walls=False),
            )
    return [], []


def _steps_to(state: State, unit: Unit, cell: int) -> int:
    width, size = int(state.grid.width), unit.sheet.size
    aside, along = gap(unit.x, size, cell % width, 1), gap(unit.y, size, cell // width, 1)
    return int(max(aside, along))


def _spell_of(unit: Unit, choice: Choice) -> Spell | None:
    if not choice.note:
        return None
    known = (*unit.sheet.spells, *(power.spell for power in unit.sheet.powers))
    return spell_of(known, choice.note)
