"""Gear: readying, stowing, picking up, doors, and stabilizing allies."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.action_checks import (
    weapon_choices,
    why_cannot_pay,
    why_not_touched,
    why_not_within_hand,
)
from shieldwall.books.shared.shared_dials import (
    DOOR_COST,
    READY_COST,
    STABILISE_DIFFICULTY,
    STABILISE_NEEDS_KIT,
)
from shieldwall.engine.action_spec import ALL_WEAPONS, FREE, MAIN, MOVE, ActionSpec, need_of
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import roll_check
from shieldwall.engine.events.action_events import DoorMoved, Readied, Stowed
from shieldwall.engine.events.attack_events import Stabilised
from shieldwall.engine.events.magic_events import PotionReadied, PotionStowed
from shieldwall.engine.listing import DOORS, FALLEN, ITEMS, PACKED, SECOND_WEAPON, Listing
from shieldwall.engine.magic.targeting import spell_of
from shieldwall.engine.move.movement import place_of, provoke
from shieldwall.engine.option import BASIC, NOT_AT_RANDOM, OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.doors import door_between
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.measure import distance, steps_between
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.sheet import DEX, HEAL, INT
from shieldwall.engine.state.state import DOWN, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.dropped_items import take_up


class Ready(ActionSpec):
    """Ready an item from the pack (SOV-089)."""

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        if not choice.note and unit.sheet.has("draws_small"):
            if unit.weapons[choice.weapon].small:
                return FREE
        return READY_COST.of(battle.rules)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if choice.note:
            refusal = why_not_potion(unit, choice, False)
            return why_cannot_pay(unit, READY_COST.of(battle.rules)) if refusal is None else refusal
        refusal = why_has_not(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if not unit.stowed >> choice.weapon & 1:
            return Refusal("is-readied", "SOV-089", unit.index, choice.weapon)
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found = weapon_choices(unit, self.verb) if unit.stowed else []
        return found + potion_choices(unit, self.verb) if unit.packed else found

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if unit.packed:
            self.sift_into(battle, unit, found)
        else:
            self.try_weapons(battle, unit, found, -1, unit.stowed & ALL_WEAPONS)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        if choice.note:
            unit.packed &= ~(1 << potion_number(unit, choice.note))
            if battle.log is not None:
                battle.emit(PotionReadied(unit.index, choice.note))
            return
        unit.stowed &= ~(1 << choice.weapon)
        unit.off_hand = -1
        unit.wield(choice.weapon)
        if battle.log is not None:
            battle.emit(Readied(unit.index, choice.weapon))


class Stow(ActionSpec):
    """Stow an item in the pack (SOV-089)."""

    def needs_by(self, rules: Ruleset) -> i64:
        return self.needs | need_of(READY_COST.of(rules))

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return READY_COST.of(battle.rules)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if choice.note:
            refusal = why_not_potion(unit, choice, True)
            return why_cannot_pay(unit, READY_COST.of(battle.rules)) if refusal is None else refusal
        refusal = why_has_not(unit, choice.weapon)
        if refusal is not None:
            return refusal
        weapon = unit.weapons[choice.weapon]
        if weapon.natural or weapon.unarmed:
            return Refusal("part-of-the-body", "SOV-089", unit.index, choice.weapon)
        if unit.stowed >> choice.weapon & 1:
            return Refusal("weapon-stowed", "SOV-089", unit.index, choice.weapon)
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found = weapon_choices(unit, self.verb)
        return found + potion_choices(unit, self.verb) if unit.sheet.potions else found

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        if unit.sheet.potions:
            self.sift_into(battle, unit, found)
        else:
            self.try_weapons(battle, unit, found)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        if choice.note:
            unit.packed |= 1 << potion_number(unit, choice.note)
            if battle.log is not None:
                battle.emit(PotionStowed(unit.index, choice.note))
            return
        unit.stowed |= 1 << choice.weapon
        if unit.wielded == choice.weapon:
            unit.wielded = -1
        if unit.off_hand == choice.weapon:
            unit.off_hand = -1
        if battle.log is not None:
            battle.emit(Stowed(unit.index, choice.weapon))


def why_has_not(unit: Unit, weapon: int) -> Refusal | None:
    if not 0 <= weapon < len(unit.weapons):
        return Refusal("no-such-weapon", "SOV-089", unit.index)
    if unit.gone >> weapon & 1:
        return Refusal("weapon-gone", "SOV-089", unit.index, weapon)
    return None


def potion_number(unit: Unit, name: str) -> int:
    """Index of a potion by name; -1 if there is none or none left."""
    potion = spell_of(unit.sheet.potions, name)
    if potion is None:
        return -1
    number = unit.sheet.potions.index(potion)
    return number if unit.doses[number] else -1


def why_not_potion(unit: Unit, choice: Choice, readied: bool) -> Refusal | None:
    """Check for a `readied` potion to stow, or a stowed one to ready."""
    number = potion_number(unit, choice.note)
    if number >= 0 and bool(unit.packed >> number & 1) is readied:
        if readied:
            return Refusal("potion-stowed", "SOV-089", unit.index)
        return Refusal("potion-readied", "SOV-089", unit.index)
    if number < 0 or choice.weapon >= 0:
        return Refusal("no-potion", "SOV-089", unit.index)
    return None


def potion_choices(unit: Unit, verb: str) -> list[Choice]:
    return [Choice(unit.index, verb, note=potion.name) for potion in unit.sheet.potions]


class TakeOut(ActionSpec):
    """Take a readied item in hand (AAC-018)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_has_not(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if unit.stowed >> choice.weapon & 1:
            return Refusal("weapon-stowed", self.cite, unit.index, choice.weapon)
        if unit.wielded == choice.weapon:
            return Refusal("in-hand-already", self.cite, unit.index, choice.weapon)
        return why_cannot_pay(unit, self.cost)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return weapon_choices(unit, self.verb) if len(unit.weapons) > 1 else []

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        self.try_weapons(battle, unit, found)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        unit.wield(choice.weapon)
        if battle.log is not None:
            battle.emit(Readied(unit.index, choice.weapon))


class PickUp(ActionSpec):
    """Pick up an Item within melee range; it is then wielded (SOV-094)."""

    def lying(self, battle: Battle, choice: Choice) -> int:
        """Index among the dropped items, -1 if there is no such item."""
        for number, item in enumerate(battle.state.dropped):
            if item.cell == choice.path[0] and choice.note in ("", item.weapon.name):
                return number
        return -1

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if len(choice.path) != 1 or self.lying(battle, choice) < 0:
            return Refusal("nothing-there", "SOV-094", unit.index)
        apart = steps_to(battle.state.grid, unit, choice.path[0])
        if apart > 1 and battle.holds("SOV-094", unit):
            return Refusal("lies-too-far", "SOV-094", unit.index, choice.path[0], apart * 5, 5)
        return why_not_within_hand(battle, unit, choice.path[0]) if apart > 0 else None

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        grid = battle.state.grid
        cell: i64 = -1
        apart: i64 = 0
        for item in battle.state.dropped:
            if cell != item.cell:
                cell = item.cell
                apart = steps_to(grid, unit, item.cell)
            if apart <= 1 or battle.lenient:
                choice = Choice(unit.index, self.verb, path=(item.cell,), note=item.weapon.name)
                if self.why_not(battle, unit, choice) is None:
                    found.keep(choice)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found: list[Choice] = []
        for item in battle.state.dropped:
            name = item.weapon.name
            for other in found:
                if other.path[0] == item.cell and other.note == name:
                    break
            else:
                found.append(Choice(unit.index, self.verb, path=(item.cell,), note=name))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if self.provokes and not provoke(battle, unit):
            return
        if self.lying(battle, choice) >= 0:
            take_up(battle, unit, self.lying(battle, choice))


def steps_to(grid: GridMap, unit: Unit, cell: int) -> i64:
    width = int(grid.width)
    floor: i64 = grid.floor[cell]
    return steps_between(
        unit.x, unit.y, unit.feet, unit.sheet.size, cell % width, cell // width, floor, 1
    )


class MoveDoor(ActionSpec):
    """Open or close the door towards an adjacent square."""

    def helps_to_flee(self) -> bool:
        return True

    def __init__(self, verb: str, title: str, opens: bool, cite: str) -> None:
        super().__init__(verb, title, MOVE, False, cite, "p")
        self.opens = opens

    def another(self) -> ActionSpec:
        return MoveDoor(self.verb, self.title, self.opens, self.cite)

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return DOOR_COST.of(battle.rules)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.price(battle, unit, choice))
        if refusal is not None:
            return refusal
        grid = battle.state.grid
        if len(choice.path) != 1 or not 0 <= choice.path[0] < grid.cells:
            return Refusal("no-door", self.cite, unit.index)
        door = door_between(grid, int(place_of(grid, unit)), choice.path[0])
        if door < 0:
            return Refusal("no-door", self.cite, unit.index, choice.path[0])
        if grid.is_open(door) == self.opens:
            return Refusal(
                "door-is-open" if self.opens else "door-is-closed",
                self.cite,
                unit.index,
                choice.path[0],
            )
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        grid = battle.state.grid
        if grid.doors == 0:
            return []
        found: list[Choice] = []
        width = int(grid.width)
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            x = int(unit.x) + dx
            y = int(unit.y) + dy
            if 0 <= x < width and 0 <= y < grid.height:
                found.append(Choice(unit.index, self.verb, path=(y * width + x,)))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        if self.provokes and not provoke(battle, unit):
            return
        state = battle.state
        door = door_between(state.grid, int(place_of(state.grid, unit)), choice.path[0])
        state.grid = state.grid.with_door(door, self.opens)
        if battle.log is not None:
            battle.emit(DoorMoved(unit.index, choice.path[0], self.opens))
        look_around(battle, None)


class Stabilise(ActionSpec):
    """Use a Skill to stabilize a dying unit (SOV-087, SOV-088, G-20)."""

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        """Free once a round for a unit with the ability."""
        ability = unit.sheet.abilities.find("quick_heal")
        quick = ability is not None and not ability.is_spent(unit)
        return FREE if quick else self.cost

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.price(battle, unit, choice))
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", "SOV-087", unit.index)
        target = battle.state.units[choice.target]
        if target.status != DOWN or target.stable:
            return Refusal("not-dying", "SOV-087", unit.index, target.index)
        needs_kit = STABILISE_NEEDS_KIT.of(battle.rules) and not unit.sheet.kit
        if needs_kit and battle.holds("SOV-087", unit):
            return Refusal("no-kit", "SOV-087", unit.index)
        apart = distance(unit, target)
        if apart > 1 and battle.holds("SOV-087", unit):
            return Refusal("not-beside", "SOV-087", unit.index, target.index, apart * 5, 5)
        if target.tended == battle.state.clock.round and battle.holds("SOV-087", unit):
            return Refusal("already-tended", "SOV-087", unit.index, target.index)
        return why_not_touched(battle, unit, target)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if STABILISE_NEEDS_KIT.of(battle.rules) and not unit.sheet.kit:
            return []
        if unit.mains == 0 and not unit.sheet.has("quick_heal"):
            return []
        return [
            Choice(unit.index, self.verb, other.index)
            for other in battle.state.units
            if other.status == DOWN
        ]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        unit.spend("quick_heal")
        # SOV-088: healing next to an armed foe provokes.
        if self.provokes and not provoke(battle, unit):
            return
        target = battle.state.units[choice.target]
        target.tended = battle.state.clock.round
        late: i64 = battle.state.clock.round - target.fell
        needed = STABILISE_DIFFICULTY.of(battle.rules)
        if roll_check(battle, unit, (DEX, INT), (HEAL,), "heal", -late, needed, "SOV-087"):
            target.stable = True
            if battle.log is not None:
                battle.emit(Stabilised(target.index, unit.index))


READY: Final = Ready("ready", "Ready an Item", MAIN, False, "SOV-089", "wn")
TAKE_OUT: Final = TakeOut("take-out", "Draw a readied item", FREE, False, "AAC-018", "w")
DRAW_READIED: Final = TakeOut("take-out", "Draw a readied item", FREE, False, "SOV-089", "w")
STOW: Final = Stow("stow", "Stow an Item", MAIN, False, "SOV-089", "wn")
PICK_UP: Final = PickUp("pick-up", "Pick up an Item", MOVE, True, "SOV-094", "pn")
OPEN_DOOR: Final = MoveDoor("open", "Open a door", True, "SOV-036")
CLOSE_DOOR: Final = MoveDoor("close", "Close a door", False, "SOV-036")
STABILISE: Final = Stabilise("stabilise", "Use a Skill: bind wounds", MAIN, True, "SOV-087", "t")
READY.needs = PACKED
TAKE_OUT.needs = SECOND_WEAPON
DRAW_READIED.needs = SECOND_WEAPON
PICK_UP.needs = ITEMS
PICK_UP.is_paid = True
OPEN_DOOR.needs = DOORS
CLOSE_DOOR.needs = DOORS
STABILISE.needs = FALLEN

register_option(OptionEntry(
    "close", "gear", OptionWords("close the door at {square}", "closes the door", name="Close door",
    anywhere="close the door"), icon="closed-doors", price_dial="door_cost", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "open", "gear", OptionWords("open the door at {square}", "opens the door", name="Open door",
    anywhere="open the door"), icon="open-gate", price_dial="door_cost", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "pick-up", "gear", OptionWords("pick up {the_note}{at_square}", "picks something up",
    name="Pick up", noun="attempt to pick something up"), icon="hand-grip", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "ready", "gear", OptionWords("ready the {weapon}", "readies an item",
    noun="attempt to ready an item", noted="ready the {note}", bare="fight with bare hands"),
    icon="sword-hilt", price_dial="ready_cost", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "stabilise", "help", OptionWords("stabilize {target}", "stabilizes {target}",
    name="Bind wounds", noun="attempt to bind wounds"), icon="bandage-roll",
))  # fmt: skip
register_option(OptionEntry(
    "stow", "gear", OptionWords("stow the {weapon}", "stows an item",
    noun="attempt to stow an item", noted="stow the {note}"), icon="backpack",
    price_dial="ready_cost", marks=NOT_AT_RANDOM | BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "take-out", "gear", OptionWords("draw the {weapon}", "takes out an item", name="Draw",
    bare="fight with bare hands"), icon="sword-hilt",
    marks=NOT_AT_RANDOM,
))  # fmt: skip
