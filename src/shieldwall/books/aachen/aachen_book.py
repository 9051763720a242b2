"""Aachen, the later draft.

Where the draft says TODO, a ruling fills the gap or the action is refused with the ruling's name
(G-30 to G-36). Shared code cites rules by their Sovereign ids; the concordance maps them to
Aachen's.
"""

from __future__ import annotations

from typing import Final

from shieldwall.books.aachen.aachen_dials import FREE_ATTACK_ON_LEAVING, TOTAL_DEFENSE_FOR_ALL
from shieldwall.books.aachen.aachen_magic import CAST
from shieldwall.books.aachen.casualty_checks import check_after_casualty
from shieldwall.books.aachen.opening import OpposedSurprise, OwnInitiatives, Reaction
from shieldwall.books.shared.actions import (
    Attack,
    Disengage,
    GoProne,
    OpportunityBlow,
    Reload,
    Run,
    StandUp,
)
from shieldwall.books.shared.broken_units import is_bound_to_flee, why_not_broken
from shieldwall.books.shared.charge import Charge
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.shared.conditional_actions import Unwritten
from shieldwall.books.shared.execution import EXECUTION
from shieldwall.books.shared.gear import (
    TAKE_OUT,
    MoveDoor,
    PickUp,
    Ready,
    Stabilise,
    Stow,
)
from shieldwall.books.shared.general_rules import SHOCK
from shieldwall.books.shared.hauling import MOVE_VICTIM
from shieldwall.books.shared.improvised import Improvise
from shieldwall.books.shared.instants import Luck, TotalDefense
from shieldwall.books.shared.magic.magic_use import Activate, ReadScroll
from shieldwall.books.shared.magic.power_actions import EXTRAORDINARY
from shieldwall.books.shared.magic.remedies import (
    Climb,
    Drink,
    Hew,
    ShakeOff,
    Wake,
)
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
from shieldwall.books.shared.pursuit import let_them_go
from shieldwall.books.shared.retreat import GiveUp, Leave
from shieldwall.books.shared.tactics import SWARM, SWARM_STRIKE
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN
from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.spell_data import ITEM, SCROLL
from shieldwall.engine.points import DECLARED, LEAVING_REACH, RESOLVED, ROLLED
from shieldwall.engine.rounds.flow import (
    RoundEnd,
    RoundStart,
    SideTurns,
    SurpriseOver,
    end_effects,
)
from shieldwall.engine.ruleset import (
    BOUND_IN_CONTACT,
    BY_LEAVING_MELEE,
    BY_LEAVING_REACH,
    EVERYBODY_ADDS,
    FROM_THOSE_IN_REACH,
    ROLL_AGAIN,
    THROWS_AS_SHOTS,
    TIE_PLAYERS,
    BookFacts,
    BookText,
    Dial,
    Flow,
    Policies,
    Ruleset,
)
from shieldwall.engine.state.condition import UNTIL_END_OF_ROUND
from shieldwall.engine.state.sheet import CHA, CON, DEX, INT, STR, WIS
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.effects import burn, wear_off
from shieldwall.engine.wounds.injury import bleed, falls


class FreeAttack(OpportunityBlow):
    """The free attack on a unit that leaves melee without a fighting withdrawal (AAC-021, G-31)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if FREE_ATTACK_ON_LEAVING.of(battle.rules) == 0 or is_bound_to_flee(battle, unit):
            return False
        return super().can(battle, unit, window)


class Dodge(TotalDefense):
    """Total Defense for every unit, if the table uses it (AAC-039)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        return TOTAL_DEFENSE_FOR_ALL.of(battle.rules) != 0 and super().can(battle, unit, window)

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if TOTAL_DEFENSE_FOR_ALL.of(battle.rules) == 0:
            return Refusal("not-written", "total_defense_for_all", unit.index)
        return super().why_not(battle, unit, window, choice)


DIALS = (
    # Sequence
    Dial("reaction_hostile_max", 2, "AAC-003"),
    Dial("opposed_tie", ROLL_AGAIN, "AAC-004"),
    Dial("surprise_morale", 0, "AAC-006"),
    Dial("attackers_try_surprise", 0, "AAC-005"),
    Dial("alert_party_ambush_immune", 1, "AAC-004"),
    Dial("initiative_die", 8, "AAC-007"),
    Dial("initiative_bonus", EVERYBODY_ADDS, "AAC-007"),
    Dial("initiative_tie", TIE_PLAYERS, "AAC-008"),
    Dial("initiative_individual", 0, "AAC-010"),
    Dial("members_interleave", 0, "AAC-009"),
    Dial("split_move", 0, "AAC-017"),
    Dial("instants_order", 1, "AAC-019"),
    Dial("unspent_main_for_instants", 1, "AAC-019"),
    # Movement
    Dial("abreast", 2, "G-02"),
    Dial("difficult_cost", 2, "AAC-016"),
    Dial("fallen_foe_cost", 2, "AAC-016"),
    Dial("giant_factor", 8, "AAC-016"),
    Dial("prone_speed_divisor", 2, "AAC-016"),
    Dial("run_provokes", BY_LEAVING_MELEE, "AAC-021"),
    Dial("free_attack_on_leaving", 1, "AAC-021"),
    Dial("disengage_scope", FROM_THOSE_IN_REACH, "AAC-021"),
    # Attack rolls
    Dial("untrained_attack", -2, "AAC-024"),
    Dial("attack_adds", THROWS_AS_SHOTS, "AAC-025"),
    Dial("nat20", 1, "AAC-044"),
    Dial("prone_adjacent", 2, "AAC-027"),
    Dial("prone_long", 0, "AAC-027"),
    Dial("prone_attacker", -4, "AAC-028"),
    Dial("prone_ranged_adjacent", 2, "AAC-030"),
    Dial("prone_distant_shot", -2, "AAC-031"),
    Dial("long_range", -2, "AAC-029"),
    Dial("short_range_inclusive", 0, "AAC-029"),
    Dial("engaged_shot", -4, "AAC-032"),
    Dial("binding_foe", BOUND_IN_CONTACT, "AAC-032"),
    Dial("half_cover", -2, "AAC-034"),
    Dial("full_cover", -4, "AAC-034"),
    Dial("full_cover_none_of_corners", 1, "AAC-034"),
    Dial("cover_in_melee", 0, "AAC-034"),
    Dial("unseen_target", -4, "G-28"),
    Dial("large_reach", 5, "AAC-026"),
    Dial("unarmed_feat_threatens", 1, "AAC-021"),
    # Damage
    Dial("least_damage", 1, "AAC-035"),
    Dial("shield_cancels_hit_floor", 0, "AAC-039"),
    Dial("manoeuvre_miss_shock", 0, "G-30"),
    Dial("defense_ac", 2, "AAC-039"),
    Dial("total_defense_for_all", 1, "AAC-039"),
    # Things in hand
    Dial("reload_bow_trained", FREE, "AAC-018"),
    Dial("reload_bow_untrained", FREE, "AAC-018"),
    Dial("reload_needs_shoot_1", 0, "AAC-018"),
    Dial("reload_crossbow_trained", MAIN, "AAC-018"),
    Dial("crossbow_untrained_reload", MAIN, "AAC-018"),
    Dial("ready_cost", MAIN, "AAC-014"),
    Dial("door_cost", MOVE, "AAC-016"),
    # Injury and morale
    Dial("dying_rounds", 6, "AAC-014"),
    Dial("spare_by_default", 0, "G-20"),
    Dial("stabilise_difficulty", 8, "AAC-014"),
    Dial("stabilise_needs_kit", 0, "AAC-014"),
    Dial("fall_die", 6, "AAC-016"),
    Dial("morale_losses", 2, "AAC-041"),
    Dial("two_morale_checks", 0, "AAC-041"),
    # Left open by the draft
    Dial("charge_allowed", 1, "G-33"),
    Dial("charge_to_hit", 2, "G-33"),
    Dial("charge_ac", -2, "G-33"),
    Dial("charge_ac_until", UNTIL_END_OF_ROUND, "G-33"),
    Dial("charge_rate", 2, "G-33"),
    Dial("charge_least", 6, "G-33"),
    Dial("charge_screen_provokes", BY_LEAVING_REACH, "G-33"),
    Dial("borrowed_manoeuvres", 0, "AAC-040"),
    Dial("opposed_base", 8, "G-30"),
    Dial("check_difficulty", 8, "G-30"),
    Dial("shove_large", -2, "G-30"),
    Dial("shove_huge", -4, "G-30"),
    Dial("carry_steps", 2, "G-30"),
    Dial("dual_to_hit", -1, "G-30"),
    Dial("dual_damage", 2, "G-30"),
    Dial("execution_close", 4, "G-30"),
    Dial("execution_normal", 2, "G-30"),
    Dial("swarm_max_assailants", 4, "G-30"),
    Dial("swarm_to_hit", 2, "G-30"),
    Dial("swarm_damage", 1, "G-30"),
    Dial("swarm_bonus_cap", 3, "G-30"),
    Dial("swarm_expires", 1, "G-30"),
)

CONCORDANCE = {
    **dict.fromkeys([f"SOV-{number:03}" for number in range(2, 12)], "AAC-016"),
    "SOV-012": "G-02",
    **dict.fromkeys(["SOV-013", "SOV-015", "SOV-016", "SOV-017", "SOV-021"], "AAC-034"),
    **dict.fromkeys(["SOV-022", "SOV-023", "SOV-028"], "AAC-005"),
    **dict.fromkeys(["SOV-024", "SOV-025", "SOV-026", "SOV-027"], "AAC-004"),
    "SOV-029": "AAC-007",
    "SOV-030": "AAC-009",
    "SOV-031": "AAC-009",
    "SOV-032": "AAC-008",
    "SOV-033": "AAC-002",
    "SOV-034": "AAC-001",
    "SOV-035": "AAC-013",
    "SOV-036": "AAC-016",
    "SOV-037": "AAC-015",
    "SOV-038": "AAC-018",
    "SOV-039": "AAC-019",
    "SOV-040": "AAC-019",
    **dict.fromkeys(["SOV-041", "SOV-042", "SOV-043", "SOV-044"], "AAC-021"),
    "SOV-045": "AAC-014",
    "SOV-047": "AAC-026",
    "SOV-048": "AAC-029",
    "SOV-049": "AAC-032",
    "SOV-050": "AAC-033",
    **dict.fromkeys([f"SOV-{number:03}" for number in range(56, 63)], "G-30"),
    **dict.fromkeys([f"SOV-{number:03}" for number in range(63, 69)], "G-33"),
    **dict.fromkeys([f"SOV-{number:03}" for number in range(78, 84)], "AAC-039"),
    "SOV-084": "AAC-016",
    "SOV-085": "AAC-021",
    "SOV-086": "AAC-021",
    "SOV-087": "AAC-014",
    "SOV-088": "AAC-014",
    **dict.fromkeys([f"SOV-{number:03}" for number in range(89, 94)], "AAC-018"),
    "SOV-094": "AAC-016",
    "SOV-095": "AAC-016",
    "SOV-096": "AAC-028",
    "SOV-099": "AAC-031",
    "SOV-100": "AAC-027",
    "SOV-101": "AAC-028",
    "SOV-102": "AAC-029",
    "SOV-103": "AAC-034",
    "SOV-104": "AAC-032",
    "SOV-105": "G-28",
    "SOV-106": "AAC-022",
    "SOV-108": "AAC-022",
    "SOV-109": "AAC-044",
    "SOV-110": "AAC-025",
    "SOV-111": "AAC-022",
    "SOV-112": "AAC-035",
    "SOV-113": "AAC-035",
    **dict.fromkeys(["SOV-114", "SOV-115", "SOV-121", "SOV-124"], "AAC-036"),
    "SOV-116": "AAC-038",
    "SOV-117": "AAC-037",
    "SOV-118": "AAC-039",
    "SOV-119": "AAC-039",
    "SOV-122": "AAC-019",
    **dict.fromkeys([f"SOV-{number:03}" for number in range(125, 143)], "G-30"),
    "SOV-143": "AAC-041",
    "SOV-144": "AAC-041",
    "SOV-145": "AAC-041",
    "SOV-152": "AAC-019",
    "SOV-153": "AAC-017",
    **dict.fromkeys([f"SOV-{number}" for number in range(160, 167)], "AAC-022"),
    "SOV-167": "AAC-041",
    "DOL-040": "AAC-041",
}

ROUND_END = (squeeze, burn, end_effects, wear_off, bleed)

# AAC-001: reaction, surprise, the surprise round, initiative, and then round after round.
FLOW: Final = Flow(
    (
        Reaction("reaction"),
        OpposedSurprise("surprise"),
        SideTurns("surprise round"),
        RoundEnd("end of the surprise round", ROUND_END),
        SurpriseOver("surprise over"),
        OwnInitiatives("initiative"),
        RoundStart("round"),
        SideTurns("turns"),
        RoundEnd("end of round", ROUND_END),
    ),
    loop=6,
)

STRIKE: Final = Attack("attack", "Melee attack", MELEE, "AAC-022")
SHOOT: Final = Attack("shoot", "Ranged attack", SHOT, "AAC-029")
THROW: Final = Attack("throw", "Ranged attack", THROWN, "AAC-029")
MOVE_ON: Final = Run("run", "Move", MOVE, True, "AAC-016", "tp")
WITHDRAW: Final = Disengage("disengage", "Fighting withdrawal", MAIN, False, "AAC-021")
RUSH: Final = Charge("charge", "Charge", MAIN_AND_MOVE, True, "G-33", "twp")
DROP_PRONE: Final = GoProne("prone", "Drop prone", FREE, False, "AAC-018")
GET_UP: Final = StandUp("stand", "Stand up", MOVE, False, "AAC-016")
LOAD: Final = Reload("reload", "Reload", FREE, False, "AAC-018", "w")
READY_ITEM: Final = Ready("ready", "Ready a stowed item", MAIN, False, "AAC-014", "wn")
STOW_ITEM: Final = Stow("stow", "Stow an item", MAIN, False, "AAC-014", "wn")
TAKE_UP: Final = PickUp("pick-up", "Pick up an item", MOVE, False, "AAC-016", "pn")
OPEN_UP: Final = MoveDoor("open", "Open a door", True, "AAC-016")
SHUT: Final = MoveDoor("close", "Close a door", False, "AAC-016")
BIND_WOUNDS: Final = Stabilise("stabilise", "Bind wounds", MAIN, False, "AAC-014", "t")
GO_AWAY: Final = Leave("leave", "Leave the map", MOVE, True, "AAC-016")
PARLEY: Final = GiveUp("parley", "Parley", FREE, False, "AAC-041")
YIELD: Final = GiveUp("surrender", "Surrender", FREE, False, "AAC-041")
ANYTHING: Final = Improvise("improvise", "Something else", FREE, False, "AAC-014", "n")
ACTIVATE_ITEM: Final = Activate("activate", "Use a magic item", ITEM, "AAC-014")
READ: Final = ReadScroll("read", "Read a scroll", SCROLL, "AAC-014")
QUAFF: Final = Drink("drink", "Drink a potion", MOVE, False, "AAC-016", "tn")
ROUSE: Final = Wake("wake", "Wake a sleeper", MAIN, False, "AAC-014", "t")
SHRUG_CURSE: Final = ShakeOff("shake-off", "Shake off a curse", MAIN, False, "AAC-014")
HEW_WALL: Final = Hew("hew", "Hack at a wall of magic", MAIN, False, "AAC-014", "wp")
CLIMB_WALL: Final = Climb("climb", "Climb a wall of magic", MAIN_AND_MOVE, False, "AAC-014", "p")

FREE_ATTACK: Final = FreeAttack("strike", "Free attack", (LEAVING_REACH,), "AAC-021")
FREE_ATTACK.optional = False
DODGE: Final = Dodge(
    "total-defense", "Total defense", (DECLARED, ROLLED, RESOLVED), "AAC-039", 2, uses=""
)
SWERVE: Final = Luck("luck", "Swerving", (ROLLED,), "AAC-019", 1, uses="")

BORROWED = (
    SHOVE, GRAPPLE, MOVE_VICTIM, EXECUTION, TAKE_TWO, TAKE_ONE, SWARM, SWARM_STRIKE,
)  # fmt: skip
"""Sections the draft only names, and its mobs (AAC-040): taken from Sovereign if the table wants.
"""

AACHEN: Final = Ruleset(
    "aachen",
    "Aachen",
    DIALS,
    FLOW,
    (
        STRIKE,
        SHOOT,
        THROW,
        Unwritten(RUSH, "charge_allowed"),
        *[Unwritten(action, "borrowed_manoeuvres") for action in BORROWED],
        # Some creatures grab the target they hit, even if the table borrows nothing.
        BREAK_FREE,
        RELEASE,
        SPARE,
        NO_QUARTER,
        FINISH,
        BIND_WOUNDS,
        LOAD,
        TAKE_OUT,
        READY_ITEM,
        STOW_ITEM,
        WITHDRAW,
        MOVE_ON,
        TAKE_UP,
        GET_UP,
        OPEN_UP,
        SHUT,
        GO_AWAY,
        PARLEY,
        YIELD,
        DROP_PRONE,
        ANYTHING,
        CAST,
        ACTIVATE_ITEM,
        READ,
        QUAFF,
        ROUSE,
        SHRUG_CURSE,
        HEW_WALL,
        CLIMB_WALL,
        *EXTRAORDINARY,
    ),
    (FREE_ATTACK, DODGE, SWERVE),
    Policies(falls, check_after_casualty, let_them_go, why_not_broken),
    BookFacts(
        CONCORDANCE,
        book_folders=("aachen",),
        skill_names={"stab": "Slash", "brawl": "Punch"},
        save_pairs=((STR, CON), (DEX, INT), (WIS, CHA), ()),
        ids=SHARED_IDS,
        text=BookText(
            "aachen",
            "the later draft of an ancestor: reaction and surprise, both sides add DEX, morale by "
            "dice",
            ("aachen",),
            "AAC-023",
        ),
    ),
    (SHOCK,),
)
