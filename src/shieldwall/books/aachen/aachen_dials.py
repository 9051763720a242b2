"""Dials read only by procedures of Aachen."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.ruleset import OwnDial

FREE_ATTACK_ON_LEAVING: Final = OwnDial(
    "free_attack_on_leaving",
    "leaving melee without a withdrawal: 0 is free, 1 gives foes an attack",
)
TOTAL_DEFENSE_FOR_ALL: Final = OwnDial(
    "total_defense_for_all", "whether everybody may give a Main for Total Defense", default=1
)
CHARGE_ALLOWED: Final = OwnDial(
    "charge_allowed", "a charge: 0 is not in the book, 1 by the numbers of a later page"
)
BORROWED_MANOEUVRES: Final = OwnDial(
    "borrowed_manoeuvres",
    "what the book leaves to do (shoving, grappling, two weapons, executions, mobs): "
    "0 cannot be done, 1 as in Sovereign",
)
REACTION_HOSTILE_MAX: Final = OwnDial(
    "reaction_hostile_max", "a reaction roll up to this is hostile", default=2
)
OPPOSED_TIE: Final = OwnDial(
    "opposed_tie", "both rolled the same: 0 again, 1 the higher skill, 2 the players prevail"
)
SURPRISE_MORALE: Final = OwnDial(
    "surprise_morale", "the ill-trained who are surprised check morale: 0 no, 1 yes"
)
INITIATIVE_INDIVIDUAL: Final = OwnDial(
    "initiative_individual", "initiative: 0 a roll a side, 1 each player for itself, interleaved"
)
ATTACKERS_TRY_SURPRISE: Final = OwnDial(
    "attackers_try_surprise",
    "who tries for surprise unasked: 0 no side, 1 the side named as attackers, 2 that side, or "
    "else the GM's",
)
