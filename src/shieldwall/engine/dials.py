"""Description and range of each dial of a book."""

from __future__ import annotations

from typing import Final

DIAL_TEXTS: Final[dict[str, str]] = {
    "initiative_die": "sides of the initiative die",
    "alert_party_ambush_immune": "a careful side: 0 ambushed only by hidden foes, 1 never ambushed",
    "initiative_bonus": "which side adds its best DEX: 0 none, 1 the players' side, 2 every side",
    "short_range_inclusive": "a shot at exactly the short range counts as: 0 long, 1 short",
    "throw_skill": "a throw uses: 0 the best of Shoot, Stab and Exert, 1 Shoot",
    "throw_attribute": "a throw uses: 0 the best attribute of its weapon, 1 DEX",
    "revived_frail": "whether a dying unit revived by magic is Frail",
    "initiative_tie": "who acts first on a tie: 0 the GM's sides, 1 the players'",
    "abreast": "units that fight side by side in a 10 ft passage, without a map",
    "members_interleave": "whether members of a side may act in the middle of each other's turns",
    "split_move": "whether a Run may be split around other actions",
    "difficult_cost": "steps of 5 ft to enter difficult ground",
    "fallen_foe_cost": "steps of 5 ft to cross the square of a fallen foe",
    "giant_factor": "how many times larger a creature must be to wade through its foes",
    "prone_speed_divisor": "divisor of a prone unit's speed",
    "prone_distant_shot": "shooting at a distant prone foe",
    "prone_adjacent": "attacking an adjacent prone foe",
    "prone_long": "melee attacking a prone foe from farther than 5 ft",
    "prone_ranged_adjacent": "shooting at an adjacent prone foe",
    "prone_attacker": "melee attacking while prone",
    "long_range": "beyond normal range, up to the longest",
    "half_cover": "the target has half cover",
    "full_cover": "the target has full cover",
    "full_cover_none_of_corners": "whether full cover needs all corners hidden, not some",
    "cover_in_melee": "whether cover counts against melee attacks too",
    "high_ground": "whether height above the other's head gives half cover even in the air",
    "engaged_shot": "a throw or one-handed shot with a foe in melee range",
    "binding_foe": "the foe in melee range that hinders a shooter: 0 one armed for melee, 1 any, "
    "2 none, 3 in contact",
    "unarmed_feat_threatens": "whether trained bare hands can attack a unit that provokes",
    "large_reach": "minimum reach in feet of a creature larger than a man",
    "untrained_attack": "bonus of an untrained combat skill to an attack",
    "nat20": "whether a natural 20 always hits and a natural 1 always misses",
    "charge_to_hit": "attack bonus of a charge",
    "charge_rate": "a charge covers up to this many times the normal speed",
    "charge_least": "minimum steps of 5 ft of a charge",
    "run_provokes": "a Run provokes: 0 at the start, 1 by leaving reach, 2 a foe's side",
    "least_damage": "minimum damage of a hit",
    "shield_cancels_hit_floor": "whether a shield also removes Shock as the minimum of a hit",
    "instants_order": "order of reactions at one moment: 0 unit order, 1 the GM's choice",
    "unspent_main_for_instants": "whether an unspent Main still pays for Instants after the turn",
    "met_on_the_way": "units react to a mover: 0 at the end of its move, 1 wherever it comes "
    "into reach or into sight and range",
    "snap_to_hit": "attack penalty of a Snap Attack",
    "defense_ac": "AC bonus of Total Defense",
    "swarm_to_hit": "attack bonus for each other assailant of a swarm",
    "swarm_damage": "damage bonus for each other assailant of a swarm",
    "swarm_bonus_cap": "assailants after the first that add to a swarm's bonus",
    "screen_skill": "skills of a Screen check: 0 Brawl or Stab, 1 any combat skill",
    "screen_resumes": "whether a ward that comes back is screened again",
    "opposed_base": "difficulty of an opposed check, plus the other's modifier",
    "dying_rounds": "rounds after which a dying unit dies if it is not stabilized",
    "fall_die": "sides of the damage die of a fall, for every 10 ft",
    "dual_to_hit": "attack penalty for fighting with two weapons",
    "dual_damage": "damage bonus of a second weapon",
    "unseen_target": "the target is not seen, but its place is known",
    "attack_by_way": "attacks add: 0 the weapon's attribute and a skill, 1 STR in melee or DEX "
    "at range",
    "shock": "whether a miss may deal Shock",
    "short_range": "within the shortest range",
    "medium_range": "within the middle one of three ranges",
    "declared_cover": "whether declared cover counts by its own value, 1 to 4",
    "melee_most": "maximum melee distance in feet; 0 for the weapon's own reach",
    "missile_beyond": "distance in feet that missiles must exceed",
    "shoot_in_melee": "whether a shooter in melee may shoot at another target",
    "in_melee": "whether a melee attack puts two units within 5 ft in melee with each other",
    "melee_speed_divisor": "divisor of the speed of a unit in melee",
    "flee_bonus": "attack bonus against a unit that flees from melee; its shield does not count",
    "flee_bonus_scope": (
        "foes with this bonus: 0 those still in melee with the fleeing unit, 1 all it declared "
        "to flee from"
    ),
    "rear_ignores_shield": "whether attacks from the rear ignore the shield",
    "spell_disrupted_by": "what disrupts a declared spell: 0 a hit or a failed save, 1 damage, 2 "
    "either",
    "optional_combat_rules": "charge, parry, push, two weapons, reach, reload, brace: 0 off, 1 on",
    "nat20_saves": "whether a natural 20 always makes a save and a natural 1 always fails it",
    "doom_save": "a character at 0 HP: 0 is dead, 1 may save against Doom",
    "exhausted": "modifier of exhaustion to attack, damage and AC",
    "brace_factor": "damage factor of a long weapon braced against a charge",
    "spare_by_default": "whether weapons that can spare do so by default",
}

DIAL_RANGES: Final[dict[str, tuple[int, int]]] = {
    "initiative_die": (2, 100),
    "initiative_bonus": (0, 2),
    "throw_skill": (0, 1),
    "throw_attribute": (0, 1),
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
    "quiet_rounds": "rounds without harm no longer end a fight; use the GM's `end` or the "
    "encounter's `rounds`",
    "surprise_both_roll": "the book now decides whether both sides roll for surprise",
    "morale_binds": "the book restricts broken units; waive that rule (`enforce`) to let them act",
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
