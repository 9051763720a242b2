"""When a mind uses the actions of its feats."""

from __future__ import annotations

from shieldwall.books.shared.feat_actions import DEFY, WHIRLWIND
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TARGETED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import PASS, Choice


def use_feat(battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
    """Follow up after a kill, shrug off a bad wound, defy any foe's spell."""
    window = options.window
    blow = window.blow
    if window.point == TARGETED and not DEFY.matters(battle, unit, window):
        return Choice(unit.index, PASS)
    if blow is not None and blow.target is unit and blow.damage * 3 < unit.hp:
        return Choice(unit.index, PASS)
    for choice in options:
        return choice
    return Choice(unit.index, PASS)


def sweep(battle: Battle, unit: Unit) -> Choice | None:
    """Use a whirlwind if it reaches two foes."""
    if WHIRLWIND.verb not in battle.rules.actions:
        return None
    for choice in WHIRLWIND.candidates(battle, unit):
        if WHIRLWIND.why_not(battle, unit, choice) is None:
            if len(WHIRLWIND.swept(battle, unit, choice.weapon)) >= 2:
                return choice
    return None
