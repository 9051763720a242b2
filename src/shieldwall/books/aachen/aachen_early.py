"""Aachen, the earlier draft: differences from the later one."""

from __future__ import annotations

from dataclasses import replace

from shieldwall.books.aachen.aachen_book import AACHEN
from shieldwall.engine.ruleset import ATTACKERS_OR_GM, PLAYERS_PREVAIL, BookText, Dial

AACHEN_EARLY = AACHEN.but(
    "aachen-early",
    "Aachen, the earlier draft",
    Dial("opposed_tie", PLAYERS_PREVAIL, "AAC-004"),
    Dial("attackers_try_surprise", ATTACKERS_OR_GM, "AAC-005"),
    Dial("charge_allowed", 0, "G-33"),
    facts=replace(
        AACHEN.facts,
        book_folders=("aachen", "aachen-early"),
        skill_names={"stab": "Stab", "brawl": "Punch"},
        text=BookText(
            "aachen-early",
            "the earlier draft: other names, advantage and disadvantage, with actions, the "
            "reaction table and the morale of casualties borrowed from the later one",
            ("aachen",),
            "AAC-023",
            ("AAC-025",),
        ),
    ),
)
