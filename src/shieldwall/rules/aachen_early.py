"""Aachen, the earlier draft: what differs from the later one."""

from __future__ import annotations

from shieldwall.core.ruleset import PLAYERS_PREVAIL, Dial
from shieldwall.rules.aachen import AACHEN

AACHEN_EARLY = AACHEN.but(
    "aachen-early",
    "Aachen, the earlier draft",
    Dial("opposed_tie", PLAYERS_PREVAIL, "AAC-004"),
    Dial("aac_charge", 0, "G-33"),
    shelves=("aachen", "aachen-early"),
    skill_names={"stab": "Stab", "brawl": "Punch"},
)
