"""Remedies against magic and wounds.

Waking, shaking off curses, potions, cutting and climbing walls.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import BOILS
from shieldwall.books.shared.action_checks import (
    why_cannot_pay,
    why_not_in_hand,
    why_not_touched,
)
from shieldwall.engine.action_spec import MAIN, MAIN_AND_MOVE, MOVE, ActionSpec
from shieldwall.engine.attack.numbers import attribute
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import save
from shieldwall.engine.events.magic_events import Climbed, Drank, WallHewn, Woken
from shieldwall.engine.listing import ANY_EFFECTS, MAGIC_WALLS, MAIN_LEFT, OWN_EFFECTS, POTIONS
from shieldwall.engine.magic.spell_data import PHYSICAL, Raised, with_raised
from shieldwall.engine.magic.spell_effects import Work, affect
from shieldwall.engine.magic.targeting import spell_of
from shieldwall.engine.move.movement import bump_into_unknown, place_of, put
from shieldwall.engine.option import SEARCHED, OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.visibility import knows_place, look_around
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.effects import end_effect, suffer

ASLEEP: Final = 1
"""The value of a helplessness that waking ends."""


def slumber(unit: Unit) -> Effect | None:
    for effect in unit.effects:
        if effect.kind is HELPLESS and effect.value == ASLEEP:
            return effect
    return None


class Wake(ActionSpec):
    """Wake a magically sleeping unit."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, MAIN)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", "SOV-045", unit.index)
        target = battle.state.units[choice.target]
        if target.status != ACTIVE or slumber(target) is None:
            return Refusal("not-asleep", "SOV-045", unit.index, target.index)
        apart = distance(unit, target)
        if apart > 1 and battle.holds("SOV-045", unit):
            return Refusal("ward-too-far", "SOV-045", unit.index, target.index, apart * 5, 5)
        return why_not_touched(battle, unit, target)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        return [
            Choice(unit.index, self.verb, other.index)
            for other in battle.state.units
            if other.effects
            and other.status == ACTIVE
            and slumber(other) is not None
            and knows_place(battle.state, unit.side, other)
        ]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MAIN)
        target = battle.state.units[choice.target]
        asleep = slumber(target)
        if asleep is not None:
            end_effect(battle, target, asleep)
            if battle.log is not None:
                battle.emit(Woken(target.index, unit.index))


class ShakeOff(ActionSpec):
    """End a curse on the unit itself: a Main and a Physical save."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.effects or unit.effect(BOILS) is None:
            return Refusal("not-cursed", "SOV-045", unit.index)
        return why_cannot_pay(unit, MAIN)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MAIN)
        curse = unit.effect(BOILS)
        if curse is not None and save(battle, unit, PHYSICAL, 0, "SOV-045"):
            end_effect(battle, unit, curse)


class Drink(ActionSpec):
    """Drink a readied potion, or give it to an adjacent dying unit (SOV-045)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.sheet.potions:
            return Refusal("no-potion", "SOV-045", unit.index)
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        potion = spell_of(unit.sheet.potions, choice.note)
        if potion is None or unit.doses[unit.sheet.potions.index(potion)] == 0:
            return Refusal("no-potion", "SOV-045", unit.index)
        if choice.target >= 0 and choice.target != unit.index:
            refusal = self.why_not_give(battle, unit, choice)
        if refusal is None and unit.packed >> unit.sheet.potions.index(potion) & 1:
            return Refusal("potion-stowed", "SOV-089", unit.index)
        return refusal

    def why_not_give(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if choice.target >= len(battle.state.units):
            return Refusal("nobody", "SOV-045", unit.index)
        target = battle.state.units[choice.target]
        if target.status != DOWN:
            return Refusal("not-dying", "SOV-045", unit.index, target.index)
        apart = distance(unit, target)
        if apart > 1 and battle.holds("SOV-045", unit):
            return Refusal("ward-too-far", "SOV-045", unit.index, target.index, apart * 5, 5)
        return why_not_touched(battle, unit, target)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.sheet.potions or not can_pay(unit, self.cost):
            return []
        found: list[Choice] = []
        for potion in unit.sheet.potions:
            found.append(Choice(unit.index, self.verb, note=potion.name))
            for other in battle.state.units:
                if other.status == DOWN and not battle.are_foes(unit, other):
                    found.append(Choice(unit.index, self.verb, other.index, note=potion.name))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        potion = spell_of(unit.sheet.potions, choice.note)
        assert potion is not None
        place = unit.sheet.potions.index(potion)
        doses = unit.doses
        unit.doses = (*doses[:place], doses[place] - 1, *doses[place + 1 :])
        target = battle.state.units[choice.target] if choice.target >= 0 else unit
        if battle.log is not None:
            battle.emit(Drank(target.index, unit.index, potion.name))
        affect(Work(battle, unit, potion, potion.level), target)


class Barrier(ActionSpec):
    """An action on a magic wall between the unit and an adjacent square."""

    def facing(self, battle: Battle, unit: Unit, choice: Choice) -> Raised | None:
        """The wall between a man-sized body and the square of the choice."""
        if len(choice.path) != 1 or unit.sheet.size > 1:
            return None
        width: i64 = battle.state.grid.width
        x: i64 = choice.path[0] % width
        y: i64 = choice.path[0] // width
        if abs(int(x - unit.x)) + abs(int(y - unit.y)) != 1:
            return None
        for wall in battle.state.raised:
            part = wall.part_between(unit.x, unit.y, x, y)
            if part >= 0 and not wall.is_open(part):
                return wall
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not battle.state.raised or unit.mains == 0:
            return []
        grid = battle.state.grid
        found: list[Choice] = []
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            x = int(unit.x) + dx
            y = int(unit.y) + dy
            if 0 <= x < grid.width and 0 <= y < grid.height:
                found.append(self.towards(unit, y * int(grid.width) + x))
        return found

    def towards(self, unit: Unit, cell: int) -> Choice:
        return Choice(unit.index, self.verb, path=(cell,))


class Hew(Barrier):
    """Attack a wall; enough damage makes a hole."""

    def towards(self, unit: Unit, cell: int) -> Choice:
        return Choice(unit.index, self.verb, weapon=int(unit.wielded), path=(cell,))

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        wall = self.facing(battle, unit, choice) if battle.state.raised else None
        if wall is None or wall.toughness == 0:
            return Refusal("no-wall-there", "SOV-045", unit.index)
        refusal = why_not_in_hand(unit, choice.weapon)
        if refusal is None and not unit.weapons[choice.weapon].melee:
            return Refusal("no-melee-weapon", "SOV-047", unit.index)
        return why_cannot_pay(unit, MAIN) if refusal is None else refusal

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MAIN)
        state = battle.state
        wall = self.facing(battle, unit, choice)
        assert wall is not None
        weapon = unit.weapons[choice.weapon]
        blow: i64 = weapon.bonus + weapon.magic + unit.sheet.attributes[attribute(unit, weapon)]
        for _ in range(weapon.dice):
            blow += battle.roll("damage", weapon.sides, unit.index)
        if blow < battle.rules.least_damage:
            blow = battle.rules.least_damage
        width: i64 = state.grid.width
        x: i64 = choice.path[0] % width
        part = wall.part_between(unit.x, unit.y, x, choice.path[0] // width)
        hacked = wall.hewn(part, int(blow))
        state.raised = [hacked if other is wall else other for other in state.raised]
        state.grid = with_raised(state.grid, state.raised)
        if battle.log is not None:
            left = max(0, wall.toughness - hacked.wounds[part])
            battle.emit(WallHewn(unit.index, wall.name, int(blow), left))


class Climb(Barrier):
    """Climb over a climbable wall, taking its damage."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        wall = self.facing(battle, unit, choice) if battle.state.raised else None
        if wall is None or not wall.climb:
            return Refusal("no-wall-there", "SOV-045", unit.index)
        grid = battle.state.grid
        filled = crowd(battle.state, battle.rules, unit)
        there = choice.path[0]
        fits = body_fits(grid, there, 1, battle.rules.difficult_cost)
        if not fits or not room(filled, there, 1, grid.width):
            return Refusal("occupied", "SOV-002", unit.index, there)
        return why_cannot_pay(unit, MAIN_AND_MOVE)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, MAIN_AND_MOVE)
        wall = self.facing(battle, unit, choice)
        assert wall is not None
        torn: i64 = wall.plus
        for _ in range(wall.dice):
            torn += battle.roll(wall.name, wall.sides, wall.by)
        suffer(battle, unit, wall.by, torn, wall.name, False, None)
        if unit.status != ACTIVE:
            return
        state = battle.state
        filled = crowd(state, battle.rules, unit, True)
        if not room(filled, choice.path[0], 1, state.grid.width):
            # An unknown unit is in the way.
            bump_into_unknown(battle, unit, choice.path[0])
            return
        put(battle.state.grid, unit, choice.path[0])
        if battle.log is not None:
            battle.emit(Climbed(unit.index, int(place_of(battle.state.grid, unit))))
        look_around(battle, unit)


WAKE: Final = Wake("wake", "Wake a sleeper", MAIN, False, "SOV-045", "t")
SHAKE_OFF: Final = ShakeOff("shake-off", "Shake off a curse", MAIN, False, "SOV-045")
DRINK: Final = Drink("drink", "Drink a potion", MOVE, False, "SOV-045", "tn")
HEW: Final = Hew("hew", "Hack at a wall of magic", MAIN, False, "SOV-045", "wp")
CLIMB: Final = Climb("climb", "Climb a wall of magic", MAIN_AND_MOVE, False, "SOV-045", "p")
WAKE.needs = MAIN_LEFT | ANY_EFFECTS
SHAKE_OFF.needs = OWN_EFFECTS
DRINK.needs = POTIONS
HEW.needs = MAIN_LEFT | MAGIC_WALLS
CLIMB.needs = MAIN_LEFT | MAGIC_WALLS

register_option(OptionEntry(
    "climb", "move", OptionWords("climb the wall at {square}", "climbs the wall", name="Climb",
    noun="climb", anywhere="climb the wall"), icon="mountain-climbing",
))  # fmt: skip
register_option(OptionEntry(
    "drink", "gear", OptionWords("give {the_note} to {target}", "drinks", noun="drink",
    alone="drink {the_note}", third_person_to_other="gives {target} a potion"), icon="round-potion",
    marks=SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "hew", "gear", OptionWords("hack at the wall at {square} ({weapon})", "hacks at the wall",
    anywhere="hack at the wall ({weapon})"), icon="battle-axe",
))  # fmt: skip
register_option(OptionEntry(
    "shake-off", "wrestle", OptionWords("shake off the curse", "shakes off the curse",
    name="Shake off"), icon="breaking-chain",
))  # fmt: skip
register_option(OptionEntry(
    "wake", "help", OptionWords("wake {target}", "wakes {target}"), icon="sun",
))  # fmt: skip
