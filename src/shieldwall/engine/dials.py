"""Title, range and words of each dial of a book."""

from __future__ import annotations

from typing import Final, NamedTuple

MODIFIER: Final = (-10, 10)
"""The usual range of what is added to a roll or a figure."""
YES_NO: Final = ("no", "yes")
COST_WORDS: Final = ("free", "move", "main")


class DialEntry(NamedTuple):
    """What a dial decides, and its values: a range of numbers, or words counted from 0.

    The values of a dial with a ruling are the options of the ruling; words of its own name values
    that a book sets beyond those.
    """

    title: str
    span: tuple[int, int] | None = None
    words: tuple[str, ...] = ()


DIAL_ENTRIES: Final[dict[str, DialEntry]] = {
    "initiative_die": DialEntry("sides of the initiative die", (2, 100)),
    "alert_party_ambush_immune": DialEntry("a careful side"),
    "initiative_bonus": DialEntry(
        "which side adds its best DEX", words=("none", "the players' side", "every side")
    ),
    "short_range_inclusive": DialEntry("a shot at exactly the short range counts as"),
    "attack_adds": DialEntry(
        "attacks add",
        words=(
            "the weapon's attribute and a skill",
            "the same, but DEX and Shoot for a throw",
            "STR in melee or DEX at range",
        ),
    ),
    "initiative_tie": DialEntry("who acts first on a tie"),
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
        "the foe in melee range that hinders a shooter",
        words=("one armed for melee", "any", "none", "in contact"),
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
    "run_provokes": DialEntry(
        "a Run provokes", words=("at the start", "by leaving reach", "a foe's side")
    ),
    "least_damage": DialEntry("minimum damage of a hit"),
    "shield_cancels_hit_floor": DialEntry(
        "whether a shield also removes Shock as the minimum of a hit"
    ),
    "instants_order": DialEntry("order of reactions at one moment"),
    "unspent_main_for_instants": DialEntry(
        "whether an unspent Main still pays for Instants after the turn"
    ),
    "met_on_the_way": DialEntry("units react to a mover"),
    "snap_to_hit": DialEntry("attack penalty of a Snap Attack", MODIFIER),
    "defense_ac": DialEntry("AC bonus of Total Defense", MODIFIER),
    "swarm_to_hit": DialEntry("attack bonus for each other assailant of a swarm", MODIFIER),
    "swarm_damage": DialEntry("damage bonus for each other assailant of a swarm", MODIFIER),
    "swarm_bonus_cap": DialEntry("assailants after the first that add to a swarm's bonus", (0, 20)),
    "screen_skill": DialEntry("skills of a Screen check"),
    "screen_resumes": DialEntry("whether a ward that comes back is screened again"),
    "opposed_base": DialEntry("difficulty of an opposed check, plus the other's modifier", (2, 30)),
    "dying_rounds": DialEntry(
        "rounds after which a dying unit dies if it is not stabilized", (1, 100)
    ),
    "fall_die": DialEntry("sides of the damage die of a fall, for every 10 ft", (1, 100)),
    "dual_to_hit": DialEntry("attack penalty for fighting with two weapons", MODIFIER),
    "dual_damage": DialEntry("damage bonus of a second weapon", MODIFIER),
    "unseen_target": DialEntry("the target is not seen, but its place is known", MODIFIER),
    "short_range": DialEntry("within the shortest range", MODIFIER),
    "medium_range": DialEntry("within the middle one of three ranges", MODIFIER),
    "melee_distance": DialEntry(
        "feet that melee reaches and missiles must exceed; 0 for the weapon's own reach",
        (0, 60),
    ),
    "optional_combat_rules": DialEntry("charge, parry, push, two weapons, reach, reload, brace"),
    "nat20_saves": DialEntry(
        "whether a natural 20 always makes a save and a natural 1 always fails it"
    ),
    "spare_by_default": DialEntry("whether weapons that can spare do so by default"),
}
"""The dials the engine reads; `OwnDial` adds those only books read."""


def named_range(name: str) -> tuple[int, int] | None:
    """The range of a dial; None if only the options of a ruling define it."""
    entry = DIAL_ENTRIES[name]
    return (0, len(entry.words) - 1) if entry.words else entry.span
