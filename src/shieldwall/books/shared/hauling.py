"""Carrying or throwing a grappled victim (SOV-132)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.manoeuvres import (
    grapplers_of,
    mark,
    size_penalty,
    squares_beside,
)
from shieldwall.books.shared.shared_dials import CARRY_STEPS
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier, roll_check
from shieldwall.engine.events.action_events import Carried, ThrownDown
from shieldwall.engine.listing import MAIN_LEFT, OWN_EFFECTS, Listing
from shieldwall.engine.move.burning_walls import cross_burning_walls
from shieldwall.engine.move.movement import (
    bump_into_unknown,
    carry_along,
    place_of,
    put,
)
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.occupants import EMPTY, FOE, FRIEND
from shieldwall.engine.space.open_field import draw_apart, settle
from shieldwall.engine.space.reach import crowd, find_reach, room
from shieldwall.engine.state.sheet import BRAWL, STR
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.injury import check_grips, drop_from_height, let_go, victim_of

CARRY: Final = "carry"
THROW: Final = "throw"


class MoveVictim(ActionSpec):
    """Carry the victim up to 10 ft, or throw it 5 ft to the ground (SOV-132)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = self.why_nowhere(battle, unit, choice.note)
        if refusal is not None:
            return refusal
        if len(choice.path) != 1:
            return Refusal("carry-or-throw", "SOV-132", unit.index, victim_of(unit))
        if choice.path[0] in self.goals(battle, unit, choice.note):
            return None
        return Refusal("no-place-to-push", "SOV-132", unit.index, choice.path[0])

    def why_nowhere(self, battle: Battle, unit: Unit, note: str) -> Refusal | None:
        """The part of `why_not` that is the same for every square."""
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if victim_of(unit) < 0:
            return Refusal("holds-nobody", "SOV-132", unit.index)
        if note == CARRY and grapplers_of(battle, unit) and battle.holds("SOV-130", unit):
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        if note not in (CARRY, THROW):
            return Refusal("carry-or-throw", "SOV-132", unit.index, victim_of(unit))
        return None

    def goals(self, battle: Battle, unit: Unit, note: str) -> list[int]:
        """The squares that the holder carries its victim to, or throws it on."""
        victim = battle.state.units[victim_of(unit)]
        if note == CARRY:
            return carry_goals(battle, unit, victim)
        return squares_beside(battle, victim, unit)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 or victim_of(unit) < 0:
            return []
        return [
            Choice(unit.index, self.verb, path=(cell,), note=note)
            for note in (CARRY, THROW)
            for cell in self.goals(battle, unit, note)
        ]

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        for note in (CARRY, THROW):
            if self.why_nowhere(battle, unit, note) is None:
                for cell in self.goals(battle, unit, note):
                    found.keep(Choice(unit.index, self.verb, path=(cell,), note=note))

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        victim = battle.state.units[victim_of(unit)]
        needed = battle.rules.opposed_base + modifier(victim, (STR,), (BRAWL,))
        penalty = size_penalty(battle, unit, victim)
        if not roll_check(battle, unit, (STR,), (BRAWL,), "carry", penalty, needed, "SOV-132"):
            let_go(battle, unit)
            return
        grid = battle.state.grid
        if choice.note == THROW:
            let_go(battle, unit)
            before = victim.feet
            start = place_of(grid, victim)
            put(grid, victim, choice.path[0])
            carry_along(battle.state, victim)
            if grid.open:
                draw_apart(battle.state, victim)
                settle(battle.state, victim)
            victim.prone = True
            if battle.log is not None:
                battle.emit(ThrownDown(victim.index, unit.index, choice.path[0]))
            check_grips(battle)
            if battle.state.raised:
                if not cross_burning_walls(battle, victim, start, choice.path[0]):
                    return
            if before > victim.feet:
                drop_from_height(battle, victim, (before - victim.feet) // FOOT, unit.index)
            return
        # Both move: the holder to the square, the victim along with it.
        along = carried_place(battle, unit, victim, choice.path[0], True)
        if along < 0 or not has_room(battle, unit, victim, choice.path[0]):
            # An unknown unit is in the way.
            bump_into_unknown(battle, unit, choice.path[0])
            return
        ways = (
            carried_way(battle, unit, victim, choice.path[0]),
            carried_way(battle, victim, unit, along),
        )
        put(grid, unit, choice.path[0])
        put(grid, victim, along)
        carry_along(battle.state, unit)
        carry_along(battle.state, victim)
        if grid.open:
            settle(battle.state, unit)
            settle(battle.state, victim)
        if battle.log is not None:
            battle.emit(Carried(victim.index, unit.index, choice.path[0]))
        check_grips(battle)
        for one, way in zip((unit, victim), ways, strict=True):
            for number in range(1, len(way)):
                if not cross_burning_walls(battle, one, way[number - 1], way[number]):
                    break


def carry_goals(battle: Battle, unit: Unit, victim: Unit) -> list[int]:
    """Where the holder may go with its victim: within 10 ft, with room for both."""
    state = battle.state
    width = int(state.grid.width)
    filled = crowd(state, battle.rules, unit)
    mark(filled, width, victim, place_of(state.grid, victim), FRIEND)
    reach = find_reach(state, battle.rules, unit, CARRY_STEPS.of(battle.rules), filled, [])
    found: list[int] = []
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if reach.can_stop(cell) and carried_place(battle, unit, victim, int(cell)) >= 0:
            found.append(int(cell))
    return found


def has_room(battle: Battle, unit: Unit, victim: Unit, cell: int) -> bool:
    """Whether a square is free for the holder, including units it does not know of."""
    grid = battle.state.grid
    if grid.open:
        return True
    filled = crowd(battle.state, battle.rules, unit, True)
    mark(filled, int(grid.width), victim, place_of(grid, victim), EMPTY)
    return room(filled, cell, unit.sheet.size, grid.width)


def carried_place(battle: Battle, unit: Unit, victim: Unit, cell: int, really: bool = False) -> int:
    """Where the victim ends when its holder moves to a square: adjacent, at most 10 ft moved.

    By the knowledge of the holder's side, or with `really` by the actual positions.
    """
    state = battle.state
    grid = state.grid
    if grid.open:
        return cell
    width = int(grid.width)
    filled = crowd(state, battle.rules, victim, really)
    mark(filled, width, unit, place_of(grid, unit), EMPTY)
    mark(filled, width, unit, cell, FOE)
    holder = unit.copy()
    put(grid, holder, cell)
    ghost = victim.copy()
    reach = find_reach(state, battle.rules, victim, CARRY_STEPS.of(battle.rules), filled, [])
    number: i64 = 0
    while number < reach.count:
        place: i64 = reach.found[number]
        number += 1
        if room(filled, place, victim.sheet.size, grid.width):
            put(grid, ghost, place)
            if distance(holder, ghost) == 1:
                return int(place)
    return -1


def carried_way(battle: Battle, unit: Unit, other: Unit, cell: int) -> tuple[int, ...]:
    """The squares one of the two goes through, if magic burns somewhere on the map."""
    state = battle.state
    if state.grid.open or not state.raised:
        return ()
    filled = crowd(state, battle.rules, unit, True)
    mark(filled, int(state.grid.width), other, place_of(state.grid, other), FRIEND)
    reach = find_reach(state, battle.rules, unit, CARRY_STEPS.of(battle.rules), filled, [])
    return (int(place_of(state.grid, unit)), *reach.path(cell))


MOVE_VICTIM: Final = MoveVictim("haul", "Carry or throw", MAIN, False, "SOV-132", "pn")
MOVE_VICTIM.needs = MAIN_LEFT | OWN_EFFECTS

register_option(OptionEntry(
    "haul", "wrestle", OptionWords("{note} your captive to {square}", "drags the captive along",
    noun="hold", anywhere="{note} your captive"), icon="throwing-ball",
))  # fmt: skip
