"""Bonuses to hit and damage by mode of attack: each counts only for its own mode."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.scene import DAGGER, SLING, SWORD, UNARMED, fighter, foe, play, terms

WAYS = {
    "melee": "> a attack g with sword\n! attack d20 19\n! damage d8 1\n",
    "shot": "> a shoot g with sling\n! attack d20 19\n! damage d4 1\n",
    "thrown": "> a throw g with dagger\n! attack d20 19\n! damage d4 1\n",
    "unarmed": "> a attack g with unarmed\n! attack d20 19\n! damage d2 1\n",
}
FEATS = {way: gifted(**{f"{way}_hit": 2, f"{way}_damage": 3}) for way in WAYS}
"""`melee_hit`, `shot_hit`, `thrown_hit`, `unarmed_hit`; `melee_damage`, `shot_damage`,
`thrown_damage`, `unarmed_damage`."""


@pytest.mark.rule("SOV-108", "SOV-112")
@pytest.mark.parametrize("trained", FEATS)
@pytest.mark.parametrize("way", WAYS)
def test_a_bonus_counts_for_its_own_way_of_attacking_alone(trained: str, way: str) -> None:
    at_range = way in ("shot", "thrown")
    fight = play(
        "a . . g" if at_range else "a g",
        WAYS[way],
        a=fighter(weapons=(SWORD, SLING, DAGGER, UNARMED), abilities=FEATS[trained]),
        g=foe(hp=30),
    )
    mine = trained == way
    assert terms(fight, "attack").get("feats", 0) == (2 if mine else 0)
    assert terms(fight, "harm").get("feats", 0) == (3 if mine else 0)
