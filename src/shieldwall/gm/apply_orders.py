"""Applying GM orders that change more than hit points and positions.

Units, sides, conditions, map and rulings. The grammar is in `gm.order_grammar`; permanent changes
are in `State.gm_changes`.
"""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.body_conditions import BLIND, DOMINATED, HIDDEN, INVISIBLE
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Died
from shieldwall.engine.events.clock_events import ChangedSides, Joined, LeftMap, Removed, Renamed
from shieldwall.engine.events.magic_events import Conditioned, Recovered, Revived
from shieldwall.engine.events.phase_events import Surrendered
from shieldwall.engine.magic.power_triggers import is_unusual
from shieldwall.engine.magic.spell_data import rewinds, with_raised
from shieldwall.engine.magic.spell_effects import NO_MOST, take_hold
from shieldwall.engine.morale.morale_score import is_leader, printed_morale
from shieldwall.engine.move.movement import free_place, put
from shieldwall.engine.rounds.flow import end_turn, refresh
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.open_field import draw_apart, settle
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.visibility import look_around, look_at_all, reveal
from shieldwall.engine.state.condition import LASTING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.gm_changes import GmChanges
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import (
    ACTIVE,
    DEAD,
    DOWN,
    FLED,
    REMOVED,
    SURRENDERED,
    Clock,
    Effect,
    State,
    Unit,
)
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.wounds.allegiance import join_side
from shieldwall.engine.wounds.effects import end_effect
from shieldwall.engine.wounds.injury import release, take_down_unit
from shieldwall.engine.wounds.standing import change_status, join_fight
from shieldwall.gm.map_edits import edited, read_edit
from shieldwall.gm.order_entries import ORDER_ENTRIES
from shieldwall.gm.order_grammar import CONDITIONS, FLAGS, FOREVER, OFF, Order

CITE: Final = "SOV-045"
MOST_TITLE: Final = 40
MOST_UNITS: Final = 400


# Legality.


def why_no_lasting_order(battle: Battle, order: Order) -> Refusal | None:
    """Why a parsed order cannot be applied."""
    state = battle.state
    if ORDER_ENTRIES[order.verb].of_unit:
        return why_not_to(state, state.units[order.unit], order)
    if order.verb == "add":
        return why_no_newcomer(state)
    if order.verb == "door":
        if state.grid.is_open(order.value) == (order.text == "open"):
            return Refusal("door-stands-so", CITE)
        return None
    if order.verb == "dark":
        return Refusal("light-is-so", CITE) if state.dark == (order.name == "on") else None
    if order.verb == "play-on":
        if state.outcome is None and state.gm_changes.plays_on:
            return Refusal("plays-on-already", CITE)
        if not any(unit.status == ACTIVE for unit in state.units):
            return Refusal("nobody-left", CITE)
        return None
    if order.verb in ("fog", "ruling", "enforce"):
        return None
    return why_no_edit(battle, order.text)


def why_not_to(state: State, unit: Unit, order: Order) -> Refusal | None:
    verb = order.verb
    if unit.status == REMOVED:
        return Refusal("is-removed", CITE, unit.index)
    if verb == "name":
        return Refusal("title-too-long", CITE) if len(order.text) > MOST_TITLE else None
    if verb == "remove":
        return None
    if verb == "leader":
        same = is_leader(state, unit) == (order.value == 1)
        return Refusal("fares-so", CITE, unit.index) if same else None
    if verb == "morale":
        same = printed_morale(state, unit) == order.value
        return Refusal("fares-so", CITE, unit.index) if same else None
    if verb == "fate":
        if unit.status == order.value:
            return Refusal("fares-so", CITE, unit.index)
        cell = int(unit.y) * int(state.grid.width) + int(unit.x)
        if order.value == ACTIVE and not unit.is_present() and is_taken(state, unit):
            return Refusal("no-place-for", CITE, unit.index, cell)
        return None
    if verb == "side":
        return Refusal("is-on-that-side", CITE, unit.index) if unit.side == order.side else None
    if unit.status > DOWN or (unit.status == DOWN and verb != "condition"):
        return Refusal("out-of-the-fight", "SOV-034", unit.index)
    if verb == "reveal" and not unit.unknown_to and unit.effect(HIDDEN) is None:
        return Refusal("not-hidden", CITE, unit.index)
    if verb == "condition" and order.value == OFF and not has_condition(unit, order.name):
        return Refusal("not-in-that-state", CITE, unit.index)
    if verb == "condition" and order.name in FLAGS and order.value != OFF:
        if has_condition(unit, order.name):
            return Refusal("fares-so", CITE, unit.index)
    return None


def is_taken(state: State, unit: Unit) -> bool:
    """Whether another unit stands where it would get up."""
    if state.grid.open:
        return False
    for other in state.units:
        if other.is_present() and other is not unit and distance(other, unit) == 0:
            return True
    return False


def has_condition(unit: Unit, name: str) -> bool:
    if name == "surprised":
        return unit.surprised
    if name == "stable":
        return unit.stable
    if name == "frail":
        return unit.frail
    return unit.effect(CONDITIONS[name]) is not None


def why_no_newcomer(state: State) -> Refusal | None:
    """Why the fight has no room for another unit; the map is tested once its size is known."""
    if len(state.units) >= MOST_UNITS:
        return Refusal("fight-is-full", CITE, have=MOST_UNITS)
    return None


def why_no_edit(battle: Battle, text: str) -> Refusal | None:
    """The changed map must have room for the units on it."""
    state = battle.state
    edit = read_edit(state.grid.origin, text)
    if edit is None:
        return Refusal("order-unclear", CITE)
    made = changed_map(state, state.gm_changes.with_edit(text))
    if made.open:
        return None
    cost = battle.rules.difficult_cost
    for unit in state.units:
        if unit.is_present() and unit.inside < 0 and unit.aloft == 0:
            cell = int(unit.y) * int(made.width) + int(unit.x)
            size = int(unit.sheet.size)
            before = body_fits(state.grid, cell, size, cost)
            if before and not body_fits(made, cell, size, cost):
                return Refusal("stands-there", CITE, unit.index)
    return None


# Applying.


def apply_lasting_order(battle: Battle, order: Order) -> None:
    """Apply an order that was found legal."""
    state = battle.state
    if ORDER_ENTRIES[order.verb].of_unit:
        apply_to_unit(battle, state.units[order.unit], order)
    elif order.verb == "door":
        state.grid = state.grid.with_door(order.value, order.text == "open")
        look_around(battle, None)
    elif order.verb == "dark":
        set_light(battle, order.name == "on")
    elif order.verb == "fog":
        set_fog(battle, order.name == "on")
    elif order.verb == "ruling":
        name, word = dial_of(order)
        state.gm_changes = state.gm_changes.with_ruling(name, word)
    elif order.verb == "enforce":
        state.gm_changes = state.gm_changes.with_enforcement(order.name, order.text)
    elif order.verb == "play-on":
        state.outcome = None
        state.gm_changes = state.gm_changes.playing_on(True)
    else:
        change_map(battle, order.text)


def dial_of(order: Order) -> tuple[str, str]:
    """The name and option of a ruling; a tape writes `-` for `_`."""
    return order.name.replace("-", "_"), order.text.replace("-", "_")


def apply_to_unit(battle: Battle, unit: Unit, order: Order) -> None:
    state = battle.state
    verb = order.verb
    if verb == "remove":
        leave(battle, unit, REMOVED)
        if battle.log is not None:
            battle.emit(Removed(unit.index))
    elif verb == "name":
        state.gm_changes = state.gm_changes.with_title(int(unit.index), order.text)
        if battle.log is not None:
            battle.emit(Renamed(unit.index, order.text))
    elif verb == "side":
        change_sides(battle, unit, order.side)
    elif verb == "condition":
        set_condition(battle, unit, order)
    elif verb == "fate":
        set_fate(battle, unit, order.value)
    elif verb == "leader":
        state.gm_changes = state.gm_changes.with_leader(int(unit.index), order.value == 1)
    elif verb == "morale":
        state.gm_changes = state.gm_changes.with_morale(int(unit.index), order.value)
    elif verb == "hide":
        hide(state, unit)
    elif verb == "reveal":
        reveal(battle, unit)
    elif verb == "ready":
        unit.acted = False
        unit.mains = max(int(unit.mains), 1)
        unit.moves = max(int(unit.moves), 1)
    elif order.name == "main":
        unit.mains += 1
    else:
        unit.moves += 1


# Adding and removing units.


def newcomer(
    grid: GridMap, sheet: Sheet, ident: str, number: int, side: int, seat: int, cell: int
) -> Unit:
    """A new unit on its square, wielding its first weapon."""
    unit = Unit(sheet, ident, number, side, seat)
    put(grid, unit, cell)
    unit.mapless = grid.open
    readied = [n for n in range(len(unit.weapons)) if not unit.stowed >> n & 1]
    unit.wielded = readied[0] if readied else -1
    return unit


def bring(battle: Battle, order: Order, sheet: Sheet, stops: int, note: str) -> None:
    """Add a unit to the fight; it acts this round if its side has not acted yet."""
    state = battle.state
    number = len(state.units)
    unit = newcomer(state.grid, sheet, order.name, number, order.side, order.side, order.cell)
    # Another unit may stand there since the order.
    cell = free_place(battle, unit, order.cell)
    if cell < 0 or why_no_newcomer(state) is not None:
        return
    put(state.grid, unit, cell)
    unit.stops = stops
    join_fight(battle, unit)
    state.gm_changes = state.gm_changes.with_unit(number, sheet)
    if state.grid.open:
        settle(state, unit)
    if order.hidden:
        hide(state, unit)
    if sheet.unseen:
        unit.effects = [*unit.effects, Effect(INVISIBLE, number, UNTIL_END_OF_FIGHT, 1)]
        unit.unknown_to = others(state, unit)
        state.murky = True
    if is_unusual(sheet):
        state.has_unusual_units = True
    if rewinds(sheet.spells):
        state.remembers = True
    take_place(state.clock, unit, state.sides[order.side].players)
    if battle.log is not None:
        battle.emit(Joined(unit.index, int(cell), note))
    if not order.hidden:
        look_around(battle, unit)


def take_place(clock: Clock, unit: Unit, players: bool) -> None:
    """Insert the unit into the turn order: with its side, or last."""
    unit.acted = True
    if not clock.order:
        unit.acted = False
        return
    if clock.slots and players:
        clock.order.append(int(unit.side))
        clock.slots.append(1 << int(unit.index))
    elif int(unit.side) not in clock.order:
        clock.order.append(int(unit.side))
        if clock.slots:
            clock.slots.append(0)
    last = len(clock.order) - 1
    while clock.order[last] != unit.side:
        last -= 1
    if last > clock.turn:
        refresh(unit)


def leave(battle: Battle, unit: Unit, status: int) -> None:
    """Remove the unit and end its holds and pending actions."""
    release(battle, unit)
    if battle.state.clock.active == unit.index:
        end_turn(battle, unit)
    change_status(battle, unit, status)
    unit.fell = battle.state.clock.round
    unit.effects = []
    unit.flurry = ()
    unit.inside = -1


def change_sides(battle: Battle, unit: Unit, side: int) -> None:
    """Move the unit to another side, and to that side's seat."""
    state = battle.state
    bound = unit.effect(DOMINATED)
    if bound is not None:
        end_effect(battle, unit, bound)
    if state.clock.active == unit.index:
        end_turn(battle, unit)
    join_side(battle, unit, side)
    unit.seat = side
    unit.broken = False
    unit.unknown_to &= ~(1 << side)
    if state.clock.slots or side not in state.clock.order:
        acted = unit.acted
        take_place(state.clock, unit, state.sides[side].players)
        unit.acted = unit.acted or acted
    if battle.log is not None:
        battle.emit(ChangedSides(unit.index, side))
    look_around(battle, unit)


def set_fate(battle: Battle, unit: Unit, status: int) -> None:
    if status == ACTIVE:
        if unit.mapless:
            # One that comes back to the field has closed with no foe.
            if unit.status == FLED:
                draw_apart(battle.state, unit)
            settle(battle.state, unit)
        if unit.status in (FLED, SURRENDERED):
            # It has come back to fight.
            unit.broken = False
        change_status(battle, unit, ACTIVE)
        unit.hp = max(1, int(unit.hp))
        unit.stable = False
        unit.out_cold = False
        unit.effects = []
        unit.unknown_to = 0
        put(battle.state.grid, unit, int(unit.y) * int(battle.state.grid.width) + int(unit.x))
        if battle.log is not None:
            battle.emit(Revived(unit.index, unit.index))
        return
    if status in (DOWN, DEAD):
        unit.hp = 0
        if unit.status == DOWN:
            change_status(battle, unit, DEAD)
            if battle.log is not None:
                battle.emit(Died(unit.index))
        else:
            take_down_unit(battle, unit, unit.index, status == DOWN, False, False)
        battle.rules.morale(battle, unit)
        return
    leave(battle, unit, status)
    if battle.log is not None:
        battle.emit(LeftMap(unit.index) if status == FLED else Surrendered(unit.index))
    battle.rules.morale(battle, unit)


# Conditions and flags.


def others(state: State, unit: Unit) -> int:
    """Bit mask of the other sides."""
    return sum([1 << side for side in range(len(state.sides)) if side != unit.side])


def hide(state: State, unit: Unit) -> None:
    """Hide the unit from all other sides, until something reveals it."""
    whom = others(state, unit)
    kept = [effect for effect in unit.effects if effect.kind is not HIDDEN]
    unit.effects = [*kept, Effect(HIDDEN, unit.index, UNTIL_END_OF_FIGHT, 0, whom)]
    unit.unknown_to = whom
    state.murky = True


def set_condition(battle: Battle, unit: Unit, order: Order) -> None:
    if order.name in FLAGS:
        set_flag(battle, unit, order.name, order.value != OFF)
        return
    kind = CONDITIONS[order.name]
    if order.value == OFF:
        for effect in unit.effects:
            if effect.kind is kind:
                end_effect(battle, unit, effect)
        look_around(battle, unit)
        return
    until = UNTIL_END_OF_FIGHT
    if order.value != FOREVER:
        until = LASTING + max(1, battle.state.clock.round) + order.value - 1
    effect = Effect(kind, unit.index, until)
    kind.fit(effect, unit, NO_MOST)
    take_hold(battle, unit, unit, effect)
    if kind in (BLIND, INVISIBLE):
        battle.state.murky = True
        look_around(battle, unit)


def set_flag(battle: Battle, unit: Unit, name: str, value: bool) -> None:
    if name == "surprised":
        unit.surprised = value
    elif name == "stable":
        unit.stable = value
    else:
        unit.frail = value
    if battle.log is not None:
        if value:
            battle.emit(Conditioned(unit.index, name, UNTIL_END_OF_FIGHT))
        else:
            battle.emit(Recovered(unit.index, name))


# Map and light.


def changed_map(state: State, changes: GmChanges) -> GridMap:
    """The map with all its edits, and the current doors and raised walls."""
    grid = edited(state.grid.origin, changes.edits).with_doors(state.grid.doors_open)
    return with_raised(grid, state.raised)


def change_map(battle: Battle, text: str) -> None:
    state = battle.state
    edit = read_edit(state.grid.origin, text)
    assert edit is not None
    state.gm_changes = state.gm_changes.with_edit(text)
    state.grid = changed_map(state, state.gm_changes)
    for unit in state.units:
        if unit.is_present():
            # The floor height may have changed.
            put(state.grid, unit, int(unit.y) * int(state.grid.width) + int(unit.x))
    look_around(battle, None)


def set_light(battle: Battle, dark: bool) -> None:
    state = battle.state
    state.dark = dark
    if dark:
        state.murky = True
        look_at_all(battle)
    else:
        look_around(battle, None)


def set_fog(battle: Battle, fog: bool) -> None:
    """Switch fog: a side knows only units it has seen, or all units in plain view."""
    state = battle.state
    if fog:
        state.murky = True
        look_at_all(battle)
        return
    state.murky = state.dark
    for unit in state.units:
        secret = unit.effect(HIDDEN) is not None or unit.effect(INVISIBLE) is not None
        if secret or unit.effect(BLIND) is not None:
            state.murky = True
        if not secret and not state.dark:
            unit.unknown_to = 0
    look_around(battle, None)
