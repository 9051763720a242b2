"""Description and range of each dial of a book."""

from __future__ import annotations

from typing import Final, NamedTuple

MODIFIER: Final = (-10, 10)


class DialEntry(NamedTuple):
    """What a dial decides, and its allowed range.

    Dials with a ruling use its options instead of a range. `whether` dials are no or yes; `cost of`
    dials are free, a Move or a Main.
    """

    text: str
    span: tuple[int, int] | None = None


DIAL_ENTRIES: Final[dict[str, DialEntry]] = {
    "initiative_die": DialEntry("sides of the initiative die", (2, 100)),
    "alert_party_ambush_immune": DialEntry(
        "a careful side: 0 ambushed only by hidden foes, 1 never ambushed"
    ),
    "initiative_bonus": DialEntry(
        "which side adds its best DEX: 0 none, 1 the players' side, 2 every side", (0, 2)
    ),
    "short_range_inclusive": DialEntry(
        "a shot at exactly the short range counts as: 0 long, 1 short"
    ),
    "throw_skill": DialEntry("a throw uses: 0 the best of Shoot, Stab and Exert, 1 Shoot", (0, 1)),
    "throw_attribute": DialEntry("a throw uses: 0 the best attribute of its weapon, 1 DEX", (0, 1)),
    "revived_frail": DialEntry("whether a dying unit revived by magic is Frail"),
    "initiative_tie": DialEntry("who acts first on a tie: 0 the GM's sides, 1 the players'"),
    "abreast": DialEntry("units that fight side by side in a 10 ft passage, without a map"),
    "members_interleave": DialEntry(
        "whether members of a side may act in the middle of each other's turns"
    ),
    "split_move": DialEntry("whether a Run may be split around other actions"),
    "difficult_cost": DialEntry("steps of 5 ft to enter difficult ground", (1, 6)),
    "fallen_foe_cost": DialEntry("steps of 5 ft to cross the square of a fallen foe"),
    "giant_factor": DialEntry(
        "how many times larger a creature must be to wade through its foes", (2, 100)
    ),
    "prone_speed_divisor": DialEntry("divisor of a prone unit's speed", (1, 6)),
    "prone_distant_shot": DialEntry("shooting at a distant prone foe", MODIFIER),
    "prone_adjacent": DialEntry("attacking an adjacent prone foe", MODIFIER),
    "prone_long": DialEntry("melee attacking a prone foe from farther than 5 ft", MODIFIER),
    "prone_ranged_adjacent": DialEntry("shooting at an adjacent prone foe"),
    "prone_attacker": DialEntry("melee attacking while prone", MODIFIER),
    "long_range": DialEntry("beyond normal range, up to the longest", MODIFIER),
    "half_cover": DialEntry("the target has half cover", MODIFIER),
    "full_cover": DialEntry("the target has full cover", MODIFIER),
    "full_cover_none_of_corners": DialEntry(
        "whether full cover needs all corners hidden, not some"
    ),
    "cover_in_melee": DialEntry("whether cover counts against melee attacks too"),
    "high_ground": DialEntry(
        "whether height above the other's head gives half cover even in the air"
    ),
    "engaged_shot": DialEntry("a throw or one-handed shot with a foe in melee range", MODIFIER),
    "binding_foe": DialEntry(
        "the foe in melee range that hinders a shooter: 0 one armed for melee, 1 any, 2 none, "
        "3 in contact"
    ),
    "unarmed_feat_threatens": DialEntry(
        "whether trained bare hands can attack a unit that provokes"
    ),
    "large_reach": DialEntry("minimum reach in feet of a creature larger than a man"),
    "untrained_attack": DialEntry("bonus of an untrained combat skill to an attack"),
    "nat20": DialEntry("whether a natural 20 always hits and a natural 1 always misses"),
    "charge_to_hit": DialEntry("attack bonus of a charge", MODIFIER),
    "charge_rate": DialEntry("a charge covers up to this many times the normal speed", (1, 6)),
    "charge_least": DialEntry("minimum steps of 5 ft of a charge", (1, 12)),
    "run_provokes": DialEntry("a Run provokes: 0 at the start, 1 by leaving reach, 2 a foe's side"),
    "least_damage": DialEntry("minimum damage of a hit"),
    "shield_cancels_hit_floor": DialEntry(
        "whether a shield also removes Shock as the minimum of a hit"
    ),
    "instants_order": DialEntry(
        "order of reactions at one moment: 0 unit order, 1 the GM's choice"
    ),
    "unspent_main_for_instants": DialEntry(
        "whether an unspent Main still pays for Instants after the turn"
    ),
    "met_on_the_way": DialEntry(
        "units react to a mover: 0 at the end of its move, 1 wherever it comes into reach or "
        "into sight and range"
    ),
    "snap_to_hit": DialEntry("attack penalty of a Snap Attack", MODIFIER),
    "defense_ac": DialEntry("AC bonus of Total Defense", MODIFIER),
    "swarm_to_hit": DialEntry("attack bonus for each other assailant of a swarm", MODIFIER),
    "swarm_damage": DialEntry("damage bonus for each other assailant of a swarm", MODIFIER),
    "swarm_bonus_cap": DialEntry("assailants after the first that add to a swarm's bonus", (0, 20)),
    "screen_skill": DialEntry("skills of a Screen check: 0 Brawl or Stab, 1 any combat skill"),
    "screen_resumes": DialEntry("whether a ward that comes back is screened again"),
    "opposed_base": DialEntry("difficulty of an opposed check, plus the other's modifier", (2, 30)),
    "dying_rounds": DialEntry(
        "rounds after which a dying unit dies if it is not stabilized", (1, 100)
    ),
    "fall_die": DialEntry("sides of the damage die of a fall, for every 10 ft", (1, 100)),
    "dual_to_hit": DialEntry("attack penalty for fighting with two weapons", MODIFIER),
    "dual_damage": DialEntry("damage bonus of a second weapon", MODIFIER),
    "unseen_target": DialEntry("the target is not seen, but its place is known", MODIFIER),
    "attack_by_way": DialEntry(
        "attacks add: 0 the weapon's attribute and a skill, 1 STR in melee or DEX at range", (0, 1)
    ),
    "shock": DialEntry("whether a miss may deal Shock"),
    "short_range": DialEntry("within the shortest range", MODIFIER),
    "medium_range": DialEntry("within the middle one of three ranges", MODIFIER),
    "declared_cover": DialEntry("whether declared cover counts by its own value, 1 to 4"),
    "melee_most": DialEntry(
        "maximum melee distance in feet; 0 for the weapon's own reach", (0, 60)
    ),
    "missile_beyond": DialEntry("distance in feet that missiles must exceed", (0, 60)),
    "shoot_in_melee": DialEntry("whether a shooter in melee may shoot at another target"),
    "in_melee": DialEntry(
        "whether a melee attack puts two units within 5 ft in melee with each other"
    ),
    "melee_speed_divisor": DialEntry("divisor of the speed of a unit in melee", (1, 6)),
    "flee_bonus": DialEntry(
        "attack bonus against a unit that flees from melee; its shield does not count", MODIFIER
    ),
    "flee_bonus_scope": DialEntry(
        "foes with this bonus: 0 those still in melee with the fleeing unit, 1 all it "
        "declared to flee from"
    ),
    "rear_ignores_shield": DialEntry("whether attacks from the rear ignore the shield"),
    "spell_disrupted_by": DialEntry(
        "what disrupts a declared spell: 0 a hit or a failed save, 1 damage, 2 either"
    ),
    "optional_combat_rules": DialEntry(
        "charge, parry, push, two weapons, reach, reload, brace: 0 off, 1 on"
    ),
    "nat20_saves": DialEntry(
        "whether a natural 20 always makes a save and a natural 1 always fails it"
    ),
    "doom_save": DialEntry("a character at 0 HP: 0 is dead, 1 may save against Doom"),
    "exhausted": DialEntry("modifier of exhaustion to attack, damage and AC", MODIFIER),
    "brace_factor": DialEntry("damage factor of a long weapon braced against a charge", (1, 6)),
    "spare_by_default": DialEntry("whether weapons that can spare do so by default"),
}
"""The dials the engine reads; `OwnDial` adds those only books read."""
WHETHER: Final = "whether "
COST_OF: Final = "cost of "


def named_range(name: str) -> tuple[int, int] | None:
    """The range of a dial; None if only the options of a ruling define it."""
    text, span = DIAL_ENTRIES[name]
    if span is not None:
        return span
    if text.startswith(WHETHER):
        return 0, 1
    return (0, 2) if text.startswith(COST_OF) else None
