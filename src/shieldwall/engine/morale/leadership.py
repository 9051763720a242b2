"""Morale bonuses of nearby leaders and penalties of gallant foes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, Unit

VOICE_SQUARES: Final = 12
"""How far a leader is heard: 60 ft."""


def leaders_bonus(battle: Battle, members: list[Unit]) -> i64:
    """The best bonus of a leader heard by half of the members, less the foes' worst penalty."""
    led: i64 = 0
    daunted: i64 = 0
    for other in battle.state.units:
        if other.status != ACTIVE:
            continue
        abilities = other.sheet.abilities
        if battle.are_foes(other, members[0]):
            for ability in abilities.at_daunts:
                daunted = max(daunted, ability.daunts())
            continue
        for ability in abilities.at_leads:
            leads = ability.leads()
            if leads > led and is_heard(other, members):
                led = leads
    return led - daunted


def is_heard(leader: Unit, members: list[Unit]) -> bool:
    """Whether half of the members hear the leader."""
    hear = 0
    for member in members:
        if distance(leader, member) <= VOICE_SQUARES:
            hear += 1
    return hear * 2 >= len(members)
