"""The next fight with the survivors of the last: their wounds, remaining gear and spells."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from shieldwall.books.shared.improvised import why_no_room
from shieldwall.content import setup_from_text, setup_to_text
from shieldwall.content.setup_text import sheet_from_text, sheet_to_text
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.condition import LASTING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, State, Unit
from shieldwall.engine.tape.entries import Ruled
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.gm.order_grammar import CONDITIONS
from shieldwall.table.play.fight_setup import CARRIED, Wrong

HP: Final = "hp"
CONDITIONS_STAY: Final = "conditions"
ITEMS: Final = "items"
DEAD_STAY: Final = "dead"
CARRY: Final = (HP, CONDITIONS_STAY, ITEMS, DEAD_STAY)
"""Default carry-over: wounds, conditions, spent and lost items; the dead stay dead."""
WOUND: Final = "hp "
"""Start of the order that sets the wounds of a survivor."""


def survivors(fight: Fight, dead_too: bool = False) -> list[Unit]:
    """The units of the players' sides that stand or escaped.

    If their side has won, units that are down come too: their friends tend them. Summoned units do
    not come along; the dead do if the GM revives them.
    """
    state = fight.state
    home = {one.ident: one.side for one in fight.setup.placements}
    won = fight.outcome is not None and fight.outcome.team
    found = []
    for unit in state.units:
        side = home.get(unit.ident, int(unit.side))
        if not state.sides[side].players or unit.summoned or unit.split_from >= 0:
            continue
        saved = unit.status == DOWN and won is not False and state.sides[side].team == won
        if unit.status in (ACTIVE, FLED) or saved or (dead_too and unit.status in (DOWN, DEAD)):
            found.append(unit)
    return found


def carried_on(
    setup: Setup, before: Fight, carry: Collection[str] = CARRY
) -> tuple[Setup, list[str]]:
    """The set-up with the survivors as its players' side, and the orders for their state.

    The orders set wounds and conditions. Anything not in `carry` starts fresh.
    """
    coming = survivors(before, DEAD_STAY not in carry)
    if not coming:
        raise Wrong("No unit survived that fight to continue with.", 409)
    if setup.rules != before.setup.rules:
        raise Wrong("The next fight is played by the same book as the one before it.", 409)
    slots = [one for one in setup.placements if setup.sides[one.side].players]
    if not slots:
        raise Wrong("No unit in this encounter is on the players' side.", 409)
    others = [one for one in setup.placements if not setup.sides[one.side].players]
    twin = setup_from_text(setup_to_text(setup))
    twin.placements = list(others)
    taken = {one.ident for one in others}
    for unit, slot in _paired(coming, slots):
        ident = unit.ident
        while ident in taken:
            ident = f"{ident}-2"
        taken.add(ident)
        sheet = _sheet_now(unit) if ITEMS in carry else unit.sheet
        x, y = (slot.x, slot.y) if slot in slots else _room_beside(twin, sheet, slots[0])
        twin.placements.append(Placement(ident, sheet, slots[0].side, x, y, ""))
    orders: list[str] = []
    pairs = zip(
        [unit for unit, _ in _paired(coming, slots)], twin.placements[len(others) :], strict=True
    )
    for unit, placement in pairs:
        if HP in carry and unit.hp < unit.sheet.hp and unit.status != DEAD:
            orders.append(f"{WOUND}{placement.ident} {max(1, int(unit.hp))}")
        if CONDITIONS_STAY in carry:
            orders += _conditions(before.state, unit, placement.ident)
    return _without_strangers(twin, setup), orders


def _conditions(state: State, unit: Unit, ident: str) -> list[str]:
    """Orders for a unit's lasting conditions: for the rest of the fight, or for some rounds."""
    found: list[str] = []
    for name, kind in CONDITIONS.items():
        effect = unit.effect(kind)
        if effect is None:
            continue
        until = int(effect.until)
        if until == UNTIL_END_OF_FIGHT:
            found.append(f"condition {ident} {name}")
        elif until > LASTING + state.clock.round:
            found.append(
                f"condition {ident} {name} for {until - LASTING - state.clock.round} rounds"
            )
    if unit.frail:
        found.append(f"condition {ident} frail")
    return found


def first_orders(fight: Fight) -> list[str]:
    """The wounds at the start of a fight."""
    return [
        entry.what for entry in fight.entries if isinstance(entry, Ruled) and entry.note == CARRIED
    ]


def _paired(coming: list[Unit], slots: list[Placement]) -> list[tuple[Unit, Placement]]:
    """Assign survivors to places: their own first; surplus survivors get an unplaced one."""
    free = list(slots)
    own = {unit.ident: one for unit in coming for one in slots if one.ident == unit.ident}
    for one in own.values():
        free.remove(one)
    nowhere = Placement("", slots[0].sheet, slots[0].side, 0, 0, "")
    return [(unit, own.get(unit.ident) or (free.pop(0) if free else nowhere)) for unit in coming]


def _room_beside(setup: Setup, sheet: Sheet, near: Placement) -> tuple[int, int]:
    """The free square nearest to the others."""
    battle = Battle(initial_state(setup), rules_of(setup), Oracle(), None, setup.rounds)
    width = int(setup.grid.width)
    cells = sorted(
        range(width * int(setup.grid.height)),
        key=lambda cell: max(abs(cell % width - near.x), abs(cell // width - near.y)),
    )
    for cell in cells:
        if why_no_room(battle, sheet, cell) is None:
            return cell % width, cell // width
    raise Wrong("There is no room for all survivors on this map.", 409)


def _sheet_now(unit: Unit) -> Sheet:
    """The unit's sheet with its remaining weapons, spells and doses."""
    data = json.loads(sheet_to_text(unit.sheet))
    data["casts"] = int(unit.casts)
    data["spells"] = [
        spell for number, spell in enumerate(data["spells"]) if not unit.forgotten >> number & 1
    ]
    data["potions"] = [
        {**potion, "uses": left}
        for potion, left in zip(data["potions"], unit.doses, strict=True)
        if left > 0
    ]
    sheet = sheet_from_text(json.dumps(data))
    kept = [number for number in range(len(unit.weapons)) if not unit.gone >> number & 1]
    sheet.weapons = tuple(unit.weapons[number] for number in kept)
    sheet.carried = list(sheet.weapons)
    sheet.stowed = sum((unit.stowed >> number & 1) << at for at, number in enumerate(kept))
    if len(kept) < len(unit.weapons):
        sheet.routine = tuple(kept.index(one) for one in sheet.routine if one in kept)
    return sheet


def _without_strangers(twin: Setup, setup: Setup) -> Setup:
    """Drop references to units that are gone from the encounter."""
    here = {one.ident for one in twin.placements}
    twin.hidden = tuple(ident for ident in setup.hidden if ident in here)
    twin.poised = tuple(ident for ident in setup.poised if ident in here)
    twin.engaged = tuple(pair for pair in setup.engaged if here.issuperset(pair))
    return twin
