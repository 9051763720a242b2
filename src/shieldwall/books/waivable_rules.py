"""Rules a table may waive: enforced, waived with a warning, or off.

Every refusal is one of two kinds: it enforces a rule the GM may want to waive and asks
`battle.holds` with the rule's id; or it says that something is impossible, and its entry in
`engine/refusals.py` says why. A test checks all refusals in the source.
"""

from __future__ import annotations

from typing import Final

WAIVABLE: Final[dict[str, str]] = {
    "SOV-017": "no attack or spell without line of sight",
    "SOV-022": "no Instants while surprised",
    "SOV-034": "leave the fight only over the edge of the map",
    "SOV-045": "conditions of casting: no armour, a free hand, no terror, range, one spell a "
    "round; and 5 ft for waking, giving potions and house actions",
    "SOV-047": "no melee attack beyond reach, or while terrified",
    "SOV-050": "no two-handed shot next to a foe",
    "SOV-053": "only the disciplined make Snap Attacks",
    "SOV-054": "no spell after being hurt this round",
    "SOV-056": "limit on the size of a swarm",
    "SOV-064": "no charge without a run-up",
    "SOV-079": "no second Total Defense",
    "SOV-084": "no run, charge or climb beyond the movement rate",
    "SOV-087": "first aid needs a kit and a target within 5 ft, once a round",
    "SOV-090": "no shot with an unloaded weapon",
    "SOV-094": "no picking up items beyond reach",
    "SOV-102": "no shot beyond the longest range",
    "SOV-105": "no shot at an unseen target, no hiding in plain view",
    "SOV-127": "grappling needs bare hands",
    "SOV-130": "only bare hands, and no spells, while grappling",
    "SOV-134": "two weapons need skill and two free hands",
    "SOV-137": "an execution needs an unaware victim",
    "SOV-138": "an execution needs a minute of preparation",
    "SVE-026": "healing needs a target within 5 ft that can take the strain",
    "DOL-002": "each action in its phase",
    "DOL-007": "no movement after declaring a spell",
    "DOL-010": "no leaving melee without a declaration",
    "DOL-011": "no undeclared spell or rune",
    "DOL-018": "half Speed in melee",
    "DOL-019": "no attack while fleeing",
    "DOL-022": "no fleeing the encounter in melee, or away from the edge of the field",
    "DOL-024": "no shot at a target within 5 ft",
    "DOL-036": "no forgotten spell",
    "DOL-040": "broken and terrified units can only flee or surrender",
    "DOL-049": "the conditions of charge, parry and two weapons",
}
"""The prohibition of each rule, by id."""
