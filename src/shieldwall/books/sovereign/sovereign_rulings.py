"""Open questions of the two editions of Sovereign, and those shared with other books."""

from __future__ import annotations

from typing import Final

from shieldwall.books.rulings import Option, Ruling, yes_or_no
from shieldwall.engine.action_spec import FREE, MAIN, MOVE
from shieldwall.engine.ruleset import (
    ANY_COMBAT_SKILL,
    BOUND_BY_ANY,
    BOUND_BY_ARMED,
    BOUND_IN_CONTACT,
    BRAWL_OR_STAB,
    BY_LEAVING_REACH,
    BY_STARTING_ADJACENT,
    FOES_LOST_MORE,
    FROM_ALL,
    FROM_THOSE_IN_REACH,
    MORE_STANDING,
    NOBODY_FIGHTS_ON,
    TIE_GM,
    TIE_PLAYERS,
)
from shieldwall.engine.state.condition import UNTIL_END_OF_ROUND, UNTIL_NEXT_TURN

SEQUENCE: Final = (
    Ruling(
        "initiative_tie",
        "Sovereign, Combat Sequence",
        "On a tie the GM's side goes first in the current edition, and the party in the earlier "
        "one and its worked fight.",
        ("SOV-032", "SVE-001"),
        (
            Option("gm", TIE_GM, "sides that are not the players' go first"),
            Option("players", TIE_PLAYERS, "the players' side goes first"),
        ),
    ),
    Ruling(
        "alert_party_ambush_immune",
        "Sovereign, Surprise",
        "A party that moves carefully cannot be ambushed. The earlier edition adds: unless the "
        "foe is hidden on purpose.",
        ("SOV-026", "SVE-005"),
        (
            Option("yes", 1, "a careful side is never ambushed"),
            Option("unless_hidden", 0, "it can be ambushed if a member of the ambush is hidden"),
        ),
    ),
    Ruling(
        "members_interleave",
        "Sovereign, Combat Sequence",
        "The members of a side act in any order. The book does not say whether a unit can "
        "interrupt its turn while another acts.",
        ("SOV-030",),
        yes_or_no(
            "between two actions another member of the side can act",
            "each finishes its turn before the next begins",
        ),
    ),
    Ruling(
        "split_move",
        "Sovereign, Combat Sequence",
        "Actions come in any order. The book does not say whether a Move can be split around the "
        "Main. One feat allows it, so other units probably cannot.",
        ("SOV-153", "AAC-017"),
        yes_or_no(
            "the rest of a Run can be used later in the turn",
            "a Move cannot be split",
        ),
    ),
    Ruling(
        "unspent_main_for_instants",
        "Sovereign, Total Defense",
        "Instants cost the round's Main. The book does not say whether a Main left over from the "
        "unit's own turn still pays for them; the worked fight does so without a Hold.",
        ("SOV-082",),
        yes_or_no(
            "an unspent Main pays for Instants until the round ends",
            "it is lost with the turn, unless it is held",
        ),
    ),
    Ruling(
        "instants_order",
        "Sovereign, Combat Action Types",
        "Instants at one moment happen together, and the GM settles conflicts.",
        ("SOV-040",),
        (
            Option("units", 0, "in unit order, defence last"),
            Option("referee", 1, "if foes act at the same moment, the GM decides who is first"),
        ),
    ),
    Ruling(
        "hold_after_roll",
        "Sovereign, Combat Action Types and Hold An Action",
        "Instants may come even after the dice. A held action is one, and resolves before the "
        "action it answers. Some tables read this as before the dice.",
        ("SOV-039", "SOV-098"),
        yes_or_no(
            "a held action can also answer after the attack roll, before damage",
            "a held action can answer an attack only before the roll",
        ),
    ),
    Ruling(
        "met_on_the_way",
        "Sovereign, Make a Snap Attack and Hold An Action",
        "A Snap Attack or a held action may come at any point. The book does not say whether "
        "this includes every square of a move.",
        ("SOV-152", "SOV-097"),
        (
            Option(
                "every_square",
                1,
                "where the mover comes into reach, or into sight and range, and at the end of "
                "the move",
            ),
            Option("arrival", 0, "only at the end of the move"),
        ),
    ),
    Ruling(
        "door_cost",
        "Sovereign, Combat Action Types",
        "A Move is a brief physical action. The book does not mention doors.",
        ("SOV-036",),
        (
            Option("free", FREE, "opening or closing a door costs nothing"),
            Option("move", MOVE, "it is a Move"),
            Option("main", MAIN, "it is a Main"),
        ),
    ),
    Ruling(
        "clearly_winning",
        "Sovereign, Morale",
        "A group that has lost a third retreats unless it is clearly winning. The book does not "
        "define this.",
        ("SOV-145", "G-24"),
        (
            Option("foes_lost_more", FOES_LOST_MORE, "the foes have lost a greater share"),
            Option("more_standing", MORE_STANDING, "it has more units standing than the foes"),
            Option("never", NOBODY_FIGHTS_ON, "it always retreats"),
        ),
    ),
)

MOVEMENT: Final = (
    Ruling(
        "fallen_foe_cost",
        "Sovereign, The Grid",
        "Combatants may not enter the square of a standing enemy, so they may cross the square "
        "of a fallen one. The book gives no cost.",
        ("SOV-003",),
        (
            Option("plain", 1, "it costs 5 ft like open ground"),
            Option("difficult", 2, "it costs 10 ft like difficult ground"),
        ),
    ),
    Ruling(
        "run_provokes",
        "Sovereign, Run",
        "Run provokes by leaving the reach of a melee combatant. The older rule, still used for "
        "Charge, provokes by starting next to one.",
        ("SOV-085",),
        (
            Option("leave_reach", BY_LEAVING_REACH, "the step out of a foe's reach provokes it"),
            Option("start_adjacent", BY_STARTING_ADJACENT, "adjacent foes provoke at the start"),
        ),
    ),
    Ruling(
        "charge_screen_provokes",
        "Sovereign, Charge and Screen an Ally",
        "Charge and Screen provoke when begun next to an armed foe, while Run provokes by leaving "
        "reach.",
        ("SOV-067", "SOV-077"),
        (
            Option("start_adjacent", BY_STARTING_ADJACENT, "adjacent foes attack at the start"),
            Option("leave_reach", BY_LEAVING_REACH, "leaving reach provokes, as with Run"),
        ),
    ),
    Ruling(
        "disengage_scope",
        "Sovereign, Disengage",
        "Disengage protects against adjacent melee attackers, but the book also names it as the "
        "way out of any reach. A change log says that it works on all foes.",
        ("SOV-086",),
        (
            Option(
                "in_reach_at_declaration",
                FROM_THOSE_IN_REACH,
                "it covers every foe that has the unit in reach",
            ),
            Option("all", FROM_ALL, "it covers foes met later in the round too"),
        ),
    ),
    Ruling(
        "large_reach",
        "Sovereign, Run",
        "Large foes reach farther than 5 ft. The book gives no number.",
        ("SOV-085",),
        (
            Option("5", 5, "5 ft, unless the creature's entry says more"),
            Option("10", 10, "10 ft for creatures larger than a man"),
        ),
    ),
    Ruling(
        "unarmed_feat_threatens",
        "Sovereign, Combat Action Types",
        "Only units armed with a melee weapon attack a unit that provokes. A feat makes bare "
        "hands count as weapons against archers. The book does not say whether it does here.",
        ("SOV-043",),
        yes_or_no("trained hands attack too", "trained hands hinder archers, but do not attack"),
    ),
    Ruling(
        "giant_overlap",
        "Sovereign, The Grid",
        "A creature eight times as large wades through its foes. The book does not say whether "
        "it can stop on top of them.",
        ("SOV-005",),
        (Option("no", 0, "it cannot end its move in their squares"),),
        "two units in one square have no distance, direction or cover on a grid",
        ("sovereign", "sovereign-early"),
    ),
)

SIGHT: Final = (
    Ruling(
        "grazing_sight",
        "Sovereign, Line of Sight and Cover",
        "One line from any point of one cube to any point of the other is enough. The book does "
        "not say whether a line counts that only grazes a wall or slips between two touching "
        "walls.",
        ("SOV-013",),
        (Option("no", 0, "a region must be visible, not a single point"),),
        "with grazing lines units would see along every wall and between touching blocks; the "
        "exact test has no such variant",
        ("sovereign", "sovereign-early"),
    ),
    Ruling(
        "high_ground",
        "Sovereign, Line of Sight and Cover",
        "High ground always gives at least half cover. The book does not say whether this "
        "includes targets in the air.",
        ("SOV-019",),
        (
            Option("by_geometry", 0, "only if the edge under the unit hides its feet"),
            Option("always", 1, "also in the air, if its feet are above the other's head"),
        ),
    ),
    Ruling(
        "full_cover_none_of_corners",
        "Sovereign, Line of Sight and Cover",
        "The current text repeats the definition of half cover for full cover. In the earlier "
        "one, full cover means that no corner is seen.",
        ("SOV-016", "SVE-002"),
        yes_or_no(
            "full cover means that no corner is seen",
            "as printed: any hidden corner gives full cover, and half cover never occurs",
        ),
    ),
    Ruling(
        "cover_in_melee",
        "Sovereign, Attack Rolls",
        "The table of modifiers does not restrict cover to missiles.",
        ("SOV-021",),
        yes_or_no("cover counts against melee attacks too", "only against ranged attacks"),
    ),
    Ruling(
        "prone_ranged_adjacent",
        "Sovereign, Go Prone and Attack Rolls",
        "Go Prone gives ranged attackers -2, and the table gives any adjacent attacker +2. Both "
        "cover a shot at an adjacent prone foe.",
        ("SOV-096", "SOV-100"),
        (
            Option("+2", 2, "adjacent attackers have +2, with any weapon"),
            Option("-2", -2, "ranged attackers have -2, at any distance"),
        ),
    ),
)

ATTACK_ROLLS: Final = (
    Ruling(
        "nat20",
        "Sovereign, Attack Rolls",
        "The book does not mention a natural 1 or 20 on an attack.",
        ("SOV-109", "G-36", "G-37"),
        yes_or_no("a natural 20 hits and a natural 1 misses", "only the total counts"),
    ),
    Ruling(
        "untrained_attack",
        "Sovereign, Attack Rolls",
        "An untrained skill counts -1. The ancestor of these rules has -2 for attacks.",
        ("SOV-108", "AAC-024"),
        (Option("-1", -1, "like any untrained skill"), Option("-2", -2, "as in Aachen")),
    ),
    Ruling(
        "binding_foe",
        "Sovereign, Make a Ranged Attack",
        "A shot has a penalty with an enemy in melee range; the earlier edition says an enemy "
        "attacker. A Long weapon has a melee range of 10 ft. Aachen requires contact.",
        ("SOV-049", "SVE-008", "AAC-032"),
        (
            Option("armed", BOUND_BY_ARMED, "a foe that could attack the shooter"),
            Option("any", BOUND_BY_ANY, "any standing foe with the shooter in its melee range"),
            Option("contact", BOUND_IN_CONTACT, "any standing foe within 5 ft of the shooter"),
        ),
    ),
    Ruling(
        "least_damage",
        "Sovereign, Damage",
        "The book does not say whether a hit can deal no damage.",
        ("SOV-112", "G-10"),
        (Option("1", 1, "a hit deals at least 1"), Option("0", 0, "a hit can deal 0")),
    ),
    Ruling(
        "shield_cancels_hit_floor",
        "Sovereign, Shock",
        "A hit deals no less than the Shock a miss would have dealt. A shield stops the first "
        "Shock of a round, which would make this minimum 0. The worked fight contradicts that.",
        ("SOV-124",),
        yes_or_no(
            "a shield that has not stopped a Shock this round removes the minimum",
            "AC and immunity count for the minimum, the shield does not",
        ),
    ),
    Ruling(
        "manoeuvre_miss_shock",
        "Sovereign, Combat Maneuvers",
        "A shove and a grapple begin with an attack roll. The book does not say whether a miss "
        "deals Shock.",
        ("SOV-121", "G-15"),
        yes_or_no("a miss deals Shock, like any missed attack", "a manoeuvre deals no damage"),
    ),
    Ruling(
        "crossbow_untrained_reload",
        "Sovereign, Reload a Weapon",
        "For crossbows the text says Move with and without the skill. The equipment list says "
        "Main without it.",
        ("SOV-092", "SVE-014"),
        (
            Option("main", MAIN, "a Main without Shoot 1"),
            Option("move", MOVE, "as printed: always a Move"),
        ),
    ),
)

TEAMWORK: Final = (
    Ruling(
        "swarm_max_assailants",
        "Sovereign, Make a Swarm Attack",
        "Up to three allies may join (four in the earlier edition), and the bonus ends with "
        "three others. The book does not say whether the first assailant counts as an ally.",
        ("SOV-056", "SVE-009"),
        (
            Option("3", 3, "three assailants: the first is one of the allies"),
            Option("4", 4, "four assailants: one and three others, as the highest bonus says"),
            Option("5", 5, "five assailants: one and four allies, the last without a bonus"),
        ),
    ),
    Ruling(
        "swarm_expires",
        "Sovereign, Make a Swarm Attack",
        "Units that joined this round count. The book does not say when a swarm ends that has "
        "not attacked.",
        ("SOV-057", "G-13"),
        (
            Option("round", 1, "at the end of the round"),
            Option("side_turn", 0, "at the end of the side's turn"),
        ),
    ),
    Ruling(
        "charge_ac_until",
        "Sovereign, Charge",
        "The AC penalty lasts until the charger's next turn, in the earlier edition until the "
        "end of the round.",
        ("SOV-066", "SVE-010"),
        (
            Option("next_turn", UNTIL_NEXT_TURN, "until the start of the charger's next turn"),
            Option("end_of_round", UNTIL_END_OF_ROUND, "until the round ends"),
        ),
    ),
    Ruling(
        "screen_skill",
        "Sovereign, Screen an Ally",
        "The check uses Brawl or Stab, for archers too. In the earlier edition it uses the most "
        "suitable combat skill.",
        ("SOV-071", "SVE-011"),
        (
            Option("brawl_or_stab", BRAWL_OR_STAB, "Brawl or Stab"),
            Option("any_combat_skill", ANY_COMBAT_SKILL, "Brawl, Stab or Shoot"),
        ),
    ),
    Ruling(
        "screen_resumes",
        "Sovereign, Screen an Ally",
        "A ward is screened while it stays within 5 ft. The book does not say what happens if it "
        "comes back.",
        ("SOV-070",),
        yes_or_no(
            "a ward that comes back is screened again",
            "the screen ends when ward and screener are apart",
        ),
    ),
    Ruling(
        "interrupted_spell_keeps_cast",
        "Sovereign, Make a Snap Attack",
        "A wound interrupts a spell. The book does not say whether the spell is spent.",
        ("SOV-054", "G-21"),
        yes_or_no("the action is lost, the spell is kept", "the spell is spent"),
    ),
    Ruling(
        "spare_by_default",
        "Sovereign, Damage",
        "Some weapons can spare a target at 0 HP. The book does not say what happens if the "
        "attacker has not chosen.",
        ("G-20", "G-42"),
        yes_or_no(
            "they knock out, unless the attacker strikes to kill",
            "they kill, unless the attacker strikes to spare",
        ),
    ),
    Ruling(
        "arts_in_armour",
        "Sovereign, Use a Skill",
        "Armour and shields prevent spells. The book does not say whether they prevent arts such "
        "as Healing Touch.",
        ("SOV-045",),
        yes_or_no("arts can be used in any armour", "armour prevents arts, like spells"),
    ),
)

SOVEREIGN_RULINGS: Final = (*SEQUENCE, *MOVEMENT, *SIGHT, *ATTACK_ROLLS, *TEAMWORK)
