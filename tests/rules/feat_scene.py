"""Shared by the tests of feats: sheets with shipped feats, computed as by the loader."""

from __future__ import annotations

from tests.feat_gifts import gifts_of_feats
from tests.scene import UNARMED, fighter

from shieldwall.content.library import PLAIN
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.state.sheet import SKILL_NAMES, Sheet, make_weapon

KNIFE = make_weapon(
    "knife", 1, 4, shock=1, shock_ac=15, thrown=True, normal_range=30, long_range=60, small=True
)
"""As small as a dagger, where the scene's own dagger is not."""


def feat(name: str, level: int, **skills: int) -> Abilities:
    """The traits of one feat, for a character with these skills at level 1."""
    known = [skills.get(skill, 0) for skill in SKILL_NAMES]
    return gifts_of_feats(known, 1, PLAIN, **{name: level}).abilities


def boxer(level: int, brawl: int, **facts: object) -> Sheet:
    """One with the hands of an unarmed combatant."""
    skills = [brawl] + [0] * (len(SKILL_NAMES) - 1)
    gifts = gifts_of_feats(skills, 1, unarmed_combatant=level)
    hands = make_weapon(
        "unarmed", 1, 2, attributes=UNARMED.attributes, skill=int(UNARMED.skill), unarmed=True,
        less_lethal=True,
    )  # fmt: skip
    gifts.teach_hands([hands], 0)
    given: dict[str, object] = {"weapons": (hands,), "brawl": brawl, "abilities": gifts.abilities}
    given.update(facts)
    return fighter(**given)
