"""Powers, and actions against them: when to use breath and the like, when to avert the eyes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import AVERTED
from shieldwall.abilities.body_conditions import ENTANGLED
from shieldwall.books.shared.magic.power_actions import power_choices, why_cannot_use
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.power_data import AS_ACTION, GAZE, Power
from shieldwall.engine.magic.spell_data import AREA, AROUND, CONE, LINE
from shieldwall.engine.magic.targeting import is_fit, stands_in, strip
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.minds.spell_choice import worth_on

LEAST: Final = 7
"""Half hit points below which an attack is as good."""
BOUND: Final = 8
"""The value of a foe in a web, in half hit points."""
NEAR: Final = 12
"""Squares within which a gaze matters."""


def choose_before_attack(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """A power better than an attack, or something to do before any attack."""
    if unit.effects and unit.effect(ENTANGLED) is not None:
        free = Choice(unit.index, "tear-free")
        if is_allowed(battle, unit, free):
            return free
    if unit.sheet.powers:
        choice = best_power(battle, unit, foes)
        if choice is not None:
            return choice
    if not unit.effects or unit.effect(AVERTED) is None:
        for foe in foes:
            if has_gaze(foe) and distance(unit, foe) <= NEAR:
                look_away = Choice(unit.index, "avert")
                return look_away if is_allowed(battle, unit, look_away) else None
    return None


def is_allowed(battle: Battle, unit: Unit, choice: Choice) -> bool:
    spec = battle.rules.actions.get(choice.verb)
    return spec is not None and spec.why_not(battle, unit, choice) is None


def has_gaze(foe: Unit) -> bool:
    for power in foe.sheet.powers:
        if power.trigger == GAZE:
            return True
    return False


def best_power(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """The power and aim with the highest value against foes, less that against friends."""
    best: i64 = LEAST
    found: Choice | None = None
    spec = battle.rules.actions.get("use")
    if spec is None:
        return None
    for number, power in enumerate(unit.sheet.powers):
        if power.trigger != AS_ACTION or why_cannot_use(unit, number) is not None:
            continue
        for choice in power_choices(battle, unit, "use", power):
            value = worth_of(battle, unit, foes, power, choice)
            if value > best and spec.why_not(battle, unit, choice) is None:
                best = value
                found = choice
    return found


def worth_of(battle: Battle, unit: Unit, foes: list[Unit], power: Power, choice: Choice) -> i64:
    filled: list[bool] = []
    if power.spell.aim == LINE or power.spell.aim == CONE:
        grid = battle.state.grid
        filled = [False] * int(grid.cells)
        for cell in strip(grid, unit, choice.path[0], power.spell):
            filled[cell] = True
    value: i64 = 0
    for foe in foes:
        if is_caught(battle, unit, power, choice, filled, foe):
            value += worth_against(battle, unit, power, foe)
    for friend in battle.state.units:
        if friend is not unit and friend.status == ACTIVE and not battle.are_foes(unit, friend):
            if is_caught(battle, unit, power, choice, filled, friend):
                value -= 2 * worth_against(battle, unit, power, friend)
    return value


def worth_against(battle: Battle, unit: Unit, power: Power, target: Unit) -> i64:
    """The value against one target, as for a spell; breath by hit points counts those."""
    for primitive in power.spell.primitives:
        if primitive.by_hp and is_fit(battle, unit, power.spell, target):
            most: i64 = unit.hp if unit.hp < target.hp else target.hp
            return 3 * most // 2
    value = worth_on(battle, unit, power.spell, target)
    for primitive in power.spell.primitives:
        if primitive.effect is ENTANGLED and target.effect(ENTANGLED) is None:
            value += BOUND
    return value


def is_caught(
    battle: Battle, unit: Unit, power: Power, choice: Choice, filled: list[bool], target: Unit
) -> bool:
    spell = power.spell
    grid = battle.state.grid
    if target.inside >= 0 or not is_fit(battle, unit, spell, target):
        return False
    if spell.aim == AROUND:
        return distance(unit, target) * 5 <= spell.range_at(unit.sheet.hit_dice)
    if filled:
        return stands_in(grid, target, filled)
    if spell.aim == AREA:
        x: i64 = choice.path[0] % grid.width
        y: i64 = choice.path[0] // grid.width
        wide: i64 = spell.radius // 5
        return (
            x - wide <= target.x + target.sheet.size - 1
            and target.x < x + wide
            and y - wide <= target.y + target.sheet.size - 1
            and target.y < y + wide
        )
    return choice.target == target.index
