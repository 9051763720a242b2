"""Dials read only by procedures of Aachen."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.ruleset import OwnDial

FREE_ATTACK_ON_LEAVING: Final = OwnDial(
    "free_attack_on_leaving",
    "leaving melee without a withdrawal: 0 free, 1 gives foes an attack",
)
TOTAL_DEFENSE_FOR_ALL: Final = OwnDial(
    "total_defense_for_all", "whether every unit can spend a Main on Total Defense", default=1
)
CHARGE_ALLOWED: Final = OwnDial(
    "charge_allowed", "a charge: 0 not in the book, 1 with the numbers of a later page"
)
BORROWED_MANOEUVRES: Final = OwnDial(
    "borrowed_manoeuvres",
    "shoving, grappling, two weapons, executions and mobs: 0 impossible, 1 as in Sovereign",
)
REACTION_HOSTILE_MAX: Final = OwnDial(
    "reaction_hostile_max", "highest hostile reaction roll", default=2
)
OPPOSED_TIE: Final = OwnDial(
    "opposed_tie", "a tied opposed roll: 0 roll again, 1 the higher skill wins, 2 the players win"
)
SURPRISE_MORALE: Final = OwnDial(
    "surprise_morale", "whether surprised untrained units check morale"
)
INITIATIVE_INDIVIDUAL: Final = OwnDial(
    "initiative_individual", "initiative: 0 one roll a side, 1 one roll a player character"
)
ATTACKERS_TRY_SURPRISE: Final = OwnDial(
    "attackers_try_surprise",
    "who tries for surprise by default: 0 no side, 1 the named attackers, 2 the named attackers "
    "or else the GM's side",
)
