"""Legality checks shared by several actions: cost, weapon in hand, destination."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.action_spec import MAIN_AND_MOVE, MOVE
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import place_of, why_not_close
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import gap
from shieldwall.engine.space.open_field import short_of
from shieldwall.engine.space.sight.cover import BLOCKED, Stand, cover_between
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice, Refusal


def why_cannot_pay(unit: Unit, cost: i64) -> Refusal | None:
    """SOV-035 to SOV-037 for the cost of an action."""
    if can_pay(unit, cost):
        return None
    if cost == MOVE or (cost == MAIN_AND_MOVE and unit.mains > 0):
        return Refusal("move-spent", "SOV-036", unit.index)
    return Refusal("main-spent", "SOV-035", unit.index)


def why_cannot_react(battle: Battle, unit: Unit) -> Refusal | None:
    """Why the unit cannot react to anything: it is out of the fight, or surprised."""
    if unit.status != ACTIVE:
        return Refusal("out-of-the-fight", "SOV-034", unit.index)
    if unit.surprised and battle.holds("SOV-022", unit):
        return Refusal("is-surprised", "SOV-022", unit.index)
    return None


def blow_choices(battle: Battle, unit: Unit, verb: str, status: int = ACTIVE) -> list[Choice]:
    """Each weapon on each foe with this status."""
    return [
        Choice(unit.index, verb, foe.index, number)
        for foe in battle.state.units
        if foe.status == status and battle.are_foes(unit, foe)
        for number in range(len(unit.weapons))
    ]


def weapon_choices(unit: Unit, verb: str) -> list[Choice]:
    return [Choice(unit.index, verb, weapon=number) for number in range(len(unit.weapons))]


def why_not_in_hand(unit: Unit, weapon: int) -> Refusal | None:
    """Whether the unit has this weapon and can use it at once."""
    if not 0 <= weapon < len(unit.weapons):
        return Refusal("no-such-weapon", "SOV-047", unit.index)
    if unit.gone >> weapon & 1:
        return Refusal("weapon-gone", "SOV-089", unit.index, weapon)
    if unit.stowed >> weapon & 1:
        return Refusal("weapon-stowed", "SOV-089", unit.index, weapon)
    return None


def why_not_ready(unit: Unit, cost: i64, weapon: int) -> Refusal | None:
    """Why the unit cannot attack any target."""
    refusal = why_cannot_pay(unit, cost)
    return why_not_in_hand(unit, weapon) if refusal is None else refusal


def why_not_touched(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """Why its hands do not reach an adjacent unit: a wall or a closed door is between them."""
    if cover_from(battle.state.grid, unit, target) == BLOCKED and battle.holds("SOV-017", unit):
        return Refusal("no-line", "SOV-017", unit.index, target.index)
    return None


def why_not_within_hand(battle: Battle, unit: Unit, cell: int) -> Refusal | None:
    """`why_not_touched` for something that lies on an adjacent square."""
    grid = battle.state.grid
    if grid.open:
        return None
    here = Stand(place_of(grid, unit), unit.sheet.size, unit.feet)
    there = Stand(cell, 1, grid.floor[cell])
    if cover_between(grid, here, there) == BLOCKED and battle.holds("SOV-017", unit):
        return Refusal("no-line-there", "SOV-017", unit.index, cell)
    return None


def spend_blow(unit: Unit, weapon: int, cost: i64) -> None:
    """Pay for an attack: a Main covers one, or one with each weapon of a creature's routine."""
    left = unit.flurry
    if not left or weapon not in left:
        pay(unit, cost)
        left = unit.sheet.routine
    unit.flurry = without_one(left, weapon) if left and weapon in left else ()


def without_one(weapons: tuple[int, ...], weapon: int) -> tuple[int, ...]:
    """The rest of a routine."""
    if weapon not in weapons:
        return weapons
    place = weapons.index(weapon)
    return weapons[:place] + weapons[place + 1 :]


def closes(battle: Battle, unit: Unit, choice: Choice) -> bool:
    """Without a map: whether the move ends adjacent to its target."""
    if not battle.state.grid.open:
        return False
    return why_not_close(battle, unit, choice.path[0], choice.target) is None


def why_no_move_in_the_open(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """SOV-012: a move must lead elsewhere, or next to a foe."""
    if choice.target >= 0:
        return why_not_close(battle, unit, choice.path[0], choice.target)
    if choice.path[0] == place_of(battle.state.grid, unit):
        return Refusal("no-path", "SOV-012", unit.index)
    return None


def ending_beside(grid: GridMap, unit: Unit, foe: Unit) -> int:
    """Without a map: where a move up to a foe ends."""
    return int(short_of(grid, place_of(grid, unit), place_of(grid, foe)))


def apart_of(x: i64, y: i64, size: i64, foe: Unit) -> i64:
    """Steps between a body on a square and a foe."""
    across: i64 = gap(x, size, foe.x, foe.sheet.size)
    down: i64 = gap(y, size, foe.y, foe.sheet.size)
    return across if across > down else down
