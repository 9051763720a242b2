"""Dolmenwood: declarations, initiative, four phases per side, and morale."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.weapon_properties import COLD_IRON_HURTS
from shieldwall.books.dolmenwood.deaths import slain
from shieldwall.books.dolmenwood.declaration_step import Declarations
from shieldwall.books.dolmenwood.declarations import DECLARE, FLEE, PARRY, SURRENDER
from shieldwall.books.dolmenwood.declared_cover import DECLARED_COVER
from shieldwall.books.dolmenwood.dolmenwood_magic import (
    CAST,
    GLAMOUR_USE,
    ITEM_USE,
    RUNE_USE,
    TURN_UNDEAD,
    has_magic,
)
from shieldwall.books.dolmenwood.evasion import after_the_field
from shieldwall.books.dolmenwood.melees import ATTACKS_FROM_BEHIND, MELEES
from shieldwall.books.dolmenwood.optional_actions import LOAD, PUSH, RUSH, STRIKE, TWO_WEAPONS
from shieldwall.books.dolmenwood.phase_actions import (
    ATTACK,
    CASTING,
    DEPART,
    DROP,
    FINISH,
    GIVE_UP,
    MOVE_ABOUT,
    RUN_AWAY,
    SAY,
    WORKING,
    AnyPhase,
    InPhase,
    Momentary,
)
from shieldwall.books.dolmenwood.phases import (
    MAGIC,
    MELEE,
    MISSILES,
    MOVEMENT,
    REROLL,
    Phase,
    PhasedTurns,
    RoundOpens,
    SideInitiative,
    SideSurprise,
    Waiting,
    surprise_is_over,
)
from shieldwall.books.dolmenwood.round_end_checks import check_morale, no_check_in_round
from shieldwall.books.shared.actions import GO_PRONE, RANGED_ATTACK, THROWN_ATTACK, StandUp
from shieldwall.books.shared.broken_units import why_not_broken
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.shared.conditional_actions import Unwritten, UnwrittenReaction
from shieldwall.books.shared.feat_actions import FollowUp
from shieldwall.books.shared.gear import CLOSE_DOOR, OPEN_DOOR, READY, STOW, PickUp
from shieldwall.books.shared.improvised import IMPROVISE
from shieldwall.books.shared.magic.power_actions import AVERT, TEAR_FREE, USE_POWER, Fly
from shieldwall.books.shared.magic.remedies import WAKE, Drink
from shieldwall.books.shared.manoeuvres import BREAK_FREE, squeeze
from shieldwall.books.shared.mercy import NO_QUARTER, SPARE
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.talent_actions import RAGE, SECOND_BLADE
from shieldwall.engine.action_spec import FREE, MAIN, MOVE
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import HARMED
from shieldwall.engine.rounds.flow import RoundEnd, end_effects
from shieldwall.engine.ruleset import (
    BOUND_BY_NOBODY,
    BY_RANGE,
    BookFacts,
    BookText,
    Dial,
    Flow,
    Policies,
    Ruleset,
)
from shieldwall.engine.state.condition import UNTIL_END_OF_ROUND
from shieldwall.engine.state.sheet import RELOAD_CROSSBOW
from shieldwall.engine.state.state import Unit
from shieldwall.engine.wounds.effects import burn, wear_off

DIALS = (
    # Rounds
    Dial("initiative_die", 6, "DOL-013"),
    Dial("tied_sides", REROLL, "DOL-016"),
    Dial("surprise_rolled_by", 0, "DOL-001"),
    Dial("surprise_die", 6, "DOL-001"),
    Dial("surprise_upto", 2, "DOL-001"),
    Dial("momentary_actions", 1, "DOL-009"),
    Dial("forgo_declared_spell", 1, "DOL-012"),
    # Movement
    Dial("difficult_cost", 2, "DOL-021"),
    Dial("fallen_foe_cost", 1, "DOL-021"),
    Dial("giant_factor", 8, "DOL-031"),
    Dial("prone_speed_divisor", 2, "DOL-021"),
    Dial("fall_die", 6, "DOL-048"),
    Dial("abreast", 2, "DOL-032"),
    Dial("melee_speed_divisor", 2, "DOL-018"),
    Dial("flight_rate", 3, "DOL-022"),
    Dial("flight_rounds", 30, "DOL-022"),
    Dial("exhausted", -2, "DOL-022"),
    Dial("evasion_die", 6, "DOL-022"),
    # Attacks
    Dial("attack_adds", BY_RANGE, "DOL-025"),
    Dial("melee_distance", 5, "DOL-023"),
    Dial("shoot_in_melee", 1, "DOL-024"),
    Dial("binding_foe", BOUND_BY_NOBODY, "DOL-024"),
    Dial("flee_bonus", 2, "DOL-020"),
    Dial("flee_bonus_scope", 0, "DOL-020"),
    Dial("short_range", 1, "DOL-028"),
    Dial("medium_range", 0, "DOL-028"),
    Dial("long_range", -1, "DOL-028"),
    Dial("half_cover", -2, "DOL-029"),
    Dial("full_cover", -4, "DOL-029"),
    Dial("cover_in_melee", 0, "DOL-029"),
    Dial("nat20", 1, "DOL-048"),
    Dial("nat20_saves", 1, "DOL-048"),
    Dial("least_damage", 1, "DOL-025"),
    Dial("spare_by_default", 0, "G-42"),
    Dial("doom_save", 0, "DOL-048"),
    Dial("opposed_base", 8, "DOL-008"),
    # Gear
    Dial("ready_cost", FREE, "DOL-009"),
    Dial("door_cost", FREE, "DOL-009"),
    # Magic
    Dial("spell_disrupted_by", 2, "DOL-035"),
    Dial("turning_step", 2, "DOL-033"),
    # Morale
    Dial("morale_halves", 2, "DOL-042"),
    Dial("morale_quarter", 4, "DOL-043"),
    Dial("morale_successes", 2, "DOL-044"),
    Dial("two_morale_checks", 1, "DOL-042"),
    Dial("morale_twelve", 0, "DOL-046"),
    Dial("morale_modifier", 1, "DOL-046"),
    # Optional rules of the book
    Dial("optional_combat_rules", 0, "DOL-049"),
    Dial("charge_to_hit", 2, "DOL-049"),
    Dial("charge_ac", -1, "DOL-049"),
    Dial("charge_ac_until", UNTIL_END_OF_ROUND, "DOL-049"),
    Dial("charge_rate", 1, "DOL-049"),
    Dial("charge_least", 4, "DOL-049"),
    Dial("parry_ac", 2, "DOL-049"),
    Dial("push_to_hit", -4, "DOL-049"),
    Dial("two_weapons_first", -2, "DOL-049"),
    Dial("two_weapons_second", -4, "DOL-049"),
    Dial("brace_factor", 2, "DOL-049"),
    Dial("reload_crossbow_trained", MAIN, "DOL-049"),
    Dial("crossbow_untrained_reload", MAIN, "DOL-049"),
)


def load_all(battle: Battle) -> None:
    """G-38: reload missile weapons for the next round; crossbows only without the optional rules.

    With those rules a crossbow shoots every other round: loading it takes an action.
    """
    for unit in battle.state.units:
        if unit.unloaded:
            kept = 0
            for number in range(len(unit.weapons)):
                slow = unit.weapons[number].reload == RELOAD_CROSSBOW
                if unit.unloaded >> number & 1 and slow and battle.rules.optional_combat_rules:
                    kept |= 1 << number
            unit.unloaded = kept


register_procedure(load_all, "all weapons are reloaded")


# Cheap tests whether a unit can do anything in a phase, before its seat is asked.


MOVING: Final = InPhase(MOVE_ABOUT, MOVEMENT)


class MovementPhase(Phase):
    def could(self, battle: Battle, unit: Unit) -> bool:
        return MOVING.why_too(battle, unit) is None


class MissilePhase(Phase):
    def could(self, battle: Battle, unit: Unit) -> bool:
        if unit.mains == 0 and not unit.flurry:
            return False
        for number in range(len(unit.weapons)):
            if unit.weapons[number].long_range > 0 and not (unit.gone | unit.stowed) >> number & 1:
                return True
        return False


class MagicPhase(Phase):
    def could(self, battle: Battle, unit: Unit) -> bool:
        return unit.mains > 0 and has_magic(battle, unit)


class MeleePhase(Phase):
    def could(self, battle: Battle, unit: Unit) -> bool:
        return unit.mains > 0 or bool(unit.flurry)


PHASES = (
    MovementPhase("movement"),
    MissilePhase("missiles"),
    MagicPhase("magic"),
    MeleePhase("melee"),
)

ROUND_END = (squeeze, burn, end_effects, wear_off, surprise_is_over, check_morale)

FLOW: Final = Flow(
    (
        SideSurprise("surprise"),
        RoundOpens("round", (load_all,)),
        Declarations("declarations"),
        SideInitiative("initiative"),
        Waiting("waiting"),
        PhasedTurns("phases", PHASES),
        RoundEnd("end of round", ROUND_END),
    ),
    loop=1,
)

SOAR: Final = Fly("fly", "Fly", MOVE, False, "DOL-021", "pn")

MOVEMENT_ACTIONS = (
    MOVING,
    InPhase(RUN_AWAY, MOVEMENT),
    InPhase(DEPART, MOVEMENT),
    InPhase(SOAR, MOVEMENT),
    InPhase(StandUp("stand", "Stand up", MOVE, False, "DOL-006"), MOVEMENT),
)

PICK_UP_THINGS: Final = PickUp("pick-up", "Pick something up", MAIN, False, "DOL-008", "pn")
QUAFF: Final = Drink("drink", "Drink a potion", MAIN, False, "DOL-008", "tn")
CLEAVE: Final = FollowUp("follow-up", "Cleave", (HARMED,), "DOL-048")
CLEAVE.optional = False

CONCORDANCE = {
    "SOV-002": "DOL-031",
    "SOV-003": "DOL-031",
    "SOV-007": "DOL-021",
    "SOV-010": "DOL-021",
    "SOV-011": "DOL-031",
    "SOV-012": "DOL-031",
    "SOV-017": "DOL-034",
    "SOV-030": "DOL-002",
    "SOV-034": "DOL-048",
    "SOV-035": "DOL-006",
    "SOV-036": "DOL-006",
    "SOV-039": "DOL-010",
    "SOV-045": "DOL-008",
    "SOV-047": "DOL-023",
    "SOV-048": "DOL-050",
    "SOV-063": "DOL-049",
    "SOV-064": "DOL-049",
    "SOV-065": "DOL-049",
    "SOV-066": "DOL-049",
    "SOV-084": "DOL-021",
    "SOV-089": "DOL-009",
    "SOV-090": "DOL-049",
    "SOV-091": "DOL-049",
    "SOV-092": "DOL-049",
    "SOV-093": "DOL-049",
    "SOV-094": "DOL-008",
    "SOV-095": "DOL-006",
    "SOV-096": "DOL-009",
    "SOV-102": "DOL-028",
    "SOV-103": "DOL-029",
    "SOV-105": "DOL-034",
    "SOV-106": "G-50",
    "SOV-108": "DOL-048",
    "SOV-112": "DOL-048",
    "SOV-128": "DOL-008",
    "SOV-130": "DOL-008",
}

DOLMENWOOD: Final = Ruleset(
    "dolmenwood",
    "Dolmenwood",
    DIALS,
    FLOW,
    (
        *MOVEMENT_ACTIONS,
        InPhase(RANGED_ATTACK, MISSILES, ATTACK),
        InPhase(THROWN_ATTACK, MISSILES, ATTACK),
        InPhase(CAST, MAGIC, CASTING),
        InPhase(RUNE_USE, MAGIC, CASTING),
        InPhase(GLAMOUR_USE, MAGIC, WORKING),
        InPhase(ITEM_USE, MAGIC, WORKING),
        InPhase(TURN_UNDEAD, MAGIC, WORKING),
        InPhase(STRIKE, MELEE, ATTACK),
        InPhase(USE_POWER, MELEE, ATTACK),
        InPhase(FINISH, MELEE, ATTACK),
        InPhase(TEAR_FREE, MELEE),
        InPhase(QUAFF, MELEE),
        InPhase(PICK_UP_THINGS, MELEE),
        InPhase(WAKE, MELEE),
        InPhase(BREAK_FREE, MELEE),
        InPhase(IMPROVISE, MELEE),
        AnyPhase(GIVE_UP),
        Unwritten(InPhase(RUSH, MOVEMENT, ATTACK), "optional_combat_rules"),
        Unwritten(InPhase(PUSH, MELEE, ATTACK), "optional_combat_rules"),
        Unwritten(InPhase(TWO_WEAPONS, MELEE, ATTACK), "optional_combat_rules"),
        Unwritten(InPhase(LOAD, MISSILES), "optional_combat_rules"),
        Momentary(OPEN_DOOR),
        Momentary(CLOSE_DOOR),
        Momentary(READY),
        Momentary(STOW),
        Momentary(GO_PRONE),
        Momentary(SPARE),
        Momentary(NO_QUARTER),
        Momentary(DROP),
        Momentary(SAY),
        Momentary(AVERT),
        Momentary(RAGE),
        Momentary(SECOND_BLADE),
    ),
    (DECLARE, FLEE, SURRENDER, UnwrittenReaction(PARRY, "optional_combat_rules"), CLEAVE),
    Policies(slain, no_check_in_round, after_the_field, why_not_broken),
    BookFacts(
        CONCORDANCE,
        book_folders=("dolmenwood",),
        ids=SHARED_IDS,
        text=BookText(
            "dolmenwood",
            "the combat of Dolmenwood: declarations, initiative every round, four phases, morale "
            "by dice",
            ("dolmenwood",),
            "DOL-048",
        ),
    ),
    (MELEES, ATTACKS_FROM_BEHIND, DECLARED_COVER, COLD_IRON_HURTS),
)
