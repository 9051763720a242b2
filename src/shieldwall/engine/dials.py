"""Description and range of each dial of a book."""

from __future__ import annotations

from typing import Final

DIAL_TEXTS: Final[dict[str, str]] = {
    "initiative_die": "sides of the initiative die",
    "alert_party_ambush_immune": "the careful: 0 surprised by hidden foes alone, 1 never ambushed",
    "initiative_bonus": "which side adds its best DEX: 0 none, 1 the players' side, 2 every side",
    "short_range_inclusive": "at just its short range a shot is: 0 long, 1 short",
    "throw_skill": "a throw uses: 0 the best of Shoot, Stab and Exert, 1 Shoot",
    "revived_frail": "whether one whom magic brings back from dying is Frail",
    "initiative_tie": "who acts first on a tie: 0 the GM's sides, 1 the players'",
    "abreast": "how many fight side by side in a passage of 10 ft, without a map",
    "members_interleave": "whether a side's members may take turns piece by piece",
    "split_move": "whether a Run may be split around other actions",
    "difficult_cost": "steps of 5 ft it takes to enter difficult ground",
    "fallen_foe_cost": "steps of 5 ft it takes to cross the square of a fallen foe",
    "giant_factor": "how many times larger a creature must be to wade through its foes",
    "prone_speed_divisor": "the rate of a prone unit is divided by this",
    "prone_distant_shot": "shooting at a distant prone foe",
    "prone_adjacent": "attacking an adjacent prone foe",
    "prone_long": "melee attacking a prone foe from further than 5 ft",
    "prone_ranged_adjacent": "shooting at an adjacent prone foe",
    "prone_attacker": "melee attacking while prone",
    "long_range": "beyond normal range, up to the longest",
    "half_cover": "the target has half cover",
    "full_cover": "the target has full cover",
    "full_cover_none_of_corners": "whether full cover needs all corners hidden, not some",
    "cover_in_melee": "whether cover counts against melee attacks too",
    "high_ground": "whether height above the other's head is half cover even in the air",
    "engaged_shot": "a thrown or one-handed shot with a foe in melee range",
    "binding_foe": "which foe binds a shooter: 0 one armed for melee, 1 any, 2 none, 3 in contact",
    "unarmed_feat_threatens": "whether trained bare hands can attack a unit that provokes",
    "large_reach": "feet a creature larger than a man reaches at least",
    "untrained_attack": "what an untrained combat skill adds to an attack",
    "nat20": "whether a natural 20 always hits and a natural 1 always misses",
    "charge_to_hit": "attack bonus of a charge",
    "charge_rate": "a charge goes up to so many times the normal rate",
    "charge_least": "steps of 5 ft a charge needs at least",
    "run_provokes": "a Run provokes: 0 at the start, 1 by leaving reach, 2 a foe's side",
    "least_damage": "the least damage of a hit",
    "shield_cancels_hit_floor": "whether a shield also takes away the Shock a hit deals at least",
    "instants_order": "order of what happens at one moment: 0 that of the units, 1 the referee's",
    "unspent_main_for_instants": "whether an unspent Main still pays for Instants after the turn",
    "met_on_the_way": "a mover is met: 0 where it ends its move, 1 wherever it comes within reach "
    "or into sight and range",
    "snap_to_hit": "attack penalty of a Snap Attack",
    "defense_ac": "AC bonus of Total Defense",
    "swarm_to_hit": "attack bonus for each other assailant of a swarm",
    "swarm_damage": "damage bonus for each other assailant of a swarm",
    "swarm_bonus_cap": "assailants after the first that still add to a swarm's bonus",
    "screen_skill": "skills of a Screen check: 0 Brawl or Stab, 1 any combat skill",
    "screen_resumes": "whether a ward that comes back to its screener is screened again",
    "opposed_base": "an opposed check must reach this plus the other's modifier",
    "dying_rounds": "rounds after which a dying unit that is not stabilised dies",
    "fall_die": "sides of the die a fall deals for every 10 ft",
    "dual_to_hit": "attack penalty for fighting with two weapons",
    "dual_damage": "damage bonus of a second weapon",
    "unseen_target": "the target is not seen, but its place is known",
    "attack_by_way": "attacks add: 0 the weapon's attributes and a skill, 1 STR or DEX by the way",
    "shock": "whether a miss may deal Shock",
    "short_range": "within the shortest range",
    "medium_range": "within the middle one of three ranges",
    "declared_cover": "whether a place's cover counts by its own value, 1 to 4",
    "melee_most": "feet at which melee is possible at most; 0 for the weapon's own reach",
    "missile_beyond": "feet beyond which missiles are possible",
    "shoot_in_melee": "whether a shooter in melee may shoot at a third party",
    "in_melee": "whether blows put two within 5 ft in melee with each other",
    "melee_speed_divisor": "the rate of a unit in melee is divided by this",
    "flee_bonus": "attack bonus against a unit that flees from melee; its shield does not count",
    "flee_bonus_scope": (
        "that bonus is for foes: 0 still in melee with the fleer, "
        "1 all round for those it declared to flee from"
    ),
    "rear_ignores_shield": "whether a shield does not count against an attack from the rear",
    "spell_disrupted_by": "what disrupts a declared spell: 0 a hit or a failed save, "
    "1 harm, 2 either",
    "optional_combat_rules": "charge, parry, push, two weapons, reach, reload, brace: 0 off, 1 on",
    "nat20_saves": "whether a natural 20 always makes a save and a natural 1 always fails it",
    "doom_save": "a character at 0 HP: 0 is dead, 1 may save against Doom",
    "exhausted": "what exhaustion adds to attack, damage and AC",
    "brace_factor": "damage of a long weapon braced against a charge, times this",
    "spare_by_default": "whether weapons that can spare do so unless told otherwise",
}

DIAL_RANGES: Final[dict[str, tuple[int, int]]] = {
    "initiative_die": (2, 100),
    "initiative_bonus": (0, 2),
    "throw_skill": (0, 1),
    "difficult_cost": (1, 6),
    "giant_factor": (2, 100),
    "prone_speed_divisor": (1, 6),
    "prone_distant_shot": (-10, 10),
    "prone_adjacent": (-10, 10),
    "prone_long": (-10, 10),
    "prone_attacker": (-10, 10),
    "long_range": (-10, 10),
    "half_cover": (-10, 10),
    "full_cover": (-10, 10),
    "engaged_shot": (-10, 10),
    "charge_to_hit": (-10, 10),
    "charge_rate": (1, 6),
    "charge_least": (1, 12),
    "snap_to_hit": (-10, 10),
    "defense_ac": (-10, 10),
    "swarm_to_hit": (-10, 10),
    "swarm_damage": (-10, 10),
    "swarm_bonus_cap": (0, 20),
    "opposed_base": (2, 30),
    "dying_rounds": (1, 100),
    "fall_die": (1, 100),
    "dual_to_hit": (-10, 10),
    "dual_damage": (-10, 10),
    "unseen_target": (-10, 10),
    "attack_by_way": (0, 1),
    "short_range": (-10, 10),
    "medium_range": (-10, 10),
    "melee_most": (0, 60),
    "missile_beyond": (0, 60),
    "melee_speed_divisor": (1, 6),
    "flee_bonus": (-10, 10),
    "exhausted": (-10, 10),
    "brace_factor": (1, 6),
}
"""Allowed range of each numeric dial.

Dials with a ruling use its options instead. `whether` dials are no or yes; `cost of` dials are
free, a Move or a Main.
"""
RETIRED: Final[dict[str, str]] = {
    "quiet_rounds": "rounds without harm no longer end a fight: the GM does (`end`), or the "
    "encounter's `rounds`",
    "surprise_both_roll": "whether both sides roll for surprise is settled by the book",
    "morale_binds": "the broken are bound by the book; waive that rule (`enforce`) to let them act",
}
"""Dials of earlier versions that no longer do anything, with a hint."""
RENAMED: Final[dict[str, str]] = {
    "dol_tie": "tied_sides",
    "dol_surprise": "surprise_rolled_by",
    "dol_forgo": "forgo_declared_spell",
    "dol_momentary": "momentary_actions",
    "dol_disrupt": "spell_disrupted_by",
    "dol_flee_bonus_scope": "flee_bonus_scope",
    "dol_nat20_saves": "nat20_saves",
    "dol_doom_save": "doom_save",
    "dol_both_triggers": "two_morale_checks",
    "dol_twelve": "morale_twelve",
    "dol_morale_modifier": "morale_modifier",
    "dol_optional": "optional_combat_rules",
    "aac_free_attack": "free_attack_on_leaving",
    "aac_total_defense": "total_defense_for_all",
    "aac_charge": "charge_allowed",
    "aachen_borrow": "borrowed_manoeuvres",
    "aac_short_range_inclusive": "short_range_inclusive",
    "aac_reload_needs_shoot_1": "reload_needs_shoot_1",
}
"""Old names of dials and rulings in files, tapes and commands of earlier versions."""
WHETHER: Final = "whether "
COST_OF: Final = "cost of "


def dial_name(name: str) -> str:
    """The current name of a dial or ruling, given the current or an old name."""
    return RENAMED.get(name, name)


def named_range(name: str) -> tuple[int, int] | None:
    """The range of a dial; None if only the options of a ruling define it."""
    if name in DIAL_RANGES:
        return DIAL_RANGES[name]
    if DIAL_TEXTS[name].startswith(WHETHER):
        return 0, 1
    return (0, 2) if DIAL_TEXTS[name].startswith(COST_OF) else None
