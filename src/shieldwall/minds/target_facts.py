"""Small facts about units and weapons used by minds."""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.attack.blow import Blow, shield_of
from shieldwall.engine.attack.legality import reach_with
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import DOWN, State, Unit


def has_dying(state: State, unit: Unit) -> bool:
    for friend in state.units:
        if friend.status == DOWN and not friend.stable and friend.side == unit.side:
            return True
    return False


def can_act(foe: Unit) -> bool:
    """Whether a foe is dangerous now: it neither flees nor lies helpless."""
    return not foe.broken and not (foe.effects and foe.effect(HELPLESS) is not None)


def felling_of(weapon: Weapon, needed: i64) -> i64:
    """How many of 20 hits deal at least this much with the dice."""
    low: i64 = weapon.dice
    high: i64 = weapon.dice * weapon.sides
    if needed <= low:
        return 20
    if needed > high:
        return 0
    return 20 * (high - needed + 1) // (high - low + 1)


def is_valuable(unit: Unit) -> bool:
    """A valuable unit: named, a leader, or with many hit points."""
    return unit.sheet.named or unit.sheet.leader or unit.sheet.hp >= 20


def span_of(rules: Ruleset, unit: Unit, number: int) -> i64:
    """Reach in squares with a weapon; 1 without one."""
    return reach_with(rules, unit, unit.weapons[number]) // 5 if number >= 0 else 1


def is_deadly(blow: Blow) -> bool:
    """Whether the attack about to hit may fell its target."""
    weapon = blow.attacker.weapons[blow.weapon]
    target = blow.target
    if not blow.hit:
        if weapon.shock < target.hp:
            return False
        return blow.others >= 0 or target.shield_spent or shield_of(target) == 0
    return weapon.dice * weapon.sides + weapon.bonus >= blow.target.hp
