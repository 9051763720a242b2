"""What comes before an attack: first aid for a dying friend, and loading."""

from __future__ import annotations

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.state import DOWN, Unit
from shieldwall.engine.tape.request import Choice


def tend(battle: Battle, unit: Unit) -> Choice | None:
    """Stabilize a dying friend within reach before anything else."""
    for friend in battle.state.units:
        if friend.status == DOWN and not friend.stable and not battle.are_foes(unit, friend):
            choice = Choice(unit.index, "stabilise", friend.index)
            if battle.rules.action("stabilise").why_not(battle, unit, choice) is None:
                return choice
    return None


def load(battle: Battle, unit: Unit) -> Choice | None:
    spec = battle.rules.actions.get("reload")
    if spec is None:
        return None
    for number in range(len(unit.weapons)):
        if unit.unloaded >> number & 1:
            choice = Choice(unit.index, "reload", -1, number)
            if spec.why_not(battle, unit, choice) is None:
                return choice
    return None
