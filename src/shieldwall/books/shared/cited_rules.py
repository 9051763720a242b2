"""Rule ids of the engine's subjects.

Mostly Sovereign ids; a book with its own id for a rule has it in its concordance. Rules that only
another book states have that book's id.
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.rule_ids import RuleIds

SHARED_IDS: Final = RuleIds(
    {
        "standing_room": "SOV-002",
        "passing": "SOV-003",
        "ground": "SOV-007",
        "impassable": "SOV-010",
        "corners": "SOV-011",
        "open_field": "SOV-012",
        "line": "SOV-017",
        "surprise": "SOV-024",
        "initiative": "SOV-029",
        "turns": "SOV-030",
        "fight_over": "SOV-034",
        "instants": "SOV-039",
        "same_moment": "SOV-040",
        "actions": "SOV-045",
        "casting": "SOV-045",
        "melee_attack": "SOV-047",
        "ranged_attack": "SOV-048",
        "bound_shot": "SOV-050",
        "snap_attack": "SOV-051",
        "swarm": "SOV-057",
        "charge": "SOV-065",
        "screen": "SOV-071",
        "screen_from_spells": "SOV-075",
        "movement_rate": "SOV-084",
        "melee_rate": "DOL-018",
        "prone_with_reach": "SOV-096",
        "prone_distant": "SOV-099",
        "prone_adjacent": "SOV-100",
        "prone_attacker": "SOV-101",
        "longest_range": "SOV-102",
        "cover": "SOV-103",
        "foe_in_melee_range": "SOV-104",
        "unseen": "SOV-105",
        "attack_roll": "SOV-108",
        "attack_attribute": "SOV-110",
        "damage": "SOV-112",
        "unarmed_damage": "SOV-113",
        "shock": "SOV-115",
        "shock_bonus": "SOV-117",
        "shock_floor": "SOV-124",
        "grappled": "SOV-130",
        "second_weapon": "SOV-135",
        "two_weapons": "SOV-136",
        "missile_distance": "DOL-024",
        "melee_attribute": "DOL-025",
        "missile_attribute": "DOL-026",
        "range_bands": "DOL-028",
        "broken": "DOL-040",
        "talent": "DOL-048",
        "manoeuvre": "DOL-049",
        "least_damage": "G-10",
        "creature_check": "G-11",
    }
)
