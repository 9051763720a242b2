"""Evaluating house actions compared with an attack.

Values are in hundredths of a hit point, as for attacks: expected damage, healing, and for a bonus a
twentieth of the damage of the affected attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import SITUATION, WARDED
from shieldwall.books.shared.magic.primitive_action import HouseAction
from shieldwall.engine.action_spec import FREE, MAIN, MOVE
from shieldwall.engine.attack.blow import MELEE, SHOT
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.house_rules import (
    AC,
    ATTACK,
    DAMAGE,
    FOE,
    HEAL,
    ONESELF,
    PRONE,
    PUSH,
    Part,
)
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice
from shieldwall.knowledge.side_knowledge import knows_place

if TYPE_CHECKING:
    from shieldwall.minds.temperament_mind import NaturalMind

LEAST: Final = 60
"""Minimum value if it does not replace an attack."""
NOTHING_ELSE: Final = 150
"""Minimum value if there is no target to attack: moving closer has some value too."""
WAYS: Final = (0, 0, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
"""How many of the 36 results of 2d6 show this much or more."""


class HouseActions:
    """The house actions of one book, cached."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.specs: list[HouseAction] = [
            spec for spec in rules.action_list if isinstance(spec, HouseAction)
        ]


class Best:
    def __init__(self, least: i64) -> None:
        self.choice: Choice | None = None
        self.worth = least


def house_first(
    mind: NaturalMind, battle: Battle, unit: Unit, foes: list[Unit], known: HouseActions
) -> Choice | None:
    """A house action with a higher value than the attack it replaces."""
    free = best_house_action(battle, unit, known, FREE, LEAST)
    if free is not None:
        return free
    rival: i64 = NOTHING_ELSE
    bow = mind.bow_of(unit)
    blow = mind.best_blow(battle, unit, foes)
    if blow is not None:
        foe = battle.state.units[blow.target]
        rival = mind.worth_of_harm(battle, unit, foe, blow.weapon, MELEE)
    elif bow >= 0:
        shot = mind.best_far(battle, unit, foes, bow, SHOT)
        if shot.foe is not None:
            rival = mind.worth_of_harm(battle, unit, shot.foe, bow, SHOT)
    if unit.moves > 0 and (blow is not None or bow >= 0):
        small = best_house_action(battle, unit, known, MOVE, LEAST)
        if small is not None:
            return small
    return best_house_action(battle, unit, known, MAIN, rival) if unit.mains > 0 else None


def best_house_action(
    battle: Battle, unit: Unit, known: HouseActions, cost: int, least: i64
) -> Choice | None:
    """The house action of this cost with the highest value, if above `least`."""
    best = Best(least)
    for spec in known.specs:
        if spec.cost != cost or (cost == FREE and not ends(spec)):
            continue
        weigh(battle, unit, spec, best)
    return best.choice


def weigh(battle: Battle, unit: Unit, spec: HouseAction, best: Best) -> None:
    for choice in spec.candidates(battle, unit):
        value = worth_of(battle, unit, spec, choice)
        if value > best.worth and spec.why_not(battle, unit, choice) is None:
            best.choice = choice
            best.worth = value


def best_of(battle: Battle, unit: Unit, spec: HouseAction) -> Choice | None:
    """The best aim of one house action, if it has a positive value."""
    best = Best(0)
    weigh(battle, unit, spec, best)
    return best.choice


def ends(spec: HouseAction) -> bool:
    """For free actions: whether repeating it is useless, so that a turn ends."""
    for part in spec.data.parts:
        if part.do in (DAMAGE, HEAL, PUSH):
            return False
    return spec.data.trial is None


def worth_of(battle: Battle, unit: Unit, spec: HouseAction, choice: Choice) -> i64:
    """Its expected value over success and failure."""
    data = spec.data
    target = unit if data.target == ONESELF else battle.state.units[choice.target]
    if data.target != ONESELF and battle.are_foes(unit, target) != (data.target == FOE):
        return 0
    done: i64 = 0
    for part in data.parts:
        done += worth_of_part(battle, unit, unit if part.on_self else target, part)
    if data.trial is None:
        return done
    failed: i64 = 0
    for part in data.failing:
        failed += worth_of_part(battle, unit, unit if part.on_self else target, part)
    ways: i64 = ways_of(battle, unit, target, spec)
    return (done * ways + failed * (36 - ways)) // 36


def ways_of(battle: Battle, unit: Unit, target: Unit, spec: HouseAction) -> i64:
    """How many of the 36 results succeed."""
    trial = spec.data.trial
    assert trial is not None
    needed: i64 = trial.difficulty
    if needed == 0:
        other = modifier(target, trial.against_attributes, trial.against_skills)
        needed = battle.rules.opposed_base + other
    needed -= modifier(unit, trial.attributes, trial.skills)
    if needed <= 2:
        return 36
    return 0 if needed > 12 else WAYS[needed]


def worth_of_part(battle: Battle, unit: Unit, whom: Unit, part: Part) -> i64:
    """The value for the acting unit's side; effects on a friend have the opposite sign."""
    sign: i64 = 1 if battle.are_foes(unit, whom) else -1
    if part.do == DAMAGE:
        harm: i64 = part.dice * (part.sides + 1) * 50 + 100 * part.plus
        if harm >= whom.hp * 100:
            harm = whom.hp * 100 + 300
        return sign * harm if harm > 0 else 0
    if part.do == HEAL:
        healed: i64 = part.dice * (part.sides + 1) * 50 + 100 * part.plus
        missing: i64 = (whom.sheet.hp - whom.hp) * 100
        return -sign * (healed if healed < missing else missing)
    if part.do == PRONE:
        return 0 if whom.prone else sign * (50 + 10 * blows_at(battle, unit, whom))
    if part.do == PUSH:
        return sign * 30 * part.plus
    if part.do == AC:
        if has_it(whom, WARDED, unit):
            return 0
        return -sign * part.plus * 5 * blows_at(battle, unit, whom)
    if part.do == ATTACK:
        if has_it(whom, SITUATION, unit) or not has_target(battle, unit, whom):
            return 0
        return -sign * part.plus * 5 * mean_of(whom)
    return 0


def has_it(whom: Unit, kind: Condition, by: Unit) -> bool:
    """Whether the unit is already under this condition by the same unit."""
    for effect in whom.effects:
        if effect.kind is kind and effect.by == by.index:
            return True
    return False


def mean_of(unit: Unit) -> i64:
    """Rough average damage of an attack with the wielded weapon."""
    if unit.wielded < 0:
        return 1
    weapon = unit.weapons[unit.wielded]
    return weapon.dice * (weapon.sides + 1) // 2 + weapon.bonus


def blows_at(battle: Battle, unit: Unit, whom: Unit) -> i64:
    """Expected damage from the foes adjacent to it that the unit knows."""
    total: i64 = 0
    for other in battle.state.units:
        if other.status == ACTIVE and battle.are_foes(other, whom) and distance(other, whom) <= 2:
            if knows_place(battle.state, unit.side, other):
                total += mean_of(other)
    return total


def has_target(battle: Battle, unit: Unit, whom: Unit) -> bool:
    """Whether it has any target to attack or shoot at that the unit knows."""
    shoots = whom.wielded >= 0 and whom.weapons[whom.wielded].long_range > 0
    for other in battle.state.units:
        if other.status == ACTIVE and battle.are_foes(other, whom):
            if shoots or distance(other, whom) <= 2:
                if knows_place(battle.state, unit.side, other):
                    return True
    return False
