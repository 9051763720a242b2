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
    "SOV-045": "what casting asks for: no armour, a free hand, calm, range, one spell a round; "
    "and an arm's reach for waking, giving potions, and house actions",
    "SOV-047": "no melee attack beyond reach, or in terror",
    "SOV-050": "no two-handed shot next to a foe",
    "SOV-053": "only the disciplined make Snap Attacks",
    "SOV-054": "no spell after being hurt this round",
    "SOV-056": "limit on the size of a swarm",
    "SOV-064": "no charge without a run-up",
    "SOV-079": "no second Total Defense",
    "SOV-084": "no run, charge or climb beyond the movement rate",
    "SOV-087": "first aid needs a kit, an arm's reach, and is tried once a round",
    "SOV-090": "no shot from an empty weapon",
    "SOV-094": "no picking up beyond reach",
    "SOV-102": "no shot beyond the longest range",
    "SOV-105": "no shot at an unseen target, no hiding in plain view",
    "SOV-127": "grappling takes bare hands",
    "SOV-130": "only bare hands, and no spells, while grappling",
    "SOV-134": "two weapons need skill and two free hands",
    "SOV-137": "an execution needs a victim that suspects nothing",
    "SOV-138": "an execution takes a minute",
    "SVE-026": "healing needs an arm's reach and a target that can take the strain",
    "DOL-002": "each action in its phase",
    "DOL-007": "no movement after declaring a spell",
    "DOL-010": "no leaving melee without a declaration",
    "DOL-011": "no undeclared spell or rune",
    "DOL-018": "half Speed in melee",
    "DOL-019": "no attack while fleeing",
    "DOL-022": "flee the encounter only out of melee, at the edge of the field",
    "DOL-024": "no shot at a target within arm's reach",
    "DOL-036": "no forgotten spell",
    "DOL-040": "broken and terrified units only flee or surrender",
    "DOL-049": "the conditions of charge, parry and two weapons",
}
"""What each rule forbids, by id."""
