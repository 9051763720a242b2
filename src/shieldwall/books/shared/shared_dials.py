"""Dials read by actions and procedures that several books share."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.dials import COST_WORDS, MODIFIER, YES_NO
from shieldwall.engine.ruleset import OwnDial

CHARGE_AC: Final = OwnDial("charge_ac", "AC while open after a charge", MODIFIER)
CHARGE_AC_UNTIL: Final = OwnDial("charge_ac_until", "the AC penalty of a charge lasts until")
CHARGE_SCREEN_PROVOKES: Final = OwnDial("charge_screen_provokes", "Charge and Screen provoke")
DISENGAGE_SCOPE: Final = OwnDial("disengage_scope", "Disengage covers")
MANOEUVRE_MISS_SHOCK: Final = OwnDial(
    "manoeuvre_miss_shock", "whether a shove or grapple that misses deals Shock"
)
RELOAD_BOW_TRAINED: Final = OwnDial(
    "reload_bow_trained", "cost of reloading a bow with Shoot 1 or better", words=COST_WORDS
)
RELOAD_BOW_UNTRAINED: Final = OwnDial(
    "reload_bow_untrained", "cost of reloading a bow without it", words=COST_WORDS
)
RELOAD_CROSSBOW_TRAINED: Final = OwnDial(
    "reload_crossbow_trained",
    "cost of reloading a crossbow with Shoot 1 or better",
    words=COST_WORDS,
)
CROSSBOW_UNTRAINED_RELOAD: Final = OwnDial(
    "crossbow_untrained_reload", "cost of reloading a crossbow without it"
)
RELOAD_NEEDS_SHOOT_1: Final = OwnDial("reload_needs_shoot_1", "loading a bow")
HOLD_AFTER_ROLL: Final = OwnDial("hold_after_roll", "a held action can answer an attack", default=1)
SWARM_MAX_ASSAILANTS: Final = OwnDial(
    "swarm_max_assailants", "maximum number of assailants in a swarm"
)
SWARM_EXPIRES: Final = OwnDial("swarm_expires", "a swarm lasts until")
CHECK_DIFFICULTY: Final = OwnDial("check_difficulty", "difficulty of a skill check", (2, 30))
DOOR_COST: Final = OwnDial("door_cost", "cost of opening or closing a door")
READY_COST: Final = OwnDial("ready_cost", "cost of readying or stowing an item", words=COST_WORDS)
STABILISE_DIFFICULTY: Final = OwnDial(
    "stabilise_difficulty", "difficulty of a check to stabilize", (2, 30)
)
STABILISE_NEEDS_KIT: Final = OwnDial(
    "stabilise_needs_kit", "whether binding wounds needs a healer's kit", words=YES_NO, default=1
)
MORALE_WOUNDED: Final = OwnDial(
    "morale_wounded", "a unit retreats when its HP, times this, are at most its full HP", (1, 100)
)
MORALE_LOSSES: Final = OwnDial(
    "morale_losses",
    "a group retreats when its losses, times this, reach its number at the start",
    (1, 100),
)
TWO_MORALE_CHECKS: Final = OwnDial("two_morale_checks", "two reasons at once", default=1)
CLEARLY_WINNING: Final = OwnDial("clearly_winning", "the side that fights on despite losses")
MORALE_STAYS: Final = OwnDial("morale_stays", "wounded units stay if")
SHOVE_LARGE: Final = OwnDial(
    "shove_large", "check penalty for a shove or grapple of a large target", (-20, 20)
)
SHOVE_HUGE: Final = OwnDial(
    "shove_huge", "check penalty for a shove or grapple of a huge target", (-20, 20)
)
CARRY_STEPS: Final = OwnDial("carry_steps", "maximum steps of 5 ft to carry a victim", (1, 12))
EXECUTION_CLOSE: Final = OwnDial(
    "execution_close", "bonus to a ranged execution within 10 ft", (-20, 20)
)
EXECUTION_NORMAL: Final = OwnDial(
    "execution_normal", "bonus to a ranged execution within normal range", (-20, 20)
)
EXECUTION_SPARES: Final = OwnDial(
    "execution_spares", "a victim of an execution with a weapon that can spare"
)
EXECUTION_BONUSES_STACK: Final = OwnDial("execution_bonuses_stack", "bonuses to a ranged execution")
INTERRUPTED_SPELL_KEEPS_CAST: Final = OwnDial(
    "interrupted_spell_keeps_cast", "whether an interrupted spell may be cast again"
)
CHASE_DIE: Final = OwnDial("chase_die", "sides of the die each side rolls in a chase", (2, 100))
CHASE_SPEED: Final = OwnDial(
    "chase_speed", "feet of speed that add 1 to a roll in a chase", (5, 1000), default=1
)
CHASE_WINS: Final = OwnDial("chase_wins", "contests in a row that win a chase", (1, 10))
CHASE_GAP: Final = OwnDial(
    "chase_gap", "distance of missiles in a chase, in steps of 5 ft", (1, 100)
)
ARTS_IN_ARMOUR: Final = OwnDial(
    "arts_in_armour", "whether arts such as Healing Touch may be used in armour", default=1
)
FLIGHT_RATE: Final = OwnDial(
    "flight_rate",
    "a unit that flees an encounter runs this many times its speed",
    (1, 6),
    default=3,
)
