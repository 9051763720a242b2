"""State that makes no difference to the rest of a fight, dropped when positions are compared."""

from __future__ import annotations

from shieldwall.abilities.body_conditions import BOILS
from shieldwall.engine.state.condition import LASTING, RUNNING
from shieldwall.engine.state.state import DEAD, DOWN, FLED, Effect, State, Unit


def is_plain(state: State) -> bool:
    """Whether no unit has spells or unusual abilities: then the dead stay dead."""
    if state.has_unusual_units or state.remembers:
        return False
    for unit in state.units:
        if unit.sheet.spells:
            return False
    return True


def drop_dead_units(state: State) -> None:
    for unit in state.units:
        if unit.status == DEAD:
            unit.hp = 0


def forget(state: State) -> None:
    """Drop what neither rules nor minds use any more.

    For dead units, the rest of their turn. A Move left at the end of a turn, unless an action is
    held. `hurt`, unless the unit is alone on its side (DOL-043).
    """
    for unit in state.units:
        if unit.status == DEAD:
            unit.mains = 0
            unit.moves = 0
            unit.acted = True
            unit.shield_spent = False
            unit.hurt = False
            unit.luck = 0
            unit.fell = 0
            unit.used = 0
            unit.struck = -1
            unit.strikes = ()
            unit.facing = -1
        else:
            if unit.acted and not unit.effects:
                unit.moves = 0
            if unit.hurt and not is_alone(state, unit):
                unit.hurt = False


def is_alone(state: State, unit: Unit) -> bool:
    for other in state.units:
        if other is not unit and other.side == unit.side:
            return False
    return True


def rebase_rounds(state: State) -> None:
    """Count the rounds from the first one that still matters."""
    now = state.clock.round
    since = now
    for unit in state.units:
        if unit.tended != now:
            unit.tended = -1
        if unit.status == FLED or (unit.status == DOWN and not unit.stable):
            since = min(since, unit.fell)
        elif unit.status != DEAD:
            unit.fell = 0
        for effect in unit.effects:
            if effect.kind in (RUNNING, BOILS):
                since = min(since, effect.whom)
    for wall in state.raised:
        if wall.until >= LASTING:
            return
    back = since - 1
    if back <= 0:
        return
    state.clock.round = now - back
    for unit in state.units:
        if unit.tended >= 0:
            unit.tended -= back
        if unit.fell > 0:
            unit.fell -= back
        if unit.effects:
            unit.effects = [moved_back(effect, back) for effect in unit.effects]


def moved_back(effect: Effect, back: int) -> Effect:
    """The same effect, counted from a later round."""
    until = int(effect.until)
    whom = effect.whom
    if until >= LASTING:
        until -= back
    if effect.kind in (RUNNING, BOILS):
        whom -= back
    return Effect(effect.kind, int(effect.by), until, int(effect.value), whom, int(effect.power))
