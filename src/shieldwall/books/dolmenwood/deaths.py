"""What happens at 0 HP in Dolmenwood."""

from __future__ import annotations

from shieldwall.books.dolmenwood.dolmenwood_dials import DOOM_SAVE
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import AGAINST, save
from shieldwall.engine.state.state import Unit
from shieldwall.engine.wounds.injury import is_character, stays_up, take_down_unit


def slain(battle: Battle, unit: Unit, by: int, spared: bool) -> None:
    """G-42: a unit at 0 HP is dead; a character may save against Doom and falls unconscious."""
    if stays_up(battle, unit):
        return
    saved = False
    if DOOM_SAVE.of(battle.rules) and is_character(battle.state, unit) and not spared:
        saved = save(battle, unit, AGAINST, 0, "G-42")
    take_down_unit(battle, unit, by, spared or saved, True, spared or saved)


register_procedure(slain, "they are dead", "G-42")
