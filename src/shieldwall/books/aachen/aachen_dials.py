"""Dials read only by procedures of Aachen."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.ruleset import OwnDial

FREE_ATTACK_ON_LEAVING: Final = OwnDial(
    "free_attack_on_leaving", "leaving melee without a withdrawal"
)
TOTAL_DEFENSE_FOR_ALL: Final = OwnDial(
    "total_defense_for_all", "whether every unit can spend a Main on Total Defense", default=1
)
CHARGE_ALLOWED: Final = OwnDial("charge_allowed", "a charge")
BORROWED_MANOEUVRES: Final = OwnDial(
    "borrowed_manoeuvres", "shoving, grappling, two weapons, executions and mobs"
)
REACTION_HOSTILE_MAX: Final = OwnDial(
    "reaction_hostile_max", "highest hostile reaction roll", default=2
)
OPPOSED_TIE: Final = OwnDial("opposed_tie", "a tied opposed roll")
SURPRISE_MORALE: Final = OwnDial(
    "surprise_morale", "whether surprised untrained units check morale"
)
INITIATIVE_INDIVIDUAL: Final = OwnDial("initiative_individual", "initiative")
ATTACKERS_TRY_SURPRISE: Final = OwnDial(
    "attackers_try_surprise", "who tries for surprise by default"
)
