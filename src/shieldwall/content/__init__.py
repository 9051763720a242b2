"""Content: encounters, parties, creatures and equipment, read from hand-written files."""

from shieldwall.content.combatants.parties import Member, load_party
from shieldwall.content.encounters import (
    EncounterInfo,
    list_encounters,
    load_encounter,
    read_encounter,
)
from shieldwall.content.formats.problems import ContentError, Problem
from shieldwall.content.setup_text import setup_digest, setup_from_text, setup_to_text

__all__ = [
    "ContentError", "EncounterInfo", "Member", "Problem", "list_encounters", "load_encounter",
    "load_party", "read_encounter", "setup_digest", "setup_from_text", "setup_to_text",
]  # fmt: skip
