"""Open questions of the two editions of Sovereign, and those shared with other books."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities.conditions import UNTIL_END_OF_ROUND, UNTIL_NEXT_TURN
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

SEQUENCE: Final = (
    Ruling(
        "initiative_tie",
        "Sovereign, Combat Sequence",
        "The current edition lets the GM's side go first on a tie, the earlier one and its "
        "worked fight the party.",
        ("SOV-032", "SVE-001"),
        (
            Option("gm", TIE_GM, "sides that are not the players' go first"),
            Option("players", TIE_PLAYERS, "the players' side goes first"),
        ),
    ),
    Ruling(
        "alert_party_ambush_immune",
        "Sovereign, Surprise",
        "A party that moves carefully cannot be ambushed; the earlier edition adds: unless the "
        "foe is hidden on purpose.",
        ("SOV-026", "SVE-005"),
        (
            Option("yes", 1, "a careful side is never ambushed"),
            Option("unless_hidden", 0, "it is if a member of the ambush is hidden"),
        ),
    ),
    Ruling(
        "members_interleave",
        "Sovereign, Combat Sequence",
        "The members of a side act in any order they like; whether a unit may pause in the middle "
        "of its turn while another acts is not said.",
        ("SOV-030",),
        yes_or_no(
            "between any two actions another member of the side may go on",
            "each takes its whole turn before the next one begins",
        ),
    ),
    Ruling(
        "split_move",
        "Sovereign, Combat Sequence",
        "Actions come in any order, but whether one Move may be walked in two parts around the "
        "Main is not said; one feat grants it, which speaks against.",
        ("SOV-153", "AAC-017"),
        yes_or_no(
            "what is left of a Run may be walked later in the turn",
            "a Move is walked in one go",
        ),
    ),
    Ruling(
        "unspent_main_for_instants",
        "Sovereign, Total Defense",
        "Instants cost the round's Main. The book does not say whether a Main left over from the "
        "unit's own turn still pays for them; the worked fight does so without a Hold.",
        ("SOV-082",),
        yes_or_no(
            "an unspent Main stays good for Instants until the round ends",
            "it is lost with the turn, unless it is held",
        ),
    ),
    Ruling(
        "instants_order",
        "Sovereign, Combat Action Types",
        "Instants at one moment happen together, and the GM settles conflicts.",
        ("SOV-040",),
        (
            Option("units", 0, "in the order of the units, a defence last"),
            Option("referee", 1, "where foes are in dispute, the referee names who is first"),
        ),
    ),
    Ruling(
        "hold_after_roll",
        "Sovereign, Combat Action Types and Hold An Action",
        "Instants may come even after the dice; a held action is one, and resolves before what it "
        "answers. Some read this as before the dice.",
        ("SOV-039", "SOV-098"),
        yes_or_no(
            "a held action may also answer once the attack roll is known, before damage",
            "a held action answers an attack before it is rolled, or not at all",
        ),
    ),
    Ruling(
        "met_on_the_way",
        "Sovereign, Make a Snap Attack and Hold An Action",
        "A Snap Attack or a held action may come at any point; whether that means every square of "
        "another's move is not said.",
        ("SOV-152", "SOV-097"),
        (
            Option(
                "every_square",
                1,
                "wherever the mover comes within reach, or into sight and range, and at the end",
            ),
            Option("arrival", 0, "only where the mover ends its move"),
        ),
    ),
    Ruling(
        "door_cost",
        "Sovereign, Combat Action Types",
        "A Move is a brief bodily act; doors are not named.",
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
        "A group that has lost a third retreats unless it is still clearly winning; when that is "
        "so is not said.",
        ("SOV-145", "G-24"),
        (
            Option("foes_lost_more", FOES_LOST_MORE, "the foes have lost a greater share"),
            Option("more_standing", MORE_STANDING, "it has more left standing than the foes"),
            Option("never", NOBODY_FIGHTS_ON, "losses count in any case"),
        ),
    ),
)

MOVEMENT: Final = (
    Ruling(
        "fallen_foe_cost",
        "Sovereign, The Grid",
        "Combatants may not enter the square of a standing enemy. So that of a fallen one may be "
        "crossed; the cost is not given.",
        ("SOV-003",),
        (
            Option("plain", 1, "it costs 5 ft like open ground"),
            Option("difficult", 2, "it costs 10 ft like difficult ground"),
        ),
    ),
    Ruling(
        "run_provokes",
        "Sovereign, Run",
        "Run speaks of leaving the reach of a melee combatant; the older model, still used for "
        "Charge, speaks of starting next to one.",
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
            Option("start_adjacent", BY_STARTING_ADJACENT, "adjacent foes strike at the start"),
            Option("leave_reach", BY_LEAVING_REACH, "as with a Run"),
        ),
    ),
    Ruling(
        "disengage_scope",
        "Sovereign, Disengage",
        "Disengage saves from adjacent melee attackers, yet it is named as the way out of any "
        "reach; a change log says that it works on all foes.",
        ("SOV-086",),
        (
            Option(
                "in_reach_at_declaration",
                FROM_THOSE_IN_REACH,
                "it covers every foe in whose reach one stands",
            ),
            Option("all", FROM_ALL, "it covers foes met later in the round too"),
        ),
    ),
    Ruling(
        "large_reach",
        "Sovereign, Run",
        "Large foes reach further than 5 ft; no number is given anywhere.",
        ("SOV-085",),
        (
            Option("5", 5, "5 ft, unless the creature's own figures say more"),
            Option("10", 10, "10 ft for whatever is larger than a man"),
        ),
    ),
    Ruling(
        "unarmed_feat_threatens",
        "Sovereign, Combat Action Types",
        "Only units armed with a melee weapon attack a unit that provokes. A feat counts bare "
        "hands as weapons for binding archers; the book does not say whether it does here.",
        ("SOV-043",),
        yes_or_no("trained hands strike too", "hands bind archers, but do not strike"),
    ),
    Ruling(
        "giant_overlap",
        "Sovereign, The Grid",
        "A creature eight times as large wades through its foes; whether it may stop on top of "
        "them is not said.",
        ("SOV-005",),
        (Option("no", 0, "it may not end its move in their squares"),),
        "two bodies in one square have no distance, side or cover on a grid",
        ("sovereign", "sovereign-early"),
    ),
)

SIGHT: Final = (
    Ruling(
        "grazing_sight",
        "Sovereign, Line of Sight and Cover",
        "A line from any point of one cube to any of the other is enough; whether a line counts "
        "that only grazes a wall or slips between two that touch is not said.",
        ("SOV-013",),
        (Option("no", 0, "only what is seen from a region is seen"),),
        "with grazing lines one would see along every wall and between any two blocks that "
        "touch; the exact test of regions has no such variant",
        ("sovereign", "sovereign-early"),
    ),
    Ruling(
        "high_ground",
        "Sovereign, Line of Sight and Cover",
        "High ground always gives at least half cover; whether also to one with nothing under "
        "its feet is not said.",
        ("SOV-019",),
        (
            Option("by_geometry", 0, "only where the edge under the unit hides its feet"),
            Option("always", 1, "also in the air, to one whose feet are above the other's head"),
        ),
    ),
    Ruling(
        "full_cover_none_of_corners",
        "Sovereign, Line of Sight and Cover",
        "The current text repeats for full cover what it says of half cover; the earlier one has "
        "full cover where no corner is seen.",
        ("SOV-016", "SVE-002"),
        yes_or_no(
            "full cover is where no corner is seen",
            "as printed: any hidden corner gives full cover, and half cover never occurs",
        ),
    ),
    Ruling(
        "cover_in_melee",
        "Sovereign, Attack Rolls",
        "The table of modifiers does not say that cover is for missiles only.",
        ("SOV-021",),
        yes_or_no("cover counts against melee attacks too", "only against ranged attacks"),
    ),
    Ruling(
        "prone_ranged_adjacent",
        "Sovereign, Go Prone and Attack Rolls",
        "Go Prone gives ranged attackers -2, the table anybody next to the prone foe +2; a shot "
        "at an adjacent one is under both.",
        ("SOV-096", "SOV-100"),
        (
            Option("+2", 2, "adjacency decides"),
            Option("-2", -2, "the kind of attack decides"),
        ),
    ),
)

BLOWS: Final = (
    Ruling(
        "nat20",
        "Sovereign, Attack Rolls",
        "Nothing is said of a natural 1 or 20 on an attack.",
        ("SOV-109", "G-36", "G-37"),
        yes_or_no("a natural 20 hits and a natural 1 misses", "only the total counts"),
    ),
    Ruling(
        "untrained_attack",
        "Sovereign, Attack Rolls",
        "An untrained skill counts -1; the ancestor of these rules has -2 for attacks.",
        ("SOV-108", "AAC-024"),
        (Option("-1", -1, "as any untrained skill"), Option("-2", -2, "as in Aachen")),
    ),
    Ruling(
        "binding_foe",
        "Sovereign, Make a Ranged Attack",
        "A shot suffers when an enemy is within melee range; the earlier edition says an enemy "
        "attacker. A Long weapon has a melee range of 10 ft. Aachen speaks of contact.",
        ("SOV-049", "SVE-008", "AAC-032"),
        (
            Option("armed", BOUND_BY_ARMED, "a foe that could strike the shooter"),
            Option("any", BOUND_BY_ANY, "any standing foe in whose melee range the shooter is"),
            Option("contact", BOUND_IN_CONTACT, "any standing foe within 5 ft of the shooter"),
        ),
    ),
    Ruling(
        "least_damage",
        "Sovereign, Damage",
        "The book does not say whether a hit can deal no damage.",
        ("SOV-112", "G-10"),
        (Option("1", 1, "a hit deals 1 at least"), Option("0", 0, "a hit may deal nothing")),
    ),
    Ruling(
        "shield_cancels_hit_floor",
        "Sovereign, Shock",
        "A hit deals no less than the Shock a miss would have dealt. A shield stops the first "
        "Shock of a round, which would make that nothing; the worked fight says otherwise.",
        ("SOV-124",),
        yes_or_no(
            "a shield that has not stopped a Shock yet takes the floor away",
            "the floor asks for AC and immunity, not for the shield",
        ),
    ),
    Ruling(
        "manoeuvre_miss_shock",
        "Sovereign, Combat Maneuvers",
        "A shove and a grapple begin with an attack roll; whether a miss deals Shock is not said.",
        ("SOV-121", "G-15"),
        yes_or_no("it does, as any missed attack", "a manoeuvre does no harm"),
    ),
    Ruling(
        "crossbow_untrained_reload",
        "Sovereign, Reload a Weapon",
        "For crossbows both branches say Move; the equipment list says Main without skill.",
        ("SOV-092", "SVE-014"),
        (
            Option("main", MAIN, "a Main without Shoot 1"),
            Option("move", MOVE, "as printed: a Move for anybody"),
        ),
    ),
)

TEAMWORK: Final = (
    Ruling(
        "swarm_max_assailants",
        "Sovereign, Make a Swarm Attack",
        "Up to three allies may join, four in the earlier edition, and the bonus ends with three "
        "others; who counts as an ally is left open.",
        ("SOV-056", "SVE-009"),
        (
            Option("3", 3, "three assailants: the first is one of the allies"),
            Option("4", 4, "four: one and three others, as the highest bonus says"),
            Option("5", 5, "five: one and four allies, the last without a bonus"),
        ),
    ),
    Ruling(
        "swarm_expires",
        "Sovereign, Make a Swarm Attack",
        "Those count who have joined this round; when a swarm that has not struck is over is not "
        "said.",
        ("SOV-057", "G-13"),
        (
            Option("round", 1, "at the end of the round"),
            Option("side_turn", 0, "at the end of the side's turn"),
        ),
    ),
    Ruling(
        "charge_ac_until",
        "Sovereign, Charge",
        "The AC penalty lasts until the charger's next turn; in the earlier edition until the end "
        "of the round.",
        ("SOV-066", "SVE-010"),
        (
            Option("next_turn", UNTIL_NEXT_TURN, "until the start of the charger's next turn"),
            Option("end_of_round", UNTIL_END_OF_ROUND, "until the round ends"),
        ),
    ),
    Ruling(
        "screen_skill",
        "Sovereign, Screen an Ally",
        "The check is made with Brawl or Stab, by archers too; in the earlier edition with the "
        "most fitting combat skill.",
        ("SOV-071", "SVE-011"),
        (
            Option("brawl_or_stab", BRAWL_OR_STAB, "Brawl or Stab"),
            Option("any_combat_skill", ANY_COMBAT_SKILL, "Brawl, Stab or Shoot"),
        ),
    ),
    Ruling(
        "screen_resumes",
        "Sovereign, Screen an Ally",
        "A ward is screened as long as it stays close; whether coming back helps is not said.",
        ("SOV-070",),
        yes_or_no(
            "a ward that comes back is screened again",
            "the screen ends when ward and screener part",
        ),
    ),
    Ruling(
        "interrupted_spell_keeps_cast",
        "Sovereign, Make a Snap Attack",
        "A wound spoils the spell that is being cast; whether the spell is spent is not said.",
        ("SOV-054", "G-21"),
        yes_or_no("the action is lost, the spell is kept", "the spell is spent"),
    ),
    Ruling(
        "spare_by_default",
        "Sovereign, Damage",
        "Some weapons may spare the one they bring to 0 HP; what they do when the attacker has "
        "not said so is left to the table.",
        ("G-20", "G-42"),
        yes_or_no(
            "they knock out, unless their bearer gives no quarter",
            "they kill, unless their bearer has chosen to spare",
        ),
    ),
    Ruling(
        "arts_in_armour",
        "Sovereign, Use a Skill",
        "Spells are not cast in armour or behind a shield; whether arts such as Healing Touch are "
        "hampered too is not said.",
        ("SOV-045",),
        yes_or_no("arts are used in any armour", "arts are hampered as spells are"),
    ),
)

SOVEREIGN_RULINGS: Final = (*SEQUENCE, *MOVEMENT, *SIGHT, *BLOWS, *TEAMWORK)
