"""Dials read only by procedures of Dolmenwood."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.dials import MODIFIER
from shieldwall.engine.ruleset import OwnDial

TIED_SIDES: Final = OwnDial("tied_sides", "tied sides")
SURPRISE_ROLLED_BY: Final = OwnDial("surprise_rolled_by", "who rolls for surprise")
FORGO_DECLARED_SPELL: Final = OwnDial(
    "forgo_declared_spell", "a caster who declared a spell and does not cast it", default=1
)
MOMENTARY_ACTIONS: Final = OwnDial(
    "momentary_actions",
    "whether momentary actions are allowed in addition to the action",
    default=1,
)
SURPRISE_DIE: Final = OwnDial("surprise_die", "sides of the surprise die", (2, 100), default=6)
SURPRISE_UPTO: Final = OwnDial(
    "surprise_upto", "highest roll that surprises a side", (0, 100), default=2
)
FLIGHT_ROUNDS: Final = OwnDial(
    "flight_rounds", "rounds of running before exhaustion", (1, 1000), default=30
)
EVASION_DIE: Final = OwnDial(
    "evasion_die", "sides of the die each side rolls at equal speed", (2, 100), default=6
)
MORALE_HALVES: Final = OwnDial(
    "morale_halves",
    "a side checks morale when its losses, times this, reach its number at the start",
    (1, 100),
    default=2,
)
MORALE_QUARTER: Final = OwnDial(
    "morale_quarter",
    "a lone creature checks morale when its HP, times this, are at most its full HP",
    (1, 100),
    default=4,
)
MORALE_SUCCESSES: Final = OwnDial(
    "morale_successes",
    "successful checks after which a unit fights to the death",
    (1, 100),
    default=2,
)
MORALE_TWELVE: Final = OwnDial("morale_twelve", "morale 12 never checks if")
MORALE_MODIFIER: Final = OwnDial(
    "morale_modifier", "whether the GM is asked for a modifier to morale", default=1
)
TURNING_STEP: Final = OwnDial(
    "turning_step", "modifier to a turning roll for each level of difference", (0, 10), default=2
)
PUSH_TO_HIT: Final = OwnDial("push_to_hit", "attack penalty of a push", MODIFIER, default=-4)
PARRY_AC: Final = OwnDial("parry_ac", "AC bonus of a parry", MODIFIER, default=2)
TWO_WEAPONS_FIRST: Final = OwnDial(
    "two_weapons_first", "attack penalty of the first of two weapons", MODIFIER, default=-2
)
TWO_WEAPONS_SECOND: Final = OwnDial(
    "two_weapons_second", "attack penalty of the second of two weapons", MODIFIER, default=-4
)
MELEE_SPEED_DIVISOR: Final = OwnDial(
    "melee_speed_divisor", "divisor of the speed of a unit in melee", (1, 6), default=2
)
SHOOT_IN_MELEE: Final = OwnDial(
    "shoot_in_melee", "whether a shooter in melee may shoot at another target", default=1
)
FLEE_BONUS: Final = OwnDial(
    "flee_bonus",
    "attack bonus against a unit that flees from melee; its shield does not count",
    MODIFIER,
    default=2,
)
FLEE_BONUS_SCOPE: Final = OwnDial("flee_bonus_scope", "foes with this bonus")
DOOM_SAVE: Final = OwnDial("doom_save", "a character at 0 HP")
