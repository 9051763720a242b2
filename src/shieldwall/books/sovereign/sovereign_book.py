"""Sovereign, the current edition."""

from __future__ import annotations

from typing import Final

from shieldwall.books.shared.actions import (
    DISENGAGE,
    GO_PRONE,
    MELEE_ATTACK,
    OPPORTUNITY,
    RANGED_ATTACK,
    RELOAD,
    RUN,
    STAND_UP,
    THROWN_ATTACK,
)
from shieldwall.books.shared.charge import CHARGE
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.shared.execution import EXECUTION
from shieldwall.books.shared.feat_actions import DEFY, DRAW, FOLLOW_UP, FORCE, SHRUG_OFF, WHIRLWIND
from shieldwall.books.shared.gear import (
    CLOSE_DOOR,
    DRAW_READIED,
    OPEN_DOOR,
    PICK_UP,
    READY,
    STABILISE,
    STOW,
)
from shieldwall.books.shared.general_rules import FRAILTY, SHOCK
from shieldwall.books.shared.hauling import MOVE_VICTIM
from shieldwall.books.shared.improvised import IMPROVISE
from shieldwall.books.shared.instants import HELD_ACTION, HOLD, LUCK, SNAP, TOTAL_DEFENSE
from shieldwall.books.shared.magic.casting import CAST, INVOKE, SWIFT_CAST
from shieldwall.books.shared.magic.magic_use import ACTIVATE, READ_SCROLL
from shieldwall.books.shared.magic.power_actions import EXTRAORDINARY
from shieldwall.books.shared.magic.remedies import CLIMB, DRINK, HEW, SHAKE_OFF, WAKE
from shieldwall.books.shared.manoeuvres import (
    BREAK_FREE,
    GRAPPLE,
    RELEASE,
    SHOVE,
    TAKE_ONE,
    TAKE_TWO,
    squeeze,
)
from shieldwall.books.shared.mercy import FINISH, NO_QUARTER, SPARE
from shieldwall.books.shared.pursuit import after_the_fight
from shieldwall.books.shared.retreat import LEAVE
from shieldwall.books.shared.stealth import HIDE
from shieldwall.books.shared.survival_morale import shaken
from shieldwall.books.shared.tactics import SCREEN, SWARM, SWARM_STRIKE
from shieldwall.engine.action_spec import FREE, MAIN, MOVE
from shieldwall.engine.rounds.flow import (
    FirstTurns,
    Initiative,
    RoundEnd,
    RoundStart,
    SideTurns,
    Surprise,
    SurpriseOver,
    end_effects,
)
from shieldwall.engine.ruleset import (
    BOUND_BY_ANY,
    BRAWL_OR_STAB,
    BY_LEAVING_REACH,
    BY_STARTING_ADJACENT,
    FOES_LOST_MORE,
    FROM_THOSE_IN_REACH,
    PLAYERS_ADD,
    TIE_GM,
    WHERE_FLIGHT_IS_VAIN,
    BookFacts,
    BookText,
    Dial,
    Flow,
    Policies,
    Ruleset,
)
from shieldwall.engine.state.condition import UNTIL_NEXT_TURN
from shieldwall.engine.wounds.effects import burn, wear_off
from shieldwall.engine.wounds.injury import bleed, falls

DIALS = (
    # Sequence
    Dial("initiative_die", 8, "SOV-029"),
    Dial("initiative_bonus", PLAYERS_ADD, "SOV-029"),
    Dial("initiative_tie", TIE_GM, "SOV-032"),
    Dial("alert_party_ambush_immune", 1, "SOV-026"),
    Dial("members_interleave", 0, "SOV-030"),
    Dial("split_move", 0, "SOV-153"),
    # Movement
    Dial("abreast", 2, "SOV-012"),
    Dial("difficult_cost", 2, "SOV-009"),
    Dial("fallen_foe_cost", 2, "SOV-003"),
    Dial("giant_factor", 8, "SOV-005"),
    Dial("prone_speed_divisor", 2, "SOV-096"),
    # Attack rolls
    Dial("prone_distant_shot", -2, "SOV-099"),
    Dial("prone_adjacent", 2, "SOV-100"),
    Dial("prone_long", 2, "SOV-096"),
    Dial("prone_ranged_adjacent", 2, "SOV-096"),
    Dial("prone_attacker", -4, "SOV-101"),
    Dial("long_range", -2, "SOV-102"),
    Dial("half_cover", -2, "SOV-103"),
    Dial("full_cover", -4, "SOV-103"),
    Dial("full_cover_none_of_corners", 1, "SOV-016"),
    Dial("cover_in_melee", 0, "SOV-021"),
    Dial("high_ground", 0, "SOV-019"),
    Dial("engaged_shot", -4, "SOV-104"),
    Dial("binding_foe", BOUND_BY_ANY, "SOV-049"),
    Dial("unseen_target", -4, "SOV-105"),
    Dial("untrained_attack", -1, "SOV-108"),
    Dial("nat20", 0, "SOV-109"),
    Dial("unarmed_feat_threatens", 1, "SOV-043"),
    Dial("large_reach", 5, "SOV-085"),
    # Charge and Disengage
    Dial("charge_to_hit", 2, "SOV-065"),
    Dial("charge_ac", -2, "SOV-066"),
    Dial("charge_ac_until", UNTIL_NEXT_TURN, "SOV-066"),
    Dial("charge_rate", 2, "SOV-063"),
    Dial("charge_least", 1, "SOV-064"),
    Dial("charge_screen_provokes", BY_STARTING_ADJACENT, "SOV-067"),
    Dial("run_provokes", BY_LEAVING_REACH, "SOV-085"),
    Dial("disengage_scope", FROM_THOSE_IN_REACH, "SOV-086"),
    # Instants, Screen and Swarm
    Dial("instants_order", 0, "SOV-040"),
    Dial("unspent_main_for_instants", 1, "SOV-082"),
    Dial("hold_after_roll", 1, "SOV-039"),
    Dial("met_on_the_way", 1, "SOV-152"),
    Dial("snap_to_hit", -4, "SOV-051"),
    Dial("defense_ac", 2, "SOV-079"),
    Dial("swarm_max_assailants", 4, "SOV-056"),
    Dial("swarm_to_hit", 2, "SOV-057"),
    Dial("swarm_damage", 1, "SOV-057"),
    Dial("swarm_bonus_cap", 3, "SOV-057"),
    Dial("swarm_expires", 1, "SOV-057"),
    Dial("screen_skill", BRAWL_OR_STAB, "SOV-071"),
    Dial("screen_resumes", 1, "SOV-070"),
    Dial("opposed_base", 8, "SOV-027"),
    Dial("check_difficulty", 10, "SOV-138"),
    # Gear and doors
    Dial("ready_cost", MAIN, "SOV-089"),
    Dial("door_cost", MOVE, "SOV-036"),
    # Manoeuvres
    Dial("shove_large", -2, "SOV-133"),
    Dial("shove_huge", -4, "SOV-133"),
    Dial("carry_steps", 2, "SOV-132"),
    Dial("dual_to_hit", -1, "SOV-136"),
    Dial("dual_damage", 2, "SOV-135"),
    Dial("execution_close", 4, "SOV-138"),
    Dial("execution_normal", 2, "SOV-138"),
    Dial("execution_bonuses_stack", 0, "SOV-138"),
    Dial("execution_spares", 0, "SOV-141"),
    # Magic
    Dial("interrupted_spell_keeps_cast", 1, "SOV-054"),
    Dial("arts_in_armour", 1, "SOV-045"),
    # Injury and morale
    Dial("dying_rounds", 6, "SOV-141"),
    Dial("spare_by_default", 0, "G-20"),
    Dial("stabilise_difficulty", 10, "SOV-087"),
    Dial("fall_die", 6, "SOV-126"),
    Dial("morale_wounded", 2, "SOV-144"),
    Dial("morale_losses", 3, "SOV-145"),
    Dial("clearly_winning", FOES_LOST_MORE, "SOV-145"),
    Dial("morale_stays", WHERE_FLIGHT_IS_VAIN, "SOV-144"),
    # Chases
    Dial("chase_die", 8, "SOV-147"),
    Dial("chase_speed", 10, "SOV-147"),
    Dial("chase_wins", 2, "SOV-147"),
    Dial("chase_gap", 4, "SOV-147"),
    # Damage
    Dial("least_damage", 1, "SOV-112"),
    Dial("shield_cancels_hit_floor", 0, "SOV-124"),
    Dial("manoeuvre_miss_shock", 0, "SOV-121"),
    # Reloading
    Dial("reload_bow_trained", FREE, "SOV-091"),
    Dial("reload_bow_untrained", MOVE, "SOV-091"),
    Dial("reload_crossbow_trained", MOVE, "SOV-092"),
    Dial("crossbow_untrained_reload", MAIN, "SOV-092"),
)

# G-19: the order of the tasks at the end of a round.
ROUND_END = (squeeze, burn, end_effects, wear_off, bleed)

FLOW: Final = Flow(
    (
        Surprise("surprise"),
        SideTurns("surprise round"),
        RoundEnd("end of the surprise round", ROUND_END),
        SurpriseOver("surprise over"),
        Initiative("initiative"),
        RoundStart("round"),
        FirstTurns("those who act first"),
        SideTurns("turns"),
        RoundEnd("end of round", ROUND_END),
    ),
    loop=5,
)

SOVEREIGN: Final = Ruleset(
    "sovereign",
    "Sovereign",
    DIALS,
    FLOW,
    (
        MELEE_ATTACK,
        RANGED_ATTACK,
        THROWN_ATTACK,
        SWARM,
        SWARM_STRIKE,
        CHARGE,
        SHOVE,
        GRAPPLE,
        BREAK_FREE,
        RELEASE,
        MOVE_VICTIM,
        EXECUTION,
        STABILISE,
        HIDE,
        RELOAD,
        READY,
        STOW,
        DRAW_READIED,
        DISENGAGE,
        SCREEN,
        RUN,
        PICK_UP,
        STAND_UP,
        HOLD,
        OPEN_DOOR,
        CLOSE_DOOR,
        LEAVE,
        TAKE_TWO,
        TAKE_ONE,
        SPARE,
        NO_QUARTER,
        FINISH,
        GO_PRONE,
        CAST,
        SWIFT_CAST,
        ACTIVATE,
        READ_SCROLL,
        WAKE,
        SHAKE_OFF,
        DRINK,
        HEW,
        CLIMB,
        WHIRLWIND,
        IMPROVISE,
        *EXTRAORDINARY,
    ),
    (
        OPPORTUNITY,
        SNAP,
        TOTAL_DEFENSE,
        LUCK,
        INVOKE,
        DRAW,
        SHRUG_OFF,
        FOLLOW_UP,
        DEFY,
        FORCE,
        HELD_ACTION,
    ),
    Policies(falls, shaken, after_the_fight),
    BookFacts(
        ids=SHARED_IDS,
        text=BookText(
            "sovereign",
            "the current edition: a grid, one initiative for the whole fight, Instants out of "
            "turn, Shock, morale without dice",
            ("sovereign",),
            "SOV-047",
        ),
    ),
    (
        SHOCK,
        FRAILTY,
    ),
)
