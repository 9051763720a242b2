"""Creature actions: using a power and flying; and the actions against them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import AVERTED
from shieldwall.abilities.body_conditions import ENTANGLED, TERRIFIED
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.engine.action_spec import FREE, MAIN, MOVE, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import roll_check
from shieldwall.engine.events.power_events import Averted, Soared, TornFree, UsedPower
from shieldwall.engine.listing import FLIGHT, MOVE_LEFT, ODD_UNITS, OWN_EFFECTS, POWERS
from shieldwall.engine.magic.power_data import AS_ACTION, GAZE, Power
from shieldwall.engine.magic.spell_data import AREA, AROUND, CONE, LINE, Casting
from shieldwall.engine.magic.spell_effects import take_effect
from shieldwall.engine.magic.targeting import aimed_at, spell_name, why_not_aimed, why_not_touched
from shieldwall.engine.move.flying import can_stay_up, flight_of
from shieldwall.engine.move.movement import (
    allowance,
    place_of,
    put,
    strikers,
    walk,
    why_no_path,
)
from shieldwall.engine.option import BASIC, OptionEntry, OptionWords, register_option
from shieldwall.engine.points import LEAVING_REACH
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.space.grid import FOOT, SQUARE
from shieldwall.engine.space.reach import crowd, find_reach, room
from shieldwall.engine.space.step_costs import body_fits, highest_matter
from shieldwall.engine.space.visibility import known_foes, reveal
from shieldwall.engine.state.condition import HELPLESS, UNTIL_NEXT_TURN
from shieldwall.engine.state.sheet import EXERT, STR
from shieldwall.engine.state.state import Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import CREATURE

HIGHEST: Final = 1000
"""In feet."""
HEIGHTS: Final = (0, 5, 10, 15, 20, 30)
"""Listed heights in feet above the ground; other multiples of 5 are legal too."""
BLIND_BLOW: Final = -4
"""Penalty to hit for a unit that averts its eyes."""


# Powers.


def power_number(unit: Unit, note: str) -> int:
    """Index of the power a note names, -1 for none."""
    name = spell_name(note).lower()
    for number, power in enumerate(unit.sheet.powers):
        if power.trigger == AS_ACTION and power.spell.name == name:
            return number
    return -1


def why_cannot_use(unit: Unit, number: int) -> Refusal | None:
    """Why the power cannot be used, regardless of its aim."""
    if unit.stocks[number] == 0:
        return Refusal("power-spent", CREATURE, unit.index)
    if unit.inside >= 0:
        return Refusal("in-a-stomach", CREATURE, unit.index)
    if unit.effects:
        if unit.effect(HELPLESS) is not None:
            return Refusal("is-helpless", CREATURE, unit.index)
        if unit.effect(TERRIFIED) is not None:
            return Refusal("is-terrified", CREATURE, unit.index)
    return why_cannot_pay(unit, unit.sheet.powers[number].spell.cost)


def power_choices(battle: Battle, unit: Unit, verb: str, power: Power) -> list[Choice]:
    """Candidate aims: each foe, or the square of each."""
    state = battle.state
    spell = power.spell
    plain = Choice(unit.index, verb, note=spell.name)
    if spell.aim == AROUND:
        return [plain]
    found: list[Choice] = []
    width = int(state.grid.width)
    for foe in known_foes(state, unit):
        if spell.aim in (AREA, LINE, CONE):
            cell = int(foe.y) * width + int(foe.x)
            found.append(Choice(unit.index, verb, path=(cell,), note=spell.name))
        elif why_not_touched(battle, unit, spell, foe) is None:
            found.append(aimed_at(plain, spell, [int(foe.index)], state))
    return found


class UsePower(ActionSpec):
    """Breath, webs and the like, at the cost and with the aim of the power."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        number = power_number(unit, choice.note)
        if number < 0:
            return Refusal("no-such-power", self.cite, unit.index)
        refusal = why_cannot_use(unit, number)
        if refusal is not None:
            return refusal
        return why_not_aimed(battle, unit, unit.sheet.powers[number].spell, choice)

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        number = power_number(unit, choice.note)
        return self.cost if number < 0 else unit.sheet.powers[number].spell.cost

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found: list[Choice] = []
        for number, power in enumerate(unit.sheet.powers):
            if power.trigger == AS_ACTION and why_cannot_use(unit, number) is None:
                found.extend(power_choices(battle, unit, self.verb, power))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        number = power_number(unit, choice.note)
        power = unit.sheet.powers[number]
        pay(unit, power.spell.cost)
        left = unit.stocks[number]
        if left > 0:
            unit.stocks = (*unit.stocks[:number], left - 1, *unit.stocks[number + 1 :])
        battle.state.clock.alarm = True
        if battle.log is not None:
            battle.emit(UsedPower(unit.index, power.spell.name))
        reveal(battle, unit)
        take_effect(battle, Casting(unit, power.spell), choice, None)


# Flight.


def read_height(note: str) -> int:
    """`15 ft` or `15` in inches; -1 if it is no multiple of 5 ft."""
    text = note.removesuffix("ft").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return -1
    feet = int(text)
    return feet * FOOT if feet % 5 == 0 and feet <= HIGHEST else -1


class Fly(ActionSpec):
    """Fly to a height and optionally to another square: the longer of the two distances counts.

    The unit rises before it moves and descends afterwards. A Run keeps the height.
    """

    def is_move(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        if flight_of(unit) == 0 or not can_stay_up(unit):
            return Refusal("cannot-fly", self.cite, unit.index)
        if battle.state.grid.open:
            return Refusal("no-heights", self.cite, unit.index)
        height = read_height(choice.note)
        if height < 0:
            return Refusal("say-how-high", self.cite, unit.index)
        if height == unit.aloft:
            return Refusal("same-height", self.cite, unit.index)
        return self.why_no_flight(battle, unit, choice.path, height)

    def why_no_flight(
        self, battle: Battle, unit: Unit, path: tuple[int, ...], height: i64
    ) -> Refusal | None:
        limit = allowance(battle.rules, unit)
        ghost = unit.copy()
        ghost.aloft = max(int(height), int(unit.aloft))
        grid = battle.state.grid
        put(grid, ghost, place_of(grid, unit))
        climb: i64 = abs(int(height - unit.aloft)) // SQUARE
        if climb > limit and battle.holds("SOV-084", unit):
            return Refusal("too-high", "SOV-084", unit.index, -1, limit * 5, climb * 5)
        if path:
            refusal = why_no_path(battle, ghost, path, limit)
            if refusal is not None:
                return refusal
        elif unit.locked:
            return Refusal("in-a-grapple", "SOV-130", unit.index)
        goal = path[-1] if path else int(place_of(grid, unit))
        return self.why_not_there(battle, unit, goal, height)

    def why_not_there(self, battle: Battle, unit: Unit, goal: int, height: i64) -> Refusal | None:
        """Whether there is room under the ceiling, or ground to land on."""
        grid = battle.state.grid
        size: i64 = unit.sheet.size
        if height == 0:
            if not body_fits(grid, goal, size, battle.rules.difficult_cost):
                return Refusal("no-place-to-land", self.cite, unit.index, goal)
            return None
        width: i64 = grid.width
        top = highest_matter(grid, goal % width, goal // width, size) + height + size * SQUARE
        for dy in range(size):
            for dx in range(size):
                if grid.ceiling[goal + dy * width + dx] < top:
                    return Refusal("ceiling-too-low", self.cite, unit.index, goal)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if flight_of(unit) == 0 or not can_pay(unit, MOVE) or not can_stay_up(unit):
            return []
        state = battle.state
        if state.grid.open:
            return []
        limit = allowance(battle.rules, unit)
        found: list[Choice] = []
        for feet in HEIGHTS:
            if feet * FOOT == unit.aloft:
                continue
            ghost = unit.copy()
            ghost.aloft = max(feet * FOOT, int(unit.aloft))
            filled = crowd(state, battle.rules, ghost)
            reach = find_reach(state, battle.rules, ghost, limit, filled, [])
            note = f"{feet} ft"
            found.append(Choice(unit.index, self.verb, note=note))
            number: i64 = 0
            while number < reach.count:
                cell: i64 = reach.found[number]
                number += 1
                if cell != reach.start and room(filled, cell, unit.sheet.size, state.grid.width):
                    found.append(Choice(unit.index, self.verb, path=reach.path(cell), note=note))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        height = read_height(choice.note)
        if height > unit.aloft and not self.change_height(battle, unit, height):
            return
        if choice.path and not walk(battle, unit, choice.path, self.provokes):
            return
        if height < unit.aloft:
            self.change_height(battle, unit, height)

    def change_height(self, battle: Battle, unit: Unit, height: i64) -> bool:
        """Move straight up or down; a foe whose reach it leaves may attack."""
        grid = battle.state.grid
        here = place_of(grid, unit)
        there = unit.copy()
        there.aloft = height
        who = [
            threat.foe
            for threat in strikers(battle, unit)
            if threat.covers(unit, here) and not threat.covers(there, here)
        ]
        if who and battle.halted(Window(LEAVING_REACH, unit.index, who)):
            return False
        unit.aloft = height
        put(grid, unit, here)
        if battle.log is not None:
            battle.emit(Soared(unit.index, height // FOOT))
        return True


# Actions against powers.


class Avert(ActionSpec):
    """Avert the eyes until the unit's next turn: immune to gazes, with a penalty to attacks."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.effect(AVERTED) is not None:
            return Refusal("looks-away", self.cite, unit.index)
        if not self.is_wise(battle, unit):
            return Refusal("nothing-to-avert", self.cite, unit.index)
        return None

    def is_wise(self, battle: Battle, unit: Unit) -> bool:
        """Whether a creature with a gaze is in sight."""
        for foe in known_foes(battle.state, unit):
            for power in foe.sheet.powers:
                if power.trigger == GAZE:
                    return True
        return False

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not battle.state.has_unusual_units or not self.is_wise(battle, unit):
            return []
        return [Choice(unit.index, self.verb)]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.effects = [*unit.effects, Effect(AVERTED, unit.index, UNTIL_NEXT_TURN, BLIND_BLOW)]
        if battle.log is not None:
            battle.emit(Averted(unit.index))


class TearFree(ActionSpec):
    """Escape from webs and ropes: a Main and a STR/Exert check."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.effects or unit.effect(ENTANGLED) is None:
            return Refusal("not-entangled", self.cite, unit.index)
        return why_cannot_pay(unit, self.cost)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if not unit.effects or unit.effect(ENTANGLED) is None:
            return []
        return [Choice(unit.index, self.verb)]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        web = unit.effect(ENTANGLED)
        assert web is not None
        if roll_check(battle, unit, (STR,), (EXERT,), "tear free", 0, web.value, CREATURE):
            unit.effects = [effect for effect in unit.effects if effect is not web]
            if battle.log is not None:
                battle.emit(TornFree(unit.index))


USE_POWER: Final = UsePower("use", "Use a power", MAIN, False, CREATURE, "tpn")
USE_POWER.is_attack = True
FLY: Final = Fly("fly", "Fly", MOVE, True, "SOV-007", "pn")
USE_POWER.needs = POWERS
FLY.needs = MOVE_LEFT | FLIGHT
AVERT: Final = Avert("avert", "Look away", FREE, False, CREATURE)
TEAR_FREE: Final = TearFree("tear-free", "Tear free", MAIN, False, CREATURE)
AVERT.needs = ODD_UNITS
TEAR_FREE.needs = OWN_EFFECTS
EXTRAORDINARY: Final[tuple[ActionSpec, ...]] = (USE_POWER, FLY, AVERT, TEAR_FREE)
"""Actions that every book needs for its creatures' powers."""

register_option(OptionEntry(
    "avert", "guard", OptionWords("look away", "looks away"), icon="semi-closed-eye",
))  # fmt: skip
register_option(OptionEntry(
    "fly", "move", OptionWords("fly{to_square}, {note} above the ground", "flies to a better place",
    noun="flight"), rank=6, icon="feathered-wing", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "tear-free", "wrestle", OptionWords("break free", "tears free", name="Tear free"),
    icon="breaking-chain", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "use", "magic", OptionWords("use {note}{on_target}{at_square}", "uses {note}{on_target}",
    name="Power"), rank=4, icon="magic-swirl", marks=BASIC,
))  # fmt: skip
