"""Which rules a table may waive: enforced, waived with a warning, or off.

Each rule below forbids something a referee may want to allow; what could not be carried out (no
such target, no such weapon, somebody else's turn) is not among them. Refusals that can be waived
ask `battle.holds` with the rule's id, and a test compares that with this list.
"""

from __future__ import annotations

from typing import Final

ON: Final = 0
WARN: Final = 1
OFF: Final = 2
MODES: Final = ("on", "warn", "off")

WAIVABLE: Final[dict[str, str]] = {
    "SOV-017": "no attack or spell without a line",
    "SOV-045": "no spells in armour, with full hands, or twice a round",
    "SOV-047": "no melee attack beyond reach, or in terror",
    "SOV-050": "no two-handed shot next to a foe",
    "SOV-053": "only the disciplined make Snap Attacks",
    "SOV-054": "no spell by one who was hurt this round",
    "SOV-056": "no more in a swarm than the book allows",
    "SOV-064": "no charge without a run-up",
    "SOV-084": "no run beyond the rate",
    "SOV-087": "first aid needs a kit, an arm's reach, and is tried once a round",
    "SOV-090": "no shot from an empty weapon",
    "SOV-094": "nothing is picked up beyond reach",
    "SOV-102": "no shot beyond the longest range",
    "SOV-105": "no shot at what cannot be seen, no hiding in plain view",
    "SOV-127": "grappling takes bare hands",
    "SOV-130": "only bare hands while grappling",
    "SOV-134": "two weapons need skill and two free hands",
    "SOV-137": "an execution needs a victim that suspects nothing",
    "SOV-138": "an execution takes a minute",
}
"""By id: what is forbidden."""
