"""How the captain judges a position where a playout ends."""

from __future__ import annotations

from tests.scene import BOW, fighter, foe, play

from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.minds.look_ahead.fight_value import Worth, magic_left


def two(drawing: str, **facts: object) -> Fight:
    weapons = {"weapons": (BOW,)} if facts.pop("shoots", False) else {}
    return play(drawing, "", a=fighter(hp=9, **weapons, **facts), g=foe(hp=9, creature=True))


def chance(fight: Fight) -> int:
    request = fight.request
    assert request is not None
    return Worth(request.battle, 0).chance


def test_a_use_of_luck_that_is_left_counts() -> None:
    """Playouts ended before the luck was missed, and it was spent on trifles."""
    kept, spent = two("a . . g", luck=1), two("a . . g", luck=1)
    spent.state.units[0].luck = 0
    assert chance(kept) > chance(spent)


def test_luck_of_the_fallen_does_not_count() -> None:
    fight = play("a . . g\nb . . .", "", a=fighter(hp=9), b=fighter(hp=9, luck=1), g=foe(hp=9))
    fight.rule("fate b down")
    before = chance(fight)
    fight.state.units[1].luck = 0
    assert chance(fight) == before


def test_an_archer_is_worth_more_with_no_foe_beside_it() -> None:
    assert chance(two("a . . g", shoots=True)) > chance(two("a g . .", shoots=True))


def test_a_swordsman_is_worth_the_same_beside_a_foe() -> None:
    assert chance(two("a . . g")) == chance(two("a g . ."))


def test_a_spell_that_is_left_counts() -> None:
    fight = Fight(load_encounter("crypt"), 1)
    corvin = fight.state.units[fight.names.index["corvin"]]
    team = fight.state.sides[corvin.side].team
    request = fight.requests[0]
    before = Worth(request.battle, team).chance
    assert magic_left(corvin) == 100
    corvin.casts = 0
    assert magic_left(corvin) == 0
    assert Worth(request.battle, team).chance < before
